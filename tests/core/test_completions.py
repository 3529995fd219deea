"""Which escapes are offered behind a percent sign, and how they are written."""

from __future__ import annotations

import pytest

from pctlens.core import bytesets
from pctlens.core.analysis import analyse
from pctlens.core.completions import CHARACTERS, Completion, completions
from pctlens.core.hosts import host_of


def offered(marked: str, name: str) -> list[Completion]:
    text = marked.replace("‸", "")
    return list(completions(analyse(text, host_of(name)), marked.index("‸")))


@pytest.mark.parametrize(
    ("name", "marked", "typed", "text", "written"),
    [
        ("a.md", "see https://e.example/a%‸", "%", "%20", "%20"),
        ("a.md", "https://e.example/?q=%‸&r=1", "%", "%20", "%20"),
        ("a.md", "https://e.example/a%2‸ x", "%2", "%20", "%20"),
        ("a.md", "[x](/a%‸)", "%", "%20", "%20"),
        ("a.c", 'printf("https://e.example/%‸");', "%", "%%20", "%20"),
        ("a.c", 'printf("https://e.example/%%2‸");', "%%2", "%%20", "%%20"),
        ("alembic.ini", "url = https://u:p%%‸@h/x", "%%", "%%20", "%%20"),
        ("a.html", '<a href="/x?a=b&amp;c=%‸">', "%", "%20", "%20"),
        ("a.tex", r"\url{https://e.example/\%‸}", r"\%", r"\%20", r"\%20"),
    ],
)
def test_the_spelling_of_the_host(name: str, marked: str, typed: str, text: str, written: str) -> None:
    first = offered(marked, name)[0]
    assert (first.span.of(marked.replace("‸", "")), first.text, first.written) == (typed, text, written)
    assert (first.escape, first.character) == ("%20", " ")


@pytest.mark.parametrize(
    ("name", "marked"),
    [
        ("a.md", "50%‸ of https://e.example/"),
        ("a.md", "https://e%‸.example/"),
        ("a.md", "https://e.example/%20‸"),
        ("a.md", "https://e.example/%e‸"),
        ("a.md", "https://e.example/a‸%"),
        ("a.c", 'printf("https://e.example/%‸s");'),
        ("a.py", "x = 7 %‸"),
        ("a.md", "‸"),
    ],
)
def test_nothing_elsewhere(name: str, marked: str) -> None:
    assert offered(marked, name) == []


def test_what_is_typed_narrows_it() -> None:
    assert [one.escape for one in offered("https://e.example/%5‸", "a.md")] == ["%5B", "%5D", "%5C", "%5E"]


def test_every_character_that_a_url_reserves_or_refuses_is_there() -> None:
    printable = frozenset(range(0x20, 0x7F))
    assert frozenset(CHARACTERS.encode()) == printable - bytesets.UNRESERVED
    assert len(set(CHARACTERS)) == len(CHARACTERS)

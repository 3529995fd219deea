"""Each row of what a hover shows (docs: a decoded value, tables, layers, charsets …), word for word, in every editor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lsp.editor import EDITORS, Editor, editing
from lsp.table import Case, cases
from lsp.wire import Wire

CASES = list(cases(Path(__file__).with_name("hovers.txt")))


@pytest.fixture(params=EDITORS, scope="module")
def editor(request: pytest.FixtureRequest) -> Iterator[Editor]:
    with editing(request.param) as editor:
        yield editor


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_hover(editor: Editor, case: Case) -> None:
    editor.open(case.text, case.file)
    answer = editor.ask("hover", position=editor.position(case.cursor))
    assert answer["contents"] == {"kind": "markdown", "value": case.answer}
    assert editor.covered(answer["range"]) == case.covers


def test_long_values_are_cut_with_a_count(editor: Editor) -> None:
    editor.open("https://e.example/?q=a%20" + "x" * 1_100)
    shown = editor.hover(23) or ""
    assert shown.startswith("```text\na " + "x" * 998 + "… (102 more characters)\n```\n\n")
    assert shown.endswith("| `q` | `a " + "x" * 78 + "… (1,022 more characters)` |")


def test_a_table_has_forty_rows_and_then_a_count(editor: Editor) -> None:
    editor.open("https://e.example/?" + "&".join(f"k{number}=%C3%A9" for number in range(43)))
    rows = (editor.hover(22) or "").split("\n")
    assert rows[-44:] == [
        *("| Name | Value |", "|:--|:--|"),
        *(f"| `k{number}` | `é` |" for number in range(40)),
        *("", "and 3 more parameters"),
    ]


@pytest.mark.parametrize(
    ("text", "file", "settings", "shown"),
    [
        (
            "https://e.example/?q=caf%C3%A9+au%20lait",
            "a.md",
            {},
            "café au lait\n\nQuery value: 19 characters decode to 12 characters, 13 bytes\n\n"
            "%C3 is the byte C3, the first of the 2 of é U+00E9 LATIN SMALL LETTER E WITH ACUTE\n\n"
            "With each + as a plus:\n\ncafé+au lait\n\nq = café au lait or, with the other reading of +, café+au lait",
        ),
        (
            "https://e.example/?q=caf%C3%A9+au%20lait",
            "a.md",
            {"plusAsSpace": "never", "hover": {"maxLength": 6}},
            "café+a… (6 more characters)\n\nQuery value: 19 characters decode to 12 characters, 13 bytes\n\n"
            "%C3 is the byte C3, the first of the 2 of é U+00E9 LATIN SMALL LETTER E WITH ACUTE\n\n"
            "If + were a space, as in a form:\n\ncafé a… (6 more characters)\n\n"
            "q = café+au lait or, with the other reading of +, café au lait",
        ),
    ],
)
def test_a_hover_in_plain_text(text: str, file: str, settings: dict[str, object], shown: str) -> None:
    with Wire() as wire:
        declared = {"textDocument": {"hover": {"contentFormat": ["plaintext"]}}}
        wire.initialize(declared, initializationOptions=settings)
        wire.open("file:///e2e/a.md", text)
        place = {"textDocument": {"uri": "file:///e2e/a.md"}, "position": {"line": 0, "character": text.index("%")}}
        assert wire.result("textDocument/hover", place)["contents"] == {"kind": "plaintext", "value": shown}


@pytest.mark.parametrize(
    ("marked", "file"),
    [
        ('printf("%‸08x %d\\n", a, b);', "a.c"),
        ("rest = i %‸20", "a.py"),
        ("set PATH=%‸PATH%;C:\\", "a.bat"),
        ("select * from t where a like '%‸ed%'", "a.sql"),
        ("my %‸cache = ();", "a.pl"),
        ("Bug‸ün %20 indirim var", "a.txt"),
        ("https://e.example/plain‸?a=b", "a.md"),
    ],
)
def test_no_hover_over_what_is_no_escape(editor: Editor, marked: str, file: str) -> None:
    editor.open(marked.replace("‸", ""), file)
    assert editor.hover(marked.index("‸")) is None


def test_no_hover_where_it_is_turned_off() -> None:
    with editing("vscode", {"hover": {"enable": False}}) as editor:
        editor.open("https://e.example/a%20b")
        assert editor.hover(21) is None

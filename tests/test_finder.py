"""What is found in a line, where it is so long that it is cut into windows."""

from __future__ import annotations

import json

import pytest

from pctlens.core.hosts import host_of
from pctlens.core.preview import preview
from pctlens.finder import Finder
from pctlens.windows import LONG

BAD = '"https://example.com/%zz" '
LONG_LINE = BAD + "x = 1; " * LONG + BAD


@pytest.mark.parametrize(("line", "above"), [(LONG_LINE + "// pctlens: ignore", ""), (LONG_LINE, "// pctlens: ignore\n")])
def test_a_comment_silences_the_whole_of_a_long_line(line: str, above: str) -> None:
    finder = Finder(host_of("a.js"), {})
    assert len(finder.find(LONG_LINE, "", "")) == 2
    assert finder.find(line, above, "") == ()


def test_a_comment_silences_only_the_rules_that_it_names() -> None:
    finder = Finder(host_of("a.js"), {})
    assert len(finder.find(LONG_LINE + "// pctlens: ignore[mojibake]", "", "")) == 2
    assert finder.find(LONG_LINE + "// pctlens: ignore[malformed-escape]", "", "") == ()


def test_most_lines_are_spared_and_none_in_which_something_is_found() -> None:
    finder = Finder(host_of("a.py"), {})
    good = 'link = "https://example.org/caf%C3%A9"\n'
    rows = set(finder.suspects(good * 500 + f"{BAD}\r\n" + good * 500 + LONG_LINE))
    assert {500, 1001} <= rows
    assert len(rows) < 100


def as_json(value: object, percent: str = "%") -> str:
    """JSON as Go and PHP write it for the web, in one line."""
    text = json.dumps(value, separators=(",", ":"))
    for character, spelt in (("/", r"\/"), ("&", r"\u0026"), ("%", percent)):
        text = text.replace(character, spelt)
    return text


@pytest.mark.parametrize("percent", ["%", r"\u0025"])
@pytest.mark.parametrize("words", [1, 7, 40])
def test_the_urls_of_long_json_are_read_as_those_of_short(percent: str, words: int) -> None:
    finder = Finder(host_of("a.json"), {})
    item = {
        "note": 'don\'t "ask" ' * words,
        "url": "https://example.org/caf%C3%A9?q=%E6%97%A5&tags=a",
        "bad": "https://example.org/?rate=100%zz&x=1",
    }
    alone = as_json(item, percent)
    (problem,) = finder.find(alone, "", "")
    there = alone.index("caf") + 3
    line, _ = finder.read(alone, "", "", there)
    shown = preview(line, there)
    assert shown is not None and [row.value for row in shown.rows] == ["日", "a"]

    many = as_json([{"id": number, **item} for number in range(500)], percent)
    assert len(many) > 4 * LONG
    found = finder.find(many, "", "")
    assert [(one.message, many[one.span.start : one.span.end]) for one in found] == [
        (problem.message, problem.span.of(alone))
    ] * 500
    for at in (at for at in range(len(many)) if many.startswith("caf", at)):
        line, base = finder.read(many, "", "", at + 3)
        there_too = preview(line, at + 3 - base)
        assert there_too is not None and there_too.rows == shown.rows


@pytest.mark.parametrize("quote", ['"', "'", "`"])
def test_a_window_within_a_literal_is_read_as_such(quote: str) -> None:
    finder = Finder(host_of("a.js"), {})
    line = f"x = {quote}{'plain text ' * LONG} https://example.org/?a=%C3%A9\\u0026b=1 {'and more ' * 99}{quote}; y = 'z'"
    for size in (LONG // 2, LONG * 3):
        text = line[:20] + line[len(line) - size :]
        at = text.index("%C3")
        read, base = finder.read(text, "", "", at)
        assert base > 0 if size > LONG else base == 0
        shown = preview(read, at - base)
        assert shown is not None and [row.value for row in shown.rows] == ["é", "1"]
        assert shown.span.shifted(base).of(text) == "%C3%A9"
        assert list(finder.pieces(text, "", "", 0, "%")) == [(read, base)]


def test_a_quote_in_a_regular_expression_makes_no_literal_of_minified_code() -> None:
    finder = Finder(host_of("a.min.js"), {})
    code = 'f(/"/g);' + ("s=i.lines.length%25+25, t=u%60; " * 90 + 'g("a");') * 8
    assert LONG < len(code) < 4 * LONG
    read = [(line, base) for line, base in finder.pieces(code, "", "", 0, "%") if base > 0]
    assert len(read) > 2
    assert [item for line, _ in read for item in line.components] == []

"""What is found in a line, where it is so long that it is cut into windows."""

from __future__ import annotations

import pytest

from pctlens.core.hosts import host_of
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

"""The test of a file's bytes never spares one in which a rule finds something, be it on by default or not."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pctlens.core.rules import RULES, Severity
from pctlens.scan import check_text, suspicious
from pctlens.settings import Settings

NAMES = ["a.py", "a.js", "a.json", "a.html", "a.md", "a.env", "a.txt"]
PIECES = [
    *("http://h/", "postgres://u:p", "@h/", "://", "@", "/", "?q=", '"', "'", " ", "\n", "#", "x", "é", "href=", "]("),
    *(
        "\\u0025",
        "\\x25",
        "&#37;",
        "&#037;",
        "&#X0025;",
        "&#037;",
        "&#x25;",
        "&#X0025;",
        "&percnt;",
        "&amp;",
        "25",
        "zz",
        "41",
        "\u200b",
        "\ufeff",
        "\xa0",
    ),
]
EVERYTHING = Settings(rules=dict.fromkeys(RULES, Severity.WARNING))


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.sampled_from(NAMES))
@example("postgres://user:p/ss@host/", "a.env")
@example('"http://h/\\u0025zz"', "a.json")
@example('"http://h/\\x25zz"', "a.js")
@example('<a href="http://h/&#37;zz">', "a.html")
@example('<a href="http://h/&#x25;zz">', "a.html")
@example('<a href="http://h/&percnt;41">', "a.html")
@example("http://h/a\u200bb", "a.txt")
@example("postgres://user:" + "\U0001f511" * 400 + "/ss@host/", "a.env")
def test_bytes_with_a_finding_are_suspicious(text: str, name: str) -> None:
    if list(check_text(text, name, EVERYTHING)):
        assert suspicious(text.encode())
        assert suspicious(text.encode("utf-16"))


@pytest.mark.parametrize(
    "text",
    ["", "plain", "http://h/a?b=25&c", "user@host\nhttp://h/", "http://h/\n@\n@", "naïve", "\\u0025", "&#37;", "&percnt;"],
)
def test_plain_bytes_are_not(text: str) -> None:
    assert not suspicious(text.encode())

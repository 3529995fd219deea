"""The cheap test never spares a line in which a rule that is on by default finds something."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pctlens.core.analysis import analyse
from pctlens.core.hosts import host_of
from pctlens.core.rules import check
from pctlens.core.suspects import NEEDLES, may_be_suspect, needles, suspect, suspect_lines

NAMES = [
    "a.py",
    "a.go",
    "a.c",
    "a.java",
    "a.js",
    "a.md",
    "a.html",
    "a.env",
    "a.lua",
    "a.tex",
    "crontab",
    "alembic.ini",
    "a.R",
    "a.sh",
    "a.xml",
    "a.json",
    "a.css",
    "a.desktop",
]
PIECES = [
    *(
        "http://",
        "https://h/",
        "postgres://u:p@h/",
        "%20",
        "%2",
        "%",
        "%%",
        "%C3%A9",
        "%C3%83%C2%A9",
        "%E2%80%8B",
        "%FE",
        "%25C3",
    ),
    *(
        "%00",
        "%u2019",
        "%s",
        '"',
        "'",
        " ",
        "(",
        ")",
        "printf(",
        "Sprintf(",
        ".format(",
        " % x",
        "&#37;",
        "&#037;",
        "&#X0025;",
        "\\u0025",
        "@",
        "/",
        "?q=",
        "#",
    ),
    *("\u200b", "\x01", "href=", "](", "data:,", "set_main_option(", "gsub(", ",", "é", "x", "\ud800"),
    *(
        "mailto:a@b",
        "url(",
        "src = {'",
        "]: ",
        "*=UTF-8''",
        "<link>",
        "https:\\/\\/h\\/%",
        "pkg:npm/",
        "tel:+1",
        "urn:isbn:",
        "\n",
    ),
    *(
        "${",
        "}",
        "{{",
        "}}",
        "<%",
        "%>",
        "<",
        ">",
        "`",
        '\\"',
        "\\'",
        "\\url{",
        "postgres://u:p w@h/",
        "p@ss",
        "filename*=utf-8''",
    ),
    *("data:image/svg+xml,", "'data:,", "(data:,", "srcset='", 'href="', "[x]: <", "](<", "loc>", "//h%41/", "%%41"),
    *("%d", "%2c", "%3d", "%41", "%20s", "%0A", "%%C3", "%%A9", "%i/", "%s.", "_", "\\u0041", "&#65;", "&#58;", "u:", "u\\u003a"),
]
LINES = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(LINES, st.sampled_from(NAMES), LINES, LINES)
@example('https://h/a\u200bb "', "a.md", "", "")
@example('String.format("https://h/a%20b")', "a.java", "", "")
@example('"https://h/a%20b"', "a.py", "", "% x")
@example('"https://h/a%20b"', "a.go", "fmt.Printf(", "")
@example('%.raise printf("_x%00010000', "a.java", "", "")
def test_no_finding_is_spared(line: str, name: str, above: str, below: str) -> None:
    assume("%" in line or "://" in line)  # no other line is ever looked at
    host = host_of(name)
    if not suspect(line, host, above, below):
        assert check(analyse(line, host, above, below), {}) == ()


@given(st.lists(LINES, max_size=4), st.sampled_from(["\n", "\r", "\r\n"]), st.sampled_from(NAMES))
@example(["f(", '"https://h/a%20b"', "% x"], "\n", "a.py")
@example(["printf(", '"https://h/a%20b"'], "\n", "a.c")
@example(["https://h/", "a%zz"], "\n", "a.md")
def test_no_line_of_a_text_is_spared_that_is_suspect(lines: list[str], end: str, name: str) -> None:
    host = host_of(name)
    text = end.join(lines)
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    signs = needles(text)
    for above, line, below in zip(["", *rows], rows, [*rows[1:], ""], strict=False):
        if suspect(line, host, above, below) and any(sign in line for sign in NEEDLES):
            assert any(sign in line for sign in signs)
            assert may_be_suspect(line, host)


@given(st.lists(st.tuples(LINES, LINES, LINES), min_size=1, max_size=4), st.sampled_from(NAMES))
@example([("", '"https://h/a"', ""), ("log.info(", '"https://h/a%20b"', '" , x')], "a.py")
@example([("", '"https://h/a%20b"', "x"), ("", '"https://h/"', "% x")], "a.py")
@example([("", '"https://h/"', ""), ("printf(", '"https://h/a%20b"', "")], "a.c")
@example([("", "https://h/%C3", ""), ("", "%A9", "")], "a.md")
def test_no_lines_are_spared_of_which_one_is_suspect(places: list[tuple[str, str, str]], name: str) -> None:
    host = host_of(name)
    places = [(above.replace("\n", " "), line.replace("\n", " "), below.replace("\n", " ")) for above, line, below in places]
    above, lines, below = ("\n".join(part) for part in zip(*places, strict=True))
    of_one = (suspect(line, host, over, under) for over, line, under in places)
    assert suspect_lines(lines, host, above, below) or not any(of_one)
    assert may_be_suspect(lines, host) or not any(may_be_suspect(line, host) for _, line, _ in places)


@pytest.mark.parametrize(
    "line",
    [
        'URL = "https://example.com/caf%C3%A9/a%20b?q=%E6%97%A5%E6%9C%AC&n=1"',
        "GET /search?q=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82 HTTP/1.1",
        "no sign at all",
        "%!s(MISSING) is said at https://example.com/a%20b",
        'n=a%b;src="a%20b";t=`https://example.com/${a+"b"}/c`;u=c%d',
        "https://example.com/ was written by me@example.com",
        'a{background:url("data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27/%3E");width:50%}',
    ],
)
def test_what_is_plainly_fine_is_spared(line: str) -> None:
    assert not suspect(line, host_of("a.js"))


def test_many_beginnings_are_not_read_over_and_over() -> None:
    """One long word of beginnings is given up on after a while: it is analysed, which takes as long as the line is."""
    host = host_of("a.md")
    assert suspect("http://" * 5_000 + " %zz", host)
    assert not suspect("http://h " * 5_000 + " %zz", host)

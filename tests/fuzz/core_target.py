"""What has to hold for the core on any text whatever: it never raises, and what it answers is about that very text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import unquote, unquote_plus

from pctlens.core import charsets, codec, hosts, rules
from pctlens.core.analysis import Line, analyse
from pctlens.core.codec import Place
from pctlens.core.preview import preview
from pctlens.core.refactors import refactors
from pctlens.core.render import markdown, plain
from pctlens.core.rewrites import Variant, rewrite
from pctlens.core.rules import RULES, Edit, Severity
from pctlens.core.suspects import suspect
from pctlens.core.text import Span, Units, split_lines, strip_end, to_column, to_offset
from pctlens.core.unseen import is_unseen
from pctlens.core.urls import Part

NAMES: Final = (
    *("a.txt", "a.md", "a.html", "a.xml", "a.json", "a.js", "a.py", "a.go", "a.c", "a.java", "a.rb", "a.php", "a.pl", "a.sh"),
    *("a.ini", "alembic.ini", "a.service", "crontab", "a.bat", "a.tex", "a.rd", ".env", "a.yml", "a.log", "a.http", "a.po"),
    *("a.vim", "a.lua", "a.sql", "a.ex", "a.erl", "a.css", "a.jinja", "Makefile", "Dockerfile", "a.ps1", "a.rs", "a.swift"),
)
"""A file name for each way in which the core reads a text."""

LOUD: Final = dict.fromkeys(RULES, Severity.WARNING)
STRICT: Final = {place: unquote_plus if place is Place.FORM else unquote for place in Place if place is not Place.URI}
"""How Python reads what is encoded for each place."""

_HEADER: Final = 3


def check(data: bytes) -> None:
    """Read fuzzed bytes as a file name, a selection and a text, and hold the core to its promises."""
    name, first, second = (*data[:_HEADER], 0, 0, 0)[:_HEADER]
    text = data[_HEADER:].decode("utf-8", "surrogateescape")
    host = hosts.host_of(NAMES[name % len(NAMES)])
    check_codec(text)
    lines = [strip_end(line) for line in split_lines(text)]
    for row, line in enumerate(lines):
        above, below = lines[row - 1] if row else "", lines[row + 1] if row + 1 < len(lines) else ""
        check_columns(line)
        check_line(analyse(line, host, above, below))
    start, end = sorted((first % (len(text) + 1), second % (len(text) + 1)))
    check_rewrites(text, Span(start, end), host)


def check_codec(text: str) -> None:
    """Encoding is undone by Python's own decoders, and decoding makes up nothing."""
    for place in Place:
        encoded = codec.encode(text, place)
        if is_text(text) and place in STRICT:
            assert STRICT[place](encoded, errors="strict") == text
        elif is_text(text):
            assert encoded.isascii() and codec.encode(encoded, place) == encoded
    decoded = codec.decode(text)
    ends = [0, *(edge for flaw in decoded.problems for edge in (flaw.span.start, flaw.span.end)), len(text)]
    assert ends == sorted(ends)
    if not decoded.problems and is_text(text):
        assert decoded.text == unquote(text, errors="strict")
    assert "\ufffd" in text or "%EF%BF%BD" in text.upper() or "\ufffd" not in decoded.text
    assert codec.decode(codec.readable(text)).text == decoded.text
    assert codec.decode(codec.normalize(text)).text == decoded.text or decoded.problems
    for reading in charsets.readings(text):
        assert charsets.decode(text, reading.charset) == reading.text


def check_columns(line: str) -> None:
    """Columns go there and back, in every unit."""
    for units in Units:
        for offset in {0, len(line) // 2, len(line)}:
            assert to_offset(line, to_column(line, offset, units), units) == offset


def check_line(line: Line) -> None:
    """Signs, parts, findings and previews lie within the line, and every percent sign is read exactly once."""
    text = line.text
    ends = [0, *(edge for sign in line.signs for edge in (sign.span.start, sign.span.end)), len(text)]
    assert ends == sorted(ends)
    read = sum(sign.span.of(text).count("%") for sign in line.signs)
    assert read == text.count("%") or "u" in text  # a spelling such as \u0025 has none
    for url in line.urls:
        assert 0 <= url.span.start <= url.span.end <= len(text)
        for part in url.parts:
            assert url.span.start <= part.span.start <= part.span.end <= url.span.end
    found = rules.check(line, LOUD)
    secrets = [part.source.text for url in line.urls for part in url.parts if part.part is Part.PASSWORD]
    for problem in found:
        assert 0 <= problem.span.start < problem.span.end <= len(text)
        assert sum(fix.preferred for fix in problem.fixes) <= 1
        for fix in problem.fixes:
            check_edits(fix.edits, text)
    assert not rules.check(line, {}) or suspect(text, line.host, line.above, line.below)
    for offset in {0, *(edge for sign in line.signs[:8] for edge in (sign.span.start, sign.span.end - 1, sign.span.end))}:
        if (shown := preview(line, offset)) is not None:
            assert shown.span.start <= offset < shown.span.end
            for laid_out in (markdown(shown), plain(shown)):
                assert shown.part is Part.PASSWORD or not any(
                    secret in laid_out and text.count(secret) == 1 for secret in secrets if len(secret) > 12
                )


def check_rewrites(text: str, selection: Span, host: hosts.Host) -> None:
    """Rewrites stay within the selection or the component at the cursor, and never write U+FFFD."""
    lines = split_lines(text)
    line = analyse(strip_end(lines[0]) if lines else "", host)
    if selection.start <= len(line.text):
        offered = refactors(text, selection, line)
        assert len(offered) <= 8
        for one in offered:
            assert not any(map(is_unseen, one.title))
            check_edits(one.edits, text)
            if len(selection) > 1:
                assert all(selection.start <= edit.span.start and edit.span.end <= selection.end for edit in one.edits)
    for variant in Variant:
        if (edits := rewrite(text, selection, host, variant, charset="shift_jis")) is not None:
            check_edits(edits, text)


def check_edits(edits: Sequence[Edit], text: str) -> None:
    """Edits lie within the text, in order, and none overlaps the next."""
    ends = [0, *(edge for edit in edits for edge in (edit.span.start, edit.span.end)), len(text)]
    assert edits and ends == sorted(ends)
    made_up = any("\ufffd" in edit.text for edit in edits)
    assert not made_up or "\ufffd" in text or "%EF%BF%BD" in text.upper()


def is_text(text: str) -> bool:
    """Whether ``text`` has bytes in UTF-8 at all."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def seeds() -> Iterable[bytes]:
    """Texts to begin with, each in a file of a fitting kind."""
    for index, text in enumerate(_SEEDS):
        yield bytes((index % len(NAMES), 3, len(text) % 256)) + text.encode("utf-8", "surrogatepass")


_SEEDS: Final = (
    "https://user:p%40ss@m%C3%BCnchen.example:80/a%2Fb;x/..%2F?q=caf%C3%A9+x&r=%E3%8&u=https%3A%2F%2Fh%2F%3Fa%3Db#f%zz",
    "[x](https://h/a%20b) <https://xn--mnchen-3ya.de/%E4%F6> www.h/%u2019",
    '<a href="/a%20b?x=1&amp;y=%26amp%3B">&#37;20</a>',
    '{"u": "https:\\/\\/h\\/%20\\u002520", "t": "%7B%22a%22%3A1%7D"}',
    "fetch(`https://h/${encodeURIComponent(q)}%20?x=%s`) // i%20 + `%d`",
    'print("https://h/a%%20b?q=%s" % 20, "%2F", x%20)',
    "postgres://app:50%off@db:5432/a?x=%C3%83%C2%A9",
    "30 3 * * 0 curl https://h/?m=a%20b\\%20c # pctlens: ignore",
    "sqlalchemy.url = postgresql://a:p%40s@h/d%%20",
    "ExecStart=/usr/bin/curl https://h/%3A%%20%i",
    "\\href{https://h/a\\%20b}{x} % c%20",
    "data:image/svg+xml,%3Csvg xmlns='http://w3.org'%3E data:text/plain;base64,aGk%3D",
    "?a=1&a=&b&c=%00%0d%0a%E2%80%8B&ie=GB2312&w=%D6%D0&t=eyJhbGciOiJub25lIn0.eyJhIjoxfQ.",
    "%E3%81%82%C0%AF%ED%A0%80%F5%80%80%80%25%2520%252525 \ud800%",
)

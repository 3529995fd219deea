"""``%uXXXX``, the spelling of JavaScript's old ``escape()``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line, Reading
from pctlens.core.codec import Place, encode
from pctlens.core.excerpt import quoted
from pctlens.core.rules.base import Fix, Problem, Rule, Severity
from pctlens.core.rules.places import component_at, index_at, is_reported, is_unicode_escape, rewritten, url_at
from pctlens.core.text import Span

_DIGITS: Final = re.compile(r"%u([0-9A-Fa-f]{4})")


def _check(line: Line) -> Iterator[Problem]:
    """Each run of ``%uXXXX`` in a URL or link: UTF-16 code units, which no URL standard knows (ECMA-262 annex B.2.1.1)."""
    for span in _runs(line):
        url = url_at(line, span)
        if url is not None and is_reported(url, line):
            units = bytes.fromhex("".join(_DIGITS.findall(span.of(line.text))))
            says = units.decode("utf-16-be", "surrogatepass")
            message = (
                f"'{line.text[span.start : span.start + 6]}' is JavaScript's old escape(), which no URL reader knows; it means"
            )
            yield Problem(RULE.id, span, f"{message} {quoted(says)}", RULE.default, _fixes(line, span, says))


def _runs(line: Line) -> Iterator[Span]:
    """The ``%uXXXX`` of a line, neighbours joined: two may be the surrogates of one character."""
    run: Span | None = None
    for sign in line.signs:
        if sign.reading is not Reading.MALFORMED or not is_unicode_escape(line, sign):
            continue
        if run is not None and run.end == sign.span.start:
            run = Span(run.start, sign.span.end)
            continue
        if run is not None:
            yield run
        run = sign.span
    if run is not None:
        yield run


def _fixes(line: Line, span: Span, says: str) -> tuple[Fix, ...]:
    """The same characters as UTF-8 escapes; none for a lone surrogate, which is no character."""
    url = url_at(line, span)
    component = component_at(url, span) if url else None
    if component is None or any("\ud800" <= character <= "\udfff" for character in says):
        return ()
    escaped = encode(says, Place.ALL)
    edit = rewritten(component, index_at(component, span.start), index_at(component, span.end), escaped)
    return (Fix(f"Write it in UTF-8: '{escaped}'", (edit,), preferred=True, safe=True),)


RULE: Final = Rule(
    id="unicode-escape",
    summary="'%uXXXX' of JavaScript's old escape() in a URL",
    why=(
        "escape() of early JavaScript wrote characters beyond Latin-1 as '%u' and a UTF-16 code unit. No URL standard"
        " ever took that up: a reader refuses the URL or keeps the letters. Write the character's UTF-8 bytes, as"
        " encodeURIComponent does."
    ),
    refused_by=(
        "JavaScript decodeURIComponent: URIError: URI malformed",
        'Go net/url: invalid URL escape "%u2"',
        'Java URLDecoder: Illegal hex characters in escape (%) pattern - Error at index 0 in: "u2"',
        "Rack: invalid %-encoding (%u2019)",
    ),
    before="https://example.com/?q=it%u2019s",
    after="https://example.com/?q=it%E2%80%99s",
    default=Severity.ERROR,
    check=_check,
)

"""``%uXXXX``, the spelling of JavaScript's old ``escape()``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line, Reading
from pctlens.core.codec import Place, encode
from pctlens.core.patterns import regex
from pctlens.core.rules.base import Fix, Problem, Rule, Severity
from pctlens.core.rules.places import component_at, index_at, is_unicode_escape, rewritten, said
from pctlens.core.text import Span
from pctlens.core.urls import Component

_DIGITS: Final = regex(r"%%?u([0-9A-Fa-f]{4})")


def _check(line: Line) -> Iterator[Problem]:
    """Each run of ``%uXXXX`` in a URL or link: UTF-16 code units, which no URL standard knows (ECMA-262 annex B.2.1.1).

    Neighbours make up one finding, since two may be the surrogates of one character.
    """
    for sign in line.signs:
        if sign.reading is not Reading.MALFORMED or not is_unicode_escape(line, sign):
            continue
        if found := component_at(line, sign.span):
            component = found[1]
            units = bytes.fromhex("".join(_DIGITS.findall(sign.span.of(line.text))))
            meant = units.decode("utf-16-be", "surrogatepass")
            message = f"'%uXXXX' is JavaScript's old escape(), which no URL reader knows; it means {said(component, meant)}"
            yield Problem(RULE.id, sign.span, message, RULE.default, _fixes(line, component, sign.span, meant))


def _fixes(line: Line, component: Component, span: Span, meant: str) -> tuple[Fix, ...]:
    """The same characters as UTF-8 escapes; none for a lone surrogate, which is no character."""
    if any("\ud800" <= character <= "\udfff" for character in meant):
        return ()
    start, end = index_at(component, span.start), index_at(component, span.end)
    edit = rewritten(line, component, start, end, encode(meant, Place.ALL))
    return (Fix(f"Write {said(component, meant)} in UTF-8", (edit,), preferred=True, safe=True),)


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
        "Ruby URI.decode_www_form_component: invalid %-encoding (%u2019)",
    ),
    before="https://example.com/?q=it%u2019s",
    after="https://example.com/?q=it%E2%80%99s",
    default=Severity.ERROR,
    check=_check,
)

"""Characters in a URL that cannot be seen, or that make others stand elsewhere than they are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line
from pctlens.core.codec import decode
from pctlens.core.patterns import regex
from pctlens.core.rules.base import Edit, Fix, Problem, Rule, Severity
from pctlens.core.rules.places import components, spot
from pctlens.core.text import Span
from pctlens.core.urls import Kind

_ESCAPED: Final = regex(
    "(?:%(?:0[0-8BCEF]|1[0-9A-F]|7F|C2%A0|E2%(?:80%(?:8B|A[A-E])|81%(?:A0|A[6-9]))|EF%BB%BF))+", re.IGNORECASE
)
_SOFT: Final = frozenset("\x00\xa0")
_RAW: Final = regex("[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]+")
_URL: Final = regex(r"[A-Za-z0-9+.-]://[^\s\"'<>`]*")
_GOES_ON: Final = regex(r"[!-~]")
_INVISIBLE_END: Final = regex(r"\s|\Z")
_NAMES: Final = {"\x00": "NULL", "\x1b": "ESCAPE", "\x7f": "DELETE", "\ufeff": "ZERO WIDTH NO-BREAK SPACE, the byte order mark"}


def _check(line: Line) -> Iterator[Problem]:
    """Hidden characters in URLs, escaped and raw."""
    yield from _escaped(line)
    if not line.text.isascii() and "://" in line.text:
        yield from _raw(line)


def _escaped(line: Line) -> Iterator[Problem]:
    """Escaped ones, but not TAB, LF and CR: a form or a mail may hold them; not in data: URLs, which may be binary."""
    for url, component in components(line):
        if url.kind is not Kind.URL or url.scheme == "data":
            continue
        found = list(_ESCAPED.finditer(component.source.text))
        if not found or decode(component.source.text).problems:
            continue
        for match in found:
            span = spot(component, match.start(), match.end())
            yield _problem(span, decode(match[0]).text, "an escaped ")


def _raw(line: Line) -> Iterator[Problem]:
    """Raw ones inside a URL, and at its end those that came along with a copy.

    A letter behind U+200B may be Thai or Khmer, which part words with it; bidi controls stand round a URL in right-to-left text.
    """
    for url in _URL.finditer(line.text):
        for match in _RAW.finditer(line.text, *url.span()):
            copied = match[0][0] in "\u200b\u2060\ufeff" and _INVISIBLE_END.match(line.text, match.end())
            if copied or _GOES_ON.match(line.text, match.end()):
                yield _problem(Span(*match.span()), match[0], "a raw ")


def _problem(span: Span, characters: str, kind: str) -> Problem:
    """The finding for a run of hidden characters, named by the first one."""
    first = characters[0]
    name = f"U+{ord(first):04X} {_NAMES.get(first) or unicodedata.name(first, 'a control character')}"
    more = f" and {len(characters) - 1} more" if len(characters) > 1 else ""
    severity = Severity.INFORMATION if _SOFT.issuperset(characters) else RULE.default
    fix = Fix(f"Remove {name}{more}", (Edit(span, ""),), preferred=True)
    return Problem(RULE.id, span, f"The URL holds {kind}{name}{more}, which cannot be seen", severity, (fix,))


RULE: Final = Rule(
    id="hidden-character",
    summary="A zero-width, bidirectional or control character in a URL",
    why=(
        "A zero-width space, a word joiner, a byte order mark or a bidirectional control came along when the URL was"
        " copied from a page, a chat or a PDF. Nobody sees it, yet the server looks for another page; and a bidirectional"
        " control can make a URL look like a different one. Joiners (U+200C, U+200D) are part of Persian words and of"
        " emoji and are not reported."
    ),
    refused_by=(
        "Nothing refuses it: the page is not found (404)",
        "Java java.net.URI: Illegal character in path (for a control character)",
        "Go net/url: invalid control character in URL",
    ),
    before="https://example.com/guide%E2%80%8B",
    after="https://example.com/guide",
    default=Severity.WARNING,
    check=_check,
)

"""Where in a line findings can stand at all: what begins like a URL or link, as far as it can go at the most.

``extents`` tells where each of them ends, which takes the literals of the whole line. Here each goes on to the first character
that nothing of its kind holds, so that no extent goes beyond its reach.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pctlens.core.hosts import Family, Host
from pctlens.core.literals import HOLE

_QUOTES: Final = ('"', "'")
_ESCAPED: Final = (r"\"", r"\'")


def _up_to(closer: str) -> str:
    """Everything up to ``closer``; one that stands in a template hole closes nothing."""
    return rf"(?:[^{re.escape(closer[0])}{{$#<]++|{HOLE.pattern}|(?!{re.escape(closer)}).)*+"


def _quoted(*quotes: str) -> str:
    return "|".join(re.escape(quote) + _up_to(quote) for quote in quotes)


_URL: Final = re.compile(rf'(?:[^\s"<>`{{$#]++|{HOLE.pattern}|[{{$#]|(?<=%)<\w{{1,60}}>)*+')
_DATA: Final = re.compile(
    r'(?<="data:)(?:[^"\\]|\\.)*+'
    r"|(?<='data:)(?:[^'\\]|\\.)*+"
    r"|(?<=`data:)[^`]*+|(?<=<data:)[^>]*+|(?<=>data:)[^<]*+|(?<=\(data:).*+|[^\"'<>`)\s]*+",
    re.DOTALL,
)
_ATTRIBUTE: Final = re.compile(rf"(?:set)?\s{{0,3}}=\s{{0,3}}(?:\{{\s*)?(?:{_quoted(*_QUOTES, *_ESCAPED)})", re.DOTALL)
_ARGUMENT: Final = re.compile(rf"\s*(?:{_quoted(*_QUOTES)}|{_up_to(')')})", re.DOTALL)
_WORD: Final = re.compile(r'\s*(?:"|<[^>]*+)?\S*+')
_ELEMENT: Final = re.compile(r"\s*[^<>\s]*+")

_REACHES: Final = {
    **dict.fromkeys(("://", r":\/\/", "mailto:", "magnet:", "pkg:", "urn:", "file:", "tel:", "sms:", "sip:", "sips:"), _URL),
    **dict.fromkeys(("bitcoin:", "otpauth:", "javascript:"), _URL),
    **dict.fromkeys(("src", "href", "action", "poster", "cite", "manifest", "longdesc", "background"), _ATTRIBUTE),
    **dict.fromkeys(("href>", "loc>", "link>", "url>", "guid>"), _ELEMENT),
    "data:": _DATA,
    "url(": _ARGUMENT,
    "*=": _WORD,
}
"""What a URL or link begins with, in lower case, and how it may go on (see ``extents``)."""

_TARGETS: Final = {"](": _WORD, "]:": _WORD}


def reaches(line: str, host: Host) -> Iterator[str]:
    """Each text in which a URL or link may stand; they may overlap."""
    lowered = line.replace("İ", "i").lower()  # the one letter that would become two
    marks = _REACHES | _TARGETS if host.family in (Family.PROSE, Family.MARKUP) else _REACHES
    for opening, reach in marks.items():
        start = lowered.find(opening)
        while start >= 0:
            body = start + len(opening)
            if found := reach.match(line, body):
                yield line[start : found.end()]
            start = lowered.find(opening, body)

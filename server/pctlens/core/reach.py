"""Where in a line findings can stand at all: what begins like a URL or link, as far as it can go at the most.

``extents`` tells where each of them ends, which takes the literals of the whole line. Here each goes on to the first character
that nothing of its kind holds, so that no extent goes beyond its reach.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pctlens.core.extents import ATTRIBUTES
from pctlens.core.hosts import Family, Host
from pctlens.core.literals import HOLE
from pctlens.core.patterns import regex

_QUOTES: Final = ('"', "'")
_ESCAPED: Final = (r"\"", r"\'")


def _up_to(closer: str) -> str:
    """Everything up to ``closer``; one that stands in a template hole closes nothing."""
    return rf"(?:[^{re.escape(closer[0])}{{$#<]++|{HOLE.pattern}|(?!{re.escape(closer)}).)*+"


def _quoted(*quotes: str) -> str:
    return "|".join(re.escape(quote) + _up_to(quote) for quote in quotes)


def _behind(words: str, mark: str) -> str:
    """One of the words right before ``mark``, where a pattern has just read that."""
    return f"(?i:{'|'.join(f'(?<={word}{mark})' for word in words.split())})"


_SCHEMES: Final = _behind("mailto magnet pkg urn file tel sms sip sips bitcoin otpauth javascript", ":")
_ATTRIBUTES: Final = "|".join(_behind(" ".join(ATTRIBUTES), rf"\s{{{blanks}}}=") for blanks in range(4))

#: Each alternative begins with one character, for which the search is fast.
_OPENING: Final = regex(
    rf":(?:(?P<url>(?=//|\\/\\/)|{_SCHEMES})|(?P<data>(?<=data:))|(?P<definition>(?<=\]:)))"
    rf"|=(?:(?P<attribute>(?=\s{{0,3}}(?:\{{\s*)?\\?[\"'])(?:{_ATTRIBUTES}))|(?P<extended>(?<=\*=)))"
    rf"|\((?:(?P<argument>{_behind('url', '[(]')})|(?P<target>(?<=\]\()))"
    rf"|>(?P<element>{_behind('href loc link url guid', '>')})"
)
_WORD: Final = regex(r'\s*(?:"|<[^>]*+)?\S*+')
_REACHES: Final = {
    "url": regex(rf'(?:[^\s"<>`{{$#]++|{HOLE.pattern}|[{{$#]|(?<=%)<\w{{1,60}}>)*+'),
    "data": regex(
        r'(?s:(?<="data:)(?:[^"\\]|\\.)*+'
        r"|(?<='data:)(?:[^'\\]|\\.)*+"
        r"|(?<=`data:)[^`]*+|(?<=<data:)[^>]*+|(?<=>data:)[^<]*+|(?<=\(data:).*+|[^\"'<>`)\s]*+)"
    ),
    "attribute": regex(rf"\s*(?:\{{\s*)?(?s:{_quoted(*_QUOTES, *_ESCAPED)})"),
    "argument": regex(rf"\s*(?s:{_quoted(*_QUOTES)}|{_up_to(')')})"),
    "element": regex(r"\s*[^<>\s]*+"),
    "extended": _WORD,
}
"""How what an opening begins may go on (see ``extents``)."""

_REACHES_IN_PROSE: Final = _REACHES | {"target": _WORD, "definition": _WORD}


def reaches(line: str, host: Host) -> Iterator[str]:
    """Each text of the line in which a URL or link may stand, from the last sign of what begins it on; they may overlap."""
    return _reaches(line, host) if _OPENING.search(line) else iter(())  # as in most lines


def _reaches(line: str, host: Host) -> Iterator[str]:
    kinds = _REACHES_IN_PROSE if host.family in (Family.PROSE, Family.MARKUP) else _REACHES
    for opening in _OPENING.finditer(line):
        reach = kinds.get(str(opening.lastgroup))
        if reach and (found := reach.match(line, opening.end())):
            yield line[opening.start() : found.end()]

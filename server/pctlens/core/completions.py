"""The escapes that may be meant behind a ``%`` in a URL."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pctlens.core.analysis import Line, Reading
from pctlens.core.codec import Place, encode
from pctlens.core.patterns import regex
from pctlens.core.surroundings import stretch_of
from pctlens.core.text import Span
from pctlens.core.urls import Component, Kind, Part

CHARACTERS: Final = " /?#&=+:@%,;!$'()*[]\"<>\\^`{|}"
"""The reserved characters of RFC 3986 section 2.2 and the others of ASCII that a URL has to escape, the most frequent first."""

_TYPED: Final = regex(r"%[0-9A-Fa-f]?\Z")
_PLAIN: Final = frozenset({Part.HOST, Part.PORT})


@dataclass(frozen=True, slots=True)
class Completion:
    """An escape that may be meant: write ``text`` over ``span``.

    ``written`` is ``text`` as far as it is there, and the digits that are missing: what a client compares with what is typed.
    """

    span: Span
    text: str
    written: str
    escape: str
    character: str


def completions(line: Line, offset: int) -> Iterator[Completion]:
    """The escapes that begin with the ``%`` and the digit that stand before ``offset`` in a URL; nothing anywhere else.

    They are written as the surroundings want it (``%%20``). There are none in a host, and none behind a ``%`` that begins
    something else (``%s``).
    """
    component = _component(line, offset)
    if component is None:
        return
    source = component.source
    index = offset - source.base if source.starts is None else bisect_left(source.starts, offset)
    typed = _TYPED.search(source.text, 0, index)
    if typed is None or _is_taken(line, source.at(typed.start())):
        return
    span = Span(source.at(typed.start()), offset)
    sign = line.text[span.start : source.at(typed.start() + 1)]
    stretch = stretch_of(component, line)
    for character in CHARACTERS:
        escape = encode(character, Place.ALL)
        if escape.startswith(typed[0].upper()):
            yield Completion(span, stretch.written(escape), sign + escape[1:], escape, character)


def _component(line: Line, offset: int) -> Component | None:
    """The component of a URL or link in which ``offset`` stands, or at the end of which."""
    for url in line.urls:
        if url.kind in (Kind.URL, Kind.LINK) and url.span.start < offset <= url.span.end:
            found = (part for part in url.parts if part.span.start < offset <= part.span.end and part.part not in _PLAIN)
            return next(found, None)
    return None


def _is_taken(line: Line, offset: int) -> bool:
    """Whether a plain ``%`` at ``offset`` begins something else; one with a spelling of its own (``%%``) does not."""
    return any(sign.span == Span(offset, offset + 1) and sign.reading is Reading.OTHER for sign in line.signs)

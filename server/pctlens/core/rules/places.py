"""Where in a line a rule looks, and how it writes back there."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from pctlens.core.analysis import Line, Reading, Sign
from pctlens.core.codec import Place
from pctlens.core.discretion import SECRET
from pctlens.core.excerpt import quoted
from pctlens.core.patterns import regex
from pctlens.core.rules.base import Edit
from pctlens.core.surroundings import stretch_of
from pctlens.core.text import Span
from pctlens.core.urls import Component, Kind, Part, Url, raw_zone

USERINFO: Final = {Part.USER: "user name", Part.PASSWORD: "password"}
"""The parts of RFC 3986 section 3.2.1, with their names in messages."""

WEB: Final = frozenset({"http", "https", "ws", "wss", "ftp"})
"""Schemes whose URLs browsers read, by the WHATWG URL standard (its special schemes but ``file``)."""

_Spanned = TypeVar("_Spanned", Url, Component)
_REPORTED: Final = frozenset({Kind.URL, Kind.LINK})
_UNICODE: Final = regex("%%?u[0-9A-Fa-f]{4}")
_EXTENDED: Final = regex(r"filename\*=\s*\"?[\w-]+'[\w-]*'\Z", re.IGNORECASE)


def is_reported(url: Url, line: Line) -> bool:
    """Whether findings may stand in ``url``: it has a scheme, is a link, or is the ``filename*`` of RFC 8187.

    Other encoded text may be an escape or not; a wrong squiggle would cost more trust than a missed one.
    """
    return url.kind in _REPORTED or _EXTENDED.search(line.text[max(0, url.span.start - 80) : url.span.start]) is not None


def components(line: Line) -> Iterator[tuple[Url, Component]]:
    """The components with an escape that findings may stand in, in order, each with its URL.

    Where a ``%`` of a component is something else (a conversion, a placeholder, the mark of a zone id), none of its escapes is
    certain.
    """
    if not line.components:
        return
    others = [sign.span.start for sign in line.signs if sign.reading is Reading.OTHER]
    for url in line.urls:
        if is_reported(url, line):
            for part in url.parts:
                if "%" not in part.source.text or raw_zone(part) >= 0:
                    continue
                following = bisect_left(others, part.span.start)
                if following == len(others) or others[following] >= part.span.end:
                    yield url, part


def component_at(line: Line, span: Span) -> tuple[Url, Component] | None:
    """The component that ``span`` stands in and that findings may stand in, with its URL."""
    url = _at(line.urls, span)
    component = _at(url.parts, span) if url and is_reported(url, line) else None
    return (url, component) if url and component else None


def _at(found: Sequence[_Spanned], span: Span) -> _Spanned | None:
    """The one of ``found``, which are in order and do not overlap, that ``span`` stands in."""
    index = bisect_right(found, span.start, key=lambda one: one.span.start) - 1
    return found[index] if index >= 0 and span.end <= found[index].span.end else None


def around(line: Line, component: Component) -> str:
    """The component with what stands next to it in the line, up to 200 characters on each side."""
    return line.text[max(0, component.span.start - 200) : component.span.end + 200]


def spot(component: Component, start: int, end: int) -> Span:
    """The place in the line of the characters ``[start, end)`` of the component's own text."""
    return Span(component.source.at(start), component.source.at(end))


def rewritten(line: Line, component: Component, start: int, end: int, text: str) -> Edit:
    """Write ``text`` over the characters ``[start, end)`` of the component, in the spelling of its surroundings."""
    return Edit(spot(component, start, end), stretch_of(component, line).written(text))


def said(component: Component, text: str) -> str:
    """``text``, which the component says, for a message: never a password, nor a user name, which may be a token."""
    return SECRET if component.part in USERINFO else quoted(text)


def index_at(component: Component, offset: int) -> int:
    """The index in the component's own text of the character whose spelling begins at ``offset`` of the line."""
    if component.source.starts is None:
        return offset - component.source.base
    return bisect_left(component.source.starts, offset)


def is_unicode_escape(line: Line, sign: Sign) -> bool:
    """Whether ``sign`` is ``%uXXXX``, once or several times."""
    return _UNICODE.match(line.text, sign.span.start, sign.span.end) is not None


def place_of(component: Component) -> Place:
    """How text is encoded to stand in ``component``."""
    if component.part in USERINFO:
        return Place.USERINFO
    return Place.PATH if component.part is Part.SEGMENT else Place.COMPONENT

"""URLs and other encoded text, cut into the components of RFC 3986 section 3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from pctlens.core.literals import HOLE, may_have_holes
from pctlens.core.patterns import regex
from pctlens.core.text import Span
from pctlens.core.wrappers import Unwrapped


class Part(StrEnum):
    """Which component of a URL a piece of text is (RFC 3986 section 3; key and value are the form's)."""

    USER = "user"
    PASSWORD = "password"
    HOST = "host"
    PORT = "port"
    SEGMENT = "segment"
    KEY = "key"
    VALUE = "value"
    FRAGMENT = "fragment"
    OPAQUE = "opaque"  # the body of data:, javascript:, tel: …
    TEXT = "text"  # encoded text that no URL surrounds


class Kind(StrEnum):
    """What a stretch of encoded text is as a whole."""

    URL = "url"  # has a scheme
    LINK = "link"  # a relative reference where the syntax says that it is a link
    FORM = "form"  # query or form text without a scheme
    PATH = "path"  # a path without a scheme
    TEXT = "text"  # anything else that is encoded


class Component(NamedTuple):
    """One component of a ``Url``: its span in the line, and its text with the host's wrapping taken off.

    ``source.text`` is still percent-encoded; decode it with ``codec.decode``. ``plus_is_space``: whether a ``+`` here is a space
    by the rules of forms (WHATWG URL section 5.1).
    """

    part: Part
    span: Span
    source: Unwrapped
    plus_is_space: bool = False


class Url(NamedTuple):
    """A stretch of encoded text in one line. ``scheme`` is in lower case, empty where there is none.

    ``parts`` holds every non-empty component in order, with escapes or not; an empty query value has an empty span.
    ``cut``: the text itself says that the URL goes on (``…``).
    """

    kind: Kind
    span: Span
    scheme: str
    parts: tuple[Component, ...]
    cut: bool = False

    @property
    def pairs(self) -> tuple[tuple[Component, Component | None], ...]:
        """The query's or form's parameters in order: each key with its value, ``None`` where there is no ``=``."""
        found: list[tuple[Component, Component | None]] = []
        for part in self.parts:
            if part.part is Part.KEY:
                found.append((part, None))
            elif part.part is Part.VALUE and found:
                found[-1] = (found[-1][0], part)
        return tuple(found)


def raw_zone(component: Component) -> int:
    """The offset in the line of the ``%`` in ``[fe80::1%10]``, which begins no escape whatever follows it; -1 where none is."""
    zone = _RAW_ZONE.match(component.source.text) if component.part is Part.HOST else None
    return component.source.at(zone.end() - 1) if zone else -1


#: The scheme (RFC 3986 section 3.1), with the prefixes that wrap another URL (jdbc:, view-source:, blob:, url:).
SCHEME = regex(r"(?:(?:jdbc|view-source|blob|url|URL|feed|filesystem|scm|git|svn|hg):)*(?:[A-Za-z][A-Za-z0-9+.-]*):")

#: An IPv6 address whose zone id begins with a ``%`` that is not written ``%25`` (RFC 6874 section 2).
_RAW_ZONE = regex(r"\[(?=[0-9A-Fa-f.]*+:)[0-9A-Fa-f:.]++%(?!25)")

#: Schemes whose body is not cut at ``/``, ``?`` and ``#`` in the way of RFC 3986, or only in part.
OPAQUE = frozenset({"data", "javascript", "tel", "sms", "urn", "cid", "mid", "about", "bitcoin", "sip", "sips", "xmpp", "news"})

#: Places where a ``+`` is a plus although it stands in a query (RFC 6068 section 5 and the likes of it).
_PLUS_SCHEMES = frozenset({"mailto", "data", "tel", "sms", "sip", "sips", "xmpp", "otpauth", "pkg"})

# The raw text of a data: body is cut at these, so that a component stays readable.
_DATA_PIECE = regex(r"[^\s\"'<>=;,]+")


def parse(kind: Kind, source: Unwrapped, cut: bool = False) -> Url:
    """Cut a stretch of text into its components; never fails, since every text is some reference."""
    text = source.text
    scheme, at = "", 0
    if kind is Kind.URL and (match := SCHEME.match(text)):
        scheme, at = match[0][:-1].lower().rsplit(":", 1)[-1], match.end()
    parts = tuple(
        Component(part, Span(source.at(start), source.at(end)), source.cut(start, end), plus)
        for part, start, end, plus in _cut(kind, _filled(text), scheme, at)
    )
    return Url(kind, Span(source.at(0), source.at(len(text))), scheme, parts, cut)


def _filled(text: str) -> str:
    """The text with its template holes filled in: what stands in ``#{a ? b : c}`` parts nothing."""
    return HOLE.sub(_filling, text) if may_have_holes(text) else text


def _filling(hole: re.Match[str]) -> str:
    """What fills the hole; right behind a word, ``#{x}`` rather is a fragment with a hole: ``f"page#{x}"``."""
    start = hole.start()
    behind_word = hole.string[max(0, start - 1) : start].isalnum()
    return hole[0] if hole[0][0] == "#" and behind_word else "x" * len(hole[0])


_Piece = tuple[Part, int, int, bool]


def _cut(kind: Kind, text: str, scheme: str, at: int) -> Iterator[_Piece]:
    end = len(text)
    if kind is Kind.TEXT:
        yield Part.TEXT, 0, end, False
        return
    if kind is Kind.FORM:
        start = 1 if text[:1] in "?&" else 0
        yield from _pairs(text, start, end, plus=True)
        return
    if scheme == "data":
        yield from _data(text, at, end)
        return
    if scheme in OPAQUE and not text.startswith("//", at):
        query = text.find("?", at) if scheme in ("sms", "sip", "sips", "xmpp", "bitcoin") else -1
        yield Part.OPAQUE, at, end if query < 0 else query, False
        if query >= 0:
            yield from _pairs(text, query + 1, end, plus=False)
        return
    fragment = text.find("#", at)
    if fragment >= 0:
        end = fragment
    query = text.find("?", at, end)
    path_end = query if query >= 0 else end
    if text.startswith("//", at):
        authority_end = min((i for i in (text.find("/", at + 2, path_end),) if i >= 0), default=path_end)
        yield from _authority(text, at + 2, authority_end)
        at = authority_end
    yield from _segments(text, at, path_end)
    if query >= 0:
        yield from _pairs(text, query + 1, end, plus=scheme not in _PLUS_SCHEMES)
    if 0 <= fragment < len(text) - 1:
        yield Part.FRAGMENT, fragment + 1, len(text), False


def _authority(text: str, start: int, end: int) -> Iterator[_Piece]:
    """RFC 3986 section 3.2. A raw ``@`` in the userinfo is tolerated: the last one counts, as in WHATWG URL."""
    at = text.rfind("@", start, end)
    if at >= 0 and text[start:at] != "%":  # "%@" alone is a placeholder of Cocoa
        colon = text.find(":", start, at)
        user_end = colon if colon >= 0 else at
        if user_end > start:
            yield Part.USER, start, user_end, False
        if 0 <= colon < at - 1:
            yield Part.PASSWORD, colon + 1, at, False
        start = at + 1
    bracket = text.find("]", start, end)
    colon = text.find(":", bracket if bracket >= 0 else start, end)
    host_end = colon if colon >= 0 else end
    if host_end > start:
        yield Part.HOST, start, host_end, False
    if 0 <= colon < end - 1:
        yield Part.PORT, colon + 1, end, False


def _segments(text: str, start: int, end: int) -> Iterator[_Piece]:
    while start < end:
        slash = text.find("/", start, end)
        stop = slash if slash >= 0 else end
        if stop > start:
            yield Part.SEGMENT, start, stop, False
        start = stop + 1


def _pairs(text: str, start: int, end: int, *, plus: bool) -> Iterator[_Piece]:
    while start < end:
        ampersand = text.find("&", start, end)
        stop = ampersand if ampersand >= 0 else end
        equals = text.find("=", start, stop)
        key_end = equals if equals >= 0 else stop
        if stop > start:
            yield Part.KEY, start, key_end, plus
        if equals >= 0:
            yield Part.VALUE, equals + 1, stop, plus
        start = stop + 1


def _data(text: str, start: int, end: int) -> Iterator[_Piece]:
    """RFC 2397: the media type, then after the comma the body; in pieces where raw blanks and quotes stand in it."""
    comma = text.find(",", start, end)
    body = comma + 1 if comma >= 0 else start
    if any(c in text[body:end] for c in " \"'<>"):
        for piece in _DATA_PIECE.finditer(text, body, end):
            yield Part.OPAQUE, piece.start(), piece.end(), False
    elif body < end:
        yield Part.OPAQUE, body, end, False

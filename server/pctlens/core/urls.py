"""URLs and other encoded text, cut into the components of RFC 3986 section 3."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class Component:
    """One component of a ``Url``: its span in the line, and its text with the host's wrapping taken off.

    ``source.text`` is still percent-encoded; decode it with ``codec.decode``.
    """

    part: Part
    span: Span
    source: Unwrapped

    @property
    def plus_is_space(self) -> bool:
        """Whether a ``+`` here is a space by the rules of forms (WHATWG URL section 5.1)."""
        return self.part in (Part.KEY, Part.VALUE)


@dataclass(frozen=True, slots=True)
class Url:
    """A stretch of encoded text in one line. ``scheme`` is in lower case, empty where there is none.

    ``parts`` holds every non-empty component in order, with escapes or not; an empty query value has an empty span.
    """

    kind: Kind
    span: Span
    scheme: str
    parts: tuple[Component, ...]

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

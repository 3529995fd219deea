"""The URLs of a line that a program can open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pctlens.core import domain
from pctlens.core.analysis import Line, Reading
from pctlens.core.codec import Place, encode, normalize
from pctlens.core.patterns import regex
from pctlens.core.preview import raw_passwords, shown
from pctlens.core.text import Span
from pctlens.core.urls import Component, Kind, Part, Url
from pctlens.core.wrappers import unwrap

SCHEMES: Final = frozenset({"http", "https", "file"})
"""What is opened without a question."""

_PLACEHOLDER: Final = regex(r"[{}<>]|\$\(")


@dataclass(frozen=True, slots=True)
class Link:
    """A URL at ``span`` of its line: the ``target`` in normal form, and the same as a person reads it."""

    span: Span
    target: str
    text: str


def links(line: Line) -> Iterator[Link]:
    """The links of a line, in order.

    Left out: a URL that the text cuts short or that a program fills in first (``%s``, ``{id}``), and one with a password, which
    editors would show.
    """
    barred = [sign.span for sign in line.signs if sign.reading is Reading.OTHER]
    barred += [part.span for url in line.urls for part in url.parts if part.part is Part.PASSWORD]
    barred += raw_passwords(line)
    for url in line.urls:
        if url.kind is not Kind.URL or url.cut or not url.parts or _PLACEHOLDER.search(line.text, url.span.start, url.span.end):
            continue
        if any(url.span.overlaps(span) for span in barred):
            continue
        target = _target(line, url)
        if target.partition(":")[0].lower() in SCHEMES and target.isascii():  # a lone surrogate stays, and is in no URL
            yield Link(url.span, target, shown(line, url))


def _target(line: Line, url: Url) -> str:
    """The URL with the host's wrapping taken off, in the normal form of RFC 3986 section 6.2.2, and in ASCII only."""
    pieces: list[str] = []
    done = url.span.start
    for part in url.parts:
        pieces.append(unwrap(line.text, done, part.span.start, part.source.wrapping).text)
        pieces.append(_normal(part))
        done = part.span.end
    return "".join([*pieces, line.text[done : url.span.end]])


def _normal(part: Component) -> str:
    text = part.source.text
    if part.part is Part.HOST and not text.isascii() and (ascii_host := domain.to_ascii(text)):
        return ascii_host
    return encode(normalize(text), Place.URI)

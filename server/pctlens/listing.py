"""Every encoded component of whole files, with what it says: what a hover would show first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pctlens.core import charsets, codec
from pctlens.core.analysis import Line
from pctlens.core.codec import Reason
from pctlens.core.hosts import host_of
from pctlens.core.text import Span
from pctlens.core.urls import Component
from pctlens.files import UnreadableError
from pctlens.finder import Finder
from pctlens.lines import candidates
from pctlens.scan import read
from pctlens.settings import Settings

UTF8 = "utf-8"


@dataclass(frozen=True, slots=True)
class Said:
    """What an encoded text says, in which charset; ``flawed`` where some of it could not be decoded and stays as written."""

    text: str
    charset: str = UTF8
    flawed: bool = False


@dataclass(frozen=True, slots=True)
class Encoded:
    """A component with escapes; ``row`` counts lines from 0, ``span`` is in code points of the line."""

    row: int
    span: Span
    part: str
    written: str
    said: Said


@dataclass(frozen=True, slots=True)
class Listing:
    """The encoded components of one file, or why it could not be read."""

    path: str
    items: tuple[Encoded, ...] = ()
    failure: str = ""


def list_file(path: str, settings: Settings) -> Listing | None:
    """The encoded components of one file of the disk; ``None`` where there are none."""
    try:
        source = read(path, settings)
    except UnreadableError as error:
        return Listing(path, failure=str(error))
    items = tuple(list_text(source.text, path, settings)) if source else ()
    return Listing(path, items) if items else None


def list_text(text: str, path: str, settings: Settings) -> Iterator[Encoded]:
    """The encoded components of a text in the order of their places; ``path`` tells its language."""
    finder = Finder(settings.host(host_of(path)), settings.rules)
    for place in candidates(text, ("%",)):
        for line, base in finder.pieces(place.line, place.above, place.below, 0, "%"):
            for item in line.components:
                yield Encoded(place.row, item.span.shifted(base), item.part.value, item.span.of(line.text), said_by(item, line))


def said_by(component: Component, line: Line) -> Said:
    """What a component says: in UTF-8, else in the likeliest charset by the look of the ``line``."""
    decoded = codec.decode(component.source.text, plus_as_space=component.plus_is_space)
    if any(flaw.reason is Reason.LEGACY for flaw in decoded.problems):
        for reading in charsets.readings(component.source.text, line.text, line.host.charsets):
            return Said(reading.text, reading.charset, True)
    return Said(decoded.text, UTF8, bool(decoded.problems))

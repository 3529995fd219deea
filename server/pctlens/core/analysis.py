"""What the percent signs of one line are taken for: the one value that hover, diagnostics and actions all read.

``analyse`` is a pure function of the line, of its neighbours and of the file's ``Host``; that is what lets a document analyse
again only the lines that an edit touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from pctlens.core import contexts
from pctlens.core.clashes import Clash as Clash
from pctlens.core.clashes import clash
from pctlens.core.extents import Extent, links_in, stretch_around, urls_in
from pctlens.core.formats import is_format, is_format_argument
from pctlens.core.hosts import Family, Host
from pctlens.core.literals import Literal, comment_start, holes, literal_at, literals
from pctlens.core.sites import RUN, Site, Surroundings
from pctlens.core.text import Span
from pctlens.core.urls import Component, Kind, Part, Url, parse
from pctlens.core.wrappers import Unwrapped, Wrapping, unwrap


class Reading(StrEnum):
    """What a percent sign is taken for."""

    ESCAPE = "escape"
    MALFORMED = "malformed"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Sign:
    r"""One percent sign of a line, with what belongs to it.

    ``span`` covers the escape as it is written (``%2F``, ``%%2F``, ``\%2F``), or what a squiggle would cover.
    ``rule`` is the id of the recognition rule that decided (see docs/recognition.md).
    """

    span: Span
    reading: Reading
    rule: str
    clash: Clash | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its line end, and what was recognised in it; all spans are offsets into ``text``.

    ``urls`` holds every URL and link, and the bare text that is encoded; ``components`` those of their parts that hold an escape.
    """

    text: str
    host: Host
    above: str = ""
    below: str = ""
    urls: tuple[Url, ...] = ()
    components: tuple[Component, ...] = ()
    signs: tuple[Sign, ...] = ()


def analyse(text: str, host: Host, above: str = "", below: str = "") -> Line:
    """Recognise URLs, encoded components and the reading of every percent sign of one line.

    ``above`` and ``below`` are the neighbouring lines (without line ends; empty at the file's ends): a format call or an operator
    often stands there. Nothing else of the file is looked at.
    """
    view = _View(text, host, above, below, literals(text, host))
    stretches: list[_Stretch] = [_in_url(view, extent) for extent in _extents(view)]
    stretches += _bare(view, [stretch.url.span for stretch in stretches])
    stretches.sort(key=lambda stretch: stretch.url.span.start)
    signs = [sign for stretch in stretches for sign in stretch.signs]
    signs += _rest(text, signs)
    signs.sort(key=lambda sign: sign.span.start)
    shown = [stretch for stretch in stretches if stretch.url.kind in (Kind.URL, Kind.LINK) or stretch.has_escape]
    return Line(
        text,
        host,
        above,
        below,
        urls=tuple(stretch.url for stretch in shown),
        components=tuple(component for stretch in shown for component in stretch.encoded),
        signs=tuple(signs),
    )


@dataclass(frozen=True, slots=True)
class _View:
    """A line and what every stretch of it needs."""

    line: str
    host: Host
    above: str
    below: str
    literals: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A URL, link or piece of bare text, with the readings of its percent signs."""

    url: Url
    signs: tuple[Sign, ...]

    @property
    def has_escape(self) -> bool:
        return any(sign.reading is Reading.ESCAPE for sign in self.signs)

    @property
    def encoded(self) -> Iterator[Component]:
        """The parts that hold an escape."""
        escapes = [sign.span.start for sign in self.signs if sign.reading is Reading.ESCAPE]
        for part in self.url.parts:
            if any(part.span.start <= at < part.span.end for at in escapes):
                yield part


def _extents(view: _View) -> list[Extent]:
    """URLs, and the links that no URL overlaps, in order."""
    found = list(urls_in(view.line, view.host, view.literals)) if ":" in view.line else []
    for link in links_in(view.line, view.host):
        if not any(link.span.overlaps(other.span) for other in found):
            found.append(link)
    return sorted(found, key=lambda extent: extent.span.start)


def _in_url(view: _View, extent: Extent) -> _Stretch:
    span = extent.span
    literal = literal_at(view.literals, span.start)
    called = (
        "%" in view.line and literal is not None and is_format_argument(view.line, literal, view.host, view.above, view.below)
    )
    code = view.host.dialect is not None and view.host.family is Family.CODE and literal is not None
    wrapping = _wrapping(view, span, literal, called, formats=code or view.host.name == "ini")
    source = unwrap(view.line, span.start, span.end, wrapping)
    url = parse(extent.kind, source, extent.cut)
    if "%" not in source.text:
        return _Stretch(url, ())
    inside = literal.span.of(view.line) if literal is not None and view.host.family is Family.CODE else source.text
    around = _surroundings(view, source.text, extent.kind, literal, holes(source.text), is_format(inside, view.host), called)
    return _Stretch(url, tuple(_url_signs(around, source, url)))


_DOUBLED_PAIR = re.compile("%%[0-9A-Fa-f]{2}")


def _wrapping(view: _View, span: Span, literal: Literal | None, called: bool, formats: bool) -> Wrapping:
    """The spellings that the stretch is written in.

    ``formats``: it may be a format although no call is in sight; then ``%%20`` tells that it is one.
    """
    wrapping = view.host.wrapping
    if literal is not None:
        wrapping |= view.host.literal
    if called or (formats and _DOUBLED_PAIR.search(view.line, span.start, span.end)):
        wrapping |= Wrapping.DOUBLED
    return wrapping


def _surroundings(
    view: _View, text: str, kind: Kind, literal: Literal | None, found: tuple[Span, ...], template: bool, called: bool
) -> Surroundings:
    return Surroundings(view.line, view.host, view.above, view.below, text, kind, literal, found, template, called)


_UNICODE = re.compile(r"(?:%u[0-9A-Fa-f]{4})+")
_SQUIGGLE = re.compile(r"%[A-Za-z0-9]{0,2}", re.ASCII)


def _url_signs(around: Surroundings, source: Unwrapped, url: Url) -> Iterator[Sign]:
    text = source.text
    parts = _Parts(url, source)
    at = text.find("%")
    while at >= 0:
        match = RUN.match(text, at)
        part, component = parts.at(at)
        if match is None:
            sign, end = _lone(Site(around, at, Span(at, at), part, component), source)
            yield sign
            at = text.find("%", end)
            continue
        run = Span(*match.span())
        for index in range(run.start, run.end, 3):
            site = Site(around, index, run, part, component)
            rule = contexts.first(contexts.IN_URL, site)
            yield _escape(around, source, index, rule)
        at = text.find("%", run.end)


def _escape(around: Surroundings, source: Unwrapped, index: int, rule: str) -> Sign:
    span = Span(source.at(index), source.at(index + 3))
    if rule:
        return Sign(span, Reading.OTHER, rule)
    return Sign(span, Reading.ESCAPE, f"in-{around.kind}", clash(around, source, index))


def _lone(site: Site, source: Unwrapped) -> tuple[Sign, int]:
    """The reading of a percent sign in a URL or link that no two hexadecimal digits follow, and the index behind it."""
    unicode_escape = _UNICODE.match(site.text, site.index)
    rule = "" if unicode_escape else contexts.first(contexts.NOT_MALFORMED, site)
    squiggle = unicode_escape or _SQUIGGLE.match(site.text, site.index)
    end = site.index + 1 if rule or squiggle is None else squiggle.end()
    span = Span(source.at(site.index), source.at(end))
    return Sign(span, Reading.OTHER if rule else Reading.MALFORMED, rule or f"in-{site.around.kind}"), end


class _Parts:
    """Finds the part of a URL that an index of its unwrapped text stands in."""

    def __init__(self, url: Url, source: Unwrapped) -> None:
        self._parts = [(part.span.start, part.span.end, part.part, part.source.text) for part in url.parts]
        self._source = source

    def at(self, index: int) -> tuple[Part | None, str]:
        offset = self._source.at(index)
        return next(((part, text) for start, end, part, text in self._parts if start <= offset < end), (None, ""))


def _bare(view: _View, taken: list[Span]) -> Iterator[_Stretch]:
    """Encoded text that no URL or link surrounds."""
    done = 0
    comment = -1
    for run in RUN.finditer(view.line):
        if run.start() < done or any(span.start <= run.start() < span.end for span in taken):
            continue
        if comment < 0:
            comment = comment_start(view.line, view.literals, view.host)
        span, kind = stretch_around(view.line, run.start(), run.end(), literal_at(view.literals, run.start()), view.host)
        done = span.end
        yield _in_text(view, span, kind, commented=comment <= run.start())


def _in_text(view: _View, span: Span, kind: Kind, *, commented: bool) -> _Stretch:
    literal = literal_at(view.literals, span.start)
    called = literal is not None and is_format_argument(view.line, literal, view.host, view.above, view.below)
    wrapping = _wrapping(view, span, literal, called, formats=view.host.name == "ini")
    source = unwrap(view.line, span.start, span.end, wrapping)
    url = parse(kind, source)
    if literal is not None:
        inside = literal.span.of(view.line)
    else:
        inside = view.line if view.host.family in (Family.CODE, Family.CONFIG) else source.text
    found = tuple(hole for hole in holes(view.line) if literal is None or hole.start >= literal.span.start)
    around = Surroundings(
        view.line,
        view.host,
        view.above,
        view.below,
        view.line,
        kind,
        literal,
        found,
        is_format(inside, view.host),
        called,
        commented,
    )
    return _Stretch(url, tuple(_text_signs(around, source, url)))


def _text_signs(around: Surroundings, source: Unwrapped, url: Url) -> Iterator[Sign]:
    """The readings of the pairs of a piece of bare text, judged in the line as it is written, or as its wrapping writes it."""
    parts = _Parts(url, source)
    unwrapped = replace(around, text=source.text, holes=())
    for match in RUN.finditer(source.text):
        part, component = parts.at(match.start())
        for index in range(match.start(), match.end(), 3):
            at = source.at(index)
            if source.at(index + 3) - at == 3 and around.line[at] == "%":
                run = Span(source.at(match.start()), source.at(match.end()))
                rule = contexts.first(contexts.IN_TEXT, Site(around, at, run, part, component))
            else:
                rule = contexts.first(contexts.WRAPPED, Site(unwrapped, index, Span(*match.span()), part, component))
            yield _escape(around, source, index, rule)


def _rest(text: str, signs: list[Sign]) -> Iterator[Sign]:
    """The percent signs that nothing else speaks of."""
    seen = {at for sign in signs for at in range(sign.span.start, sign.span.end)}
    at = text.find("%")
    while at >= 0:
        if at not in seen:
            yield Sign(Span(at, at + 1), Reading.OTHER, "plain")
        at = text.find("%", at + 1)

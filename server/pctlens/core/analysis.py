"""What the percent signs of one line are taken for: the one value that hover, diagnostics and actions all read.

``analyse`` is a pure function of the line, of its neighbours and of the file's ``Host``; that is what lets a document analyse
again only the lines that an edit touched.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from pctlens.core import contexts
from pctlens.core.clashes import Clash as Clash
from pctlens.core.clashes import clash_of, is_roxygen, reader_at
from pctlens.core.extents import Chunk, Extent, chunk_around, links_in, stretch_around, urls_in
from pctlens.core.formats import is_format, is_format_argument, may_be_format_argument
from pctlens.core.hosts import Family, Host
from pctlens.core.literals import Literal, comment_start, holes, literal_at, literals
from pctlens.core.patterns import regex
from pctlens.core.sites import RUN, SINGLE_PAIR, Site, Surroundings
from pctlens.core.text import Span
from pctlens.core.urls import Component, Kind, Part, Url, parse, raw_zone
from pctlens.core.wrappers import Unwrapped, Wrapping, unwrap


class Reading(StrEnum):
    """What a percent sign is taken for."""

    ESCAPE = "escape"
    MALFORMED = "malformed"
    OTHER = "other"


class Sign(NamedTuple):
    r"""One percent sign of a line, with what belongs to it.

    ``span`` covers the escape as it is written (``%2F``, ``%%2F``, ``\%2F``), or what a squiggle would cover.
    ``rule`` is the id of the recognition rule that decided (see docs/recognition.md).
    """

    span: Span
    reading: Reading
    rule: str
    clash: Clash | None = None


class Line(NamedTuple):
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
    often stands there. Nothing else of the file is looked at. The time is linear in the line's length.
    """
    if _DATA.fullmatch(text):
        signs = tuple(_other(match.start(), "data") for match in re.finditer("%", text))
        return Line(text, host, above, below, signs=signs)
    view = _View(text, host, above, below)
    stretches = [_in_url(view, extent) for extent in _extents(view)]
    if "%" in text:
        stretches += _bare(view, [stretch.url.span for stretch in stretches])
        stretches.sort(key=lambda stretch: stretch.url.span.start)
    found = sorted((sign for stretch in stretches for sign in stretch.signs), key=lambda sign: sign.span.start)
    shown = [stretch for stretch in stretches if stretch.url.kind in (Kind.URL, Kind.LINK) or stretch.has_escape]
    return Line(
        text,
        host,
        above,
        below,
        urls=tuple(stretch.url for stretch in shown),
        components=tuple(component for stretch in shown for component in stretch.encoded()),
        signs=tuple(_with_rest(text, found)),
    )


#: A full line of uuencoded data, 45 bytes (POSIX, uuencode), or of the qualities of FASTQ.
_DATA = regex("M[ -`]{60}|(?=[^;-@]*[;-@])[!-K]{30,}")


class _Content(NamedTuple):
    """What is known of a literal, or of the text outside of all literals: is it a format, is it called, which holes are in it."""

    template: bool
    called: bool
    holes: tuple[Span, ...]


class _View:
    """A line and what its stretches have in common, each found out once."""

    def __init__(self, line: str, host: Host, above: str, below: str) -> None:
        self.line, self.host, self.above, self.below = line, host, above, below
        self.literals = literals(line, host)
        self._holes = holes(line)
        self._may_be_called = may_be_format_argument(line, host, above, below)
        self._contents: dict[int, _Content] = {}

    @cached_property
    def comment(self) -> int:
        return comment_start(self.line, self.literals, self.host)

    def content(self, literal: Literal | None) -> _Content:
        key = -1 if literal is None else literal.span.start
        if (known := self._contents.get(key)) is None:
            known = self._contents[key] = self._read(literal)
        return known

    def _read(self, literal: Literal | None) -> _Content:
        if literal is None:
            return _Content(is_format(self.line), called=False, holes=self._holes)
        called = self._may_be_called and is_format_argument(self.line, literal, self.host, self.above, self.below)
        edges = (literal.span.start, literal.span.end)
        first, last = (bisect_left(self._holes, edge, key=lambda hole: hole.start) for edge in edges)
        return _Content(is_format(literal.span.of(self.line)), called, self._holes[first:last])


class _Stretch(NamedTuple):
    """A URL, link or piece of bare text, with the readings of its percent signs."""

    url: Url
    signs: tuple[Sign, ...]

    @property
    def has_escape(self) -> bool:
        return any(sign.reading is Reading.ESCAPE for sign in self.signs)

    def encoded(self) -> Iterator[Component]:
        """The parts that hold an escape."""
        escapes = [sign.span.start for sign in self.signs if sign.reading is Reading.ESCAPE]
        for part in self.url.parts:
            first = bisect_right(escapes, part.span.start - 1)
            if first < len(escapes) and escapes[first] < part.span.end:
                yield part


def _extents(view: _View) -> list[Extent]:
    """URLs, and the links that no URL overlaps, in order."""
    found = list(urls_in(view.line, view.host, view.literals)) if ":" in view.line else []
    for reference in links_in(view.line, view.host):
        link = _within_literal(view, reference)
        index = bisect_right(found, link.span.start, key=lambda extent: extent.span.start)
        if not any(link.span.overlaps(other.span) for other in found[max(0, index - 1) : index + 1]):
            found.insert(index, link)
    return found


def _within_literal(view: _View, link: Extent) -> Extent:
    """A link whose quote nothing closes ends at the end of its literal: ``'src="(%s)' % pattern``."""
    literal = literal_at(view.literals, link.span.start)
    if literal is None or not literal.closed or link.span.end < len(view.line.rstrip()):
        return link
    return link._replace(span=Span(link.span.start, min(link.span.end, literal.span.end)))


def _in_url(view: _View, extent: Extent) -> _Stretch:
    span, host = extent.span, view.host
    literal = literal_at(view.literals, span.start)
    content = view.content(literal)
    code = host.family is Family.CODE and literal is not None
    formats = host.name in ("ini", "rpmspec") or (
        host.dialect is not None and literal is not None and (code or host.name == "po")
    )
    formats = formats or (host.name == "xml" and "<string " in view.line)  # Android's
    if not content.template and SINGLE_PAIR.search(view.line, span.start, span.end):
        formats = False
    source = unwrap(view.line, span.start, span.end, _wrapping(view, span, literal, formats=formats))
    url = parse(extent.kind, source, extent.cut)
    if "%" not in source.text:
        return _Stretch(url, ())
    template = content.template if code else is_format(source.text)
    around = Surroundings(
        *(view.line, host, view.above, view.below, source.text, extent.kind, literal),
        *(holes(source.text), template, content.called),
    )
    return _Stretch(url, tuple(_url_signs(around, source, url)))


_DOUBLED_PAIR = regex("%%[0-9A-Fa-f]{2}")


def _wrapping(view: _View, span: Span, literal: Literal | None, *, formats: bool) -> Wrapping:
    """The spellings that the stretch is written in.

    ``formats``: it may be a format although no call is in sight; then ``%%20`` tells that it is one.
    """
    wrapping = view.host.wrapping | (Wrapping.BACKSLASH if is_roxygen(view.line, view.host) else Wrapping.NONE)
    if literal is not None:
        wrapping |= view.host.literal
    if view.content(literal).called or (formats and _DOUBLED_PAIR.search(view.line, span.start, span.end)):
        wrapping |= Wrapping.DOUBLED
    return wrapping


_UNICODE = regex(r"(?:%u[0-9A-Fa-f]{4})+")
_SQUIGGLE = regex(r"%[A-Za-z0-9]{0,2}", re.ASCII)


def _url_signs(around: Surroundings, source: Unwrapped, url: Url) -> Iterator[Sign]:
    text = source.text
    reader = reader_at(around, source.base)
    parts = _Parts(url.parts, source)
    zones = {raw_zone(part) for part in url.parts} if "[" in text else ()
    at = text.find("%")
    while at >= 0:
        match = RUN.match(text, at)
        part, component = parts.at(at)
        if match is None or source.at(at) in zones:
            sign, end = _lone(Site(around, at, Span(at, at), part, component), source)
            yield sign
        else:
            end = match.end()
            rule = contexts.first(contexts.IN_URL, Site(around, at, Span(at, end), part, component))
            yield from _escapes(around, source, Span(at, end), rule, reader)
        at = text.find("%", end)


def _escapes(around: Surroundings, source: Unwrapped, run: Span, rule: str, reader: str) -> Iterator[Sign]:
    """The signs of a run of escapes, which are all what the first of them is taken for."""
    reading, taken = (Reading.OTHER, rule) if rule else (Reading.ESCAPE, f"in-{around.kind}")
    start = source.at(run.start)
    for index in range(run.start, run.end, 3):
        end = source.at(index + 3)
        clash = clash_of(reader, around, source, index) if reader and not rule else None
        yield Sign(Span(start, end), reading, taken, clash)
        start = end


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

    def __init__(self, parts: Sequence[Component], source: Unwrapped) -> None:
        self._parts = parts
        self._starts = [part.span.start for part in parts]
        self._source = source

    def at(self, index: int) -> tuple[Part | None, str]:
        offset = self._source.at(index)
        found = bisect_right(self._starts, offset) - 1
        if found >= 0 and offset < (part := self._parts[found]).span.end:
            return part.part, part.source.text
        return None, ""


def _bare(view: _View, taken: list[Span]) -> Iterator[_Stretch]:
    """Encoded text that no URL or link surrounds."""
    done = after = 0
    chunk: Chunk | None = None
    for run in RUN.finditer(view.line):
        while after < len(taken) and taken[after].start <= run.start():
            after += 1
        low = max(done, taken[after - 1].end if after else 0)
        if run.start() < low:
            continue
        if chunk is None or run.start() >= chunk.span.end:
            chunk = chunk_around(view.line, run.start(), done)
        high = min(chunk.span.end, taken[after].start if after < len(taken) else chunk.span.end)
        free = Chunk(Span(chunk.span.start, high), chunk.form)
        literal = literal_at(view.literals, run.start())
        span, kind = stretch_around(view.line, Span(*run.span()), free, literal, view.host, low)
        done = span.end
        yield _in_text(view, span, kind, literal)


def _in_text(view: _View, span: Span, kind: Kind, literal: Literal | None) -> _Stretch:
    content, host = view.content(literal), view.host
    doubles = host.name == "lua" or (host.dialect is not None and content.template)  # Lua's patterns double the sign too
    formats = host.name == "ini" or (literal is not None and doubles)
    source = unwrap(view.line, span.start, span.end, _wrapping(view, span, literal, formats=formats))
    url = parse(kind, source)
    whole = literal is not None or host.family in (Family.CODE, Family.CONFIG)
    template = content.template if whole else is_format(source.text)
    around = Surroundings(
        *(view.line, host, view.above, view.below, view.line, kind, literal),
        *(content.holes, template, content.called, view.comment <= span.start),
    )
    return _Stretch(url, tuple(_text_signs(around, source, url)))


_NEAR = 80  # so much of what stands around unwrapped text is looked at


def _text_signs(around: Surroundings, source: Unwrapped, url: Url) -> Iterator[Sign]:
    """The readings of the pairs of a piece of bare text, judged in the line as it is written, or as its wrapping writes it."""
    reader = reader_at(around, source.base)
    parts = _Parts(url.parts, source)
    before, behind = around.line[max(0, source.base - _NEAR) : source.base], around.line[url.span.end : url.span.end + _NEAR]
    unwrapped = around._replace(text=before + source.text + behind, holes=())
    for match in RUN.finditer(source.text):
        part, component = parts.at(match.start())
        run = Span(*match.span())
        written = Span(source.at(run.start), source.at(run.end))
        if len(written) == len(run):
            rule = contexts.first(contexts.IN_TEXT, Site(around, written.start, written, part, component))
        else:
            moved = Span(run.start + len(before), run.end + len(before))
            rule = contexts.first(contexts.WRAPPED, Site(unwrapped, moved.start, moved, part, component))
        yield from _escapes(around, source, run, rule, reader)


def _with_rest(text: str, signs: Iterable[Sign]) -> Iterator[Sign]:
    """The signs of all stretches, which are in order, and between them the percent signs that nothing else speaks of."""
    at = text.find("%")
    for sign in signs:
        while 0 <= at < sign.span.start:
            yield _other(at, "plain")
            at = text.find("%", at + 1)
        yield sign
        if at < sign.span.end:
            at = text.find("%", sign.span.end)
    while at >= 0:
        yield _other(at, "plain")
        at = text.find("%", at + 1)


def _other(at: int, rule: str) -> Sign:
    return Sign(Span(at, at + 1), Reading.OTHER, rule)

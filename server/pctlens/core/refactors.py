"""The rewrites that are offered for a selection or at a cursor, each with the text that it gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pctlens.core import base64url, charsets, codec, domain
from pctlens.core.analysis import Line
from pctlens.core.codec import Place, Reason
from pctlens.core.excerpt import quoted
from pctlens.core.hosts import Host
from pctlens.core.rules.base import Edit
from pctlens.core.surroundings import Stretch, stretch_of, stretches
from pctlens.core.text import Span
from pctlens.core.unseen import is_unseen
from pctlens.core.urls import Component, Kind, Part

PREFIX: Final = "refactor.rewrite.pctlens."
"""What the kind of every rewrite begins with."""

_MOST: Final = 8
_CHARSETS: Final = 3


class Variant(StrEnum):
    """The ways to rewrite; behind ``PREFIX`` each is the kind that people bind a key to."""

    DECODE = "decode"
    READABLE = "decode.readable"
    DECODE_FORM = "decode.form"
    CHARSET = "decode.charset"
    COMPONENT = "encode.component"
    JAVASCRIPT = "encode.javascript"
    URI = "encode.uri"
    FORM = "encode.form"
    PATH = "encode.path"
    USERINFO = "encode.userinfo"
    ALL = "encode.all"
    NORMALIZE = "normalize"
    TO_BASE64URL = "base64url.encode"
    FROM_BASE64URL = "base64url.decode"
    PUNYCODE = "punycode"
    UNICODE = "unicode"


@dataclass(frozen=True, slots=True)
class Refactor:
    """One rewrite. The edits are in order, do not overlap, and are offsets into the text that was asked about."""

    variant: Variant
    title: str
    edits: tuple[Edit, ...]

    @property
    def kind(self) -> str:
        """The code action kind, ``refactor.rewrite.pctlens.decode``."""
        return PREFIX + self.variant


@dataclass(frozen=True, slots=True)
class _Result:
    """What a variant makes of a text: the edits, and what the selection says afterwards, without the host's wrapping.

    ``kept`` holds the escapes that stay because what they say cannot stand plainly in the surroundings.
    """

    edits: tuple[Edit, ...]
    says: str
    kept: tuple[str, ...] = ()


_HEX: Final = "%[0-9A-Fa-f]{2}"
_RUN: Final = re.compile(f"{_HEX}(?:{_HEX})*")
_FORM_RUN: Final = re.compile(rf"{_HEX}(?:{_HEX})*|\+")
_LEGACY_RUN: Final = re.compile(rf"{_HEX}(?:{_HEX}|[0-9A-Za-z@\[\]^_{{|}}~-])*")
"""Escapes with the plain characters between them, which may be the second bytes of characters in Shift_JIS or GBK."""

_BEFORE_RUN: Final = re.compile(r"%(?:u[0-9A-Fa-f]{0,3}|[0-9A-Fa-f]?)\Z")
_DELIMITER: Final = re.compile(r"[/?#&=+%]")
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_NO_HOST: Final = re.compile(r"[\s/?#@:%\[\]]|\A[^.]*\Z")
_LARGE: Final = 1 << 14
"""A larger selection (in code points) is only decoded, and the title shows its first lines with escapes."""

_DECODING: Final = (Variant.DECODE, Variant.READABLE, Variant.DECODE_FORM, Variant.CHARSET, Variant.NORMALIZE)
_PLACES: Final = {
    Variant.COMPONENT: Place.COMPONENT,
    Variant.JAVASCRIPT: Place.JAVASCRIPT,
    Variant.FORM: Place.FORM,
    Variant.URI: Place.URI,
    Variant.PATH: Place.PATH,
    Variant.USERINFO: Place.USERINFO,
    Variant.ALL: Place.ALL,
}
_TITLES: Final = {
    Variant.DECODE: "Decode to {}",
    Variant.READABLE: "Decode what is safe to read, to {}",
    Variant.DECODE_FORM: "Decode as form data ('+' is a space) to {}",
    Variant.CHARSET: "Decode from {charset} to {}",
    Variant.COMPONENT: "Encode as a URL component to {}",
    Variant.JAVASCRIPT: "Encode as encodeURIComponent does, to {}",
    Variant.FORM: "Encode as form data to {}",
    Variant.URI: "Encode as a whole URL to {}",
    Variant.PATH: "Encode as a path segment to {}",
    Variant.USERINFO: "Encode as a user name or password to {}",
    Variant.ALL: "Encode every byte to {}",
    Variant.NORMALIZE: "Normalise escapes to {}",
    Variant.TO_BASE64URL: "Encode in Base64url to {}",
    Variant.FROM_BASE64URL: "Decode from Base64url to {}",
    Variant.PUNYCODE: "Write the host in Punycode as {}",
    Variant.UNICODE: "Write the host in Unicode as {}",
}


def refactors(text: str, selection: Span, line: Line, only: Sequence[str] = ()) -> tuple[Refactor, ...]:
    """The rewrites for ``selection`` in ``text`` (the whole lines that it touches), best first and at most eight.

    ``line`` is the analysis of the first of these lines; ``only`` holds the kinds that are asked for, all where it is empty. An
    empty selection is a cursor and gets what belongs to the component it stands in, never an encode; a selection of one character
    may be a cursor too, so that an encode never comes first there.
    """
    offered = list(_at_cursor(line, selection.start)) if len(selection) <= 1 else []
    if len(selection) > 1 or (len(selection) == 1 and offered):
        offered += _of_selection(text, selection, line)
    asked = [refactor for refactor in offered if not only or any(_within(refactor.kind, kind) for kind in only)]
    return tuple(_distinct(asked, only))[:_MOST]


def rewrite(
    text: str, selection: Span, host: Host, variant: Variant, *, charset: str = "", per_line: bool = False
) -> tuple[Edit, ...] | None:
    """The edits of one variant for ``selection`` in ``text``; ``None`` where it cannot be done or changes nothing.

    ``charset`` is what ``Variant.CHARSET`` decodes from. ``per_line``: each line for itself, line ends stay.
    """
    found = tuple(stretches(text, selection, host))
    result = _decoded(found, variant, charset) if variant in _DECODING else _converted(text, found, variant, per_line=per_line)
    return result.edits if result else None


def _within(kind: str, asked: str) -> bool:
    """Whether ``kind`` is ``asked`` or a sub-kind of it (LSP 3.17, ``CodeActionKind``)."""
    return not asked or kind == asked or kind.startswith(asked + ".")


def _distinct(offered: Iterable[Refactor], only: Sequence[str]) -> Iterator[Refactor]:
    """Leave out what gives the same edits as one before, unless its very kind is asked for."""
    seen: set[tuple[Edit, ...]] = set()
    for refactor in offered:
        if refactor.edits not in seen or refactor.kind in only:
            seen.add(refactor.edits)
            yield refactor


def _of_selection(text: str, selection: Span, line: Line) -> Iterator[Refactor]:
    """Everything that can be done with selected text, best first."""
    if len(selection) > _LARGE:
        if result := _decoded(tuple(stretches(text, selection, line.host, "%")), Variant.DECODE):
            yield _refactor(Variant.DECODE, result)
        return
    found = tuple(stretches(text, selection, line.host))
    in_url = any(url.kind is not Kind.TEXT and url.span.start <= selection.start < url.span.end for url in line.urls)
    yield from _decodings(found, line, in_url=in_url)
    for variant in (
        Variant.FROM_BASE64URL,
        Variant.PUNYCODE,
        Variant.UNICODE,
        *_encodings(_said(text, found)),
        Variant.TO_BASE64URL,
    ):
        if result := _converted(text, found, variant):
            yield _refactor(variant, result)


def _encodings(said: str) -> tuple[Variant, ...]:
    """The encoders, the likeliest first: a whole URL keeps its structure."""
    rest = tuple(variant for variant in _PLACES if variant is not Variant.URI)
    return (Variant.URI, *rest) if _ADDRESS.match(said) else (*rest[:3], Variant.URI, *rest[3:])


def _at_cursor(line: Line, offset: int) -> Iterator[Refactor]:
    """What belongs to the smallest component at the cursor."""
    component = _component_at(line, offset)
    if component is None:
        return
    found = (stretch_of(component, line),)
    in_url = component.part is not Part.TEXT
    yield from _decodings(found, line, in_url=in_url, form=component.plus_is_space)
    if component.part is Part.HOST:
        for variant in (Variant.PUNYCODE, Variant.UNICODE):
            if result := _whole(line.text, found, variant):
                yield _refactor(variant, result)


def _component_at(line: Line, offset: int) -> Component | None:
    """The smallest component that the cursor stands in or at an end of."""
    own = (part for url in line.urls for part in url.parts)
    return min(
        (part for part in (*own, *line.components) if part.source.text and part.span.touches(offset)),
        key=lambda part: len(part.span),
        default=None,
    )


def _decodings(found: Sequence[Stretch], line: Line, *, in_url: bool, form: bool = True) -> Iterator[Refactor]:
    """The decoders; in a URL the one that keeps its meaning comes first where the plain one does not."""
    results = {variant: _decoded(found, variant) for variant in _DECODING if variant is not Variant.CHARSET}
    changes = in_url and any(
        _DELIMITER.search(codec.decode(run[0]).text) for part in found for run in _RUN.finditer(part.source.text)
    )
    for variant in (Variant.READABLE, Variant.DECODE) if changes else (Variant.DECODE, Variant.READABLE):
        if result := results[variant]:
            yield _refactor(variant, result, note=", which changes the URL" if changes and variant is Variant.DECODE else "")
    if form and (result := results[Variant.DECODE_FORM]):
        yield _refactor(Variant.DECODE_FORM, result)
    flawed = "".join(part.source.text for part in found if "%" in part.source.text)
    if any(flaw.reason is Reason.LEGACY for flaw in codec.decode(flawed).problems):
        for reading in charsets.readings(flawed, line.text)[:_CHARSETS]:
            if result := _decoded(found, Variant.CHARSET, reading.charset):
                yield _refactor(Variant.CHARSET, result, charset=reading.charset)
    if result := results[Variant.NORMALIZE]:
        yield _refactor(Variant.NORMALIZE, result)


def _refactor(variant: Variant, result: _Result, *, charset: str = "", note: str = "") -> Refactor:
    """The result with its title."""
    if result.kept:
        note = f", keeping {' '.join(result.kept[:3])}{note}"
    return Refactor(variant, _TITLES[variant].format(quoted(result.says), charset=charset) + note, result.edits)


def _converted(text: str, found: Sequence[Stretch], variant: Variant, *, per_line: bool = False) -> _Result | None:
    """A rewrite of everything, or of each line where that is asked for or a line is what the variant speaks of."""
    if not per_line and variant is not Variant.URI:
        return _whole(text, found, variant)
    results = [result for row in _rows(text, found) if (result := _whole(text, row, variant))]
    if not results:
        return None
    edits = tuple(edit for result in results for edit in result.edits)
    return _Result(edits, "\n".join(result.says for result in results), tuple(kept for result in results for kept in result.kept))


def _rows(text: str, found: Sequence[Stretch]) -> Iterator[tuple[Stretch, ...]]:
    """The stretches line by line: nothing but a line end can stand between two of them."""
    row: list[Stretch] = []
    for stretch in found:
        if row and text[_end(row[-1]) : stretch.source.at(0)]:
            yield tuple(row)
            row = []
        row.append(stretch)
    if row:
        yield tuple(row)


def _said(text: str, found: Sequence[Stretch]) -> str:
    """What the stretches say without wrapping, with the line ends between them."""
    pieces: list[str] = []
    for index, part in enumerate(found):
        if index:
            pieces.append(text[_end(found[index - 1]) : part.source.at(0)])
        pieces.append(part.source.text)
    return "".join(pieces)


def _end(stretch: Stretch) -> int:
    return stretch.source.at(len(stretch.source.text))


def _whole(text: str, found: Sequence[Stretch], variant: Variant) -> _Result | None:
    """A rewrite of everything at once."""
    said = _said(text, found)
    new = _new(said, variant)
    if new is None or new == said:
        return None
    span = Span(found[0].source.at(0), _end(found[-1]))
    kept = found[0].kept(new)
    return _Result((Edit(span, found[0].written(new)),), kept, _escapes_between(new, kept))


def _new(said: str, variant: Variant) -> str | None:
    """What an encoder or a converter makes of a text; ``None`` where it cannot."""
    if not said:
        return None
    if place := _PLACES.get(variant):
        return codec.encode(said, place)
    if variant is Variant.TO_BASE64URL:
        return base64url.encode(said.encode()) if _is_well_formed(said) else None
    if variant is Variant.FROM_BASE64URL:
        raw = base64url.decode(said)
        text = None if raw is None else raw.decode(errors="replace")
        return None if not text or "\ufffd" in text or any(map(is_unseen, text)) else text
    if _NO_HOST.search(said):
        return None
    if variant is Variant.UNICODE:
        return domain.to_unicode(said)
    return None if said.isascii() else domain.to_ascii(said)


def _is_well_formed(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _decoded(found: Sequence[Stretch], variant: Variant, charset: str = "") -> _Result | None:
    """A rewrite of the runs of escapes only: everything else stays as it is written."""
    edits: list[Edit] = []
    says: list[str] = []
    kept: list[str] = []
    pattern = {Variant.DECODE_FORM: _FORM_RUN, Variant.CHARSET: _LEGACY_RUN}.get(variant, _RUN)
    for stretch in found:
        text, done = stretch.source.text, 0
        for run in pattern.finditer(text):
            plain = _plain(run, variant, charset)
            if plain is None:
                return None
            new = stretch.kept(plain)
            says += text[done : run.start()], new
            done = run.end()
            kept += _escapes_between(plain, new)
            if new != run[0]:
                edits.append(Edit(Span(stretch.source.at(run.start()), stretch.source.at(done)), stretch.written(new)))
        says.append(text[done:])
    return _Result(tuple(edits), "".join(says), tuple(dict.fromkeys(kept))) if edits else None


def _plain(run: re.Match[str], variant: Variant, charset: str) -> str | None:
    """What a decoder makes of one run."""
    if variant is Variant.DECODE or variant is Variant.DECODE_FORM:
        return " " if run[0] == "+" else codec.decode(run[0]).text
    if variant is Variant.CHARSET:
        return charsets.decode(run[0], charset)
    # A malformed "%" before the run must not become an escape with what the run says.
    before = _BEFORE_RUN.search(run.string, max(0, run.start() - 5), run.start())
    lead = before[0] if before else ""
    return (codec.normalize if variant is Variant.NORMALIZE else codec.readable)(lead + run[0])[len(lead) :]


def _escapes_between(plain: str, kept: str) -> tuple[str, ...]:
    """The escapes of ``kept`` that ``plain`` has as characters."""
    return tuple(dict.fromkeys(escape for escape in _RUN.findall(kept) if escape not in plain)) if plain != kept else ()

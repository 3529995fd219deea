"""The rewrites that are offered for a selection or at a cursor, each with the text that it gives."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pctlens.core import charsets, codec
from pctlens.core.analysis import Line
from pctlens.core.codec import Reason
from pctlens.core.credentials import unescaped
from pctlens.core.discretion import SECRET
from pctlens.core.excerpt import quoted
from pctlens.core.patterns import regex
from pctlens.core.rewrites import PLACES, Result, Selected, Variant, converted, decoded, selected
from pctlens.core.rules.base import Edit
from pctlens.core.surroundings import stretch_of
from pctlens.core.text import Span
from pctlens.core.urls import Component, Kind, Part

PREFIX: Final = "refactor.rewrite.pctlens."
"""What the kind of every rewrite begins with."""

_MOST: Final = 8
_CHARSETS: Final = 3
_NEAR: Final = 400


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


_USERINFO: Final = regex(r"://[^\s/:@]{0,100}:[^\s@]{1,200}@")
_QUOTED: Final = regex('".*"')
_DELIMITER: Final = regex("%(?:2[356BF]|3[DF])", re.IGNORECASE)
_USERINFO_DELIMITER: Final = regex("%(?:2[35F]|3[AF]|40|5[BD])", re.IGNORECASE)
"""The escapes of characters that part a URL, a query or userinfo (RFC 3986 section 2.2)."""
_USERINFO_PARTS: Final = frozenset({Part.USER, Part.PASSWORD})
_ADDRESS: Final = regex(r"[A-Za-z][A-Za-z0-9+.-]*://")
_LARGE: Final = 1 << 12
"""A larger selection (in code points) is only decoded, and the title shows its first lines with escapes."""

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
    may be a cursor too, so that an encode never comes first there, unless its kind is asked for.
    """
    asked = frozenset(variant for variant in Variant if not only or any(_within(PREFIX + variant, kind) for kind in only))
    if len(selection) > _LARGE and len(asked) > 1:
        asked &= {Variant.DECODE}
    offered = list(_at_cursor(line, selection.start, asked)) if len(selection) <= 1 else []
    bound = any(kind.startswith(PREFIX) for kind in only)
    if len(selection) > 1 or (len(selection) == 1 and (offered or bound)):
        offered += _of_selection(text, selection, line, asked)
    found = tuple(_distinct(offered, only))[:_MOST]
    return tuple(map(_discreet, found)) if found and _holds_password(text, selection, line) else found


def _holds_password(text: str, selection: Span, line: Line) -> bool:
    """Whether a title might show a password, whole or in part."""
    if _USERINFO.search(text, selection.start, selection.end):
        return True
    spans = [part.span for url in line.urls for part in url.parts if part.part is Part.PASSWORD]
    spans += [Span(part.source.at(0), part.source.at(len(part.source.text))) for part in unescaped(line.text, line.host)]
    return any(span.overlaps(selection) for span in spans)


def _discreet(refactor: Refactor) -> Refactor:
    """The same rewrite, with a title that shows no text."""
    return replace(refactor, title=_QUOTED.sub(SECRET, refactor.title))


def _within(kind: str, asked: str) -> bool:
    """Whether ``kind`` is ``asked`` or a sub-kind of it (LSP 3.17, ``CodeActionKind``)."""
    return not asked or kind == asked or kind.startswith(asked + ".")


def _distinct(offered: Iterable[Refactor], only: Sequence[str]) -> Iterator[Refactor]:
    """Leave out what gives the same edits as one before, unless its very kind is asked for."""
    seen: list[tuple[Edit, ...]] = []  # thousands of edits mostly differ in the first, and hashing looks at all
    for refactor in offered:
        if refactor.edits not in seen or refactor.kind in only:
            seen.append(refactor.edits)
            yield refactor


def _of_selection(text: str, selection: Span, line: Line, asked: Container[Variant]) -> Iterator[Refactor]:
    """What can be done with selected text, best first."""
    holding = "%" if len(selection) > _LARGE and Variant.DECODE in asked else ""
    found = selected(text, selection, line.host, holding)
    if found is None:
        return
    url = next((url for url in line.urls if url.kind is not Kind.TEXT and url.span.start <= selection.start < url.span.end), None)
    parts = None if url is None else [part.part for part in url.parts if part.span.overlaps(selection)]
    yield from _decodings(found, line, asked, parts)
    conversions = (Variant.FROM_BASE64URL, Variant.PUNYCODE, Variant.UNICODE)
    for variant in (*conversions, *_encodings(found), Variant.TO_BASE64URL):
        if variant in asked and (result := converted(found, variant)):
            yield _refactor(variant, result)


def _encodings(found: Selected) -> tuple[Variant, ...]:
    """The encoders, the likeliest first: a whole URL keeps its structure."""
    rest = tuple(variant for variant in PLACES if variant is not Variant.URI)
    begins = found.stretches[0].source.text
    return (Variant.URI, *rest) if _ADDRESS.match(begins) else (*rest[:3], Variant.URI, *rest[3:])


def _at_cursor(line: Line, offset: int, asked: Container[Variant]) -> Iterator[Refactor]:
    """What belongs to the smallest component at the cursor."""
    component = _component_at(line, offset)
    if component is None:
        return
    found = Selected(line.text, (stretch_of(component, line),))
    parts = None if component.part is Part.TEXT else [component.part]
    yield from _decodings(found, line, asked, parts, form=component.plus_is_space)
    if component.part is Part.HOST:
        for variant in (Variant.PUNYCODE, Variant.UNICODE):
            if variant in asked and (result := converted(found, variant)):
                yield _refactor(variant, result)


def _component_at(line: Line, offset: int) -> Component | None:
    """The smallest component that the cursor stands in or at an end of."""
    own = (part for url in line.urls for part in url.parts)
    return min(
        (part for part in (*own, *line.components) if part.source.text and part.span.touches(offset)),
        key=lambda part: len(part.span),
        default=None,
    )


def _decodings(
    found: Selected, line: Line, asked: Container[Variant], parts: Collection[Part] | None, *, form: bool = True
) -> Iterator[Refactor]:
    """The decoders; in the ``parts`` of a URL the one that keeps its meaning comes first where the plain one does not."""
    delimiter = _USERINFO_DELIMITER if parts and not _USERINFO_PARTS.isdisjoint(parts) else _DELIMITER
    changes = parts is not None and any(delimiter.search(stretch.source.text) for stretch in found.stretches)
    order = [Variant.READABLE, Variant.DECODE] if changes else [Variant.DECODE, Variant.READABLE]
    order += [Variant.DECODE_FORM] * form + [Variant.CHARSET, Variant.NORMALIZE]
    for variant in order:
        if variant not in asked:
            continue
        if variant is Variant.CHARSET:
            yield from _from_charsets(found, line)
        elif result := decoded(found, variant):
            yield _refactor(variant, result, note=", which changes the URL" if changes and variant is Variant.DECODE else "")


def _from_charsets(found: Selected, line: Line) -> Iterator[Refactor]:
    """One decoder for each likely charset, where the bytes are no UTF-8."""
    flawed = "".join(stretch.source.text for stretch in found.stretches if "%" in stretch.source.text)
    if any(flaw.reason is Reason.LEGACY for flaw in codec.decode(flawed).problems):
        for reading in charsets.readings(flawed, _around(line, found), line.host.charsets)[:_CHARSETS]:
            if result := decoded(found, Variant.CHARSET, reading.charset):
                yield _refactor(Variant.CHARSET, result, charset=reading.charset)


def _around(line: Line, found: Selected) -> str:
    """What the line says near the stretches: it may name a charset or be in a language that has one."""
    start = found.span.start
    return line.text[max(0, start - _NEAR) : start + _NEAR]


def _refactor(variant: Variant, result: Result, *, charset: str = "", note: str = "") -> Refactor:
    """The result with its title."""
    if result.kept:
        note = f", keeping {' '.join(result.kept[:3])}{note}"
    return Refactor(variant, _TITLES[variant].format(quoted(result.says), charset=charset) + note, result.edits)

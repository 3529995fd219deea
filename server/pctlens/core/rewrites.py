"""The ways to rewrite percent-encoded text, each as edits that its surroundings can take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pctlens.core import base64url, charsets, codec, domain
from pctlens.core.codec import Place
from pctlens.core.hosts import Host
from pctlens.core.rules.base import Edit
from pctlens.core.surroundings import Stretch, stretches
from pctlens.core.text import Span
from pctlens.core.unseen import is_unseen


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


DECODERS: Final = (Variant.DECODE, Variant.READABLE, Variant.DECODE_FORM, Variant.CHARSET, Variant.NORMALIZE)
"""The variants that touch nothing but escapes (and the ``+`` of forms)."""

PLACES: Final = {
    Variant.COMPONENT: Place.COMPONENT,
    Variant.JAVASCRIPT: Place.JAVASCRIPT,
    Variant.FORM: Place.FORM,
    Variant.URI: Place.URI,
    Variant.PATH: Place.PATH,
    Variant.USERINFO: Place.USERINFO,
    Variant.ALL: Place.ALL,
}
"""The encoders, by what they encode for."""

_HEX: Final = "%[0-9A-Fa-f]{2}"
RUN: Final = re.compile(f"{_HEX}(?:{_HEX})*")
"""Escapes that stand next to each other."""
_FORM_RUN: Final = re.compile(rf"{_HEX}(?:{_HEX})*|\+")
_LEGACY_RUN: Final = re.compile(rf"{_HEX}(?:{_HEX}|[0-9A-Za-z@\[\]^_{{|}}~-])*")
"""Escapes with the plain characters between them, which may be the second bytes of characters in Shift_JIS or GBK."""

_BEFORE_RUN: Final = re.compile(r"%(?:u[0-9A-Fa-f]{0,3}|[0-9A-Fa-f]?)\Z")
_NO_HOST: Final = re.compile(r"[\s/?#@:%\[\]]|\A[^.]*\Z")


@dataclass(frozen=True, slots=True)
class Result:
    """What a variant makes of a text: the edits, and what the selection says afterwards, without the host's wrapping.

    ``kept`` holds the escapes that stay because what they say cannot stand plainly in the surroundings.
    """

    edits: tuple[Edit, ...]
    says: str
    kept: tuple[str, ...] = ()


def rewrite(
    text: str, selection: Span, host: Host, variant: Variant, *, charset: str = "", per_line: bool = False
) -> tuple[Edit, ...] | None:
    """The edits of one variant for ``selection`` in ``text``; ``None`` where it cannot be done or changes nothing.

    ``charset`` is what ``Variant.CHARSET`` decodes from. ``per_line``: each line for itself, line ends stay.
    """
    found = tuple(stretches(text, selection, host))
    result = decoded(found, variant, charset) if variant in DECODERS else converted(text, found, variant, per_line=per_line)
    return result.edits if result else None


def converted(text: str, found: Sequence[Stretch], variant: Variant, *, per_line: bool = False) -> Result | None:
    """A rewrite of everything, or of each line where that is asked for or a line is what the variant speaks of."""
    if not per_line and variant is not Variant.URI:
        return _whole(text, found, variant)
    edits: list[Edit] = []
    says: list[str] = []
    kept: list[str] = []
    for row in _rows(text, found):
        if result := _whole(text, row, variant):
            edits += result.edits
            kept += result.kept
        says.append(result.says if result else said_by(text, row))
    return Result(tuple(edits), "\n".join(says), tuple(dict.fromkeys(kept))) if edits else None


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


def said_by(text: str, found: Sequence[Stretch]) -> str:
    """What the stretches say without wrapping, with the line ends between them."""
    pieces: list[str] = []
    for index, part in enumerate(found):
        if index:
            pieces.append(text[_end(found[index - 1]) : part.source.at(0)])
        pieces.append(part.source.text)
    return "".join(pieces)


def _end(stretch: Stretch) -> int:
    return stretch.source.at(len(stretch.source.text))


def _whole(text: str, found: Sequence[Stretch], variant: Variant) -> Result | None:
    """A rewrite of everything at once."""
    said = said_by(text, found)
    new = _new(said, variant)
    if new is None or new == said:
        return None
    span = Span(found[0].source.at(0), _end(found[-1]))
    kept = found[0].kept(new)
    return Result((Edit(span, found[0].spelt(kept)),), kept, _escapes_between(new, kept))


def _new(said: str, variant: Variant) -> str | None:
    """What an encoder or a converter makes of a text; ``None`` where it cannot."""
    if not said:
        return None
    if place := PLACES.get(variant):
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


def decoded(found: Sequence[Stretch], variant: Variant, charset: str = "") -> Result | None:
    """A rewrite of the runs of escapes only: everything else stays as it is written."""
    edits: list[Edit] = []
    says: list[str] = []
    kept: list[str] = []
    pattern = {Variant.DECODE_FORM: _FORM_RUN, Variant.CHARSET: _LEGACY_RUN}.get(variant, RUN)
    for index, stretch in enumerate(found):
        text, done = stretch.source.text, 0
        if index and _end(found[index - 1]) < stretch.source.at(0):
            says.append("\n")
        for run in pattern.finditer(text):
            plain = _plain(run, variant, charset)
            if plain is None:
                return None
            new = stretch.kept(plain)
            says += text[done : run.start()], new
            done = run.end()
            kept += _escapes_between(plain, new)
            if new != run[0]:
                edits.append(Edit(Span(stretch.source.at(run.start()), stretch.source.at(done)), stretch.spelt(new)))
        says.append(text[done:])
    return Result(tuple(edits), "".join(says), tuple(dict.fromkeys(kept))) if edits else None


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
    return tuple(dict.fromkeys(escape for escape in RUN.findall(kept) if escape not in plain)) if plain != kept else ()

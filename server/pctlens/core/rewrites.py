"""The ways to rewrite percent-encoded text, each as edits that its surroundings can take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, partial
from typing import Final

from pctlens.core import base64url, charsets, codec, domain
from pctlens.core.codec import Place
from pctlens.core.hosts import Host
from pctlens.core.patterns import regex
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
RUN: Final = regex(f"{_HEX}(?:{_HEX})*")
"""Escapes that stand next to each other."""
_FORM_RUN: Final = regex(rf"{_HEX}(?:{_HEX})*|\+")
_LEGACY_RUN: Final = regex(rf"{_HEX}(?:{_HEX}|[0-9A-Za-z@\[\]^_{{|}}~-])*")
"""Escapes with the plain characters between them, which may be the second bytes of characters in Shift_JIS or GBK."""

_BEFORE_RUN: Final = regex(r"%(?:u[0-9A-Fa-f]{0,3}|[0-9A-Fa-f]?)\Z")
_MANY: Final = 64
_NEAR: Final = 256
"""More edits than that become one where they stand so near (in code points) to each other."""
_NO_HOST: Final = regex(r"[\s/?#@:%\[\]]|\A[^.]*\Z")


@dataclass(frozen=True, slots=True)
class Result:
    """What a variant makes of a text: the edits, and what the selection says afterwards, without the host's wrapping.

    ``kept`` holds the escapes that stay because what they say cannot stand plainly in the surroundings.
    """

    edits: tuple[Edit, ...]
    says: str
    kept: tuple[str, ...] = ()


@dataclass(frozen=True)
class Selected:
    """The pieces of a selection in ``text``, in order; there is at least one."""

    text: str
    stretches: tuple[Stretch, ...]

    @cached_property
    def says(self) -> str:
        """What they say without wrapping, with the line ends between them."""
        return "".join(gap + stretch.source.text for gap, stretch in self.pieces())

    @property
    def span(self) -> Span:
        """What they cover together."""
        return Span(self.stretches[0].source.at(0), self.stretches[-1].end)

    def pieces(self) -> Iterator[tuple[str, Stretch]]:
        """Each with the line ends before it: nothing else can stand between two of them."""
        done = self.span.start
        for stretch in self.stretches:
            yield self.text[done : stretch.source.at(0)], stretch
            done = stretch.end

    def lines(self) -> Iterator[Selected]:
        """The pieces line by line."""
        row: list[Stretch] = []
        for gap, stretch in self.pieces():
            if gap:
                yield Selected(self.text, tuple(row))
                row = []
            row.append(stretch)
        yield Selected(self.text, tuple(row))


def selected(text: str, selection: Span, host: Host, holding: str = "") -> Selected | None:
    """The pieces of ``selection`` in the lines of ``text`` that hold ``holding``; ``None`` where there are none."""
    found = tuple(stretches(text, selection, host, holding))
    return Selected(text, found) if found else None


def rewrite(
    text: str, selection: Span, host: Host, variant: Variant, *, charset: str = "", per_line: bool = False
) -> tuple[Edit, ...] | None:
    """The edits of one variant for ``selection`` in ``text``; ``None`` where it cannot be done or changes nothing.

    ``charset`` is what ``Variant.CHARSET`` decodes from. ``per_line``: each line for itself, line ends stay.
    """
    found = selected(text, selection, host)
    if found is None:
        return None
    result = decoded(found, variant, charset) if variant in DECODERS else converted(found, variant, per_line=per_line)
    return result.edits if result else None


def converted(found: Selected, variant: Variant, *, per_line: bool = False) -> Result | None:
    """A rewrite of everything, or of each line where that is asked for or a line is what the variant speaks of."""
    if not per_line and variant is not Variant.URI:
        return _whole(found, variant)
    edits: list[Edit] = []
    says: list[str] = []
    kept: list[str] = []
    for row in found.lines():
        if result := _whole(row, variant):
            edits += result.edits
            kept += result.kept
        says.append(result.says if result else row.says)
    return Result(tuple(edits), "\n".join(says), tuple(dict.fromkeys(kept))) if edits else None


def _whole(found: Selected, variant: Variant) -> Result | None:
    """A rewrite of everything at once."""
    new = _new(found.says, variant)
    if new is None or new == found.says:
        return None
    first = found.stretches[0]
    kept = first.kept(new)
    return Result((Edit(found.span, first.spelt(kept)),), kept, _escapes_between(new, kept))


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


def decoded(found: Selected, variant: Variant, charset: str = "") -> Result | None:
    """A rewrite of the runs of escapes only: everything else stays as it is written."""
    changes: list[tuple[int, int, str]] = []
    says: list[str] = []
    kept: dict[str, None] = {}
    pattern = {Variant.DECODE_FORM: _FORM_RUN, Variant.CHARSET: _LEGACY_RUN}.get(variant, RUN)
    looks_back = variant in (Variant.READABLE, Variant.NORMALIZE)
    said_by = cache(partial(_plain, variant=variant, charset=charset))  # the same few runs again and again, mostly
    for gap, stretch in found.pieces():
        source, done = stretch.source, 0
        says.append("\n" if gap else "")
        for run in pattern.finditer(source.text):
            start, end = run.span()
            plain = said_by(run[0], before=_lead(source.text, start) if looks_back else "")
            if plain is None:
                return None
            new = stretch.kept(plain)
            if new != plain:
                kept |= dict.fromkeys(_escapes_between(plain, new))
            says += source.text[done:start], new
            done = end
            if new != run[0]:
                changes.append((source.at(start), source.at(end), stretch.spelt(new)))
        says.append(source.text[done:])
    return Result(_edits(found.text, changes), "".join(says), tuple(kept)) if changes else None


def _lead(text: str, start: int) -> str:
    """A malformed ``%`` right before a run, which must not become an escape with what the run says."""
    before = _BEFORE_RUN.search(text, max(0, start - 5), start)
    return before[0] if before else ""


def _plain(run: str, *, before: str, variant: Variant, charset: str) -> str | None:
    """What a decoder makes of one run, or of the plus of a form."""
    if variant is Variant.DECODE or variant is Variant.DECODE_FORM:
        return " " if run == "+" else codec.decode(run).text
    if variant is Variant.CHARSET:
        return charsets.decode(run, charset)
    return (codec.normalize if variant is Variant.NORMALIZE else codec.readable)(before + run)[len(before) :]


def _edits(text: str, changes: Sequence[tuple[int, int, str]]) -> tuple[Edit, ...]:
    """Changes of ``text`` in order; where there are many, those that stand near each other are one edit.

    A client takes a thousand edits in the time in which it takes megabytes of text.
    """
    near = _NEAR if len(changes) > _MANY else -1
    groups: list[list[tuple[int, int, str]]] = []
    for change in changes:
        if groups and change[0] - groups[-1][-1][1] <= near:
            groups[-1].append(change)
        else:
            groups.append([change])
    return tuple(Edit(Span(group[0][0], group[-1][1]), _replaced(text, group)) for group in groups)


def _replaced(text: str, changes: Sequence[tuple[int, int, str]]) -> str:
    """What stands from the first to the last of the changes, once they are made."""
    pieces: list[str] = []
    done = changes[0][0]
    for start, end, new in changes:
        pieces += text[done:start], new
        done = end
    return "".join(pieces)


def _escapes_between(plain: str, kept: str) -> tuple[str, ...]:
    """The escapes of ``kept`` that ``plain`` has as characters."""
    return tuple(dict.fromkeys(escape for escape in RUN.findall(kept) if escape not in plain))

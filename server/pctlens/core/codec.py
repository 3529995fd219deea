"""Percent-encoding for a named place, and strict decoding (RFC 3986 section 2.1).

Strict means that what an escape does not say is not made up: an escape that cannot be decoded stays as it is written, and a
``Flaw`` says where and why. Related: ``charsets`` for bytes that are no UTF-8, ``unseen`` for characters that cannot be seen.
"""

from __future__ import annotations

from binascii import unhexlify
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby
from typing import Final, NamedTuple

from pctlens.core import bytesets
from pctlens.core.patterns import regex
from pctlens.core.text import Span


class Place(StrEnum):
    """Where an encoded text is going to stand, which decides what has to be escaped."""

    COMPONENT = "component"  # RFC 3986: anywhere, all but unreserved characters
    JAVASCRIPT = "javascript"  # as encodeURIComponent
    URI = "uri"  # a whole URL: structure and escapes stay
    FORM = "form"  # application/x-www-form-urlencoded
    PATH = "path"  # one path segment
    USERINFO = "userinfo"  # a user name or a password
    ALL = "all"  # every byte


class Reason(StrEnum):
    """Why a ``%`` or an escape cannot be decoded."""

    MALFORMED = "malformed"  # "%" without two hex digits
    CUT = "cut"  # "%" or "%4" at the end of the text
    UNICODE = "unicode"  # "%u2019" (ECMA-262 section B.2.1.1)
    LEGACY = "legacy"  # a byte that is no UTF-8
    TRUNCATED = "truncated"  # the last bytes of a UTF-8 sequence are missing
    OVERLONG = "overlong"  # more bytes than needed (RFC 3629 section 3)
    SURROGATE = "surrogate"  # U+D800 to U+DFFF (RFC 3629 section 3)
    RANGE = "range"  # beyond U+10FFFF


class Flaw(NamedTuple):
    """A stretch that could not be decoded; ``span`` is in code points of the encoded text."""

    span: Span
    reason: Reason


class Decoded(NamedTuple):
    """What the escapes of a text say, and where they say it badly."""

    text: str
    problems: tuple[Flaw, ...] = ()


_HEX: Final = "[0-9A-Fa-f][0-9A-Fa-f]"
_RUN: Final = regex(f"(%{_HEX}(?:%{_HEX})*+)")
_SIGNS: Final = regex(
    f"(?P<run>%{_HEX}(?:%{_HEX})*+)"
    r"|(?P<cut>%[0-9A-Fa-f]?\Z)"
    f"|(?P<unicode>%u{_HEX}{_HEX}(?:%u{_HEX}{_HEX})*+)"
    rf"|(?P<malformed>(?:%(?!{_HEX}|u{_HEX}{_HEX}|[0-9A-Fa-f]?\Z)[0-9A-Za-z]?[0-9A-Za-z]?)++)"
)


def escaped(raw: bytes) -> str:
    """Each byte as an escape, with upper-case hex digits (RFC 3986 section 2.1)."""
    return "%" + raw.hex("%").upper() if raw else ""


_PERCENT: Final = frozenset(b"%")
_KEEP: Final = {
    Place.COMPONENT: bytesets.UNRESERVED,
    Place.JAVASCRIPT: bytesets.JAVASCRIPT_COMPONENT,
    Place.URI: bytesets.URI | _PERCENT,
    Place.FORM: bytesets.FORM,
    Place.PATH: bytesets.SEGMENT,
    Place.USERINFO: bytesets.CREDENTIAL,
    Place.ALL: frozenset[int](),
}
_TABLES: Final = {
    place: tuple(
        "+" if place is Place.FORM and byte == 0x20 else chr(byte) if byte in keep else escaped(bytes([byte]))
        for byte in range(256)
    )
    for place, keep in _KEEP.items()
}
_LONE_PERCENT: Final = regex(f"%(?!{_HEX})")
_SURROGATES: Final = regex("([\ud800-\udfff]+)")


def encode(text: str, place: Place) -> str:
    """``text`` with everything escaped that may not stand in ``place``. A lone surrogate has no bytes and stays as it is."""
    if place is Place.URI:
        text = _LONE_PERCENT.sub("%25", text)
    table = _TABLES[place]
    try:
        return text.encode().decode("latin-1").translate(table)
    except UnicodeEncodeError:
        parts = _SURROGATES.split(text)
        parts[::2] = (part.encode().decode("latin-1").translate(table) for part in parts[::2])
        return "".join(parts)


_SHORT: Final = 30  # characters: of so short a run ``str.replace`` makes the digits faster, of a long one ``bytes.translate``


def _bytes(run: str) -> bytes:
    return unhexlify(run.replace("%", "") if len(run) <= _SHORT else run.encode().translate(None, b"%"))


class _Runs(dict[str, str]):
    """What a run of escapes says. Holds the escapes of ASCII characters; longer runs are decoded and not kept."""

    def __missing__(self, run: str) -> str:
        return _bytes(run).decode()


_DIGITS: Final = "0123456789ABCDEFabcdef"
_SINGLE: Final = {f"%{high}{low}": int(high + low, 16) for high in _DIGITS for low in _DIGITS}
_ASCII: Final = _Runs({escape: chr(byte) for escape, byte in _SINGLE.items() if byte < 0x80})


def decode(text: str, *, plus_as_space: bool = False) -> Decoded:
    """What ``text`` says in UTF-8; what cannot be decoded stays as it is written and is named in ``problems``."""
    if plus_as_space:
        text = text.replace("+", " ")
    if "%" not in text:
        return Decoded(text)
    parts = _RUN.split(text)
    if "%" not in "".join(parts[::2]):
        try:
            parts[1::2] = map(_ASCII.__getitem__, parts[1::2])
            return Decoded("".join(parts))
        except UnicodeDecodeError:
            pass
    return _salvage(text)


def _salvage(text: str) -> Decoded:
    """As ``decode``, for a text that has flaws."""
    pieces: list[str] = []
    flaws: list[Flaw] = []
    done = 0
    for sign in _SIGNS.finditer(text):
        start, end = sign.span()
        pieces.append(text[done:start])
        if sign["run"]:
            for piece in _sequences(_bytes(sign[0])):
                span = Span(start + 3 * piece.start, start + 3 * piece.end)
                pieces.append(span.of(text) if piece.reason else piece.text)
                if piece.reason:
                    flaws.append(Flaw(span, piece.reason))
        else:
            pieces.append(sign[0])
            flaws.append(Flaw(Span(start, end), Reason(sign.lastgroup or "")))
        done = end
    pieces.append(text[done:])
    return Decoded("".join(pieces), tuple(flaws))


# Well-formed UTF-8 and the ways to break it (Unicode 17 table 3-7, RFC 3629 section 4), in one stretch of bytes above 7F.
_SEQUENCE: Final = regex(
    rb"(?P<pair>(?:[\xc2-\xdf][\x80-\xbf])++)"
    rb"|(?P<good>(?:(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]"
    rb"|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2})++)"
    rb"|(?P<surrogate>\xed[\xa0-\xbf][\x80-\xbf])"
    rb"|(?P<overlong>[\xc0\xc1][\x80-\xbf]|\xe0[\x80-\x9f][\x80-\xbf]|\xf0[\x80-\x8f][\x80-\xbf]{2})"
    rb"|(?P<range>\xf4[\x90-\xbf][\x80-\xbf]{2}|[\xf5-\xf7][\x80-\xbf]{3})"
    rb"|(?P<truncated>(?:[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{1,2}|(?<=[\x80-\xff])[\xc2-\xf4])\Z)"
    rb"|(?P<legacy>(?:[\x80-\xbf\xf8-\xff]|[\xc0-\xf7](?![\x80-\xbf]))++|[\xc0-\xf7])"
)
_STRETCH: Final = regex(rb"[\x00-\x7f]+|[\x80-\xff]+")


class _Piece(NamedTuple):
    """Bytes ``[start, end)`` of a run: a text, or the reason why there is none."""

    start: int
    end: int
    text: str = ""
    reason: Reason | None = None


def _sequences(raw: bytes) -> Iterator[_Piece]:
    """The bytes of a run as texts and flaws, in order and without a gap."""
    for stretch in _STRETCH.finditer(raw):
        if raw[stretch.start()] < 0x80:
            yield _Piece(*stretch.span(), stretch[0].decode())
        else:
            yield from _stretch(stretch[0], stretch.start())


def _stretch(raw: bytes, base: int) -> Iterator[_Piece]:
    """As ``_sequences``, for bytes above 7F that begin at ``base`` of their run.

    In a legacy charset two bytes often look like a UTF-8 pair by chance (EUC-KR C7 D1 B1 B9), so that pairs count only where they
    outnumber the bytes that are no UTF-8, or stand next to a longer sequence.
    """
    found = [(match.lastgroup or "", *match.span()) for match in _SEQUENCE.finditer(raw)]
    kinds = {kind for kind, _, _ in found}
    paired = sum(end - start for kind, start, end in found if kind == "pair")
    if "legacy" in kinds and "good" not in kinds and 2 * paired <= len(raw):
        yield _Piece(base, base + len(raw), reason=Reason.LEGACY)
        return
    for good, group in groupby(found, key=lambda item: item[0] in ("pair", "good")):
        items = list(group)
        start, end = items[0][1], items[-1][2]
        if good:
            yield _Piece(base + start, base + end, raw[start:end].decode())
        else:
            reasons = {kind for kind, _, _ in items}
            reason = Reason.LEGACY if "legacy" in reasons else Reason(items[0][0])
            yield _Piece(base + start, base + end, reason=reason)


def to_bytes(text: str) -> bytes:
    """The bytes of the escapes of ``text``, and its other characters (a malformed ``%`` among them) as UTF-8."""
    parts = _RUN.split(text)
    return b"".join(_bytes(part) if index % 2 else part.encode("utf-8", "surrogatepass") for index, part in enumerate(parts))


# A digit next to a malformed "%" has to stay an escape, or the two would make up an escape that was never there.
_ALONE: Final = r"(?<!%)(?<!%[0-9A-Fa-f])(?<!%u)(?<!%u[0-9A-Fa-f])(?<!%u[0-9A-Fa-f]{2})(?<!%u[0-9A-Fa-f]{3})"
_SPELT: Final = regex(f"{_ALONE}(%{_HEX})|%{_HEX}")
_NORMAL: Final = {escape: chr(byte) if byte in bytesets.UNRESERVED else escape.upper() for escape, byte in _SINGLE.items()}


def normalize(text: str) -> str:
    """``text`` with upper-case hex digits and no escaped unreserved character (RFC 3986 sections 6.2.2.1 and 6.2.2.2)."""
    return _SPELT.sub(lambda match: _NORMAL[match[0]] if match[1] else match[0].upper(), text)


_KEPT: Final = frozenset(":/?#[]@&=+;%\\ ")
_STRETCHES: Final = regex(f"{_ALONE}(%{_HEX}(?:%{_HEX})*+)|%{_HEX}(?:%{_HEX})*+")


def readable(text: str) -> str:
    """``text`` as an address bar shows it: decoded as far as its meaning stays the same and it can be seen.

    Delimiters of a URL and of its query, ``%``, spaces, characters that cannot be seen, and letters right beside bytes that are
    no UTF-8 stay as they are written: the result decodes to the same text.
    """
    return _STRETCHES.sub(lambda match: _readable_run(match[0]) if match[1] else match[0][:3] + _readable_run(match[0][3:]), text)


def _readable_run(run: str) -> str:
    pieces: list[str] = []
    for stretch in _STRETCH.finditer(_bytes(run)):
        at = 3 * stretch.start()
        try:
            said = stretch[0].decode()
        except UnicodeDecodeError:
            pieces.append(run[at : 3 * stretch.end()])
            continue
        for character in said:
            end = at + 3 * len(character.encode())
            shown = character.isprintable() and character not in _KEPT
            pieces.append(character if shown else run[at:end])
            at = end
    return "".join(pieces)


def layers(text: str, limit: int = 5) -> tuple[str, ...]:
    """What ``text`` says when it is decoded once, twice … until nothing changes, at most ``limit`` times."""
    found: list[str] = []
    while len(found) < limit and (decoded := decode(text).text) != text:
        found.append(text := decoded)
    return tuple(found)

"""What the encoded text under a cursor says: all that a hover shows, before it is laid out by ``render``."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from pctlens.core import charsets, codec, credentials, domain, mojibake, rules
from pctlens.core.analysis import Line, Reading
from pctlens.core.codec import Flaw, Reason
from pctlens.core.discretion import SECRET, without_passwords
from pctlens.core.hosts import Host
from pctlens.core.patterns import regex
from pctlens.core.payloads import Payload, data_url, payloads
from pctlens.core.rules import Severity
from pctlens.core.text import Span
from pctlens.core.unseen import HIDDEN
from pctlens.core.urls import Component, Kind, Part, Url, parse
from pctlens.core.wrappers import Unwrapped, unwrap

ROWS: Final = 40
"""How many parameters a table holds at most."""

_NEARBY: Final = 500  # how far from a component its surroundings speak for a charset
_ESCAPE: Final = regex("%([0-9A-Fa-f]{2})")
_RUN: Final = regex("(?:%[0-9A-Fa-f]{2})+")
_NESTED: Final = regex(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*:/)?/[^\s?]*\?.")
_JUDGED: Final = 100  # how many components and percent signs the rules are asked about
# What the preview says itself, and better than a finding does, is off; traversals are told of even where their rule is off.
_NOTED: Final = dict.fromkeys(
    ("hidden-character", "mojibake", "invalid-utf8", "double-encoding", "needless-escape", "lowercase-hex"), Severity.OFF
) | {"encoded-traversal": Severity.INFORMATION}


@dataclass(frozen=True, slots=True)
class Options:
    """How to read what the text itself leaves open.

    ``plus_as_space``: whether a ``+`` is a space, ``None`` for what its place says; ``severities``: the user's own, by rule id,
    so that a rule that is off gives no note.
    """

    plus_as_space: bool | None = None
    severities: Mapping[str, Severity] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Escape:
    """The escape under the cursor. Its byte is the one at ``place`` (from 1) of the ``size`` bytes of ``character``.

    ``character`` is empty where the bytes are no UTF-8.
    """

    spelling: str
    byte: int
    character: str = ""
    place: int = 1
    size: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """One parameter, decoded; ``value`` is ``None`` where there is no ``=``.

    ``other`` is the value with the other reading of ``+`` where that differs; ``nested``: it is of the URL in the value above.
    """

    name: str
    value: str | None
    other: str | None = None
    nested: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """What a component, or a whole URL where ``part`` is ``None``, says. ``span`` is its place in the line.

    ``other`` is the text with the other reading of ``+``, ``None`` where there is none; ``plus_is_space`` says which one
    ``text`` is. ``layers`` holds what further decoding gives; ``readings`` what bytes that are no UTF-8 may say; ``charset`` the
    one in which ``text`` was read because the line names it. ``host`` is an internationalised host in both spellings.
    ``written`` is the length in code points before decoding. ``more_rows`` counts the parameters that ``rows`` leaves out.
    """

    span: Span
    part: Part | None
    text: str
    written: int
    other: str | None = None
    plus_is_space: bool = False
    escape: Escape | None = None
    layers: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    readings: tuple[charsets.Reading, ...] = ()
    charset: str = ""
    rows: tuple[Row, ...] = ()
    more_rows: int = 0
    host: tuple[str, str] | None = None
    payloads: tuple[Payload, ...] = ()
    notes: tuple[str, ...] = ()


def preview(line: Line, offset: int, options: Options | None = None) -> Preview | None:
    """The preview of the smallest component with an escape at ``offset``, else of the URL there if it has something to show."""
    options = options or Options()
    if any(sign.reading is Reading.OTHER and sign.span.start <= offset < sign.span.end for sign in line.signs):
        return None
    url = min((url for url in line.urls if _holds(url.span, offset)), key=lambda url: len(url.span), default=None)
    component = _component(line, url, offset)
    if component is not None:
        return _of_component(line, url, component, offset, options)
    return _of_url(line, url, options) if url is not None and _is_worth_a_look(line, url) else None


def _component(line: Line, url: Url | None, offset: int) -> Component | None:
    """The component at ``offset`` that holds an escape, or is a spelling of something else (a token, Base64)."""
    for part in line.components:
        if _holds(part.span, offset):
            return part
    values = [part for part in url.parts if part.part is Part.VALUE] if url else []
    return next((part for part in values if _holds(part.span, offset) and payloads(part.source.text)), None)


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset < span.end


def _is_worth_a_look(line: Line, url: Url) -> bool:
    """Whether a URL without an escape under the cursor has something that it does not say plainly."""
    return (
        any(part.span.overlaps(url.span) for part in line.components)
        or any(part.plus_is_space and "+" in part.source.text for part in url.parts)
        or any(HIDDEN.search(part.source.text) for part in url.parts)
        or _host(url) is not None
        or (url.scheme == "data" and url.kind is Kind.URL)
    )


class _Whole(NamedTuple):
    """What the URL as a whole adds to the preview of one of its components: its parameters, its host, the body of data:."""

    rows: tuple[Row, ...] = ()
    more_rows: int = 0
    host: tuple[str, str] | None = None
    body: tuple[Payload, ...] = ()


def _whole(line: Line, url: Url | None, options: Options) -> _Whole:
    """Nothing where a raw password breaks the URL: any of those may be a piece of it."""
    if url is None or any(secret.overlaps(url.span) for secret in raw_passwords(line)):
        return _Whole()
    body = data_url(_unwrapped(line, url).text) if url.scheme == "data" else None
    return _Whole(*_table(url, options), _host(url), (body,) if body else ())


def _of_url(line: Line, url: Url, options: Options) -> Preview:
    said, whole = shown(line, url), _whole(line, url, options)
    return Preview(
        url.span,
        None,
        said,
        len(_unwrapped(line, url).text),
        rows=whole.rows,
        more_rows=whole.more_rows,
        host=whole.host,
        payloads=whole.body,
        notes=(*_notes(said), *_findings(line, url, url.parts, options)),
    )


def _of_component(line: Line, url: Url | None, component: Component, offset: int, options: Options) -> Preview:
    text = component.source.text
    asked = component.part is Part.PASSWORD
    if any(component.span.overlaps(secret) for secret in raw_passwords(line)):
        return Preview(component.span, Part.PASSWORD, SECRET, len(text), notes=tuple(_findings(line, url, [component], options)))
    plus = component.plus_is_space if options.plus_as_space is None else options.plus_as_space
    decoded = codec.decode(text, plus_as_space=plus)
    two_ways = "+" in text and component.part is not Part.OPAQUE
    other = codec.decode(text, plus_as_space=not plus).text if two_ways else decoded.text
    near = line.text[max(component.span.start - _NEARBY, 0) : component.span.end + _NEARBY]
    readings: tuple[charsets.Reading, ...] = ()
    said, charset = decoded.text, ""
    if any(flaw.reason is Reason.LEGACY for flaw in decoded.problems):
        readings = charsets.readings(text.replace("+", " ") if plus else text, near, line.host.charsets)
        if readings and readings[0].charset == charsets.named_charset(near):
            said, charset = readings[0].text, readings[0].charset
            readings = readings[1:]
    if not asked:
        said, other = without_passwords(said), without_passwords(other)
    whole = _whole(line, url, options)
    return Preview(
        component.span,
        component.part,
        said,
        len(text),
        other=other if other != said and not charset else None,
        plus_is_space=plus,
        escape=_escape(component.source, offset, decoded.problems),
        layers=() if asked else tuple(map(without_passwords, codec.layers(said, limit=4))),
        flaws=() if charset else tuple(_flaw(text, flaw) for flaw in decoded.problems),
        readings=readings,
        charset=charset,
        rows=whole.rows,
        more_rows=whole.more_rows,
        host=whole.host,
        payloads=(*payloads(said), *whole.body),
        notes=(*_notes(said), *_findings(line, url, [component], options)),
    )


def _escape(source: Unwrapped, offset: int, flaws: Sequence[Flaw]) -> Escape | None:
    """The escape whose spelling holds ``offset``, and the character that its byte belongs to."""
    at = offset - source.base if source.starts is None else bisect_right(source.starts, offset) - 1
    for run in _RUN.finditer(source.text, max(at - 12, 0), at + 15):
        if not run.start() <= at < run.end():
            continue
        raw = codec.to_bytes(run[0])
        index = (at - run.start()) // 3
        spelling = run[0][3 * index : 3 * index + 3]
        if any(_holds(flaw.span, at) for flaw in flaws):
            return Escape(spelling, raw[index])
        start = index
        while start > 0 and 0x80 <= raw[start] < 0xC0:
            start -= 1
        size = next((size for size, least in ((4, 0xF0), (3, 0xE0), (2, 0xC0)) if raw[start] >= least), 1)
        return Escape(spelling, raw[index], raw[start : start + size].decode(errors="replace"), index - start + 1, size)
    return None


def _flaw(text: str, flaw: Flaw) -> str:
    """One sentence on what could not be decoded, and where."""
    written = flaw.span.of(text)
    at = f"'{written if len(written) <= 24 else written[:24] + '…'}' at character {flaw.span.start + 1:,}"
    raw = " ".join(_ESCAPE.findall(written[:24])).upper()
    return {
        Reason.MALFORMED: f"{at} is no escape: two hex digits must follow '%'",
        Reason.CUT: f"{at} is cut off: two hex digits must follow '%'",
        Reason.UNICODE: f"{at} is the old escape() of JavaScript, which only unescape() reads",
        Reason.LEGACY: f"{at} is not UTF-8: {raw}",
        Reason.TRUNCATED: f"{at} is a UTF-8 sequence that is cut off: {raw}",
        Reason.OVERLONG: f"{at} is overlong UTF-8, which decoders must refuse: {raw}",
        Reason.SURROGATE: f"{at} is a UTF-16 surrogate, which is no character in UTF-8: {raw}",
        Reason.RANGE: f"{at} is beyond U+10FFFF, the last character: {raw}",
    }[flaw.reason]


def _notes(text: str) -> Iterator[str]:
    """What to know about a decoded text that cannot be seen in it."""
    for character in dict.fromkeys(HIDDEN.findall(text)):
        if character not in "\t\n\r":
            yield f"It holds {name(character)}, which cannot be seen"
    meant = mojibake.repair(text)
    if meant is not None:
        yield f"It went through a wrong charset; it was probably “{meant}”"


def _findings(line: Line, url: Url | None, parts: Sequence[Component], options: Options) -> Iterator[str]:
    """What the rules say of some components of a URL."""
    if url is None or not parts:
        return
    span = Span(parts[0].span.start, parts[-1].span.end)
    signs = (sign for sign in line.signs if sign.span.overlaps(span))
    judged = tuple(parts[:_JUDGED])
    urls = (Url(url.kind, url.span, url.scheme, judged, url.cut),)
    narrow = Line(line.text, line.host, line.above, line.below, urls, judged, tuple(islice(signs, _JUDGED)))
    for problem in rules.check(narrow, {**options.severities, **_NOTED}):
        if problem.span.overlaps(span):
            yield problem.message


def name(character: str) -> str:
    """The code point and the Unicode name of a character; C0 and C1 controls have none of their own."""
    return f"U+{ord(character):04X} {unicodedata.name(character, _CONTROLS.get(character, 'control character'))}"


_C0: Final = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI "  # U+0000
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"  # U+0010
)
_CONTROLS: Final = {chr(code): f"control character {word}" for code, word in enumerate(_C0.split())} | {
    "\x7f": "control character DEL"
}


def _table(url: Url, options: Options) -> tuple[tuple[Row, ...], int]:
    """The first parameters of a URL with those of the URLs in their values, and how many there are more."""
    pairs = url.pairs
    rows: list[Row] = []
    left = len(pairs)
    for key, value in pairs:
        if len(rows) >= ROWS:
            break
        rows += _rows(key, value, options)
        left -= 1
    return tuple(rows[:ROWS]), left + max(len(rows) - ROWS, 0)


def _rows(key: Component, value: Component | None, options: Options) -> Iterator[Row]:
    """One parameter, and those of the URL in its value."""
    row = _row(key, value, options)
    yield row
    if row.value and (nested := _NESTED.match(row.value)):
        inner = parse(Kind.URL if nested["scheme"] else Kind.LINK, Unwrapped(row.value, 0))
        for inner_key, inner_value in inner.pairs:
            yield replace(_row(inner_key, inner_value, options), nested=True)


def _row(key: Component, value: Component | None, options: Options) -> Row:
    def read(part: Component, *, plus: bool) -> str:
        return without_passwords(codec.decode(part.source.text, plus_as_space=plus).text)

    plus = key.plus_is_space if options.plus_as_space is None else options.plus_as_space
    if value is None:
        return Row(read(key, plus=plus), None)
    said = read(value, plus=plus)
    other = read(value, plus=not plus) if "+" in value.source.text else said
    return Row(read(key, plus=plus), said, other if other != said else None)


def _host(url: Url) -> tuple[str, str] | None:
    """An internationalised host as it is written and in its other spelling."""
    for part in url.parts:
        if part.part is Part.HOST and ("xn--" in part.source.text.lower() or not part.source.text.isascii()):
            written = part.source.text
            other = domain.to_unicode(written) if written.isascii() else domain.to_ascii(written)
            return (written, other) if other and other.lower() != written.lower() else None
    return None


def _unwrapped(line: Line, url: Url) -> Unwrapped:
    wrapping = url.parts[0].source.wrapping if url.parts else Unwrapped("", 0).wrapping
    return unwrap(line.text, url.span.start, url.span.end, wrapping)


def shown(line: Line, url: Url) -> str:
    """A URL as an address bar shows it, without its password."""
    secrets = raw_passwords(line)
    pieces: list[str] = []
    done = url.span.start
    for part in url.parts:
        pieces.append(unwrap(line.text, done, part.span.start, part.source.wrapping).text)
        done = part.span.end
        if part.part is Part.PASSWORD or any(part.span.overlaps(secret) for secret in secrets):
            pieces.append(SECRET)
        elif part.part is Part.HOST and (other := domain.to_unicode(part.source.text)):
            pieces.append(other)
        else:
            pieces.append(without_passwords(codec.readable(part.source.text)))
    return "".join([*pieces, line.text[done : url.span.end]])


def raw_passwords(line: Line) -> tuple[Span, ...]:
    """Where passwords stand whose own characters break their URL."""
    return _raw_passwords(line.text, line.host)


@lru_cache(maxsize=4)  # one line may have thousands of URLs
def _raw_passwords(text: str, host: Host) -> tuple[Span, ...]:
    secrets = [found.source for found in credentials.unescaped(text, host) if found.part is Part.PASSWORD]
    return tuple(Span(source.at(0), source.at(len(source.text))) for source in secrets)

"""Escapes whose bytes are no UTF-8 (RFC 3629)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pctlens.core import charsets
from pctlens.core.analysis import Line
from pctlens.core.charsets import Reading
from pctlens.core.codec import Flaw, Place, Reason, decode, encode, to_bytes
from pctlens.core.excerpt import LIMIT, quoted
from pctlens.core.rules.base import Fix, Problem, Rule, Severity
from pctlens.core.rules.places import components, rewritten, spot
from pctlens.core.text import Span
from pctlens.core.urls import Component, Part, Url

_REASONS: Final = frozenset({Reason.LEGACY, Reason.TRUNCATED, Reason.OVERLONG, Reason.SURROGATE, Reason.RANGE})
_BINARY_KEYS: Final = frozenset({"info_hash", "peer_id"})  # raw SHA-1 digests by BEP 3
_DOUBLE_BYTE: Final = frozenset({"shift_jis", "gbk", "gb2312", "gb18030", "big5", "euc-kr"})
_HIGH: Final = "%[89A-Fa-f][0-9A-Fa-f]"
_SINGLE_RUN: Final = re.compile(f"{_HIGH}(?:{_HIGH})*")
_DOUBLE_RUN: Final = re.compile(rf"{_HIGH}(?:%[0-9A-Fa-f]{{2}}|[0-9A-Za-z@\[\]^_{{|}}~-])*")
_LINKED: Final = re.compile(rf"(?:{_HIGH}|[0-9A-Za-z@\[\]^_{{|}}~-])*{_HIGH}")
_CUT_CONTINUATION: Final = re.compile("%[89ABab](?![0-9A-Fa-f])")


def _check(line: Line) -> Iterator[Problem]:
    """The first stretch of each component that is no UTF-8: what follows it is mostly in the same charset.

    data: URLs and the digests of BitTorrent trackers may be binary.
    """
    for url, component in components(line):
        text = component.source.text
        if "%" not in text or url.scheme == "data" or _is_binary(url, component):
            continue
        flaw = next((flaw for flaw in decode(text).problems if flaw.reason in _REASONS), None)
        # In "%E3%8" the cut escape is the missing byte: malformed-escape has said it.
        if flaw is None or (flaw.reason is Reason.TRUNCATED and _CUT_CONTINUATION.match(text, flaw.span.end)):
            continue
        yield _legacy(line, component, flaw.span) if flaw.reason is Reason.LEGACY else _broken(component, flaw)


def _is_binary(url: Url, component: Component) -> bool:
    """Whether the component is the value of a key that holds bytes."""
    return component.part is Part.VALUE and any(
        value == component and key.source.text in _BINARY_KEYS for key, value in url.pairs
    )


def _legacy(line: Line, component: Component, span: Span) -> Problem:
    """Bytes of an older charset, with the likely ones."""
    text = component.source.text
    readings = charsets.readings(text, line.text)[:3]
    named = charsets.named_charset(line.text) is not None and bool(readings)
    if readings and readings[0].charset in _DOUBLE_BYTE and (linked := _LINKED.match(text, span.start)):
        span = Span(*linked.span())
    message = f"{_bytes(span.of(text))} no UTF-8"
    if readings:
        message += f"; in {readings[0].charset} it reads {quoted(_sample(text, span, readings[0]))}"
    fixes = tuple(
        _reencoded(component, reading, preferred=named or len(readings) == 1) for reading in (readings[:1] if named else readings)
    )
    severity = Severity.INFORMATION if named else RULE.default
    return Problem(RULE.id, spot(component, span.start, span.end), message, severity, fixes)


def _sample(text: str, span: Span, reading: Reading) -> str:
    """The whole value where it is short, else what the stretch says."""
    return reading.text if len(reading.text) <= LIMIT else charsets.decode(span.of(text), reading.charset) or reading.text


def _reencoded(component: Component, reading: Reading, *, preferred: bool) -> Fix:
    """The component's characters as UTF-8 escapes."""
    pattern = _DOUBLE_RUN if reading.charset in _DOUBLE_BYTE else _SINGLE_RUN
    edits = tuple(
        rewritten(component, run.start(), run.end(), encode(said, Place.COMPONENT))
        for run in pattern.finditer(component.source.text)
        if (said := charsets.decode(run[0], reading.charset)) is not None
    )
    return Fix(f"Encode {quoted(reading.text)} in UTF-8, read as {reading.charset}", edits, preferred=preferred)


def _broken(component: Component, flaw: Flaw) -> Problem:
    """UTF-8 that was cut, or that RFC 3629 forbids."""
    start, end = flaw.span.start, flaw.span.end
    written = flaw.span.of(component.source.text)
    raw = to_bytes(written)
    message = f"{_bytes(written)} beyond U+10FFFF, where UTF-8 ends"
    fixes: tuple[Fix, ...] = ()
    if flaw.reason is Reason.TRUNCATED:
        missing = (2 if raw[0] < 0xE0 else 3 if raw[0] < 0xF0 else 4) - len(raw)
        message = f"The UTF-8 sequence {raw.hex(' ').upper()} is cut off: {missing} more byte{'s' * (missing > 1)} must follow"
        fixes = (Fix(f"Drop '{written}'", (rewritten(component, start, end, ""),)),)
    elif (said := _forbidden(raw, flaw.reason)) is not None:
        escaped = encode(said, Place.ALL)
        kind = "an overlong spelling" if flaw.reason is Reason.OVERLONG else "UTF-16 surrogates in the place"
        message = f"{_bytes(written)} no UTF-8 but {kind} of {quoted(said)}, which RFC 3629 forbids"
        fixes = (Fix(f"Write '{escaped}'", (rewritten(component, start, end, escaped),), preferred=True),)
    elif flaw.reason is Reason.SURROGATE:
        message = f"{_bytes(written)} no UTF-8 but a lone UTF-16 surrogate, which RFC 3629 forbids"
    return Problem(RULE.id, spot(component, start, end), message, RULE.default, fixes)


def _forbidden(raw: bytes, reason: Reason) -> str | None:
    """The characters that forbidden bytes were meant for; ``None`` where there are none."""
    if reason is Reason.SURROGATE:
        try:
            return raw.decode("utf-8", "surrogatepass").encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError:
            return None
    if reason is not Reason.OVERLONG:
        return None
    said = []
    for sequence in re.findall(rb"[\xc0-\xff][\x80-\xbf]*", raw):
        code = sequence[0] & (0x1F if sequence[0] < 0xE0 else 0x0F if sequence[0] < 0xF0 else 0x07)
        for byte in sequence[1:]:
            code = code << 6 | byte & 0x3F
        said.append(chr(code))
    return "".join(said)


def _bytes(written: str) -> str:
    """The bytes of a text, named with a verb: ``Byte E4 is``."""
    raw = to_bytes(written)
    shown = raw[:6].hex(" ").upper() + (" …" if len(raw) > 6 else "")
    return f"Byte {shown} is" if len(raw) == 1 else f"Bytes {shown} are"


RULE: Final = Rule(
    id="invalid-utf8",
    summary="Escapes whose bytes are no UTF-8: an older charset, a cut sequence, an overlong form, surrogates",
    why=(
        "Escapes stand for bytes, and since RFC 3986 section 2.5 bytes of text are UTF-8. Other bytes come from an older"
        " page (windows-1252, windows-1251, GBK, Shift_JIS …), from a URL that was cut in the middle of a character, or"
        " from an attack (an overlong '.' that a filter does not know). Readers refuse them or show U+FFFD. A charset that"
        " the URL names itself, such as ie=GB2312, makes it information."
    ),
    refused_by=(
        "JavaScript decodeURIComponent: URIError: URI malformed",
        "Rust: invalid utf-8 sequence of 1 bytes from index 5",
        "Ruby: invalid byte sequence in UTF-8; Rails: Invalid query parameters: Invalid encoding for parameter",
        "Python urllib.parse: UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe4",
        'PostgreSQL: invalid byte sequence for encoding "UTF8": 0xe4',
    ),
    before="https://example.com/Gesch%E4ft",
    after="https://example.com/Gesch%C3%A4ft",
    default=Severity.WARNING,
    check=_check,
)

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
from pctlens.core.hosts import Family
from pctlens.core.literals import next_literal
from pctlens.core.patterns import regex
from pctlens.core.rules.base import Fix, Problem, Rule, Severity
from pctlens.core.rules.places import USERINFO, around, components, rewritten, said, spot
from pctlens.core.text import Span
from pctlens.core.urls import Component, Kind

_REASONS: Final = frozenset({Reason.LEGACY, Reason.TRUNCATED, Reason.OVERLONG, Reason.SURROGATE, Reason.RANGE})
_BINARY_KEYS: Final = ("info_hash=", "peer_id=")  # raw SHA-1 digests by BEP 3
_HIGH: Final = "%[89A-Fa-f][0-9A-Fa-f]"
_SINGLE_RUN: Final = regex(f"{_HIGH}(?:{_HIGH})*")
_LETTER: Final = r"[0-9A-Za-z@\[\]^_{|}~-]"
_DOUBLE_RUN: Final = regex(f"{_HIGH}(?:%[0-9A-Fa-f]{{2}}|{_LETTER})*")
_SECOND: Final = regex(f"%[4-7][0-9A-Fa-f]|{_LETTER}")  # what the second byte of a character may be, below 0x80
_LINKED: Final = regex(f"(?:{_HIGH}|{_SECOND.pattern})*{_HIGH}")
_CONTINUATION: Final = regex("%[89ABab]")
_CUT_CONTINUATION: Final = regex("%[89ABab](?![0-9A-Fa-f])")
_QUOTES: Final = ('"', "'", "`")


def _check(line: Line) -> Iterator[Problem]:
    """The first stretch of each component that is no UTF-8: what follows it is mostly in the same charset.

    data: URLs and the digests of BitTorrent trackers may be binary; ``filename*=iso-8859-1''…`` says itself what it is.
    """
    for url, component in components(line):
        text = component.source.text
        if url.scheme == "data" or not _SINGLE_RUN.search(text) or line.text.endswith(_BINARY_KEYS, 0, component.span.start):
            continue
        flaw = next((flaw for flaw in decode(text).problems if flaw.reason in _REASONS), None)
        if flaw is None or (flaw.reason is Reason.TRUNCATED and _goes_on(line, component, flaw.span.end)):
            continue
        if flaw.reason is not Reason.LEGACY:
            yield _broken(line, component, flaw)
        elif url.kind is Kind.URL or not _named(line, component):
            yield _legacy(line, component, flaw.span)


def _goes_on(line: Line, component: Component, index: int) -> bool:
    """Whether the next byte of a character is in sight: a cut escape, of which malformed-escape tells, or in the next literal."""
    if index < len(component.source.text):
        return _CUT_CONTINUATION.match(component.source.text, index) is not None
    end = component.span.end
    if line.host.family is not Family.CODE or line.text[end : end + 1] not in _QUOTES:
        return False
    return _CONTINUATION.match(next_literal(line.text, end + 1, line.below)) is not None


def _named(line: Line, component: Component) -> bool:
    """Whether the text says itself that it is written in another charset than UTF-8."""
    return charsets.named_charset(around(line, component)) not in (None, "utf-8", "utf8")


def _legacy(line: Line, component: Component, span: Span) -> Problem:
    """Bytes of an older charset, with the likely ones. Runs that are UTF-8 beside them are read as such."""
    text = component.source.text
    mixed = _SINGLE_RUN.sub(lambda run: _utf8(run[0]) or run[0], text)
    readings = charsets.readings(mixed, around(line, component), line.host.charsets)[:3]
    named = _named(line, component) and bool(readings)
    if readings and charsets.is_double_byte(readings[0].charset):
        span = _linked(text, span, readings[0].charset)
    message = f"{_bytes(component, span)} no UTF-8"
    if readings:
        secret = component.part in USERINFO
        charset = readings[0].charset
        message += f"; perhaps {charset}" if secret else f"; in {charset} it reads {quoted(_sample(text, span, readings[0]))}"
    sole = named or len(readings) == 1 or any(reading.charset in line.host.charsets for reading in readings[:1])
    offered = (_reencoded(line, component, reading, preferred=sole) for reading in (readings[:1] if sole else readings))
    fixes = tuple(fix for fix in offered if fix.edits)  # a raw backslash may be the second byte of a character, and stays
    return Problem(
        RULE.id, spot(component, span.start, span.end), message, Severity.INFORMATION if named else RULE.default, fixes
    )


def _linked(text: str, span: Span, charset: str) -> Span:
    """The whole stretch that begins as ``span`` does, in a charset where letters may be second bytes: ``%83e%83X%83g``."""
    linked = _LINKED.match(text, span.start)
    if linked is None:
        return span
    second = _SECOND.match(text, linked.end()) if charsets.decode(linked[0], charset) is None else None
    return Span(linked.start(), second.end() if second else linked.end())


def _utf8(run: str) -> str | None:
    """What a run of escapes says in UTF-8, ``None`` where it is none."""
    decoded = decode(run)
    return None if decoded.problems else decoded.text


def _sample(text: str, span: Span, reading: Reading) -> str:
    """The whole value where it is short, else what the stretch says."""
    return reading.text if len(reading.text) <= LIMIT else charsets.decode(span.of(text), reading.charset) or reading.text


def _reencoded(line: Line, component: Component, reading: Reading, *, preferred: bool) -> Fix:
    """The component's characters as UTF-8 escapes."""
    pattern = _DOUBLE_RUN if charsets.is_double_byte(reading.charset) else _SINGLE_RUN
    edits = tuple(
        rewritten(line, component, run.start(), run.end(), encode(plain, Place.COMPONENT))
        for run in pattern.finditer(component.source.text)
        if _utf8(run[0]) is None and (plain := charsets.decode(run[0], reading.charset)) is not None
    )
    return Fix(f"Encode {said(component, reading.text)} in UTF-8, read as {reading.charset}", edits, preferred=preferred)


def _broken(line: Line, component: Component, flaw: Flaw) -> Problem:
    """UTF-8 that was cut, or that RFC 3629 forbids."""
    start, end = flaw.span.start, flaw.span.end
    raw = to_bytes(flaw.span.of(component.source.text))
    named = _bytes(component, flaw.span)
    message = f"{named} beyond U+10FFFF, where UTF-8 ends"
    fixes: tuple[Fix, ...] = ()
    if flaw.reason is Reason.TRUNCATED:
        missing = (2 if raw[0] < 0xE0 else 3 if raw[0] < 0xF0 else 4) - len(raw)
        missed = "byte is" if missing == 1 else f"{missing} bytes are"
        message = f"{named} the start of a character in UTF-8 whose last {missed} missing"
        fixes = (Fix("Drop the cut character", (rewritten(line, component, start, end, ""),)),)
    elif (meant := _meant(raw, flaw.reason)) is not None:
        escaped = encode(meant, Place.ALL)
        kind = "an overlong spelling" if flaw.reason is Reason.OVERLONG else "UTF-16 surrogates in the place"
        message = f"{named} no UTF-8 but {kind} of {said(component, meant)}, which RFC 3629 forbids"
        title = f"Write {said(component, meant)} in UTF-8"
        fixes = (Fix(title, (rewritten(line, component, start, end, escaped),), preferred=True),)
    elif flaw.reason is Reason.SURROGATE:
        message = f"{named} no UTF-8 but a lone UTF-16 surrogate, which RFC 3629 forbids"
    return Problem(RULE.id, spot(component, start, end), message, RULE.default, fixes)


def _meant(raw: bytes, reason: Reason) -> str | None:
    """The characters that forbidden bytes were meant for; ``None`` where there are none."""
    if reason is Reason.SURROGATE:
        try:
            return raw.decode("utf-8", "surrogatepass").encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError:
            return None
    if reason is not Reason.OVERLONG:
        return None
    characters: list[str] = []
    for sequence in re.findall(rb"[\xc0-\xff][\x80-\xbf]*", raw):
        code = sequence[0] & (0x1F if sequence[0] < 0xE0 else 0x0F if sequence[0] < 0xF0 else 0x07)
        for byte in sequence[1:]:
            code = code << 6 | byte & 0x3F
        characters.append(chr(code))
    return "".join(characters)


def _bytes(component: Component, span: Span) -> str:
    """The bytes of a stretch, named with a verb: ``Byte E4 is``."""
    raw = to_bytes(span.of(component.source.text))
    if component.part in USERINFO:
        return "A byte here is" if len(raw) == 1 else "Bytes here are"
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
        "Python unquote(…, errors=\"strict\"): UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe4 in position 0",
        "Rust: invalid utf-8 sequence of 1 bytes from index 0",
        "Ruby: invalid byte sequence in UTF-8",
        "Rails: Invalid query parameters: Invalid encoding for parameter",
    ),
    before="https://example.com/Gesch%E4ft",
    after="https://example.com/Gesch%C3%A4ft",
    default=Severity.WARNING,
    check=_check,
)

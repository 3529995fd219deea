"""What a decoded text is itself a spelling of: JSON, Base64, a JSON Web Token, the body of a data: URL."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from binascii import Error
from dataclasses import dataclass
from typing import Final

from pctlens.core import base64url
from pctlens.core.codec import to_bytes
from pctlens.core.patterns import regex

_LONGEST: Final = 50_000
_JSON_TOKEN: Final = regex(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:"\s]+')
_TOKEN: Final = regex(r"(?P<header>[\w-]{8,})\.(?P<claims>[\w-]{4,})\.(?P<signature>[\w-]*)", re.ASCII)
_BASE64: Final = regex(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_DATA: Final = regex(r"data:(?P<type>[^,]*?)(?P<base64>;\s*base64)?,(?P<body>.*)", re.DOTALL | re.IGNORECASE)
_TEXTUAL: Final = regex(r"text/|.*[/+](?:json|xml|javascript|ecmascript|svg)\b|\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Payload:
    """One thing found in a decoded text: what it is, and its own text, laid out to be read; ``language`` names its syntax."""

    title: str
    text: str = ""
    language: str = "text"


def payloads(text: str) -> tuple[Payload, ...]:
    """What ``text`` is besides plain text; nothing where it is long or where it may as well be a word."""
    if len(text) > _LONGEST:
        return ()
    if token := _TOKEN.fullmatch(text):
        header, claims = _json_of(token["header"]), _json_of(token["claims"])
        if header and claims and '"alg"' in header:
            return Payload("JWT header", header, "json"), Payload("JWT claims (signature not verified)", claims, "json")
    if laid_out := _json(text):
        return (Payload("JSON", laid_out, "json"),)
    if _BASE64.fullmatch(text) and (said := _base64(text)) is not None:
        laid_out = _json(said)
        return (Payload("Base64 of JSON", laid_out, "json") if laid_out else Payload("Base64", said),)
    return ()


def data_url(url: str) -> Payload | None:
    """The media type, the size and, where it is text, the body of a data: URL (RFC 2397)."""
    match = _DATA.fullmatch(url)
    if match is None:
        return None
    raw = to_bytes(match["body"])
    if match["base64"]:
        try:
            raw = b64decode(b"".join(raw.split()), validate=True)
        except (Error, ValueError):
            return Payload(f"data: URL, {match['type'] or 'text/plain'}: its Base64 is broken")
    title = f"data: URL, {match['type'] or 'text/plain'}, {len(raw):,} bytes"
    try:
        return Payload(title, raw.decode() if _TEXTUAL.match(match["type"]) else "")
    except UnicodeDecodeError:
        return Payload(title)


def _json_of(part: str) -> str:
    """The JSON object that a part of a JWT spells; empty where it is none (RFC 7519 section 7.2)."""
    raw = base64url.decode(part)
    try:
        return _json(raw.decode()) if raw else ""
    except UnicodeDecodeError:
        return ""


def _base64(text: str) -> str | None:
    """The text that Base64 of either alphabet spells, if all of it can be printed."""
    raw = base64url.decode(text.replace("+", "-").replace("/", "_"))
    try:
        said = raw.decode() if raw else ""
    except UnicodeDecodeError:
        return None
    return said if said and all(character.isprintable() or character in "\t\r\n" for character in said) else None


def _json(text: str) -> str:
    """A JSON object or array over several lines, each number and string as it is written; empty where ``text`` is none."""
    if text[:1] not in ("{", "["):
        return ""
    try:
        if not json.loads(text):
            return ""
    except (ValueError, RecursionError):
        return ""
    pieces: list[str] = []
    depth = 0
    before = ""
    for token in _JSON_TOKEN.findall(text):
        if token in "}]":
            depth -= 1
            pieces.append("" if before in ("{", "[") else "\n" + "  " * depth)
        elif before in ("{", "["):
            pieces.append("\n" + "  " * depth)
        depth += token in "{["
        pieces.append(token)
        if token == ":":
            pieces.append(" ")
        elif token == ",":
            pieces.append("\n" + "  " * depth)
        before = token
    return "".join(pieces)

"""Base64 with the URL-safe alphabet and without padding (RFC 4648 section 5)."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from pctlens.core.patterns import regex

_ALPHABET: Final = regex(r"[A-Za-z0-9_-]+={0,2}")


def encode(raw: bytes) -> str:
    """``raw`` in the URL-safe alphabet, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes | None:
    """The bytes that ``text`` spells, padded or not; ``None`` where it is not what an encoder would write."""
    if not _ALPHABET.fullmatch(text):
        return None
    bare = text.rstrip("=")
    if len(bare) % 4 == 1 or len(text) not in (len(bare), len(bare) + -len(bare) % 4):
        return None
    raw = urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    return raw if encode(raw) == bare else None

"""Characters that cannot be seen, or that make others stand elsewhere than they are."""

from __future__ import annotations

import unicodedata
from typing import Final

from pctlens.core.patterns import regex

# Zero-width space, word joiner, byte order mark, bidirectional embeddings and isolates, C0 controls. Joiners (U+200C, U+200D) are
# part of Persian and of emoji and are no surprise.
HIDDEN: Final = regex("[\u0000-\u001f\u007f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]")


def is_unseen(character: str) -> bool:
    """Whether a character cannot be seen: controls, formats, separators, lone surrogates, white space other than U+0020."""
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} or (character.isspace() and character != " ")


def visible(text: str) -> str:
    """``text`` with each character that cannot be seen spelt by its code point: ``‹U+200B›``."""
    if text.isprintable():
        return text
    return "".join(f"‹U+{ord(character):04X}›" if is_unseen(character) else character for character in text)

"""Text whose UTF-8 was read as windows-1252 or Latin-1 and encoded again: ``Ã©`` for ``é``."""

from __future__ import annotations

import re
from typing import Final

from pctlens.core.patterns import regex

# The WHATWG windows-1252: bytes that the charset leaves open are the C1 controls of the same number.
_BYTES: Final = {chr(byte): byte for byte in range(0x80, 0x100)} | {
    bytes([byte]).decode("cp1252"): byte for byte in range(0x80, 0xA0) if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}
_STRETCH: Final = regex(f"[{re.escape(''.join(_BYTES))}]+")


def repair(text: str) -> str | None:
    """``text`` as it was meant, or ``None`` where any of its accented stretches is no UTF-8 that was misread.

    Characters that no misreading gives (other scripts, emoji) are left alone.
    """
    try:
        repaired = _STRETCH.sub(lambda match: bytes(map(_BYTES.__getitem__, match[0])).decode(), text)
    except UnicodeDecodeError:
        return None
    return repaired if repaired != text and not any(0x7F <= ord(character) < 0xA0 for character in repaired) else None

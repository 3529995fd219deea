"""Texts quoted in messages and titles."""

from __future__ import annotations

from pctlens.core.discretion import without_passwords
from pctlens.core.unseen import visible

LIMIT = 40
"""How many characters of a text a message or title shows."""


_READ = 4_096  # of a longer text only the beginning is shown anyway


def cut(text: str, limit: int = LIMIT) -> str:
    """``text``, or its beginning with an ellipsis: at most ``limit`` characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def quoted(text: str, limit: int = LIMIT) -> str:
    """``text`` in quotes, cut at ``limit`` characters, without passwords and with what cannot be seen spelt by its code point."""
    return f'"{visible(cut(without_passwords(text[:_READ]), limit))}"'

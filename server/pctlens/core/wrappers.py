"""The host language's own spelling of percent-encoded text, taken off and put back.

HTML writes ``&`` as ``&amp;``, a string literal writes ``"`` as ``\\"``, a format string writes ``%`` as ``%%``, LaTeX as ``\\%``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Flag, auto


class Wrapping(Flag):
    """Which spellings a stretch of text may be written in; several can apply at once."""

    NONE = 0
    ENTITY = auto()  # HTML and XML: &amp; &#37;
    STRING = auto()  # string literals of C, JavaScript, JSON …: \" \/ \u0025 \x25
    DOUBLED = auto()  # printf, configparser, systemd, batch: %%
    BACKSLASH = auto()  # LaTeX, crontab, Rd: \%


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """A text with its wrapping taken off, and the way back.

    ``starts`` is ``None`` where nothing changed; else it holds for each character of ``text`` the offset in the line where its
    spelling begins, and at last the offset where the whole ends. ``base`` is the offset of the first character in the line.
    """

    text: str
    base: int
    wrapping: Wrapping = Wrapping.NONE
    starts: tuple[int, ...] | None = None

    def at(self, index: int) -> int:
        """The offset in the line of the character ``index`` of ``text`` (``len(text)`` gives the end)."""
        return self.base + index if self.starts is None else self.starts[index]

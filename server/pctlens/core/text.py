"""Places in a text: spans in code points, lines as LSP counts them, and columns in a client's units."""

from __future__ import annotations

import io
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range ``[start, end)`` of code points in one unchanging text."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The characters of ``text`` that the span covers."""
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Whether a character is in both; an empty span overlaps what it stands in or touches."""
        if self.start == self.end or other.start == other.end:
            return self.start <= other.end and other.start <= self.end
        return self.start < other.end and other.start < self.end

    def touches(self, offset: int) -> bool:
        """Whether a cursor at ``offset`` stands in the span or at one of its ends."""
        return self.start <= offset <= self.end

    def shifted(self, by: int) -> Span:
        """The same range, ``by`` code points further on."""
        return Span(self.start + by, self.end + by)

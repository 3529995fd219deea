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


class Units(StrEnum):
    """What a client counts columns in (LSP 3.17, ``PositionEncodingKind``)."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


def split_lines(text: str) -> list[str]:
    """The lines of ``text`` with their ends: only LF, CR LF and CR end a line (LSP 3.17, ``TextDocument``).

    A text that ends with a line end has no further, empty line in the list; an empty text has none at all.
    """
    if any(mark in text for mark in _OTHER_ENDS):
        return list(io.StringIO(text, newline=""))
    return text.splitlines(keepends=True)  # twice as fast


#: What else ends a line for ``str.splitlines``.
_OTHER_ENDS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"


def strip_end(line: str) -> str:
    """``line`` without its line end."""
    return line[:-2] if line.endswith("\r\n") else line[:-1] if line.endswith(("\n", "\r")) else line


def to_column(line: str, offset: int, units: Units) -> int:
    """The column, in ``units``, of the code point ``offset`` of a line; clamped to the line without its end."""
    line = strip_end(line)
    before = line[: max(offset, 0)]
    return len(before) if units is Units.UTF32 or line.isascii() else _width(before, units)


def to_offset(line: str, column: int, units: Units) -> int:
    """The code point that begins at, or spans, a ``column`` in ``units``; clamped to the line without its end.

    The exact inverse of ``to_column``; a column inside a character goes to the character's start.
    """
    line = strip_end(line)
    if units is Units.UTF32 or line.isascii():
        return min(max(column, 0), len(line))
    widest = 4 if units is Units.UTF8 else 2
    offset, left = 0, column
    while left > 0 and offset < len(line):
        piece = line[offset : offset + max(left // widest, 1)]
        width = _width(piece, units)
        if width > left:
            break
        offset += len(piece)
        left -= width
    return offset


def _width(text: str, units: Units) -> int:
    """The length in UTF-8 bytes or UTF-16 units; a lone surrogate counts as three bytes or as one unit."""
    if units is Units.UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2

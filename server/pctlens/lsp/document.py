"""An open text as the lines that LSP counts, with what was found in each of them.

pygls cuts lines with ``str.splitlines``, for which a form feed or U+2028 ends a line; for LSP it does not, and so an edit would
land in another place. It also cuts the whole text again after each edit. Here an edit replaces only the lines that it touches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from pctlens.core.rules import Problem
from pctlens.core.suppression import HEAD
from pctlens.core.text import strip_end
from pctlens.lsp.lines import Lines

_CLEAN, _FOUND, _STALE = 0, 1, 2  # a row's mark
_STALE_RUN = re.compile(rb"\x02+")
_AT_ONCE: Final = 65_536  # so many rows are looked at as one text, lest a large document's is there twice


class Place(NamedTuple):
    """A place in a document: a row and a code point in it, both from 0; the row's line end belongs to no place."""

    row: int
    offset: int


class Finds(Protocol):
    """What a document asks about its lines, which come with their ends."""

    def suspects(self, text: str) -> Iterable[int]:
        """The rows of a whole text in which there may be problems, the lines around them considered."""
        ...

    def find(self, line: str, above: str, below: str) -> tuple[Problem, ...]:
        """The problems of a line between two others, in offsets into ``line``."""
        ...

    def ignores(self, head: Sequence[str]) -> bool:
        """Whether a file that begins with these ``HEAD`` lines wants no findings."""
        ...


class Document:
    """A text that is edited in place, and the problems of its rows.

    Three sequences have an entry a row and are edited alike: the lines, the problems, and a mark. The marks are bytes, so that
    the next row with problems, or the next one whose problems no longer hold, is found at the speed of ``memchr``: an edit in
    10 MB costs the same as one in 10 kB.
    """

    def __init__(self, text: str, finder: Finds, max_bytes: int) -> None:
        self._finder = finder
        self._max_bytes = max_bytes
        self.replace(text)

    @property
    def lines(self) -> Lines:
        """The lines with their ends; the last one has none and may be empty."""
        return self._lines

    @property
    def text(self) -> str:
        """The whole text."""
        return self._lines.text(0, len(self._lines))

    def line(self, row: int) -> str:
        """The line at ``row`` without its end; empty where the document has no such row."""
        return strip_end(self._lines[row]) if 0 <= row < len(self._lines) else ""

    def place(self, offset: int) -> Place:
        """The place of a code point of the whole text."""
        for row, line in enumerate(self._lines):
            if offset < len(line):
                return Place(row, offset)
            offset -= len(line)
        return Place(row, len(line))

    def neighbours(self, row: int) -> tuple[str, str]:
        """The lines above and below a row, with their ends; empty where there is none."""
        lines = self._lines
        return lines[row - 1] if row else "", lines[row + 1] if row + 1 < len(lines) else ""

    def replace(self, text: str) -> None:
        """Take ``text`` instead of everything."""
        self._lines = Lines(text)
        self._bytes = _size(text)
        self._judge_all()

    def judge_with(self, finder: Finds, max_bytes: int) -> None:
        """Find everything again, under other settings."""
        self._finder = finder
        self._max_bytes = max_bytes
        self._judge_all()

    def edit(self, start: Place, end: Place, text: str) -> None:
        """Put ``text`` in the place of what stands between two places, which have to be in the document, in either order."""
        (first, left), (last, right) = min(start, end), max(start, end)
        lines = self._lines
        old = lines.text(first, last + 1)
        end_of_old = len(old) - len(lines[last]) + right
        self._bytes += _size(text) - _size(old[left:end_of_old])
        changed = old[:left] + text + old[end_of_old:]
        if first and changed.startswith("\n") and lines[first - 1].endswith("\r"):
            first -= 1
            changed = lines[first] + changed
        start_row, end_row = max(first - 1, 0), min(last + 2, len(lines))
        more = lines.replace(first, last + 1, changed)
        self._forget(start_row, end_row, end_row - start_row + more)
        if self._silent != self._is_silent(first):
            self._judge_all()

    def problems(self, start: int = 0, end: int | None = None) -> Iterator[tuple[int, tuple[Problem, ...]]]:
        """The rows with problems from ``start`` to before ``end``, in order, each with its problems in order."""
        self._find_stale()
        row = self._marks.find(_FOUND, start, end)
        while row >= 0:
            yield row, self._problems[row]
            row = self._marks.find(_FOUND, row + 1, end)

    def count(self) -> int:
        """How many problems there are in all."""
        self._find_stale()
        return self._count

    def _judge_all(self) -> None:
        self._problems: list[tuple[Problem, ...]] = []
        self._marks = bytearray()
        self._count = 0
        self._forget(0, 0, len(self._lines))
        self._silent = self._is_silent(0)

    def _is_silent(self, changed: int) -> bool:
        """Whether nothing is to be found in the document; ``changed`` is the first row that is not as it was."""
        if changed < HEAD:
            self._ignored = self._finder.ignores(list(map(strip_end, self._lines[:HEAD])))
        return self._ignored or self._bytes > self._max_bytes

    def _forget(self, start: int, end: int, rows: int) -> None:
        """Put ``rows`` whose problems are not known in the place of those from ``start`` to before ``end``."""
        self._count -= sum(map(len, self._problems[start:end]))
        self._problems[start:end] = [()] * rows
        self._marks[start:end] = bytes([_STALE]) * rows

    def _find_stale(self) -> None:
        """Find the problems that are not known, unless nothing is to be found."""
        if self._silent:
            return
        lines, marks = self._lines, self._marks
        start = marks.find(_STALE)
        while start >= 0:
            end = next(_STALE_RUN.finditer(marks, start, start + _AT_ONCE)).end()
            marks[start:end] = bytes(end - start)
            first = max(start - 1, 0)  # the lines around the run matter
            for row in self._finder.suspects(lines.text(first, min(end + 1, len(lines)))):
                if start <= first + row < end:
                    self._find(first + row)
            start = marks.find(_STALE, end)

    def _find(self, row: int) -> None:
        found = self._finder.find(self._lines[row], *self.neighbours(row))
        self._problems[row] = found
        self._count += len(found)
        self._marks[row] = _FOUND if found else _CLEAN


def _size(text: str) -> int:
    """The length of ``text`` in bytes of UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))

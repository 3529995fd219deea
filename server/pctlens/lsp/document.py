"""An open text as the lines that LSP counts, with what was found in each of them.

pygls cuts lines with ``str.splitlines``, for which a form feed or U+2028 ends a line; for LSP it does not, and so an edit would
land in another place. It also cuts the whole text again after each edit. Here an edit replaces only the lines that it touches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from pctlens.core.rules import Problem
from pctlens.core.text import strip_end
from pctlens.lsp.lines import Lines

HEAD: Final = 5
"""A comment in so many first lines can silence the whole file."""

_CLEAN, _FOUND, _STALE = 0, 1, 2  # a row's mark


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
        return self._lines.text

    def line(self, row: int) -> str:
        """The line at ``row`` without its end; empty where the document has no such row."""
        return strip_end(self._lines[row]) if 0 <= row < len(self._lines) else ""

    def place(self, offset: int) -> Place:
        """The place of a code point of the whole text."""
        for row, line in enumerate(self._lines):
            if offset < len(line):
                return Place(row, offset)
            offset -= len(line)
        return Place(len(self._lines) - 1, len(self._lines[-1]))

    def neighbours(self, row: int) -> tuple[str, str]:
        """The lines above and below a row, with their ends; empty where there is none."""
        lines = self._lines
        return lines[row - 1] if row else "", lines[row + 1] if row + 1 < len(lines) else ""

    def replace(self, text: str) -> None:
        """Take ``text`` instead of everything."""
        self._lines = Lines(text)
        self._bytes = _size(text)
        self._judge_all(text)

    def judge_with(self, finder: Finds, max_bytes: int) -> None:
        """Find everything again, under other settings."""
        self._finder = finder
        self._max_bytes = max_bytes
        self._judge_all(self.text)

    def edit(self, start: Place, end: Place, text: str) -> None:
        """Put ``text`` in the place of what stands between two places, which have to be in the document, in either order."""
        (first, left), (last, right) = min(start, end), max(start, end)
        lines = self._lines
        self._bytes += _size(text) - sum(map(_size, self._between(first, left, last, right)))
        changed = lines[first][:left] + text + lines[last][right:]
        if first and changed.startswith("\n") and lines[first - 1].endswith("\r"):
            first -= 1
            changed = lines[first] + changed
        rows = lines.replace(first, last + 1, changed)
        self._count -= sum(map(len, self._problems[first : last + 1]))
        self._problems[first : last + 1] = [()] * rows
        self._marks[first : last + 1] = bytes(rows)
        if self._silent == self._is_silent(first):
            self._doubt(max(first - 1, 0), first + rows + 1)
        else:
            self._judge_all(self.text)

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

    def _judge_all(self, text: str) -> None:
        rows = len(self._lines)
        self._problems: list[tuple[Problem, ...]] = [()] * rows
        self._marks = bytearray(rows)
        self._count = 0
        self._silent = self._is_silent(0)
        self._suspect(text, 0, range(rows))

    def _is_silent(self, changed: int) -> bool:
        """Whether nothing is to be found in the document; ``changed`` is the first row that is not as it was."""
        if changed < HEAD:
            self._ignored = self._finder.ignores(list(map(strip_end, self._lines[:HEAD])))
        return self._ignored or self._bytes > self._max_bytes

    def _doubt(self, start: int, end: int) -> None:
        """Forget the problems of the rows from ``start`` to before ``end``."""
        forgotten = self._problems[start:end]
        self._count -= sum(map(len, forgotten))
        self._problems[start:end] = [()] * len(forgotten)
        self._marks[start:end] = bytes(len(forgotten))
        first = max(start - 1, 0)
        self._suspect("".join(self._lines[first : end + 1]), first, range(start, end))

    def _suspect(self, text: str, first: int, rows: range) -> None:
        """Mark which of ``rows`` have to be looked at; ``text`` holds them and their neighbours, from the row ``first`` on."""
        if not self._silent:
            for index in self._finder.suspects(text):
                if first + index in rows:
                    self._marks[first + index] = _STALE

    def _find_stale(self) -> None:
        lines, marks = self._lines, self._marks
        row = marks.find(_STALE)
        while row >= 0:
            found = self._finder.find(lines[row], *self.neighbours(row))
            self._problems[row] = found
            self._count += len(found)
            marks[row] = _FOUND if found else _CLEAN
            row = marks.find(_STALE, row + 1)

    def _between(self, first: int, left: int, last: int, right: int) -> Iterator[str]:
        """The pieces of text between two places."""
        if first == last:
            yield self._lines[first][left:right]
            return
        yield self._lines[first][left:]
        yield from self._lines[first + 1 : last]
        yield self._lines[last][:right]


def _size(text: str) -> int:
    """The length of ``text`` in bytes of UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))

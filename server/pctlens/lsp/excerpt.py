"""Whole lines of a document as one text: what a rewrite of a selection works on, with the way back to places."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from pctlens.core.analysis import Line
from pctlens.core.rules import Edit
from pctlens.core.text import Span, strip_end
from pctlens.lsp.convert import Change
from pctlens.lsp.document import Place
from pctlens.lsp.documents import Open
from pctlens.windows import LONG


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The lines that a selection touches, from the row ``first`` on, and the selection in their text.

    ``line`` is the analysis of the first of them. In a very long line it is that of a window, and the text begins with it, at the
    offset ``base`` of the line. ``starts`` holds where each row begins in ``text``.
    """

    text: str
    selection: Span
    line: Line
    first: int
    base: int
    starts: tuple[int, ...]

    @classmethod
    def of(cls, opened: Open, start: Place, end: Place) -> Excerpt:
        """The excerpt for the selection between two places, the earlier one first."""
        lines = opened.document.lines[start.row : end.row + 1]
        lines[-1] = strip_end(lines[-1])
        line, base = opened.read(start)
        starts = (0, *(at - base for at in accumulate(map(len, lines[:-1]))))
        selection = Span(start.offset - base, starts[-1] + end.offset - (base if end.row == start.row else 0))
        text = line.text + "".join(lines)[base + len(line.text) :]
        if len(text) > LONG and end.row == start.row:
            text = text[: max(selection.end, len(line.text))]
        return cls(text, selection, line, start.row, base, starts)

    def changes(self, edits: Iterable[Edit]) -> Iterator[Change]:
        """Edits of the text as changes of the document."""
        for edit in edits:
            yield Change(self._place(edit.span.start), self._place(edit.span.end), edit.text)

    def _place(self, offset: int) -> Place:
        index = bisect_right(self.starts, offset) - 1
        return Place(self.first + index, offset - self.starts[index] + (0 if index else self.base))

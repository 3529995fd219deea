"""The lines of an open text, of which only those are cut that somebody looks at.

A string a line takes four times the memory of the text, and longer to make than to find all that matters in it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, overload

from pctlens.core.text import split_lines, strip_end

BLOCK: Final = 16_384
"""A text is kept in blocks of so many code points, and on to the end of the line."""

ROWS: Final = 1_024
"""An edited block of more lines is parted."""

Block = str | list[str]
"""Neighbouring lines with their ends: one text until one of them is edited."""


class Lines(Sequence[str]):
    """The lines of a text with their ends; the last one has none and may be empty.

    ``starts`` holds the first row of each block, and last how many rows there are. An edit costs the lines of its blocks, and a
    number for each block behind them where it changes how many lines there are.
    """

    def __init__(self, text: str) -> None:
        self._blocks: list[Block] = list(_blocks(text))
        if not _has_last_line(text):
            self._blocks.append([""])
        self._starts = list(accumulate(map(_count, self._blocks), initial=0))

    def __len__(self) -> int:
        return self._starts[-1]

    def __iter__(self) -> Iterator[str]:
        for block in self._blocks:
            yield from _cut(block) if isinstance(block, str) else block

    @overload
    def __getitem__(self, rows: int) -> str: ...
    @overload
    def __getitem__(self, rows: slice) -> list[str]: ...
    def __getitem__(self, rows: int | slice) -> str | list[str]:
        if isinstance(rows, int):
            row = range(len(self))[rows]
            index = self._block_of(row)
            return self._lines(index)[row - self._starts[index]]
        start, end, _ = rows.indices(len(self))
        found: list[str] = []
        while start < end:
            index = self._block_of(start)
            first = self._starts[index]
            found += self._lines(index)[start - first : end - first]
            start = self._starts[index + 1]
        return found

    def text(self, start: int, end: int) -> str:
        """The text of the rows from ``start`` to before ``end``."""
        pieces: list[str] = []
        while start < end:
            index = self._block_of(start)
            block, first, after = self._blocks[index], self._starts[index], self._starts[index + 1]
            if isinstance(block, str) and first == start and after <= end:
                pieces.append(block)
            else:
                pieces += self._lines(index)[start - first : end - first]
            start = after
        return "".join(pieces)

    def replace(self, start: int, end: int, text: str) -> int:
        """Put ``text`` in the place of the rows from ``start`` to before ``end``: how many rows more there are.

        There has to be such a row; a text that goes before another line ends as a line does.
        """
        new = _cut(text)
        if end == len(self) and not _has_last_line(text):
            new.append("")
        index = self._block_of(start)
        block, first = self._opened(index, self._block_of(end - 1)), self._starts[index]
        block[start - first : end - first] = new
        if more := len(new) - (end - start):
            self._starts[index + 1 :] = [row + more for row in self._starts[index + 1 :]]
        if len(block) > ROWS:
            parts = [block[at : at + ROWS // 2] for at in range(0, len(block), ROWS // 2)]
            self._blocks[index : index + 1] = parts
            self._starts[index : index + 1] = accumulate(map(len, parts[:-1]), initial=first)
        return more

    def _block_of(self, row: int) -> int:
        return bisect_right(self._starts, row) - 1

    def _opened(self, first: int, last: int) -> list[str]:
        """The blocks from ``first`` to ``last`` made one that can be edited."""
        block = self._blocks[first]
        if first < last or isinstance(block, str):
            block = [line for index in range(first, last + 1) for line in self._lines(index)]
            self._blocks[first : last + 1] = [block]
            del self._starts[first + 1 : last + 1]
        return block

    def _lines(self, index: int) -> Sequence[str]:
        block = self._blocks[index]
        if isinstance(block, str):
            is_one = self._starts[index + 1] - self._starts[index] == 1  # which may be as long as the text: nothing to remember
            return (block,) if is_one else _looked_at(block)
        return block


def _blocks(text: str) -> Iterator[str]:
    """``text`` in pieces of whole lines."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + BLOCK) + 1 or len(text)
        yield text[start:end]
        start = end


def _has_last_line(text: str) -> bool:
    """Whether something stands behind the last line end."""
    return text[-1:] not in ("", "\n", "\r")


def _count(block: Block) -> int:
    """How many lines a block has."""
    if not isinstance(block, str):
        return len(block)
    ends = block.count("\n") + (block.count("\r") - block.count("\r\n") if "\r" in block else 0)
    return ends + _has_last_line(block)


def _cut(text: str) -> list[str]:
    """The lines of ``text``."""
    body = strip_end(text)
    one = body and "\n" not in body and "\r" not in body  # the test is 20 times faster on a long line
    return [text] if one else split_lines(text)


@lru_cache(maxsize=8)
def _looked_at(block: str) -> tuple[str, ...]:
    """The lines of a block. A client asks several things about the lines near the cursor, one after the other."""
    return tuple(_cut(block))

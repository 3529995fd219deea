"""The few lines of a large text that matter, found without cutting the rest of it into lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Place(NamedTuple):
    """A line with its neighbours, all without line ends; ``row`` counts from 0."""

    row: int
    line: str
    above: str
    below: str


def candidates(text: str, needles: Sequence[str]) -> Iterator[Place]:
    """The lines that hold one of the ``needles``, in order."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    row = counted = at = 0
    following = [-1] * len(needles)
    while True:
        for index, needle in enumerate(needles):
            if following[index] < at:
                following[index] = _find(text, needle, at)
        if (hit := min(following)) == len(text):
            return
        start = text.rfind("\n", at, hit) + 1 or at
        end = _find(text, "\n", hit)
        row += text.count("\n", counted, start)
        counted = start
        above = text[text.rfind("\n", 0, start - 1) + 1 : start - 1] if start else ""
        yield Place(row, text[start:end], above, text[end + 1 : _find(text, "\n", end + 1)])
        at = end + 1


def _find(text: str, needle: str, at: int) -> int:
    """Where ``needle`` is found from ``at`` on; the length of the text where it is not."""
    found = text.find(needle, at)
    return found if found >= 0 else len(text)

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
    find, size = text.find, len(text)
    row = counted = at = 0
    following = dict.fromkeys(needles, -1)
    while True:
        for needle, known in following.items():
            if known < at:
                found = find(needle, at)
                following[needle] = found if found >= 0 else size
        if (hit := min(following.values())) == size:
            return
        start = text.rfind("\n", at, hit) + 1 or at
        end = _end(text, hit)
        row += text.count("\n", counted, start)
        counted = start
        above = text[text.rfind("\n", 0, start - 1) + 1 : start - 1] if start else ""
        at = end + 1
        yield Place(row, text[start:end], above, text[at : _end(text, at)])


def _end(text: str, at: int) -> int:
    """Where the line that goes on at ``at`` ends."""
    found = text.find("\n", at)
    return found if found >= 0 else len(text)

"""The few lines of a large text that matter, found without cutting the rest of it into lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pctlens.core.text import split_lines, strip_end


@dataclass(frozen=True, slots=True)
class Place:
    """A line with its neighbours, all without line ends; ``row`` counts from 0."""

    row: int
    line: str
    above: str
    below: str


def candidates(text: str, needles: Sequence[str]) -> Iterator[Place]:
    """The lines that hold one of the ``needles``, in order."""
    if "\r" in text:
        text = "\n".join(strip_end(line) for line in split_lines(text))
    row = counted = at = 0
    following = [text.find(needle) for needle in needles]
    while (hit := min((found for found in following if found >= 0), default=-1)) >= 0:
        start = text.rfind("\n", at, hit) + 1 or at
        end = _end(text, hit)
        row += text.count("\n", counted, start)
        counted = start
        above = text[text.rfind("\n", 0, start - 1) + 1 : start - 1] if start else ""
        yield Place(row, text[start:end], above, text[end + 1 : _end(text, end + 1)])
        at = end + 1
        following = [
            text.find(needle, at) if -1 < found < at else found for needle, found in zip(needles, following, strict=True)
        ]


def _end(text: str, at: int) -> int:
    """Where the line that holds the character at ``at`` ends."""
    found = text.find("\n", at)
    return found if found >= 0 else len(text)

"""The few lines of a large text that matter, found without cutting the rest of it into lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Place(NamedTuple):
    """A line with its neighbours, all without line ends; ``row`` counts from 0."""

    row: int
    line: str
    above: str
    below: str


def candidates(text: str, needles: Sequence[str]) -> Iterator[Place]:
    """The lines that hold one of the ``needles``, in order."""
    text = with_line_feeds(text)
    return places(text, spans(text, needles))


def places(text: str, found: Iterable[tuple[int, int]]) -> Iterator[Place]:
    """The lines that begin and end where ``found`` says, in order, of a text with line feeds."""
    row = counted = 0
    for start, end in found:
        row += text.count("\n", counted, start)
        counted = start
        yield Place(row, text[start:end], above(text, start), below(text, end))


def with_line_feeds(text: str) -> str:
    """``text`` with a line feed at the end of each line."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def spans(text: str, needles: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where each line begins and ends that holds one of the ``needles``, in order, in a text with line feeds."""
    find, size = text.find, len(text)
    following = dict.fromkeys(needles, -1)
    at = 0
    while True:
        for needle, known in following.items():
            if known < at:
                found = find(needle, at)
                following[needle] = found if found >= 0 else size
        if (hit := min(following.values())) == size:
            return
        start = text.rfind("\n", at, hit) + 1 or at
        end = find("\n", hit)
        yield start, end if end >= 0 else size
        at = end + 1 or size


def above(text: str, start: int) -> str:
    """The line above the one that begins at ``start``; empty where there is none."""
    return text[text.rfind("\n", 0, start - 1) + 1 : start - 1] if start else ""


def below(text: str, end: int) -> str:
    """The line below the one that ends at ``end``; empty where there is none."""
    after = text.find("\n", end + 1)
    return text[end + 1 : after] if after >= 0 else text[end + 1 :]

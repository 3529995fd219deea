"""What was found in the windows of long lines, so that a key in a line of 10 MB costs the windows that it changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from pctlens.core.rules import Problem

Problems = tuple[Problem, ...]

_REMEMBERED: Final = 4
"""So many of the long lines seen last are remembered."""


class _Seen(NamedTuple):
    """The windows of a line and what was found in each. ``near`` is what stands above and below the line."""

    near: tuple[str, str]
    texts: Sequence[str] = ()
    found: Sequence[Problems] = ()


class Recall:
    """Remembers the long lines seen last, by what they say and what stands around them."""

    def __init__(self) -> None:
        self._lines: deque[_Seen] = deque(maxlen=_REMEMBERED)

    def found(self, line: str, cuts: Sequence[int], near: tuple[str, str], find: Callable[[str], Problems]) -> Sequence[Problems]:
        """The problems of each window of a line, which begin at the ``cuts``, of which the last is the line's end.

        ``find`` tells the problems of a window that is new.

        An edited line mostly begins and ends as before: those windows are compared where they stand, with nothing cut out or
        looked up, which a line of 10 MB has no time for.
        """
        lines = [seen for seen in reversed(self._lines) if seen.near == near]
        old = next((seen for seen in lines if line.startswith(seen.texts[0]) or line.endswith(seen.texts[-1])), _Seen(near))
        starts, ends = cuts[:-1], cuts[1:]
        front = _alike(line, starts, ends, old.texts)
        back = _alike(line, reversed(starts), reversed(ends), reversed(old.texts))
        back = min(back, len(old.texts) - front, len(starts) - front)
        known: dict[str, Problems] = {}
        for seen in [old] if old.texts else lines:
            middle = slice(front, len(seen.texts) - back)
            known.update(zip(seen.texts[middle], seen.found[middle], strict=True))
        new = [line[start:end] for start, end in pairwise(cuts[front : len(cuts) - back])]
        for text in new:
            if text not in known:
                known[text] = find(text)
        end = len(old.texts) - back
        found = [*old.found[:front], *map(known.__getitem__, new), *old.found[end:]]
        self._lines.append(_Seen(near, [*old.texts[:front], *new, *old.texts[end:]], found))
        return found


def _alike(line: str, starts: Iterable[int], ends: Iterable[int], texts: Iterable[str]) -> int:
    """How many of the windows, from the first on, hold the texts."""
    same = (
        len(text) == end - start and line.startswith(text, start) for start, end, text in zip(starts, ends, texts, strict=False)
    )
    return len(list(takewhile(bool, same)))

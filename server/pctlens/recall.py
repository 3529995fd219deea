"""What was found in the windows of long lines, so that a key in a line of 10 MB costs the windows that it changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from pctlens.core.rules import Problem
from pctlens.core.text import Span

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

    def found(
        self, line: str, windows: Sequence[Span], near: tuple[str, str], find: Callable[[str], Problems]
    ) -> Sequence[Problems]:
        """The problems of each window of a line; ``find`` tells those of a window that is new.

        An edited line mostly begins and ends as before: those windows are compared where they stand, with nothing cut out or
        looked up, which a line of 10 MB has no time for.
        """
        lines = [seen for seen in reversed(self._lines) if seen.near == near]
        old = next((seen for seen in lines if line.startswith(seen.texts[0]) or line.endswith(seen.texts[-1])), _Seen(near))
        front = _alike(line, windows, old.texts)
        back = min(_alike(line, reversed(windows), reversed(old.texts)), len(old.texts) - front, len(windows) - front)
        known: dict[str, Problems] = {}
        for seen in [old] if old.texts else lines:
            middle = slice(front, len(seen.texts) - back)
            known.update(zip(seen.texts[middle], seen.found[middle], strict=True))
        new = [window.of(line) for window in windows[front : len(windows) - back]]
        for text in new:
            if text not in known:
                known[text] = find(text)
        end = len(old.texts) - back
        found = [*old.found[:front], *map(known.__getitem__, new), *old.found[end:]]
        self._lines.append(_Seen(near, [*old.texts[:front], *new, *old.texts[end:]], found))
        return found


def _alike(line: str, windows: Iterable[Span], texts: Iterable[str]) -> int:
    """How many of the windows, from the first on, hold the texts."""
    same = (
        len(text) == window.end - window.start and line.startswith(text, window.start)
        for window, text in zip(windows, texts, strict=False)
    )
    return len(list(takewhile(bool, same)))

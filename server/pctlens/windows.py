"""Very long lines (minified code, logs, data) cut into windows that can be analysed on their own.

A window ends at a place that its own text decides, and a little of what follows. So an edit moves only the cuts near it: further
on they fall on the same characters as before, and what was found in those windows still holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, starmap

from pctlens.core.patterns import regex
from pctlens.core.text import Span

LONG = 16_384
"""Lines of at most this many code points are never cut."""

LEAST = 4_096
"""No window but the last of a line has fewer code points."""

_SEAM = regex(r'"(?<!\\")(?:,(?!"[])+;])|[]}]{1,9},)')  # a literal ended, so that the next window begins outside of one
_SEAMS_WITHIN = 512
_BREAK = regex(r"[\s\"'`<>]")  # no URL goes on beyond one of these
_JOINT = regex(r"[\s\"'`<>,;?/]|(?=&)")  # before an ampersand, which may begin an entity
_CUT_ESCAPE = regex(r"%[0-9A-Fa-f]?\Z")


def cuts(line: str) -> Iterator[int]:
    """Where the windows of ``line`` (without its line end) begin, in order, and where it ends; a short line is one window."""
    yield 0
    end = len(line) if len(line) <= LONG else _end(line, 0)
    yield end
    while end < len(line):
        end = _end(line, end)
        yield end


def windows(line: str) -> Iterator[Span]:
    """The windows of ``line`` in order."""
    return starmap(Span, pairwise(cuts(line)))


def window_at(line: str, offset: int) -> Span:
    """The window of ``line`` that holds the character at ``offset``; the last one where there is none."""
    start = end = 0
    for cut in cuts(line):
        start, end = end, cut
        if offset < end:
            break
    return Span(start, end)


def _end(line: str, start: int) -> int:
    """Where the window that begins at ``start`` ends: behind a seam, a break or a joint, else where it is long enough."""
    least = start + LEAST
    if least >= len(line):
        return len(line)
    found = (
        _SEAM.search(line, least, least + _SEAMS_WITHIN)
        or _BREAK.search(line, least, start + 2 * LEAST)
        or _JOINT.search(line, start + 2 * LEAST, start + LONG)
    )
    if found:
        return found.end()
    hard = min(start + LONG, len(line))
    cut = _CUT_ESCAPE.search(line, hard - 2, hard)
    return min(cut.start() + 3, len(line)) if cut else hard

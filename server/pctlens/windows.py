"""Very long lines (minified code, logs, data) cut into windows that can be analysed on their own.

A window ends at a place that its own text decides. So an edit moves only the cuts near it: further on they fall on the same
characters as before, and what was found in those windows still holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from pctlens.core.patterns import regex
from pctlens.core.text import Span

LONG = 16_384
"""Lines of at most this many code points are never cut."""

_LEAST = 4_096
_BREAK = regex(r"[\s\"'`<>]")  # no URL goes on beyond one of these
_JOINT = regex(r"[\s\"'`<>,;?/]|(?=&)")  # before an ampersand, which may begin an entity
_CUT_ESCAPE = regex(r"%[0-9A-Fa-f]?\Z")


def windows(line: str) -> Iterator[Span]:
    """The windows of ``line`` (without its line end) in order; a short line is one window."""
    if len(line) <= LONG:
        yield Span(0, len(line))
        return
    start = 0
    while start < len(line):
        end = _end(line, start)
        yield Span(start, end)
        start = end


def window_at(line: str, offset: int) -> Span:
    """The window of ``line`` that holds the character at ``offset``; the last one where there is none."""
    window = Span(0, 0)
    for window in windows(line):
        if offset < window.end:
            return window
    return window


def _end(line: str, start: int) -> int:
    """Where the window that begins at ``start`` ends: behind a break, else behind a joint, else where it is long enough."""
    least = start + _LEAST
    if least >= len(line):
        return len(line)
    found = _BREAK.search(line, least, start + 2 * _LEAST) or _JOINT.search(line, start + 2 * _LEAST, start + LONG)
    if found:
        return found.end()
    hard = min(start + LONG, len(line))
    cut = _CUT_ESCAPE.search(line, hard - 2, hard)
    return min(cut.start() + 3, len(line)) if cut else hard

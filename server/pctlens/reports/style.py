"""Text on a terminal: colour where it is wanted, and carets under a span."""

from __future__ import annotations

import os
import unicodedata
from typing import Final, TextIO

from pctlens.core.text import Span
from pctlens.core.unseen import visible

WIDTH: Final = 120
"""So many code points of a line are shown round a finding."""


def wants_colour(stream: TextIO) -> bool:
    """Whether colour belongs on ``stream``: a terminal, unless NO_COLOR is set; FORCE_COLOR asks for it anywhere."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def painted(text: str, style: str, colour: bool) -> str:
    """``text`` in an ANSI style such as ``31;1``, where ``colour`` is wanted."""
    return f"\x1b[{style}m{text}\x1b[0m" if colour else text


def underlined(line: str, span: Span) -> tuple[str, str]:
    """The line as a terminal may show it, and below it carets under ``span``: cut to a width, unseen characters spelt."""
    start = max(span.start - WIDTH // 2, 0) if span.end > WIDTH else 0
    end = max(start + WIDTH, min(span.end, start + 2 * WIDTH))
    before, marked, after = (
        _shown(line[a:b]) for a, b in ((start, span.start), (span.start, min(span.end, end)), (span.end, end))
    )
    left, right = "…" if start else "", "…" if end < len(line) else ""
    return left + before + marked + after + right, " " * _cells(left + before) + "^" * max(_cells(marked), 1)


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 file``, ``1,200 files``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _shown(text: str) -> str:
    return visible(text.replace("\t", "    "))


def _cells(text: str) -> int:
    """How many cells of a terminal the text takes."""
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1

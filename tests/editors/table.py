"""The table of editors: what is known of each session once it has been played, and what its tests came to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Performance:
    """The version of an editor and how long its session took."""

    version: str
    seconds: float


PERFORMANCES = pytest.StashKey[dict[str, Performance]]()
"""By the editor's id, which stands in brackets behind the name of each of its tests."""

OUTCOMES = ("passed", "failed", "error", "skipped")


def table(performances: Mapping[str, Performance], reports: Mapping[str, Iterable[pytest.TestReport]]) -> Iterator[str]:
    """The lines of the table; ``reports`` are pytest's, by outcome."""
    counts: dict[str, Counter[str]] = {}
    for outcome in OUTCOMES:
        for report in reports.get(outcome, ()):
            if played := re.search(r"test_(?:editors|beside)\.py::.*\[(.+)\]$", report.nodeid):
                counts.setdefault(played[1], Counter())[outcome] += 1
    rows: list[Sequence[str]] = [("editor", "version", *OUTCOMES, "seconds")]
    for editor, count in counts.items():
        done = performances.get(editor, Performance("-", 0))
        rows.append((editor, done.version, *(str(count[outcome]) for outcome in OUTCOMES), f"{done.seconds:.1f}"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()

"""Reads fixtures: whole files in which carets under a line draw the findings wanted for it.

url = "https://a.example/?q=%zz"
                            ^^^ malformed-escape error
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pctlens.core.analysis import Line, analyse
from pctlens.core.hosts import Host, host_of
from pctlens.core.rules import Edit
from pctlens.core.text import Span

FOLDER = Path(__file__).parent / "fixtures"
_WANTED = re.compile(r"(\s*)(\^+) ([a-z0-9-]+) ([a-z]+)")

Finding = tuple[str, str, Span]
"""A rule's id, a severity, and the span in the line."""


def applied(text: str, edits: Sequence[Edit]) -> str:
    """``text`` after ``edits``, which are in order and do not overlap."""
    for edit in reversed(edits):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def lines_of(text: str, host: Host) -> list[Line]:
    """Each line of ``text`` analysed, with its neighbours."""
    rows = text.split("\n")
    return [analyse(row, host, above, below) for above, row, below in zip(["", *rows], rows, [*rows[1:], ""], strict=False)]


def read(path: Path) -> tuple[list[Line], list[list[Finding]]]:
    """The analysed lines of a fixture, and the findings that are drawn under each of them.

    The file is known by its name without ``.fixture``, so that ``alembic.ini.fixture`` is read as ``alembic.ini``.
    """
    rows: list[str] = []
    wanted: list[list[Finding]] = []
    for row in path.read_text(encoding="utf-8").splitlines():
        if drawn := _WANTED.fullmatch(row):
            start = len(drawn[1])
            wanted[-1].append((drawn[3], drawn[4], Span(start, start + len(drawn[2]))))
        else:
            rows.append(row)
            wanted.append([])
    return lines_of("\n".join(rows), host_of(path.name.removesuffix(".fixture"))), wanted

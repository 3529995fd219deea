"""Between places in a document and positions on the wire: the only place of the server where columns exist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lsprotocol import types as lsp

from pctlens.core.rules import Problem, Severity
from pctlens.core.text import Span, Units, strip_end, to_column, to_offset
from pctlens.lsp import wire
from pctlens.lsp.document import Document, Place


class Change(NamedTuple):
    """Put ``text`` in the place of what stands between two places of a document."""

    start: Place
    end: Place
    text: str


SEVERITIES: Final[Mapping[Severity, int]] = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error.value,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning.value,
    Severity.INFORMATION: lsp.DiagnosticSeverity.Information.value,
    Severity.HINT: lsp.DiagnosticSeverity.Hint.value,
}


def place_of(document: Document, position: lsp.Position, units: Units) -> Place:
    """The place in ``document``: behind its last line the document's end, behind a line's end that end (LSP 3.17, Position)."""
    row = position.line
    if row >= len(document.lines):
        row = len(document.lines) - 1
        return Place(row, len(document.lines[row]))
    return Place(row, to_offset(document.lines[row], position.character, units))


def range_of(line: str, row: int, span: Span, units: Units) -> wire.Range:
    """The range on the wire of a span of the line at ``row``."""
    return _range(row, to_column(line, span.start, units), to_column(line, span.end, units))


def diagnostics(line: str, row: int, problems: Iterable[Problem], units: Units, docs: str | None) -> list[wire.Diagnostic]:
    """The diagnostics of the line at ``row``; ``docs`` is the page about the rules, for a client that can link to it."""
    problems = tuple(problems)
    columns = _columns(strip_end(line), [edge for problem in problems for edge in (problem.span.start, problem.span.end)], units)
    found: list[wire.Diagnostic] = []
    for problem in problems:
        diagnostic: wire.Diagnostic = {
            "range": _range(row, columns[problem.span.start], columns[problem.span.end]),
            "severity": SEVERITIES[problem.severity],
            "source": "pctlens",
            "message": problem.message,
            "code": problem.rule,
        }
        if docs is not None:
            diagnostic["codeDescription"] = {"href": f"{docs}#{problem.rule}"}
        found.append(diagnostic)
    return found


def text_edits(document: Document, changes: Iterable[Change], units: Units) -> list[wire.TextEdit]:
    """Changes of one document on the wire, in their order."""
    changes = tuple(changes)
    starts = positions(document, [change.start for change in changes], units)
    ends = positions(document, [change.end for change in changes], units)
    return [
        {"range": {"start": start, "end": end}, "newText": change.text}
        for start, end, change in zip(starts, ends, changes, strict=True)
    ]


def positions(document: Document, places: Sequence[Place], units: Units) -> list[wire.Position]:
    """Places of one document on the wire, in their order; each line is gone over once however many of them it holds."""
    offsets: dict[int, list[int]] = {}
    for row, offset in places:
        offsets.setdefault(row, []).append(offset)
    columns = {row: _columns(document.line(row), found, units) for row, found in offsets.items()}
    return [{"line": row, "character": columns[row][offset]} for row, offset in places]


def _range(row: int, start: int, end: int) -> wire.Range:
    return {"start": {"line": row, "character": start}, "end": {"line": row, "character": end}}


def _columns(line: str, offsets: Iterable[int], units: Units) -> Mapping[int, int]:
    """The columns of some offsets, in one pass over the line (without its end) however many there are."""
    if units is Units.UTF32 or line.isascii():
        return {offset: min(offset, len(line)) for offset in offsets}
    column, columns = 0, {0: 0}
    for before, offset in pairwise(sorted({0, *offsets})):
        piece = line[before:offset]
        column += to_column(piece, len(piece), units)
        columns[offset] = column
    return columns

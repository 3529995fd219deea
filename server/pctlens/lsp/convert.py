"""Between places in a document and positions on the wire: the only place of the server where columns exist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final

from lsprotocol import types as lsp

from pctlens.core.rules import Problem, Severity
from pctlens.core.text import Span, Units, to_column, to_offset
from pctlens.lsp import wire
from pctlens.lsp.document import Document, Place

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
    columns = _columns(line, [edge for problem in problems for edge in (problem.span.start, problem.span.end)], units)
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


def workspace_edit(uri: str, version: int | None, edits: list[wire.TextEdit], is_versioned: bool) -> dict[str, object]:
    """The edits of one document; only a client that declared ``documentChanges`` looks at the version."""
    if is_versioned:
        return {"documentChanges": [{"textDocument": {"uri": uri, "version": version}, "edits": edits}]}
    return {"changes": {uri: edits}}


def _range(row: int, start: int, end: int) -> wire.Range:
    return {"start": {"line": row, "character": start}, "end": {"line": row, "character": end}}


def _columns(line: str, offsets: Iterable[int], units: Units) -> Mapping[int, int]:
    """The columns of some offsets, in one pass over the line however many there are."""
    if units is Units.UTF32 or line.isascii():
        return {offset: offset for offset in offsets}
    column, columns = 0, {0: 0}
    for before, offset in pairwise(sorted({0, *offsets})):
        piece = line[before:offset]
        column += to_column(piece, len(piece), units)
        columns[offset] = column
    return columns

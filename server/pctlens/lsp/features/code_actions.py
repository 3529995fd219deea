"""Quick fixes of the findings and rewrites of what is selected, their edits complete: some clients cannot ask for those later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from lsprotocol import types as lsp

from pctlens.core.rules import Edit, Problem
from pctlens.core.text import Span
from pctlens.lsp import wire
from pctlens.lsp.convert import diagnostics, place_of, range_of, workspace_edit
from pctlens.lsp.document import Place
from pctlens.lsp.documents import Open
from pctlens.lsp.session import Server

QUICK_FIX: Final = "quickfix"
FIX_ALL: Final = "source.fixAll.pctlens"
KINDS: Final = (QUICK_FIX, "refactor.rewrite.pctlens", FIX_ALL)

_MOST_FIXES: Final = 12


def code_actions(ls: Server, params: lsp.CodeActionParams) -> list[wire.CodeAction]:
    """What can be done with a selection or at a cursor, best first.

    The findings are found again here: some clients send them back with ranges in another unit.
    """
    opened = ls.documents.get(params.text_document.uri)
    if opened is None or not ls.client.code_actions:
        return []
    ends = (place_of(opened.document, position, ls.documents.units) for position in (params.range.start, params.range.end))
    start, end = sorted(ends)
    only = None if params.context.only is None else [getattr(kind, "value", kind) for kind in params.context.only]
    found: list[wire.CodeAction] = []
    if _is_wanted(QUICK_FIX, only):
        found += islice(_quick_fixes(ls, opened, start, end), _MOST_FIXES)
    if _is_wanted(FIX_ALL, only) and (only or found):
        found += _fix_all(ls, opened)
    return found


def _quick_fixes(ls: Server, opened: Open, start: Place, end: Place) -> Iterator[wire.CodeAction]:
    for row, problem in _problems(opened, start, end):
        line = opened.document.lines[row]
        shown = diagnostics(line, row, [problem], ls.documents.units, ls.docs)
        for fix in problem.fixes:
            action: wire.CodeAction = {
                "title": fix.title,
                "kind": QUICK_FIX,
                "diagnostics": shown,
                "edit": _edit(ls, opened, [(row, edit) for edit in fix.edits]),
            }
            if ls.client.preferred_actions:
                action["isPreferred"] = fix.preferred
            yield action


def _fix_all(ls: Server, opened: Open) -> Iterator[wire.CodeAction]:
    """One action with the first safe fix of each finding, but of those only that do not overlap."""
    edits: list[tuple[int, Edit]] = []
    for row, problems in opened.document.problems():
        reached = -1
        for problem in problems:
            fix = next((fix for fix in problem.fixes if fix.safe), None)
            if fix and fix.edits and min(edit.span.start for edit in fix.edits) >= reached:
                edits += [(row, edit) for edit in fix.edits]
                reached = max(edit.span.end for edit in fix.edits)
    if edits:
        yield {"title": "Fix all findings with a safe fix", "kind": FIX_ALL, "edit": _edit(ls, opened, edits)}


def _problems(opened: Open, start: Place, end: Place) -> Iterator[tuple[int, Problem]]:
    """The findings that a selection covers or touches, with their rows."""
    for row, problems in opened.document.problems(start.row, end.row + 1):
        left = start.offset if row == start.row else 0
        right = end.offset if row == end.row else len(opened.document.lines[row])
        for problem in problems:
            if problem.span.overlaps(Span(left, right)):
                yield row, problem


def _edit(ls: Server, opened: Open, edits: list[tuple[int, Edit]]) -> dict[str, object]:
    """The edits, each with its row, in the form that the client takes."""
    lines, units = opened.document.lines, ls.documents.units
    written: list[wire.TextEdit] = [
        {"range": range_of(lines[row], row, edit.span, units), "newText": edit.text} for row, edit in edits
    ]
    return workspace_edit(opened.uri, opened.version, written, ls.client.document_changes)


def _is_wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Whether the client asked for actions of this kind, or of one that it is a sub-kind of; without a word it wants all."""
    return only is None or any(not wanted or kind == wanted or kind.startswith(wanted + ".") for wanted in only)

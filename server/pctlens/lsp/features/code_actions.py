"""Quick fixes of the findings and rewrites of what is selected, their edits complete: some clients cannot ask for those later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Final

from lsprotocol import types as lsp

from pctlens.core.refactors import PREFIX, refactors
from pctlens.core.rules import Edit, Problem
from pctlens.core.text import Span
from pctlens.lsp import wire
from pctlens.lsp.convert import Change, diagnostics, place_of
from pctlens.lsp.document import Place
from pctlens.lsp.documents import Open
from pctlens.lsp.edits import workspace_edit
from pctlens.lsp.excerpt import Excerpt
from pctlens.lsp.features.dismissals import dismissals
from pctlens.lsp.session import Server

QUICK_FIX: Final = "quickfix"
FIX_ALL: Final = "source.fixAll.pctlens"
_MOST_FIXES: Final = 12
_MOST_FIXED: Final = 1_000
"""To fix more findings at once is offered only where it is asked for: a cursor that moves would get all the edits each time."""
_MOST_SELECTED: Final = 16_384
"""Of a larger selection (in code points) an editor that asks by itself hears no rewrite: it does so each time that one grows."""


def code_actions(ls: Server, params: lsp.CodeActionParams) -> list[wire.CodeAction]:
    """What can be done with a selection or at a cursor, best first.

    The findings are found again here: some clients send them back with ranges in another unit.
    """
    opened = ls.documents.get(params.text_document.uri)
    if opened is None or not ls.client.code_actions:
        return []
    start, end = sorted(place_of(opened.document, at, ls.client.units) for at in (params.range.start, params.range.end))
    covers_all = start == (0, 0) and end.row == len(opened.document.lines) - 1
    if covers_all and params.context.diagnostics and not ls.client.preferred_actions:
        return list(_single_fixes(ls, opened, params.context.diagnostics))
    only = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]
    found = list(islice(_quick_fixes(ls, opened, start, end), _MOST_FIXES)) if _is_wanted(QUICK_FIX, only) else []
    asks_by_itself = not only and params.context.trigger_kind is lsp.CodeActionTriggerKind.Automatic
    if _is_wanted(PREFIX, only) and not (asks_by_itself and _is_large(opened, start, end)):
        found += _rewrites(ls, opened, start, end, only)
    fixes_here = any(action["kind"] == QUICK_FIX for action in found)
    if _is_wanted(FIX_ALL, only) and (only or (fixes_here and opened.document.count() <= _MOST_FIXED)):
        found += _fix_all(ls, opened)
    if _is_wanted(QUICK_FIX, only) and start.row == end.row:
        found += _dismissals(ls, opened, start, end)
    return found


def _single_fixes(ls: Server, opened: Open, named: Iterable[lsp.Diagnostic]) -> Iterator[wire.CodeAction]:
    """One fix for each diagnostic that the client names while it asks about the whole document.

    That is how Kate asks for the quick fix under the cursor; Kate 22.12 then applies every action that it is given.
    """
    for diagnostic in named:
        start, end = (place_of(opened.document, at, ls.client.units) for at in (diagnostic.range.start, diagnostic.range.end))
        yield from islice(_quick_fixes(ls, opened, start, end), 1)


def _quick_fixes(ls: Server, opened: Open, start: Place, end: Place) -> Iterator[wire.CodeAction]:
    for row, problem in _problems(opened, start, end):
        for fix in problem.fixes:
            edit = workspace_edit(ls, opened, _changes(row, fix.edits))
            action = _fix(ls, opened, row, problem, fix.title, edit)
            if ls.client.preferred_actions:
                action["isPreferred"] = fix.preferred
            yield action


def _dismissals(ls: Server, opened: Open, start: Place, end: Place) -> Iterator[wire.CodeAction]:
    """What silences the findings of one row, which comes last."""
    for problem, title, edit in dismissals(ls, opened, start.row, [problem for _, problem in _problems(opened, start, end)]):
        yield _fix(ls, opened, start.row, problem, title, edit)


def _fix(ls: Server, opened: Open, row: int, problem: Problem, title: str, edit: dict[str, object]) -> wire.CodeAction:
    shown = diagnostics(opened.document.lines[row], row, [problem], ls.client.units, ls.rules_page)
    return {"title": title, "kind": QUICK_FIX, "diagnostics": shown, "edit": edit}


def _is_large(opened: Open, start: Place, end: Place) -> bool:
    """Whether more than ``_MOST_SELECTED`` code points are selected, found without a look at all of a large document."""
    rows = opened.document.lines[start.row : end.row]
    return any(size > _MOST_SELECTED for size in accumulate(map(len, rows), initial=end.offset - start.offset))


def _rewrites(ls: Server, opened: Open, start: Place, end: Place, only: Sequence[str]) -> Iterator[wire.CodeAction]:
    excerpt = Excerpt.of(opened, start, end)
    for found in refactors(excerpt.text, excerpt.selection, excerpt.line, only):
        yield {"title": found.title, "kind": found.kind, "edit": workspace_edit(ls, opened, excerpt.changes(found.edits))}


def _fix_all(ls: Server, opened: Open) -> Iterator[wire.CodeAction]:
    """One action with the first safe fix of each finding, but of those only that do not overlap."""
    changes: list[Change] = []
    for row, problems in opened.document.problems():
        reached = -1
        for problem in problems:
            fix = next((fix for fix in problem.fixes if fix.safe), None)
            if fix and fix.edits and fix.edits[0].span.start >= reached:
                changes += _changes(row, fix.edits)
                reached = fix.edits[-1].span.end
    if changes:
        yield {"title": "Fix all findings that have a safe fix", "kind": FIX_ALL, "edit": workspace_edit(ls, opened, changes)}


def _problems(opened: Open, start: Place, end: Place) -> Iterator[tuple[int, Problem]]:
    """The findings that a selection covers or touches, with their rows."""
    for row, problems in opened.document.problems(start.row, end.row + 1):
        left = start.offset if row == start.row else 0
        selected = Span(left, end.offset if row == end.row else len(opened.document.lines[row]))
        for problem in problems:
            if problem.span.overlaps(selected):
                yield row, problem


def _changes(row: int, edits: Iterable[Edit]) -> Iterator[Change]:
    for edit in edits:
        yield Change(Place(row, edit.span.start), Place(row, edit.span.end), edit.text)


def _is_wanted(kind: str, only: Sequence[str]) -> bool:
    """Whether the client asked for actions of this kind, of one above or of one below it; without a word it wants all."""
    return not only or any(f"{kind}.".startswith(f"{asked}.") or asked.startswith(kind) or not asked for asked in only)

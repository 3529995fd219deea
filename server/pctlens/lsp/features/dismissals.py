"""The fixes that mend nothing: a comment that silences a finding, and its rule turned off in the project's settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from pctlens.core.rules import Problem, Severity, silencing
from pctlens.core.text import strip_end
from pctlens.lsp.convert import Change
from pctlens.lsp.document import Place
from pctlens.lsp.documents import Open, path_of
from pctlens.lsp.edits import created, workspace_edit
from pctlens.lsp.session import Server
from pctlens.project import OWN_FILE, SHARED_FILE

_SECTIONS: Final = ((OWN_FILE, ()), (SHARED_FILE, ("tool", "pctlens")))
"""The settings files of a folder, the one that counts first, and where in it the settings stand."""


class Dismissal(NamedTuple):
    """A fix for ``problem``: its title, and the ``WorkspaceEdit``."""

    problem: Problem
    title: str
    edit: dict[str, Any]


def dismissals(ls: Server, opened: Open, row: int, problems: Sequence[Problem]) -> Iterator[Dismissal]:
    """What silences each rule of the ``problems`` of a row: on this line first, then everywhere in the project."""
    if not problems:  # then nothing of a long line has to be read
        return
    by_rule = {problem.rule: problem for problem in reversed(problems)}
    broken = [by_rule[rule] for rule in dict.fromkeys(problem.rule for problem in problems)]
    line, _ = opened.read(Place(row, 0))
    for problem in broken:
        if fix := silencing(line, problem, _line_end(opened, row)):
            changes = [Change(Place(row, edit.span.start), Place(row, edit.span.end), edit.text) for edit in fix.edits]
            yield Dismissal(problem, fix.title, workspace_edit(ls, opened, changes))
    for problem in broken:
        if found := _turned_off(ls, opened, problem.rule):
            yield Dismissal(problem, *found)


def _line_end(opened: Open, row: int) -> str:
    """The line end of a row; of the one above where it is the last, which has none."""
    for line in (opened.document.lines[row], *opened.document.neighbours(row)):
        if end := line[len(strip_end(line)) :]:
            return end
    return "\n"


def _turned_off(ls: Server, opened: Open, rule: str) -> tuple[str, dict[str, Any]] | None:
    """The title and the edit that turn a rule off in the nearest settings file, or in a new one where there is none."""
    path = path_of(opened.uri)
    if path is None:
        return None
    root = ls.documents.project(path).root
    if root is None:
        folder = ls.documents.folder_of(path)
        if folder is None or not ls.client.creates_files:
            return None
        content = f'[rules]\n{rule} = "{Severity.OFF}"\n'
        return f"Turn {rule} off, in a new {OWN_FILE}", created((folder / OWN_FILE).as_uri(), content)
    for name, section in _SECTIONS:
        if held := ls.documents.at(root / name):
            from pctlens.tomledit import with_severity  # reads TOML, which takes as long to load as all other actions

            edit = with_severity(held.document.text, rule, Severity.OFF, section)
            if edit is None:
                return None
            start, end = held.document.place(edit.span.start), held.document.place(edit.span.end)
            return f"Turn {rule} off, in {name}", workspace_edit(ls, held, [Change(start, end, edit.text)])
    return None

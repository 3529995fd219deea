"""The safe fixes of whole files: applied until none is left, and written back in one step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from pctlens.core.rules import Edit
from pctlens.core.text import split_lines
from pctlens.files import UnreadableError, bytes_of, replace_file
from pctlens.scan import Finding, Report, check_text, read
from pctlens.settings import Settings

ROUNDS: Final = 5
"""A fix can bring another finding to light (one layer of encoding under the other): so often is a file fixed again."""


def fix_file(path: str, settings: Settings, *, write: bool) -> Report | None:
    """Check one file and mend what has a safe fix; only where ``write`` is set does the file change, else ``diff`` shows it.

    ``None`` where there is nothing to tell of it.
    """
    try:
        source = read(path, settings)
    except UnreadableError as error:
        return Report(path, failure=str(error))
    if source is None:
        return None
    text, report = fix_text(source.text, path, settings)
    if report.fixed and write:
        try:
            replace_file(path, bytes_of(source, text))
        except (OSError, UnicodeEncodeError) as error:
            return Report(path, tuple(check_text(source.text, path, settings)), failure=f"not mended: {error}")
    return report if report.findings or report.fixed else None


def fix_text(before: str, path: str, settings: Settings) -> tuple[str, Report]:
    """The text with every safe fix applied, and what remains."""
    text, fixed = before, 0
    for _ in range(ROUNDS):
        findings = tuple(check_text(text, path, settings))
        edits = chosen(findings)
        if not edits:
            break
        text = applied(text, edits)
        fixed += len(edits)
    else:
        findings = tuple(check_text(text, path, settings))
    return text, Report(path, findings, fixed=fixed, diff=diff(path, before, text) if fixed else "")


def chosen(findings: Iterable[Finding]) -> list[tuple[int, tuple[Edit, ...]]]:
    """The edits of one safe fix a finding, with their rows; those that overlap an earlier one wait for the next round."""
    taken: list[tuple[int, tuple[Edit, ...]]] = []
    row, end = -1, 0
    for finding in findings:
        fix = next((fix for fix in finding.problem.fixes if fix.safe), None)
        if fix is None or not fix.edits:
            continue
        if finding.row != row:
            row, end = finding.row, 0
        if min(edit.span.start for edit in fix.edits) >= end:
            end = max(edit.span.end for edit in fix.edits)
            taken.append((row, fix.edits))
    return taken


def applied(text: str, edits: Iterable[tuple[int, tuple[Edit, ...]]]) -> str:
    """The text after edits of its lines that do not overlap."""
    lines = split_lines(text)
    by_row: dict[int, list[Edit]] = {}
    for row, some in edits:
        by_row.setdefault(row, []).extend(some)
    for row, together in by_row.items():
        lines[row] = _edited(lines[row], together)
    return "".join(lines)


def _edited(line: str, edits: Sequence[Edit]) -> str:
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        line = line[: edit.span.start] + edit.text + line[edit.span.end :]
    return line


def diff(path: str, before: str, after: str) -> str:
    """A unified diff, which ``patch -p1`` takes."""
    import difflib  # only where something is mended: a plain check starts sooner

    name = Path(path).as_posix().lstrip("/")
    lines = difflib.unified_diff(split_lines(before), split_lines(after), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith(("\n", "\r")) else line + "\n\\ No newline at end of file\n" for line in lines)

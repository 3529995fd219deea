"""Findings for people: the place, the words, and the line with carets under it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pctlens.core.rules import Severity
from pctlens.core.unseen import visible
from pctlens.reports.style import painted, underlined
from pctlens.scan import Finding

COLOURS: Final = {
    Severity.ERROR: "31;1",
    Severity.WARNING: "33;1",
    Severity.INFORMATION: "36;1",
    Severity.HINT: "2",
}


def finding_text(finding: Finding, colour: bool) -> Iterator[str]:
    """The lines that tell one finding; its place counts from 1, columns in code points."""
    problem = finding.problem
    style = COLOURS[problem.severity]
    place = f"{finding.path}:{finding.row + 1}:{problem.span.start + 1}:"
    severity = painted(f"{problem.severity}:", style, colour)
    yield f"{painted(place, '1', colour)} {severity} {visible(problem.message)} [{problem.rule}]"
    line, carets = underlined(finding.excerpt, problem.span.shifted(-finding.start))
    number = str(finding.row + 1)
    yield f"  {painted(number + ' |', '2', colour)} {line}"
    yield f"  {' ' * len(number)} {painted('|', '2', colour)} {painted(carets, style, colour)}"

"""Findings as workflow commands, which GitHub Actions shows as annotations of a pull request."""

from __future__ import annotations

from typing import Final

from pctlens.core.rules import Severity
from pctlens.scan import Finding

COMMANDS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}

MESSAGE: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY: Final = MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def finding_annotation(finding: Finding) -> str:
    """One finding as one workflow command; its columns count from 1, the last one included."""
    problem = finding.problem
    properties = {
        "file": finding.path,
        "line": str(finding.row + 1),
        "col": str(problem.span.start + 1),
        "endColumn": str(max(problem.span.end, problem.span.start + 1)),
        "title": problem.rule,
    }
    listed = ",".join(f"{name}={value.translate(PROPERTY)}" for name, value in properties.items())
    return f"::{COMMANDS[problem.severity]} {listed}::{problem.message.translate(MESSAGE)}"

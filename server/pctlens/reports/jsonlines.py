"""Findings as JSON lines: one object a finding, lines and columns from 1, columns in code points."""

from __future__ import annotations

import json

from pctlens.core.rules import Fix
from pctlens.scan import Finding


def finding_json(finding: Finding) -> str:
    """One finding as one line of JSON; ``endColumn`` is the column behind the last character."""
    problem = finding.problem
    return json.dumps(
        {
            "path": finding.path,
            "line": finding.row + 1,
            "column": problem.span.start + 1,
            "endColumn": problem.span.end + 1,
            "rule": problem.rule,
            "severity": problem.severity.value,
            "message": problem.message,
            "text": problem.span.shifted(-finding.start).of(finding.excerpt),
            "fixes": [_fix(fix) for fix in problem.fixes],
        },
        ensure_ascii=False,
    )


def _fix(fix: Fix) -> dict[str, object]:
    edits = [{"column": edit.span.start + 1, "endColumn": edit.span.end + 1, "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}

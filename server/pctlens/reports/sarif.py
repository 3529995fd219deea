"""Findings as SARIF 2.1.0, the format of code scanning services."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import quote

from pctlens import __version__
from pctlens.core import rules
from pctlens.core.rules import Fix, Rule, Severity
from pctlens.core.text import Span
from pctlens.reference import rule_markdown
from pctlens.scan import Finding

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

LEVELS: Final = {
    Severity.OFF: "none",
    Severity.HINT: "note",
    Severity.INFORMATION: "note",
    Severity.WARNING: "warning",
    Severity.ERROR: "error",
}


def sarif_log(findings: Iterable[Finding]) -> str:
    """A whole log of one run."""
    order = {rule: index for index, rule in enumerate(rules.RULES)}
    run = {
        "tool": {
            "driver": {
                "name": "Percent Lens",
                "semanticVersion": __version__,
                "rules": [_descriptor(rule) for rule in rules.RULES.values()],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, order[finding.problem.rule]) for finding in findings],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _descriptor(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.why, "markdown": "\n".join(rule_markdown(rule))},
        "defaultConfiguration": {"enabled": rule.default is not Severity.OFF, "level": LEVELS[rule.default]},
    }


def _result(finding: Finding, index: int) -> dict[str, object]:
    problem = finding.problem
    artifact = {"uri": _uri(finding.path)}
    snippet = problem.span.shifted(-finding.start).of(finding.excerpt)
    region = _region(finding.row, problem.span) | {"snippet": {"text": snippet}}
    return {
        "ruleId": problem.rule,
        "ruleIndex": index,
        "level": LEVELS[problem.severity],
        "message": {"text": problem.message},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "fixes": [_fix(fix, finding.row, artifact) for fix in problem.fixes if fix.edits],
    }


def _fix(fix: Fix, row: int, artifact: dict[str, str]) -> dict[str, object]:
    replacements = [{"deletedRegion": _region(row, edit.span), "insertedContent": {"text": edit.text}} for edit in fix.edits]
    return {"description": {"text": fix.title}, "artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}]}


def _region(row: int, span: Span) -> dict[str, object]:
    return {"startLine": row + 1, "startColumn": span.start + 1, "endColumn": span.end + 1}


def _uri(path: str) -> str:
    """A relative reference for a relative path, a file: URL for an absolute one (RFC 3986 section 4.2, RFC 8089)."""
    return Path(path).as_uri() if Path(path).is_absolute() else quote(os.fsencode(PurePath(path).as_posix()))

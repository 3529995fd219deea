"""Every finding that is drawn in a fixture is found, with its range and severity, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from pctlens.core import rules
from pctlens.core.analysis import analyse
from pctlens.core.rules import Severity
from rules.reader import FOLDER, applied, read

SEVERITIES = {"default": {}, "all": dict.fromkeys(rules.RULES, Severity.WARNING)}
FIXTURES = [pytest.param(path, SEVERITIES[path.parent.name], id=path.stem) for path in sorted(FOLDER.glob("*/*.fixture"))]


@pytest.mark.parametrize(("path", "severities"), FIXTURES)
def test_the_findings_are_those_drawn(path: Path, severities: dict[str, Severity]) -> None:
    lines, wanted = read(path)
    for line, drawn in zip(lines, wanted, strict=True):
        found = [(problem.rule, str(problem.severity), problem.span) for problem in rules.check(line, severities)]
        assert sorted(found) == sorted(drawn), line.text


def test_each_rule_is_drawn_somewhere() -> None:
    drawn = {rule for parameters in FIXTURES for row in read(parameters.values[0])[1] for rule, _, _ in row}
    assert drawn == set(rules.RULES)


@pytest.mark.parametrize(("path", "severities"), FIXTURES)
def test_a_preferred_fix_leaves_one_finding_less_and_no_new_one(path: Path, severities: dict[str, Severity]) -> None:
    lines, _ = read(path)
    for line in lines:
        before = [problem.rule for problem in rules.check(line, severities)]
        for problem in rules.check(line, severities):
            for fix in problem.fixes:
                if fix.preferred:
                    text = applied(line.text, fix.edits)
                    after = [left.rule for left in rules.check(analyse(text, line.host, line.above, line.below), severities)]
                    assert len(after) < len(before), text
                    assert set(after) <= set(before), text

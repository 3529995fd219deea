"""The findings: one file a rule or small family, each data with one pure function."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pctlens.core.analysis import Line
from pctlens.core.rules import (
    double_encoding,
    encoded_traversal,
    format_clash,
    hidden_character,
    invalid_utf8,
    malformed_escape,
    mojibake,
    percent_in_host,
    spelling,
    unescaped_credential,
    unicode_escape,
)
from pctlens.core.rules.base import Edit, Fix, Problem, Rule, Severity
from pctlens.core.rules.silencing import silencing
from pctlens.core.suppression import ignored, ignores_file

__all__ = ["RULES", "Edit", "Fix", "Problem", "Rule", "Severity", "check", "ignores_file", "silencing"]

RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        rule.id: rule
        for rule in (
            malformed_escape.RULE,
            unicode_escape.RULE,
            invalid_utf8.RULE,
            double_encoding.RULE,
            format_clash.RULE,
            mojibake.RULE,
            hidden_character.RULE,
            percent_in_host.RULE,
            unescaped_credential.RULE,
            spelling.NEEDLESS,
            spelling.LOWERCASE,
            encoded_traversal.RULE,
        )
    }
)
"""Every rule by its id, in the order of the documentation."""


def check(line: Line, severities: Mapping[str, Severity]) -> tuple[Problem, ...]:
    """The findings of a line, in the order of their spans.

    ``severities`` holds the user's own, by rule id; a rule that is off is not computed. A finding keeps the severity of its place
    where the user says nothing. Suppression comments on the line or above are heeded.
    """
    off = ignored(line.text, line.above)
    found: list[Problem] = []
    for rule in RULES.values():
        wanted = severities.get(rule.id)
        if (wanted or rule.default) is Severity.OFF or off(rule.id):
            continue
        for problem in rule.check(line):
            found.append(problem if wanted is None else problem._replace(severity=wanted))
    return tuple(sorted(found, key=lambda problem: problem.span))

"""Escapes that hide a step upwards, a NUL or a line break from a filter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line
from pctlens.core.patterns import regex
from pctlens.core.rules.base import Problem, Rule, Severity
from pctlens.core.rules.places import components, spot

_DOT: Final = r"(?:\.|%2e)"
_RISKY: Final = regex(
    rf"(?P<step>{_DOT}{_DOT}(?:%2f|%5c)|(?:%2f|%5c){_DOT}{_DOT}|%2e{_DOT}|\.%2e)|(?P<nul>%00)|(?P<line>%0d%0a)", re.IGNORECASE
)
_SAYS: Final = {
    "step": "a step to the folder above ('..'), hidden from checks that run before decoding",
    "nul": "a NUL, where C libraries end the string",
    "line": "a line break, which splits a header or a log line",
}


def _check(line: Line) -> Iterator[Problem]:
    """Each escape that decodes to ``..`` with a slash, NUL or CR LF."""
    for _, component in components(line):
        for match in _RISKY.finditer(component.source.text):
            says = _SAYS[match.lastgroup or "step"]
            yield Problem(RULE.id, spot(component, *match.span()), f"'{match[0]}' decodes to {says}", Severity.WARNING)


RULE: Final = Rule(
    id="encoded-traversal",
    summary="An escape that decodes to '../', NUL or a line break",
    why=(
        "'..%2F', '%2e%2e', '%00' and '%0d%0a' are how attacks get past a filter that looks at the URL before it is"
        " decoded. In tests and payload lists they are meant, so that the rule is off; the hover always says it."
    ),
    refused_by=(
        "Spring StrictHttpFirewall: The request was rejected because the URL contained a potentially malicious String",
        "Tomcat: HTTP 400; Jetty: Ambiguous URI path separator; nginx: 400 Bad Request",
    ),
    before="https://example.com/files/..%2Fetc",
    after="https://example.com/etc",
    default=Severity.OFF,
    check=_check,
)

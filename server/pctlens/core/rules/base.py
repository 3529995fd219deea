"""What a rule is, and what it reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from pctlens.core.text import Span

if TYPE_CHECKING:
    from pctlens.core.analysis import Line


class Severity(StrEnum):
    """How loud a finding is; ``OFF`` is never reported."""

    OFF = "off"
    HINT = "hint"
    INFORMATION = "information"
    WARNING = "warning"
    ERROR = "error"


class Edit(NamedTuple):
    """Put ``text`` in the place of ``span`` (offsets into the line)."""

    span: Span
    text: str


class Fix(NamedTuple):
    """One way to mend a finding, by edits in order.

    ``safe``: keeps the meaning, so that "fix all" may apply it. At most one is ``preferred``.
    """

    title: str
    edits: tuple[Edit, ...]
    preferred: bool = False
    safe: bool = False


class Problem(NamedTuple):
    """A finding: ``span`` is what the squiggle covers, in offsets into its line."""

    rule: str
    span: Span
    message: str
    severity: Severity
    fixes: tuple[Fix, ...] = ()


class Rule(NamedTuple):
    """A rule: its words, its default loudness and the pure function that finds it in a line.

    ``check`` gives each problem with the severity that its place calls for; a user's own severity replaces it later.
    """

    id: str
    summary: str
    why: str
    refused_by: tuple[str, ...]
    before: str
    after: str
    default: Severity
    check: Callable[[Line], Iterable[Problem]]

"""The fix that mends nothing: a comment that silences a finding."""

from __future__ import annotations

from typing import Final

from pctlens.core.analysis import Line
from pctlens.core.patterns import regex
from pctlens.core.rules.base import Edit, Fix, Problem
from pctlens.core.suppression import comment
from pctlens.core.text import Span

_INDENT: Final = regex(r"[ \t]*")
_NO_COMMENTS: Final = frozenset({"json"})


def silencing(line: Line, problem: Problem, end: str = "\n") -> Fix | None:
    """Put a comment above the line that silences the problem's rule there; ``end`` is the file's line end.

    ``None`` where the file has no comments, and where a comment above already speaks of the line: a new one would part the two.
    """
    written = None if line.host.name in _NO_COMMENTS else comment(line.host, problem.rule)
    if written is None or "pctlens:" in line.above:
        return None
    indent = _INDENT.match(line.text)
    edit = Edit(Span(0, 0), (indent[0] if indent else "") + written + end)
    return Fix(f"Ignore {problem.rule} on this line, by a comment above", (edit,))

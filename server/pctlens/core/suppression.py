"""Comments that silence findings: ``pctlens: ignore``, ``pctlens: ignore[rule-id, rule-id]`` and ``pctlens: ignore-file``.

The words count, whatever comment syntax stands round them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from pctlens.core.hosts import Family, Host
from pctlens.core.patterns import regex

_IGNORE: Final = regex(r"\bpctlens:\s*ignore\b(?!-)(?:\s*\[([^\][]*)\])?")
_OWN_LINE: Final = regex(r"\W*(?:(?:rem|dnl)\b\W*)?pctlens:", re.IGNORECASE)
_FILE: Final = regex(r"\bpctlens:\s*ignore-file\b")
HEAD: Final = 5
"""A comment in so many first lines can silence the whole file."""

_LONG: Final = 32_768
_AROUND: Final = {
    "markdown": ("<!--", "-->"),
    "css": ("/*", "*/"),
    "restructuredtext": ("..", ""),
    "asciidoc": ("//", ""),
    "org": ("#", ""),
    "ocaml": ("(*", "*)"),
    "texinfo": ("@c", ""),
}
"""What stands round a comment, by the host's name, where ``Host`` does not tell it."""


def ignored(text: str, above: str) -> Callable[[str], bool]:
    """Tells of a rule id whether it is silenced on the line ``text``.

    A comment above counts where it stands on a line of its own: behind other text it speaks of that line only.
    """
    scopes: list[frozenset[str] | None] = []
    for line, counts in ((text, True), (above, False)):
        near = _edges(line)
        if "pctlens:" in near and (counts or _OWN_LINE.match(near)):
            scopes += [_ids(match[1]) for match in _IGNORE.finditer(near)]
    return (lambda rule: any(ids is None or rule in ids for ids in scopes)) if scopes else _never


def _never(_: str) -> bool:
    """Nothing is silenced, as on nearly every line."""
    return False


def _ids(listed: str | None) -> frozenset[str] | None:
    """The ids of a bracket; ``None``, which means all, where there is no bracket."""
    return None if listed is None else frozenset(re.split(r"[\s,]+", listed.strip()))


def ignores_file(lines: Sequence[str]) -> bool:
    """Whether one of the first ``HEAD`` of a file's ``lines`` says ``pctlens: ignore-file``."""
    return any("pctlens:" in line and _FILE.search(line) is not None for line in map(_edges, lines[:HEAD]))


def _edges(line: str) -> str:
    """The line; of a very long one its two ends, since a comment is no further in."""
    return line if len(line) <= _LONG else f"{line[: _LONG // 2]}\n{line[-_LONG // 2 :]}"


def comment(host: Host, rule: str) -> str | None:
    """The comment, on a line of its own, that silences ``rule`` on the line below; ``None`` where the host has no comments."""
    words = f"pctlens: ignore[{rule}]"
    if host.name in _AROUND:
        before, after = _AROUND[host.name]
        return f"{before} {words} {after}".rstrip()
    if host.percent_comments:
        return f"% {words}"
    if host.family is Family.MARKUP:
        return f"<!-- {words} -->"
    return f"{host.comments[0].strip()} {words}" if host.comments else None

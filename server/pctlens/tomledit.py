"""Changes of a settings file that leave everything else in it as its author wrote it: comments, order, spelling."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

from pctlens.core.rules import Edit, Severity
from pctlens.core.text import Span


def with_severity(text: str, rule: str, severity: Severity, section: Sequence[str] = ()) -> Edit | None:
    """The edit of a TOML text that gives ``rule`` a severity in the table ``rules`` of a ``section`` (the whole file by default).

    Each place where it may be written is tried, the one where it stands already first; what counts is that TOML reads the result
    as the same settings with that one changed. ``None`` where no place does it, or the text is no TOML.
    """
    try:
        wanted = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    table: Any = wanted
    for key in (*section, "rules"):
        table = table.setdefault(key, {}) if isinstance(table, dict) else None
    if not isinstance(table, dict):
        return None
    table[rule] = severity.value
    return next((edit for edit in _places(text, rule, severity, section) if _says(text, edit, wanted)), None)


def _says(text: str, edit: Edit, wanted: dict[str, Any]) -> bool:
    """Whether the text reads as ``wanted`` after an edit."""
    try:
        return tomllib.loads(text[: edit.span.start] + edit.text + text[edit.span.end :]) == wanted
    except tomllib.TOMLDecodeError:
        return False


def _places(text: str, rule: str, severity: Severity, section: Sequence[str]) -> Iterator[Edit]:
    """Where the setting may be written, the best first."""
    end = "\r\n" if "\r\n" in text else "\n"
    pair, header = f'{rule} = "{severity}"', ".".join((*section, "rules"))
    for match in re.finditer(rf"""\b{re.escape(rule)}["']?\s*=\s*(["'][^"'\n]*["'])""", text):
        yield Edit(Span(*match.span(1)), f'"{severity}"')
    for match in re.finditer(rf"^[ \t]*\[{re.escape(header)}\][^\r\n]*(\r?\n)?", text, re.MULTILINE):
        yield _insertion(match.end(), f"{pair}{end}" if match[1] else f"{end}{pair}{end}")
    for match in re.finditer(r"\brules\s*=\s*\{\s*(\})?", text):
        yield _insertion(match.end() - len(match[1] or ""), f"{pair} " if match[1] else f"{pair}, ")
    for match in re.finditer(r"^[ \t]*((?:tool\.pctlens\.)?rules\.)", text, re.MULTILINE):
        yield _insertion(match.start(1), f"{match[1]}{pair}{end}")
    gap = "" if not text else end if text.endswith("\n") else end * 2
    yield _insertion(len(text), f"{gap}[{header}]{end}{pair}{end}")


def _insertion(at: int, text: str) -> Edit:
    return Edit(Span(at, at), text)

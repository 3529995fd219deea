"""What the server sends most, as JSON has it (LSP 3.17).

lsprotocol's own classes would do, but turning a thousand of them into JSON takes longer than all else that a keystroke costs.
"""

from __future__ import annotations

from json import JSONEncoder
from typing import Any, Final, NotRequired, TypedDict

dumps: Final = JSONEncoder(separators=(",", ":")).encode
"""A value as a text of JSON, in ASCII and without blanks."""


class Position(TypedDict):
    """A column of a line, both from 0, in the client's units."""

    line: int
    character: int


class Range(TypedDict):
    """From ``start`` to before ``end``."""

    start: Position
    end: Position


class TextEdit(TypedDict):
    """Put ``newText`` in the place of what stands in ``range``."""

    range: Range
    newText: str


class InlayHint(TypedDict):
    """A text shown at a position, as if it stood there."""

    position: Position
    label: str
    paddingLeft: bool


class DocumentLink(TypedDict):
    """A text that opens ``target``."""

    range: Range
    target: str
    tooltip: NotRequired[str]


class SelectionRange(TypedDict):
    """A range that a selection may grow to, and what it may grow to next."""

    range: Range
    parent: NotRequired[SelectionRange]


class CompletionItem(TypedDict):
    """A text that may be meant; ``filterText`` is what the client compares with what is typed."""

    label: str
    kind: int
    detail: str
    sortText: str
    filterText: str
    textEdit: TextEdit


class Diagnostic(TypedDict):
    """A finding; ``code`` is the rule's id."""

    range: Range
    severity: int
    source: str
    message: str
    code: NotRequired[str]
    codeDescription: NotRequired[dict[str, str]]


class CodeAction(TypedDict):
    """A fix or rewrite, with its edit complete."""

    title: str
    kind: str
    edit: dict[str, Any]
    diagnostics: NotRequired[list[Diagnostic]]
    isPreferred: NotRequired[bool]

"""An editor at the other end of the wire, as VS Code, Neovim or Emacs declares itself: places are offsets in code points."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import accumulate, count
from pathlib import Path
from typing import Any

from lsprotocol.converters import get_converter
from pytest_lsp import client_capabilities

from lsp.wire import Wire
from pctlens.core.text import Units, split_lines, to_column, to_offset

EDITORS = ("vscode", "neovim", "emacs")
"""The editors that there are capabilities of; they count columns in UTF-16, UTF-8 and UTF-32."""

_VSCODE = Path(__file__).parents[1] / "data" / "clients" / "visual_studio_code_v1.105.0.json"


@cache
def capabilities_of(editor: str) -> dict[str, Any]:
    """What an editor declares in ``initialize``."""
    if editor == "vscode":
        declared: dict[str, Any] = json.loads(_VSCODE.read_text())["capabilities"]
        return declared
    unstructured: dict[str, Any] = get_converter().unstructure(client_capabilities(editor))
    return unstructured


class Editor:
    """One server, and the document that was opened last."""

    def __init__(self, wire: Wire, name: str, settings: Mapping[str, Any] | None = None) -> None:
        capabilities = capabilities_of(name)
        answer = wire.initialize(capabilities, initializationOptions=settings or {})
        self.wire = wire
        self.offers: dict[str, Any] = answer["capabilities"]
        self.units = Units(self.offers["positionEncoding"])
        self.uri = ""
        self.text = ""
        self.findings: list[dict[str, Any]] = []
        publish = capabilities["textDocument"].get("publishDiagnostics") or {}
        self.links_codes = bool(publish.get("codeDescriptionSupport"))
        workspace = capabilities.get("workspace") or {}
        self._versioned = bool((workspace.get("workspaceEdit") or {}).get("documentChanges"))
        self._lines: list[str] = []
        self._starts: list[int] = []
        self._files = count()

    def open(self, text: str, name: str = "a.md", language: str = "") -> list[tuple[str, str]]:
        """Close what is open and open another text: the findings, each as its rule and the text that is squiggled."""
        if self.uri:
            self.wire.notify("textDocument/didClose", {"textDocument": self._document})
        self.uri, self.text = f"file:///e2e/{next(self._files)}/{name}", text
        self._lines = split_lines(text)
        if not text or text.endswith(("\n", "\r")):
            self._lines.append("")
        self._starts = [0, *accumulate(map(len, self._lines))]
        self.wire.open(self.uri, text, language)
        published = [params for params in self.wire.published() if params["uri"] == self.uri]
        self.findings = published[-1]["diagnostics"]
        return [(finding.get("code", ""), self.covered(finding["range"])) for finding in self.findings]

    def hover(self, offset: int) -> str | None:
        """The text of a hover."""
        answer = self.ask("hover", position=self.position(offset))
        return None if answer is None else str(answer["contents"]["value"])

    def actions(self, start: int, end: int, *only: str) -> list[dict[str, Any]]:
        """The code actions for a selection, which may be backwards."""
        context = {"diagnostics": [], **({"only": list(only)} if only else {})}
        found: list[dict[str, Any]] = self.ask("codeAction", range=self.range(start, end), context=context)
        return found

    def ask(self, feature: str, **params: Any) -> Any:
        """The answer to a request about the open document, which may not fail."""
        return self.wire.result(f"textDocument/{feature}", {"textDocument": self._document, **params})

    def edits(self, workspace_edit: Mapping[str, Any]) -> list[tuple[int, int, str]]:
        """The edits of a ``WorkspaceEdit``, which has the form that this editor takes, from the first place to the last."""
        if self._versioned:
            assert "changes" not in workspace_edit
            (change,) = workspace_edit["documentChanges"]
            assert change["textDocument"] == {"uri": self.uri, "version": 1}
            edits = change["edits"]
        else:
            assert "documentChanges" not in workspace_edit
            edits = workspace_edit["changes"][self.uri]
        return sorted((*self._ends(edit["range"]), str(edit["newText"])) for edit in edits)

    def applied(self, workspace_edit: Mapping[str, Any]) -> str:
        """The text after an edit."""
        return rewritten(self.text, self.edits(workspace_edit))

    def position(self, offset: int) -> dict[str, int]:
        row = min(bisect_right(self._starts, offset), len(self._lines)) - 1
        return {"line": row, "character": to_column(self._lines[row], offset - self._starts[row], self.units)}

    def offset(self, position: Mapping[str, int]) -> int:
        row = position["line"]
        return self._starts[row] + to_offset(self._lines[row], position["character"], self.units)

    def range(self, start: int, end: int) -> dict[str, Any]:
        return {"start": self.position(start), "end": self.position(end)}

    def covered(self, place: Mapping[str, Any]) -> str:
        """The text of a range."""
        start, end = self._ends(place)
        return self.text[start:end]

    @property
    def _document(self) -> dict[str, str]:
        return {"uri": self.uri}

    def _ends(self, place: Mapping[str, Any]) -> tuple[int, int]:
        return self.offset(place["start"]), self.offset(place["end"])


@contextmanager
def editing(name: str, settings: Mapping[str, Any] | None = None) -> Iterator[Editor]:
    """An editor with a server of its own."""
    with Wire() as wire:
        yield Editor(wire, name, settings)


def rewritten(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """``text`` after edits that are in order."""
    pieces, done = [], 0
    for start, end, new in edits:
        assert done <= start <= end <= len(text)
        pieces += [text[done:start], new]
        done = end
    return "".join([*pieces, text[done:]])

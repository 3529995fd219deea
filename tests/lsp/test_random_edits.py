"""After whatever edits, a document or a notebook's cell is what its text says: in text, in findings and in hovers.

``PCTLENS_EDITS=100000`` sets the number of edits in each of the three units of columns.
"""

from __future__ import annotations

import os
import random
import re
from typing import Any

import pytest

from lsp.local import Local
from pctlens import finder, windows
from pctlens.core.text import Units
from pctlens.windows import LONG

EDITS = int(os.environ.get("PCTLENS_EDITS", "2000"))
EDITS_EACH = 50
"""A document has so many edits before the next one comes."""

COMPARED = 0.1
"""The share of the edits after which everything is compared; the text is after each."""

MOST = 1_000
"""In a document of more bytes nothing is found; some grow so long, and shrink again."""

SMALL = 64
"""In every third document, lines are cut into windows from so many code points on, and not from 16,384 on."""

HOVERS = 4
"""So many places are looked at in each comparison."""

PIECES = [
    *("http://h/a%zz", "https://e.org/?q=%C3%A9&r=%FE", "postgres://u:p@ss@h/d", "%2520", "](a%2", '<a href="/a%zz">', "%u00e9"),
    *("# pctlens: ignore", "pctlens: ignore-file", "printf(", "100%", "%d", "%", "%4", "1", "://", "@", "a=%20&b=", "%E6%97"),
    *('"', "'", "`", "(", ")", "{", "}", ":", "=", " ", "x" * 30),
    *("é", "日本", "😀", "\U0010ffff", "\ud83d", "\ufeff", "\u200b"),
    *("\n", "\n", "\r", "\r\n", "\r\r\n", "\f", "\v", "\x1c", "\u0085", "\u2028", "\u2029"),
]
NAMES = ["a.txt", "a.py", "a.md", "a.html", "a.js", "a.json", "a.sh", "alembic.ini", "a.tex", ".env", "a.c"]
CELLS = ["python", "markdown", "sql"]
FAR = 2**31 - 1


class Model:
    """Texts as a client has them, edited by the words of the specification alone."""

    def __init__(self, units: Units, rng: random.Random) -> None:
        self.units = units
        self.rng = rng

    def text(self, most: int) -> str:
        return "".join(self.rng.choices(PIECES, k=self.rng.randrange(most)))

    def change(self, text: str) -> tuple[dict[str, Any], str]:
        """A change as a client sends it, and ``text`` after it."""
        rng = self.rng
        new = self.text(5) if rng.random() < 0.95 else self.text(100)
        if rng.random() < 0.02:
            return {"text": new}, new
        rows = len(re.findall("\r\n|\r|\n", text)) + 1
        row, column = rng.randrange(rows + 2), rng.choice((0, rng.randrange(90), rng.randrange(90), FAR))
        start = (row, column)
        match rng.randrange(6):
            case 0 | 1:  # a keystroke: nothing, or a little, is taken away
                end = (row, column + rng.randrange(3))
            case 2:  # whole lines
                start, end = (row, 0), (row + rng.randrange(3), 0)
            case 3:  # within a line, or all of it that is left
                end = (row, rng.choice((column + rng.randrange(40), FAR)))
            case 4:  # several lines
                end = (row + rng.randrange(4), rng.randrange(90))
            case _:  # anything
                end = (rng.randrange(rows + 2), rng.randrange(90))
        start, end = sorted((start, end))
        low, high = (self.offset(text, place) for place in (start, end))
        ends = [{"line": line, "character": min(character, FAR)} for line, character in (start, end)]
        return {"range": {"start": ends[0], "end": ends[1]}, "text": new}, text[:low] + new + text[max(low, high) :]

    def offset(self, text: str, place: tuple[int, int]) -> int:
        """Where a position stands: behind a line's end that end, behind the last line the end, within a character its start."""
        pieces = re.split("(\r\n|\r|\n)", text)
        row, column = place
        if 2 * row >= len(pieces):
            return len(text)
        offset = sum(map(len, pieces[: 2 * row]))
        for character in pieces[2 * row]:
            column -= self.width(character)
            if column < 0:
                break
            offset += 1
        return offset

    def width(self, character: str) -> int:
        match self.units:
            case Units.UTF8:
                return len(character.encode("utf-8", "surrogatepass"))
            case Units.UTF16:
                return 2 if character > "\uffff" else 1
            case Units.UTF32:
                return 1

    def places(self, text: str) -> list[dict[str, int]]:
        """Positions to look at: most of them at percent signs."""
        found = []
        lines = re.split("\r\n|\r|\n", text)
        for _ in range(HOVERS):
            row = self.rng.randrange(len(lines))
            before = self.rng.choice([part.start() for part in re.finditer("%|$", lines[row])])
            found.append({"line": row, "character": sum(map(self.width, lines[row][:before])) + self.rng.randrange(2)})
        return found


class Plain:
    """A document that is a file."""

    def __init__(self, folder: str, name: str) -> None:
        self.uris = [f"file:///{folder}/{name}"]

    def open(self, local: Local, texts: list[str]) -> None:
        item = {"uri": self.uris[0], "languageId": "", "version": 1, "text": texts[0]}
        local.notify("textDocument/didOpen", {"textDocument": item})

    def edit(self, local: Local, index: int, changes: list[dict[str, Any]]) -> None:
        document = {"uri": self.uris[index], "version": 2}
        local.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def close(self, local: Local) -> None:
        local.notify("textDocument/didClose", {"textDocument": {"uri": self.uris[0]}})


class Notebook:
    """A notebook with a cell of each language."""

    def __init__(self, folder: str, name: str) -> None:
        self.uri = f"file:///{folder}/{name}.ipynb"
        self.uris = [f"vscode-notebook-cell:/{folder}/{name}.ipynb#{number}" for number in range(len(CELLS))]

    def open(self, local: Local, texts: list[str]) -> None:
        cells = [
            {"uri": uri, "languageId": language, "version": 1, "text": text}
            for uri, language, text in zip(self.uris, CELLS, texts, strict=True)
        ]
        listed = [{"kind": 2, "document": uri} for uri in self.uris]
        notebook = {"uri": self.uri, "notebookType": "jupyter-notebook", "version": 1, "cells": listed}
        local.notify("notebookDocument/didOpen", {"notebookDocument": notebook, "cellTextDocuments": cells})

    def edit(self, local: Local, index: int, changes: list[dict[str, Any]]) -> None:
        edited = {"document": {"uri": self.uris[index], "version": 2}, "changes": changes}
        change = {"cells": {"textContent": [edited]}}
        local.notify("notebookDocument/didChange", {"notebookDocument": {"uri": self.uri, "version": 2}, "change": change})

    def close(self, local: Local) -> None:
        cells = [{"uri": uri} for uri in self.uris]
        local.notify("notebookDocument/didClose", {"notebookDocument": {"uri": self.uri}, "cellTextDocuments": cells})


def same(local: Local, model: Model, kind: type[Plain | Notebook], name: str, edited: Plain | Notebook, texts: list[str]) -> None:
    """Compare what was edited with the same texts opened afresh."""
    fresh = kind("fresh", name)
    fresh.open(local, texts)
    for text, old, new in zip(texts, edited.uris, fresh.uris, strict=True):
        assert local.findings[old] == local.findings[new]
        for position in model.places(text):
            hovers = [local.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": position}) for uri in (old, new)]
            assert hovers[0] == hovers[1], (text, position)
    fresh.close(local)


def cut_lines(monkeypatch: pytest.MonkeyPatch, long: int) -> None:
    """Cut lines that are longer than this into windows."""
    monkeypatch.setattr(windows, "LONG", long)
    monkeypatch.setattr(finder, "LONG", long)
    monkeypatch.setattr(windows, "LEAST", long // 4)


@pytest.mark.parametrize("units", Units)
def test_edited_documents_and_cells_are_as_if_opened_afresh(units: Units, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(units)
    model, local = Model(units, rng), Local()
    local.initialize({"general": {"positionEncodings": [units.value]}}, {"maxFileSize": MOST})
    compared = 0
    for start in range(0, EDITS, EDITS_EACH):
        cut_lines(monkeypatch, SMALL if rng.random() < 1 / 3 else LONG)
        kind = rng.choice((Plain, Plain, Notebook))
        name = rng.choice(NAMES)
        edited = kind("edited", name)
        texts = [model.text(60) for _ in edited.uris]
        edited.open(local, texts)
        left = min(EDITS_EACH, EDITS - start)
        while left:
            changes = []
            index = rng.randrange(len(texts))
            for _ in range(min(left, rng.choice((1, 1, 1, 3)))):
                change, texts[index] = model.change(texts[index])
                changes.append(change)
            edited.edit(local, index, changes)
            left -= len(changes)
            assert local.text(edited.uris[index]) == texts[index]
            if not left or rng.random() < COMPARED:
                compared += 1
                same(local, model, kind, name, edited, texts)
        edited.close(local)
    print(f"\n{units}: {EDITS:,} edits, {compared:,} times compared with a fresh document")

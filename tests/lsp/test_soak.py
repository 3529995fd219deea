"""A long day in an editor: documents opened, edited, looked at and closed, over and over. Nothing may pile up.

``PCTLENS_SOAK=10000`` sets the number of rounds.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from lsp.editor import capabilities_of
from lsp.wire import Wire

ROUNDS = int(os.environ.get("PCTLENS_SOAK", "600"))
DOCUMENTS = 200
LINES = [
    'URL = "https://example.com/caf%C3%A9/a%20b?q=%E6%97%A5&n={number}"',
    'BAD = "https://example.com/?rate={number}%zz&x=1"',
    'print("%5d of %d" % (done, total))  # {number}',
    "postgres://app:p%40ss{number}@db/x",
]


def text_of(number: int) -> str:
    return "\n".join(LINES[row % len(LINES)].format(number=number * row) for row in range(40))


class Process:
    """What the system tells of a process."""

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")

    def memory(self) -> int:
        """Resident memory in kilobytes."""
        return int(self._field("VmRSS").split()[0])

    def threads(self) -> int:
        return int(self._field("Threads"))

    def files(self) -> int:
        return len(list((self._folder / "fd").iterdir()))

    def _field(self, name: str) -> str:
        return next(line.split(":")[1] for line in (self._folder / "status").read_text().splitlines() if line.startswith(name))


def play(wire: Wire, number: int) -> None:
    """Open a document, edit it, look at it, close it."""
    uri = f"file:///soak/{number % DOCUMENTS}.py"
    wire.open(uri, text_of(number), "python")
    change = {"range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}}, "text": "x\n"}
    wire.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    document = {"textDocument": {"uri": uri}}
    assert wire.result("textDocument/hover", {**document, "position": {"line": 0, "character": 34}})
    place = {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 40}}
    assert wire.result("textDocument/codeAction", {**document, "range": place, "context": {"diagnostics": []}})
    wire.notify("textDocument/didClose", document)


@pytest.mark.skipif(sys.platform != "linux", reason="the process is read from /proc")
def test_nothing_piles_up() -> None:
    with Wire() as wire:
        wire.initialize(capabilities_of("vscode"))
        process = Process(wire.process.pid)
        for number in range(ROUNDS // 2):
            play(wire, number)
        memory, threads, files = process.memory(), process.threads(), process.files()
        for number in range(ROUNDS // 2, ROUNDS):
            play(wire, number)
        wire.published()
        print(f"\n{ROUNDS} rounds: {memory} kB after half, {process.memory()} kB after all")
        assert process.memory() < memory * 1.1
        assert (process.threads(), process.files()) == (threads, files)

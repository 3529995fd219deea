"""A blocking LSP client that measures; as little as possible stands between it and the pipe."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

now = time.perf_counter

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {"publishDiagnostics": {"versionSupport": True}, "hover": {"contentFormat": ["markdown"]}},
}


class Client:
    """A server process and the connection to it; ``born`` is when it was started."""

    def __init__(self, command: Sequence[str], environment: dict[str, str] | None = None) -> None:
        self.born = now()
        pipe, nothing, environment = subprocess.PIPE, subprocess.DEVNULL, {**os.environ, **(environment or {})}
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nothing, env=environment)
        assert self.process.stdin and self.process.stdout
        self._to, self._from = self.process.stdin, self.process.stdout
        self._serial = 0

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        self._to.close()
        self._from.close()

    def send(self, **message: Any) -> None:
        """Send a message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._to.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._to.flush()

    def read(self) -> dict[str, Any]:
        """Wait for the next message."""
        length = 0
        while (line := self._from.readline()) != b"\r\n":
            if not line:
                raise EOFError("the server ended")
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        message: dict[str, Any] = json.loads(self._from.read(length))
        return message

    def ask(self, method: str, params: Any) -> Any:
        """Send a request: its result."""
        self._serial += 1
        self.send(id=self._serial, method=method, params=params)
        while (message := self.read()).get("id") != self._serial:
            pass
        return message["result"]

    def start(self) -> None:
        """Shake hands."""
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": CAPABILITIES})
        self.send(method="initialized", params={})

    def open(self, uri: str, text: str) -> None:
        """Open a document and wait for its diagnostics."""
        item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        self.send(method="textDocument/didOpen", params={"textDocument": item})
        self.checked(uri, 1)

    def edit(self, uri: str, version: int, places: Sequence[tuple[int, int]]) -> None:
        """Type an ``x`` at each of some places."""
        at = [{"line": row, "character": column} for row, column in places]
        changes = [{"range": {"start": place, "end": place}, "text": "x"} for place in at]
        document = {"uri": uri, "version": version}
        self.send(method="textDocument/didChange", params={"textDocument": document, "contentChanges": changes})

    def hover(self, uri: str, row: int, column: int) -> None:
        """Ask for a hover where there is one."""
        place = {"line": row, "character": column}
        assert self.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": place}), "a hover is wanted there"

    def checked(self, uri: str, version: int) -> None:
        """Wait for the diagnostics of a version."""
        while True:
            params = self.read().get("params") or {}
            if params.get("uri") == uri and params.get("version") == version:
                return

    def memory(self) -> float:
        """The memory that the process holds, in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

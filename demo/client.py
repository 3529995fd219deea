"""A language client small enough to read in one go: it talks to the server over stdio, as an editor does."""

from __future__ import annotations

import itertools
import json
import subprocess
import threading
from pathlib import Path
from queue import Queue
from types import TracebackType
from typing import Any, Final, Self

SECONDS: Final = 30
"""So long the server may take for any answer."""

CAPABILITIES: Final = {
    "general": {"positionEncodings": ["utf-32"]},  # columns in code points, as Python counts them
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}}},
    },
}

Range = dict[str, dict[str, int]]


class Client:
    """One server process and the documents opened in it."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._ids = itertools.count(1)
        self._answers: Queue[dict[str, Any]] = Queue()
        self._findings: Queue[dict[str, Any]] = Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Self:
        """Introduce the client to the server."""
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": CAPABILITIES})
        self._tell("initialized", {})
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Take leave in the order that the protocol asks for; a server that does not go is ended."""
        try:
            if kind is None:
                self.ask("shutdown", None)
                self._tell("exit", None)
                self._process.wait(SECONDS)
        finally:
            self._process.kill()
            self._process.wait()

    def open(self, path: Path, language: str) -> list[dict[str, Any]]:
        """Open a file: its diagnostics."""
        document = {"uri": path.as_uri(), "languageId": language, "version": 1, "text": path.read_text("utf-8")}
        self._tell("textDocument/didOpen", {"textDocument": document})
        while (published := self._findings.get(timeout=SECONDS))["uri"] != path.as_uri():
            pass
        diagnostics: list[dict[str, Any]] = published["diagnostics"]
        return diagnostics

    def hover(self, path: Path, row: int, column: int) -> str:
        """The hover at a place, in Markdown; empty where there is none."""
        place = {"textDocument": {"uri": path.as_uri()}, "position": {"line": row, "character": column}}
        answer = self.ask("textDocument/hover", place)
        return str(answer["contents"]["value"]) if answer else ""

    def actions(self, path: Path, selection: Range) -> list[dict[str, Any]]:
        """The code actions for a selection."""
        place = {"textDocument": {"uri": path.as_uri()}, "range": selection, "context": {"diagnostics": []}}
        answer: list[dict[str, Any]] | None = self.ask("textDocument/codeAction", place)
        return answer or []

    def ask(self, method: str, params: object) -> Any:
        """Send a request and wait for its result. Raises ``RuntimeError`` where the server answers with an error."""
        wanted = next(self._ids)
        self._send({"id": wanted, "method": method, "params": params})
        while (answer := self._answers.get(timeout=SECONDS)).get("id") != wanted:
            pass
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def _tell(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, object]) -> None:
        body = json.dumps({"jsonrpc": "2.0"} | message).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _listen(self) -> None:
        """Sort what the server sends into answers and findings; all else an editor would show elsewhere."""
        stream = self._process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                self._findings.put(message["params"])
            elif "method" not in message:
                self._answers.put(message)

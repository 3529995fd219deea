"""A client that speaks to the server byte by byte, and waits for nothing longer than half a minute."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

SERVE = (sys.executable, "-m", "pctlens", "serve")
SECONDS = 30
PUBLISH = "textDocument/publishDiagnostics"


class Wire:
    """A server process, and the messages to and from it; ``heard`` holds what came meanwhile and was no answer."""

    def __init__(self, *more: str, errors: Path | None = None) -> None:
        self._errors = errors.open("wb") if errors else None
        self.process = subprocess.Popen(
            [*SERVE, *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors or subprocess.DEVNULL
        )
        self.heard: list[dict[str, Any]] = []
        self._serial = 0
        self._arrived: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait(SECONDS)
        for stream in (self.process.stdin, self.process.stdout, self._errors):
            if stream:
                stream.close()

    def write(self, body: bytes) -> None:
        """Send one message, whatever stands in it."""
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def send(self, message: Mapping[str, Any]) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def next(self) -> dict[str, Any]:
        """The next message of the server."""
        try:
            message = self._arrived.get(timeout=SECONDS)
        except Empty:
            raise AssertionError(f"no message within {SECONDS} s") from None
        assert message is not None, "the server ended"
        return message

    def answer(self, serial: Any) -> dict[str, Any]:
        """The answer to a request; all else that comes before it goes to ``heard``."""
        while "method" in (message := self.next()) or message.get("id") != serial:
            self.heard.append(message)
        return message

    def ask(self, method: str, params: Any = None) -> dict[str, Any]:
        """Send a request: the whole answer, which may be an error."""
        self._serial += 1
        self.send({"id": self._serial, "method": method, "params": params})
        return self.answer(self._serial)

    def result(self, method: str, params: Any = None) -> Any:
        """Send a request that has to succeed."""
        answer = self.ask(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def initialize(self, capabilities: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        capabilities = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}, **(capabilities or {})}
        result: dict[str, Any] = self.result(
            "initialize", {"processId": None, "rootUri": None, "capabilities": capabilities, **more}
        )
        self.notify("initialized", {})
        return result

    def open(self, uri: str, text: str, language: str = "plaintext") -> None:
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: Mapping[str, Any]) -> None:
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes})

    def published(self) -> list[dict[str, Any]]:
        """The parameters of every publication since this was asked last; the server has handled all that was sent before."""
        self.ask("pctlens/barrier")
        found = [message["params"] for message in self.heard if message.get("method") == PUBLISH]
        self.heard = [message for message in self.heard if message.get("method") != PUBLISH]
        return found

    def exit_status(self) -> int:
        return self.process.wait(SECONDS)

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream
        length = 0
        while line := stream.readline():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            elif line == b"\r\n":
                self._arrived.put(json.loads(stream.read(length)))
            else:
                assert name.lower() == b"content-type", line
        self._arrived.put(None)


def change(start: tuple[int, int], end: tuple[int, int], text: str) -> dict[str, Any]:
    """One content change."""
    ends = [{"line": line, "character": character} for line, character in (start, end)]
    return {"range": {"start": ends[0], "end": ends[1]}, "text": text}

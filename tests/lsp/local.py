"""The server in this process: as fast as it can be asked, and with its state in reach."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import count
from typing import Any

from lsp.wire import PUBLISH
from pctlens.lsp.server import create


class Local:
    """A server and the messages to and from it: ``said`` is what it sent, ``findings`` what it published of each URI last."""

    def __init__(self) -> None:
        self.server = create()
        self.server.protocol.set_writer(self, include_headers=False)
        self.said: list[dict[str, Any]] = []
        self.findings: dict[str, list[dict[str, Any]]] = {}
        self._serials = count(1)

    def send(self, message: Any) -> None:
        self.server.protocol.receive(json.dumps(message).encode())

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Mapping[str, Any]) -> Any:
        """The result of a request that has to succeed; nothing that was said before is kept."""
        self.said.clear()
        self.send({"jsonrpc": "2.0", "id": next(self._serials), "method": method, "params": params})
        (answer,) = self.said
        return answer["result"]

    def initialize(self, capabilities: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
        params = {"processId": None, "rootUri": None, "capabilities": capabilities, "initializationOptions": settings}
        self.ask("initialize", params)
        self.notify("initialized", {})

    def text(self, uri: str) -> str:
        """The text of an open document, as the server has it."""
        opened = self.server.documents.get(uri)
        assert opened
        return opened.document.text

    def write(self, data: bytes) -> None:
        """Take what the server sends."""
        message = json.loads(data)
        self.said.append(message)
        if message.get("method") == PUBLISH:
            self.findings[message["params"]["uri"]] = message["params"]["diagnostics"]

    def close(self) -> None:
        raise AssertionError("nobody asked for an end")

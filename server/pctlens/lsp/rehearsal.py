"""A short session that nobody sees, held once the first findings are on the screen.

Then what a person does most is loaded, and has run as often as CPython wants it before a function runs at full speed (PEP 659):
the first key and the first hover take as long as the hundredth.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from lsprotocol import types as lsp

from pctlens.lsp.session import Server

_TIMES: Final = 6
"""So often each line is edited: CPython looks at a function after eight calls, and more than twelve gain nothing."""

_URI: Final = "rehearsal:a.py"  # names no file, so that nothing is read from the disk
_TEXT: Final = """\
home = "https://example.org/caf%C3%A9/a%20b?q=%E6%97%A5%E6%9C%AC&n=1"
rate = "https://example.org/?rate=100%zz&x=1"
"""
_SIGNS: Final = [(row, line.index("%")) for row, line in enumerate(_TEXT.splitlines())]
_CAPABILITIES: Final[dict[str, Any]] = {
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True},
        "hover": {"contentFormat": ["markdown"]},
    }
}


def rehearse(server: Server) -> None:
    """Type and hover, with a server for this alone, whose answers go nowhere."""
    server.protocol.set_writer(_Nobody())
    for message in _session():
        server.protocol.receive(json.dumps({"jsonrpc": "2.0", **message}).encode())


class _Nobody:
    """Takes messages and drops them."""

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


def _session() -> Iterator[dict[str, Any]]:
    document = {"uri": _URI}
    yield _request(lsp.INITIALIZE, processId=None, rootUri=None, capabilities=_CAPABILITIES)
    yield _notification(
        lsp.TEXT_DOCUMENT_DID_OPEN, textDocument={**document, "languageId": "python", "version": 0, "text": _TEXT}
    )
    for version in range(1, _TIMES + 1):
        for row, sign in _SIGNS:
            letter = {"start": {"line": row, "character": 0}, "end": {"line": row, "character": 1}}
            typed = [{"range": letter, "text": "xy"[version % 2]}]
            yield _notification(lsp.TEXT_DOCUMENT_DID_CHANGE, textDocument={**document, "version": version}, contentChanges=typed)
            yield _request(lsp.TEXT_DOCUMENT_HOVER, textDocument=document, position={"line": row, "character": sign})


def _notification(method: str, **params: Any) -> dict[str, Any]:
    return {"method": method, "params": params}


def _request(method: str, **params: Any) -> dict[str, Any]:
    return {"id": 0, **_notification(method, **params)}

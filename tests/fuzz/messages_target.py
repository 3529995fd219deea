"""What has to hold for the message loop on any stream whatever: it never raises, and answers each request exactly once."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final
from unittest.mock import patch

from pctlens.lsp import lifeline, protocol, server
from pctlens.lsp.protocol import Phase, Protocol
from pctlens.lsp.transport import messages

URI: Final = "file:///nowhere/a.md"
_DOCUMENT: Final = {"uri": URI}
_START: Final = {"line": 0, "character": 0}
_RANGE: Final = {"start": _START, "end": {"line": 1, "character": 30}}
_ITEM: Final = {"uri": URI, "languageId": "markdown", "version": 1, "text": "[a](https://h/%zz%C3%A9)\nb%20c"}
_CHANGE: Final = {"range": _RANGE, "text": "https://h/%E4"}

SHAPES: Final[tuple[dict[str, Any], ...]] = (
    {"id": 1, "method": "initialize", "params": {"processId": 7, "rootUri": None, "capabilities": {"textDocument": {}}}},
    {"method": "initialized", "params": {}},
    {"method": "textDocument/didOpen", "params": {"textDocument": _ITEM}},
    {"method": "textDocument/didChange", "params": {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [_CHANGE]}},
    {"id": 2, "method": "textDocument/hover", "params": {"textDocument": _DOCUMENT, "position": _START}},
    {
        "id": 3,
        "method": "textDocument/codeAction",
        "params": {"textDocument": _DOCUMENT, "range": _RANGE, "context": {"diagnostics": [], "only": ["quickfix"]}},
    },
    {
        "id": 4,
        "method": "workspace/executeCommand",
        "params": {
            "command": "pctlens.server.decode",
            "arguments": [{"uri": URI, "ranges": [_RANGE], "variant": "decode.form", "perLine": True}],
        },
    },
    {"id": 5, "method": "textDocument/inlayHint", "params": {"textDocument": _DOCUMENT, "range": _RANGE}},
    {"id": 6, "method": "textDocument/completion", "params": {"textDocument": _DOCUMENT, "position": _START}},
    {"id": 7, "method": "textDocument/selectionRange", "params": {"textDocument": _DOCUMENT, "positions": [_START]}},
    {"id": 8, "method": "textDocument/documentLink", "params": {"textDocument": _DOCUMENT}},
    {"method": "workspace/didChangeConfiguration", "params": {"settings": {"pctlens": {"rules": {"mojibake": "off"}}}}},
    {"method": "textDocument/didClose", "params": {"textDocument": _DOCUMENT}},
    {"id": 9, "method": "shutdown"},
    {"method": "exit"},
)
"""The messages of a session, which the fuzzer takes apart."""


class Sink:
    """Takes down what the server says."""

    def __init__(self) -> None:
        self.said: list[dict[str, Any]] = []

    def write(self, data: bytes) -> None:
        head, _, body = data.partition(b"\r\n\r\n")
        assert head == b"Content-Length: %d" % len(body)
        self.said.append(json.loads(body))

    def close(self) -> None:
        pass


def check(data: bytes) -> None:
    """Feed fuzzed bytes to a server as its client's stream."""
    asked: Counter[int | str | None] = Counter()
    sink = Sink()
    loop = _loop()
    loop.phase = Phase.NEW
    loop.set_writer(sink)
    # The client of a fuzzed message is not alive; and no handler may fail, even though the loop would go on.
    with patch.object(lifeline, "watch"), patch.object(protocol, "_log_failure", side_effect=_fail):
        for body in messages(io.BytesIO(data)):
            asked.update(_requests(body))
            try:
                loop.receive(body)
            except SystemExit:
                break
    answered = Counter(message["id"] for message in sink.said if "method" not in message)
    assert answered == asked, (answered, asked)


def _fail(method: str, error: Exception) -> None:
    raise AssertionError(f"{method} failed inside") from error


@cache
def _loop() -> Protocol:
    """The one server that is tried: making one takes longer than what it is asked. Its documents go at each ``initialize``."""
    return server.create().protocol


def _requests(body: bytes) -> Iterator[int | str | None]:
    """The id under which a message has to be answered; ``None`` for what is no message; nothing for what asks nothing."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        yield None
        return
    if not isinstance(message, dict):
        yield None
    elif isinstance(message.get("method"), str) and "id" in message:
        serial = message["id"]
        yield serial if isinstance(serial, int | str) and not isinstance(serial, bool) else None


def framed(bodies: Iterable[bytes]) -> bytes:
    """The stream of some messages."""
    return b"".join(b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies)


def seeds() -> Iterable[bytes]:
    """Whole sessions, and each message alone after the start of one."""
    bodies = [json.dumps({"jsonrpc": "2.0", **shape}).encode() for shape in SHAPES]
    yield framed(bodies)
    for body in bodies[3:]:
        yield framed([*bodies[:3], body])
    yield framed(bodies[2:])
    yield b"Content-Type: x\r\n\r\n" + framed([b"{", b"[]", *bodies[:1]]) + b"Content-Length: 99\r\n\r\n{"

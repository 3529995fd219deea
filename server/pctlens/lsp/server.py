"""The server: what it offers, and how it is started on each transport.

A handler is named here and imported when it is first called, so that a client has the answer to ``initialize`` before the
analysis is loaded, which takes as long as all else.
"""

from __future__ import annotations

import gc
import importlib
import logging
import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any, Final

from lsprotocol import types as lsp

from pctlens.lsp import lifeline
from pctlens.lsp.protocol import Phase
from pctlens.lsp.rehearsal import rehearse
from pctlens.lsp.session import Server
from pctlens.lsp.transport import StreamWriter, Writer, messages

logger = logging.getLogger(__name__)

HANDLERS: Final = {
    lsp.INITIALIZE: "session:initialize",
    lsp.INITIALIZED: "configuration:initialized",
    lsp.WORKSPACE_DID_CHANGE_CONFIGURATION: "configuration:did_change_configuration",
    lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES: "configuration:did_change_watched_files",
    lsp.TEXT_DOCUMENT_DID_OPEN: "features.diagnostics:did_open",
    lsp.TEXT_DOCUMENT_DID_CHANGE: "features.diagnostics:did_change",
    lsp.TEXT_DOCUMENT_DID_CLOSE: "features.diagnostics:did_close",
    lsp.NOTEBOOK_DOCUMENT_DID_OPEN: "features.diagnostics:did_open_notebook",
    lsp.NOTEBOOK_DOCUMENT_DID_CHANGE: "features.diagnostics:did_change_notebook",
    lsp.NOTEBOOK_DOCUMENT_DID_CLOSE: "features.diagnostics:did_close_notebook",
    lsp.TEXT_DOCUMENT_HOVER: "features.hover:hover",
    lsp.TEXT_DOCUMENT_INLAY_HINT: "features.inlay_hints:inlay_hints",
    lsp.TEXT_DOCUMENT_CODE_ACTION: "features.code_actions:code_actions",
    lsp.TEXT_DOCUMENT_DOCUMENT_LINK: "features.links:document_links",
    lsp.TEXT_DOCUMENT_SELECTION_RANGE: "features.selection_ranges:selection_ranges",
    lsp.TEXT_DOCUMENT_COMPLETION: "features.completion:completion",
}
"""What answers each method, or takes each notification: ``module:function`` in this package."""

COMMANDS: Final = {
    "pctlens.server.encode": "features.commands:encode",
    "pctlens.server.decode": "features.commands:decode",
    "pctlens.server.preview": "features.commands:show",
}
"""What runs each command of ``workspace/executeCommand``."""

OPTIONS: Final[dict[str, Any]] = {
    lsp.TEXT_DOCUMENT_CODE_ACTION: lsp.CodeActionOptions(
        code_action_kinds=["quickfix", "refactor.rewrite.pctlens", "source.fixAll.pctlens"]
    ),
    lsp.TEXT_DOCUMENT_COMPLETION: lsp.CompletionOptions(trigger_characters=["%"]),
}


def create() -> Server:
    """A server with all its features, on no transport yet."""
    server = Server()
    # pygls would hand over the server itself, but load asyncio to do it, and turn the options into JSON to check their types
    for method, name in HANDLERS.items():
        server.feature(method)(partial(late(name), server))
    for command, name in COMMANDS.items():
        server.command(command)(partial(late(name), server))
    server.protocol.fm.feature_options.update(OPTIONS)
    return server


def late(name: str) -> Callable[..., Any]:
    """The handler ``module:function`` of this package, which is imported when it is first called."""

    def handler(ls: Server, *arguments: Any) -> Any:
        return resolved(name)(ls, *arguments)

    return handler


@cache
def resolved(name: str) -> Callable[..., Any]:
    """The function that ``module:function`` names.

    What was loaded for it stays, and is frozen: a look of the garbage collector at all of it takes more than 10 ms.
    """
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(f"pctlens.lsp.{module}"), function)
    gc.freeze()
    return found


def serve_stdio(client_process: int | None = None) -> int:
    """Serve on the standard streams until the client goes, or the process ``client_process`` ends: the exit status."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever else is printed, the protocol's stream stays clean
    if client_process is not None:
        lifeline.watch(client_process)
    return _serve(messages(source), StreamWriter(sink), is_child=True)


def serve_tcp(host: str, port: int) -> int:
    """Serve the first client that connects to a TCP port; ``OSError`` where the port is not free."""
    import socket

    with socket.create_server((host, port)) as listener:
        logger.warning("listening on %s:%d", *listener.getsockname()[:2])
        connection, _ = listener.accept()
    with connection, connection.makefile("rb") as source, connection.makefile("wb") as sink:
        return _serve(messages(source), StreamWriter(sink))


def serve_ws(host: str, port: int) -> int:
    """Serve the first client that connects to a WebSocket; ``OSError`` where the port is not free."""
    from pctlens.lsp import websocket

    return websocket.serve_one(host, port, lambda bodies, writer: _serve(bodies, writer, include_headers=False))


def _serve(bodies: Iterable[bytes], writer: Writer, *, include_headers: bool = True, is_child: bool = False) -> int:
    """Serve one client: the exit status, which is 0 after ``shutdown`` and 1 without (LSP 3.17, ``exit``)."""
    server = create()
    server.is_child = is_child
    server.protocol.set_writer(writer, include_headers)
    is_rehearsed = False
    try:
        for body in bodies:
            server.protocol.receive(body)
            del body  # it may be large, and the next message long in coming
            if not is_rehearsed and server.has_opened:
                is_rehearsed = True
                rehearse(create())
    except SystemExit:
        pass
    except OSError as error:
        logger.info("the client is gone: %s", error)
    return 0 if server.protocol.phase is Phase.SHUT_DOWN else 1

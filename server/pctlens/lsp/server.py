"""The server: what it offers, and how it is started on each transport."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

from lsprotocol import types as lsp

from pctlens.core.text import Units
from pctlens.lsp import configuration, lifeline
from pctlens.lsp.client import Client
from pctlens.lsp.documents import Documents
from pctlens.lsp.features import code_actions, commands, diagnostics, hover
from pctlens.lsp.protocol import Phase
from pctlens.lsp.session import Server
from pctlens.lsp.transport import StreamWriter, Writer, messages

logger = logging.getLogger(__name__)


def initialize(ls: Server, params: lsp.InitializeParams) -> None:
    """Learn what the client can do, and take over its documents from pygls."""
    ls.client = Client.of(params.capabilities)
    ls.documents = Documents(Units(lsp.PositionEncodingKind(ls.workspace.position_encoding).value))
    ls.protocol._workspace = ls.documents  # pygls offers no public way to bring a workspace of one's own
    configuration.take(ls, params.initialization_options)
    if params.process_id is not None:
        lifeline.watch(params.process_id)


HANDLERS: Final[dict[str, Callable[..., Any]]] = {
    lsp.INITIALIZE: initialize,
    lsp.INITIALIZED: configuration.initialized,
    lsp.WORKSPACE_DID_CHANGE_CONFIGURATION: configuration.did_change_configuration,
    lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES: configuration.did_change_watched_files,
    lsp.TEXT_DOCUMENT_DID_OPEN: diagnostics.did_open,
    lsp.TEXT_DOCUMENT_DID_CHANGE: diagnostics.did_change,
    lsp.TEXT_DOCUMENT_DID_CLOSE: diagnostics.did_close,
    lsp.TEXT_DOCUMENT_HOVER: hover.hover,
    lsp.TEXT_DOCUMENT_CODE_ACTION: code_actions.code_actions,
    lsp.NOTEBOOK_DOCUMENT_DID_OPEN: diagnostics.did_open_notebook,
    lsp.NOTEBOOK_DOCUMENT_DID_CHANGE: diagnostics.did_change_notebook,
    lsp.NOTEBOOK_DOCUMENT_DID_CLOSE: diagnostics.did_close_notebook,
}


COMMANDS: Final[dict[str, Callable[..., Any]]] = {
    commands.ENCODE: commands.encode,
    commands.DECODE: commands.decode,
    commands.PREVIEW: commands.show,
}

OPTIONS: Final[dict[str, Any]] = {
    lsp.TEXT_DOCUMENT_CODE_ACTION: lsp.CodeActionOptions(code_action_kinds=code_actions.KINDS),
}


def create() -> Server:
    """A server with all its features, on no transport yet."""
    server = Server()
    for method, handler in HANDLERS.items():
        server.feature(method, OPTIONS.get(method))(handler)
    for name, command in COMMANDS.items():
        server.command(name)(command)
    return server


def serve_stdio(client_process: int | None = None) -> int:
    """Serve on the standard streams until the client goes, or the process ``client_process`` ends: the exit status."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever else is printed, the protocol's stream stays clean
    if client_process is not None:
        lifeline.watch(client_process)
    return _serve(messages(source), StreamWriter(sink))


def serve_tcp(host: str, port: int) -> int:
    """Serve the first client that connects to a TCP port; ``OSError`` where the port is not free."""
    with socket.create_server((host, port)) as listener:
        logger.warning("listening on %s:%d", *listener.getsockname()[:2])
        connection, _ = listener.accept()
    with connection, connection.makefile("rb") as source, connection.makefile("wb") as sink:
        return _serve(messages(source), StreamWriter(sink))


def serve_ws(host: str, port: int) -> int:
    """Serve the first client that connects to a WebSocket; ``OSError`` where the port is not free."""
    from pctlens.lsp import websocket

    return websocket.serve_one(host, port, lambda bodies, writer: _serve(bodies, writer, include_headers=False))


def _serve(bodies: Iterable[bytes], writer: Writer, include_headers: bool = True) -> int:
    """Serve one client: the exit status, which is 0 after ``shutdown`` and 1 without (LSP 3.17, ``exit``)."""
    server = create()
    server.protocol.set_writer(writer, include_headers)
    try:
        for body in bodies:
            server.protocol.receive(body)
    except SystemExit:
        pass
    except OSError as error:
        logger.info("the client is gone: %s", error)
    return 0 if server.protocol.phase is Phase.SHUT_DOWN else 1

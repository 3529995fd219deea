"""Each request is answered once, whatever comes, and the process ends when it should."""

from __future__ import annotations

import json
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from lsp.wire import SECONDS, SERVE, Wire, change

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
NOT_INITIALIZED = -32002
URI = "file:///x.txt"
HOVER = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("connection") / "log"


@pytest.fixture(scope="module")
def patient(log: Path) -> Iterator[Wire]:
    """A server that has to bear all that is wrong, and goes on."""
    with Wire(errors=log) as wire:
        wire.initialize()
        yield wire


def test_exit_after_shutdown_is_0_and_without_it_is_1() -> None:
    with Wire() as wire:
        wire.initialize()
        assert wire.result("shutdown") is None
        wire.notify("exit")
        assert wire.exit_status() == 0
    with Wire() as wire:
        wire.initialize()
        wire.notify("exit")
        assert wire.exit_status() == 1


def test_the_end_of_the_input_ends_the_server() -> None:
    with Wire() as wire:
        wire.initialize()
        assert wire.process.stdin
        wire.process.stdin.close()
        assert wire.exit_status() == 1


def test_nothing_is_served_before_initialize_or_after_shutdown() -> None:
    with Wire() as wire:
        wire.open(URI, "http://h/%zz")
        assert wire.ask("textDocument/hover", HOVER)["error"]["code"] == NOT_INITIALIZED
        wire.initialize()
        assert (
            wire.ask("initialize", {"capabilities": {}, "processId": None, "rootUri": None})["error"]["code"] == INVALID_REQUEST
        )
        assert wire.published() == []
        wire.result("shutdown")
        wire.open(URI, "http://h/%zz")
        assert wire.ask("textDocument/hover", HOVER)["error"]["code"] == INVALID_REQUEST
        assert wire.ask("shutdown")["error"]["code"] == INVALID_REQUEST
        assert wire.heard == []


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("textDocument/nonsense", {}, METHOD_NOT_FOUND),
        ("$/unknown", None, METHOD_NOT_FOUND),
        ("textDocument/diagnostic", {"textDocument": {"uri": URI}}, METHOD_NOT_FOUND),
        ("textDocument/hover", None, INVALID_PARAMS),
        ("textDocument/hover", [], INVALID_PARAMS),
        ("textDocument/hover", {"textDocument": {"uri": 7}, "position": {"line": 0, "character": 0}}, INVALID_PARAMS),
        ("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": "x", "character": 0}}, INVALID_PARAMS),
        ("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": -1, "character": 0}}, INVALID_PARAMS),
        (
            "textDocument/codeAction",
            {"textDocument": {"uri": URI}, "range": None, "context": {"diagnostics": []}},
            INVALID_PARAMS,
        ),
        ("workspace/executeCommand", {"command": "no.such.command"}, INVALID_PARAMS),
    ],
)
def test_a_request_of_the_wrong_shape_is_answered_with_an_error(
    patient: Wire, log: Path, method: str, params: Any, code: int
) -> None:
    error = patient.ask(method, params)["error"]
    assert error["code"] == code
    assert "data" not in error
    assert "Traceback" not in json.dumps(error)
    assert patient.heard == []
    assert patient.result("textDocument/hover", HOVER) is None
    assert log.read_text() == ""


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", PARSE_ERROR),
        (b"\xff\xfe\xfa", PARSE_ERROR),
        (b"[" * 100_000, PARSE_ERROR),
        (b"[]", INVALID_REQUEST),
        (b"null", INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": null, "method": "shutdown"}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "shutdown"}', INVALID_REQUEST),
    ],
)
def test_what_is_no_message_is_answered_without_an_id(patient: Wire, body: bytes, code: int) -> None:
    patient.write(body)
    answer = patient.next()
    assert (answer["id"], answer["error"]["code"]) == (None, code)
    assert patient.result("textDocument/hover", HOVER) is None


def test_what_is_not_answered_does_no_harm() -> None:
    with Wire() as wire:
        wire.initialize()
        wire.notify("textDocument/didChange", {"textDocument": 3})
        wire.notify("textDocument/didOpen")
        wire.notify("no/such/notification", {"a": [1]})
        wire.notify("$/cancelRequest", {"id": 4711})
        wire.notify("$/cancelRequest", {})
        wire.change("file:///never/opened", 2, change((0, 0), (0, 0), "x"))
        wire.send({"id": "pctlens/99", "result": None})
        wire.send({"id": 12, "error": {"code": 1, "message": "no"}})
        wire.send({})
        assert wire.published() == [{"uri": "file:///never/opened", "diagnostics": []}]
        assert wire.heard == []


def test_a_burst_of_cancelled_requests_is_answered_each_once() -> None:
    with Wire() as wire:
        wire.initialize()
        for serial in range(1_000, 1_050):
            wire.send({"id": serial, "method": "textDocument/hover", "params": HOVER})
            wire.notify("$/cancelRequest", {"id": serial})
        answers = [wire.next() for _ in range(50)]
        assert sorted(answer["id"] for answer in answers) == list(range(1_000, 1_050))
        wire.ask("pctlens/barrier")
        assert wire.heard == []


def test_headers_are_read_as_they_come() -> None:
    with Wire() as wire:
        body = b'{"jsonrpc": "2.0", "id": "a", "method": "x"}'
        assert wire.process.stdin
        wire.process.stdin.write(
            b"garbage\r\n\r\nContent-Length: 99999999999\r\n\r\n" + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n"
            b"content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:%d\r\n\r\n" % len(body) + body
        )
        wire.process.stdin.flush()
        assert wire.next()["id"] == "a"


def test_a_message_cut_short_ends_the_server() -> None:
    with Wire() as wire:
        assert wire.process.stdin
        wire.process.stdin.write(b"Content-Length: 100\r\n\r\n{}")
        wire.process.stdin.close()
        assert wire.exit_status() == 1


def test_a_client_that_stops_listening_ends_the_server() -> None:
    server = subprocess.Popen(SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert server.stdin and server.stdout and server.stderr
    server.stdout.close()
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "x"}'
    with server.stdin, server.stderr:
        server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        server.stdin.flush()
        assert server.wait(SECONDS) == 1
        assert b"Traceback" not in server.stderr.read()


@pytest.mark.parametrize("how", ["processId", "--clientProcessId"])
def test_the_server_ends_with_its_client(how: str) -> None:
    client = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    more = [f"--clientProcessId={client.pid}"] if how == "--clientProcessId" else []
    with client, Wire(*more) as wire:
        wire.initialize(processId=client.pid) if how == "processId" else wire.initialize()
        assert wire.result("textDocument/hover", HOVER) is None
        client.kill()
        client.wait(SECONDS)
        assert wire.exit_status() == 1


@contextmanager
def listening(transport: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server that listens on a free port: the port and the process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    server = subprocess.Popen([*SERVE, transport, "--port", str(port)], stderr=subprocess.PIPE)
    assert server.stderr
    try:
        assert select.select([server.stderr], [], [], SECONDS)[0], "it does not listen"
        assert str(port).encode() in server.stderr.readline()
        yield port, server
    finally:
        server.kill()
        server.wait(SECONDS)
        server.stderr.close()


def test_tcp_serves_one_client() -> None:
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "x"}'
    with listening("--tcp") as (port, server):
        with socket.create_connection(("127.0.0.1", port), SECONDS) as connection, connection.makefile("rwb") as stream:
            stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            stream.flush()
            assert stream.readline().startswith(b"Content-Length: ")
            with pytest.raises(OSError):
                socket.create_connection(("127.0.0.1", port), 10)
        assert server.wait(SECONDS) == 1


def test_a_websocket_serves_one_client() -> None:
    params = '{"capabilities": {}, "processId": null}'
    with listening("--ws") as (port, server):
        with connect(f"ws://127.0.0.1:{port}", open_timeout=SECONDS, close_timeout=5) as client:
            client.send(f'{{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {params}}}')
            assert json.loads(client.recv(SECONDS))["result"]["serverInfo"]["name"] == "pctlens"
            with connect(f"ws://127.0.0.1:{port}", open_timeout=SECONDS) as second, pytest.raises(ConnectionClosed):
                second.recv(SECONDS)
            client.send('{"jsonrpc": "2.0", "id": 2, "method": "shutdown"}')
            assert json.loads(client.recv(SECONDS)) == {"id": 2, "jsonrpc": "2.0", "result": None}
            client.send('{"jsonrpc": "2.0", "method": "exit"}')
            with pytest.raises(ConnectionClosed):
                client.recv(SECONDS)
        assert server.wait(SECONDS) == 0

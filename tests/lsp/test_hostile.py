"""Whatever comes over the wire, the server lives, and answers each request once."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from lsprotocol import types as lsp

from pctlens.core.hosts import host_of
from pctlens.core.text import Units
from pctlens.finder import Finder
from pctlens.lsp.convert import place_of
from pctlens.lsp.document import Document
from pctlens.lsp.server import create

URI = "file:///x.md"
LEAVES = [None, True, -1, 0, 3, 1 << 40, 0.5, "", "x", "\ud800", URI, [], {}, [[]], {"": {}}, "jsonrpc"]
PIECES = [
    *(
        "http://h/a%zz",
        "https://e.org/?q=%C3%A9&r=%FE",
        "postgres://u:p@ss@h/d",
        "%2520",
        "](a%2",
        '<a href="/a%zz">',
        "://",
        "@",
    ),
    *(
        "# pctlens: ignore",
        "pctlens: ignore-file",
        "printf(",
        "100%",
        "%d",
        "%",
        '"',
        "'",
        "(",
        ")",
        "{",
        "}",
        ":",
        "=",
        " ",
        "é",
        "😀",
    ),
    *("\n", "\r", "\r\n", "\f", "\u0085", "\u2028", "\ud800"),
]
LANGUAGES = ["python", "markdown", "html", "javascript", "ini", "plaintext", "shellscript", "latex"]


class Sink:
    """Takes what the server writes."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def write(self, data: bytes) -> None:
        self.messages.append(json.loads(data))

    def close(self) -> None:
        raise AssertionError("nobody asked for an end")


def messages() -> list[dict[str, Any]]:
    """One message of each kind that the server knows, as a client would send it."""
    document, at = {"uri": URI}, {"line": 0, "character": 20}
    place = {"start": at, "end": {"line": 1, "character": 3}}
    rewriting = {"uri": URI, "ranges": [place], "variant": "decode", "perLine": True}
    item = {**document, "languageId": "markdown", "version": 1, "text": "[a](http://h.example/caf%C3%A9?q=%zz)\nb%20c"}
    cell = {**item, "uri": "cell:1"}
    notebook = {"uri": "file:///n.ipynb", "notebookType": "j", "version": 1, "cells": [{"kind": 2, "document": "cell:1"}]}
    change = {"range": place, "text": "%C3%zz"}
    return [
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        {"method": "textDocument/didChange", "params": {"textDocument": {**document, "version": 2}, "contentChanges": [change]}},
        {"method": "textDocument/hover", "params": {"textDocument": document, "position": at}},
        {
            "method": "textDocument/codeAction",
            "params": {"textDocument": document, "range": place, "context": {"diagnostics": []}},
        },
        {"method": "textDocument/inlayHint", "params": {"textDocument": document, "range": place}},
        {"method": "workspace/executeCommand", "params": {"command": "pctlens.server.decode", "arguments": [rewriting]}},
        {"method": "workspace/executeCommand", "params": {"command": "pctlens.server.preview", "arguments": [{"text": "a%20b"}]}},
        {"method": "workspace/didChangeConfiguration", "params": {"settings": {"pctlens": {"inlayHints": "all", "rules": {}}}}},
        {"method": "workspace/didChangeWatchedFiles", "params": {"changes": [{"uri": URI, "type": 1}]}},
        {"method": "notebookDocument/didOpen", "params": {"notebookDocument": notebook, "cellTextDocuments": [cell]}},
        {"method": "$/cancelRequest", "params": {"id": 3}},
        {"method": "textDocument/didClose", "params": {"textDocument": document}},
    ]


def spoilt(value: Any, rng: random.Random) -> Any:
    """The same JSON with something in it another."""
    if rng.random() < 0.15 or not isinstance(value, list | dict) or not value:
        return rng.choice(LEAVES)
    if isinstance(value, list):
        at = rng.randrange(len(value))
        return [spoilt(one, rng) if index == at else one for index, one in enumerate(value)]
    key = rng.choice(list(value))
    if rng.random() < 0.2:
        return {name: one for name, one in value.items() if name != key}
    return {name: spoilt(one, rng) if name == key else one for name, one in value.items()}


def test_spoilt_messages_are_answered_once_and_kill_nothing() -> None:
    rng = random.Random(3986)
    server, sink = create(), Sink()
    server.protocol.set_writer(sink, include_headers=False)
    initialize = {"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}
    server.protocol.receive(json.dumps(initialize).encode())
    asked = [0]
    for serial in range(1, 6_000):
        message: Any = {"jsonrpc": "2.0", **rng.choice(messages())}
        if rng.random() < 0.8:
            message["params"] = spoilt(message["params"], rng)
        elif rng.random() < 0.3:
            message = spoilt(message, rng)
        if isinstance(message, dict) and not re.search("initialized|/did|/cancel", str(message.get("method"))):
            message["id"] = serial
            if isinstance(message.get("method"), str):
                asked.append(serial)
        server.protocol.receive(json.dumps(message).encode())
    answered = [message["id"] for message in sink.messages if "method" not in message and message["id"] is not None]
    assert answered == asked
    sent = json.dumps(sink.messages)
    assert "Traceback" not in sent and ".py" not in sent
    codes = {message["error"]["code"] for message in sink.messages if "error" in message}
    assert -32603 not in codes, "something failed inside"


@pytest.mark.parametrize("units", Units)
def test_findings_after_random_edits_are_those_of_a_fresh_document(units: Units) -> None:
    rng = random.Random(units)
    for _ in range(60):
        host = host_of("", rng.choice(LANGUAGES))
        document = Document("".join(rng.choices(PIECES, k=rng.randrange(80))), Finder(host, {}), 2_000)
        for _ in range(25):
            rows = len(document.lines) + 1
            start, end = (lsp.Position(rng.randrange(rows), rng.randrange(60)) for _ in range(2))
            end = rng.choice((start, end))
            new = "".join(rng.choices(PIECES, k=rng.randrange(4)))
            document.edit(place_of(document, start, units), place_of(document, end, units), new)
            if rng.random() < 0.5:
                document.count()
        fresh = Document(document.text, Finder(host, {}), 2_000)
        assert list(document.problems()) == list(fresh.problems())

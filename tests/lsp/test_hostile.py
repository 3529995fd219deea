"""Whatever comes over the wire, the server lives, and answers each request once."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from lsp.local import Local

URI = "file:///x.md"
LEAVES = [None, True, -1, 0, 3, 1 << 40, 0.5, "", "x", "\ud800", URI, [], {}, [[]], {"": {}}, "jsonrpc"]


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


def test_spoilt_messages_are_answered_once_and_kill_nothing(caplog: pytest.LogCaptureFixture) -> None:
    rng = random.Random(3986)
    local = Local()
    local.initialize({}, {})
    local.said.clear()
    asked = []
    for serial in range(6_000):
        message: Any = {"jsonrpc": "2.0", **rng.choice(messages())}
        if rng.random() < 0.8:
            message["params"] = spoilt(message["params"], rng)
        elif rng.random() < 0.3:
            message = spoilt(message, rng)
        if isinstance(message, dict) and not re.search("initialized|/did|/cancel", str(message.get("method"))):
            message["id"] = serial
            if isinstance(message.get("method"), str):
                asked.append(serial)
        local.send(message)
    answered = [message["id"] for message in local.said if "method" not in message and message["id"] is not None]
    assert answered == asked
    sent = json.dumps(local.said)
    assert "Traceback" not in sent and ".py" not in sent
    codes = {message["error"]["code"] for message in local.said if "error" in message}
    assert -32603 not in codes, "something failed inside"
    assert caplog.records and "h.example" not in caplog.text, "the log tells of a document"


def test_a_command_that_wants_no_answer_and_cannot_be_served_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    local = Local()
    local.initialize({}, {})
    local.said.clear()
    local.notify("workspace/executeCommand", {"command": "pctlens.server.decode", "arguments": ["h.example"]})
    assert local.said == []
    assert [record.getMessage() for record in caplog.records] == [
        "a workspace/executeCommand that cannot be served: the command wants one Rewriting"
    ]

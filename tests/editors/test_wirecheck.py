"""The check of recorded sessions finds what it is there to find: each case is a good session with one thing wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editors.session import Message, Session
from editors.wirecheck import complaints
from editors.wiretext import OutsideError, changed, offset, part

URI = "file:///a.txt"
TEXT = "😀 <http://h/%zz>\r\nsecond\fline\u2028\n"
Messages = list[dict[str, Any]]


def span(line: int, start: int, end: int) -> dict[str, Any]:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


EDIT = {"range": span(0, 13, 13), "newText": "25"}
DIAGNOSTIC = {"range": span(0, 13, 16), "message": "no escape", "severity": 2, "source": "pctlens", "code": "malformed-escape"}
SESSION: Messages = [
    {
        "id": 1,
        "method": "initialize",
        "params": {
            "processId": None,
            "rootUri": None,
            "capabilities": {
                "textDocument": {
                    "hover": {"contentFormat": ["plaintext"]},
                    "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
                    "publishDiagnostics": {},
                },
                "workspace": {"configuration": True},
            },
        },
    },
    {"id": 1, "result": {"capabilities": {"positionEncoding": "utf-16", "hoverProvider": True}}},
    {"method": "initialized", "params": {}},
    {"id": "s1", "method": "workspace/configuration", "params": {"items": [{"section": "pctlens"}]}},
    {"id": "s1", "result": [None]},
    {
        "method": "textDocument/didOpen",
        "params": {"textDocument": {"uri": URI, "languageId": "plaintext", "version": 1, "text": TEXT}},
    },
    {"method": "textDocument/publishDiagnostics", "params": {"uri": URI, "diagnostics": [DIAGNOSTIC]}},
    {
        "id": 2,
        "method": "textDocument/hover",
        "params": {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 14}},
    },
    {"id": 2, "result": {"contents": {"kind": "plaintext", "value": "%zz"}, "range": span(0, 4, 16)}},
    {
        "id": 3,
        "method": "textDocument/codeAction",
        "params": {"textDocument": {"uri": URI}, "range": span(0, 13, 16), "context": {"diagnostics": [], "only": ["quickfix"]}},
    },
    {"id": 3, "result": [{"title": "Mend", "kind": "quickfix", "edit": {"changes": {URI: [EDIT]}}}]},
    {"id": 4, "method": "shutdown"},
    {"id": 4, "result": None},
    {"method": "exit"},
]
SERVER = {1, 3, 6, 8, 10, 12}
"""Which of these messages the server sent."""

OFFER, ASK, PUBLISH, HOVER, ACTION = SESSION[1], SESSION[3], SESSION[6], SESSION[8], SESSION[10]


def session(messages: Messages) -> Session:
    return Session(tuple(Message("server" if n in SERVER else "client", m) for n, m in enumerate(messages)), exit=0)


def without(*path: Any) -> Callable[[Messages], None]:
    def change(messages: Messages) -> None:
        target: Any = messages
        for key in path[:-1]:
            target = target[key]
        del target[path[-1]]

    return change


def with_(value: Any, *path: Any) -> Callable[[Messages], None]:
    def change(messages: Messages) -> None:
        target: Any = messages
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value

    return change


def test_a_good_session_has_no_complaints() -> None:
    assert complaints(session(SESSION)) == []


CAPABILITIES = (0, "params", "capabilities")
CASES = [
    (with_({"id": 99, "result": None}, 8), "an answer that nobody waits for"),
    (with_({"id": 99, "result": None}, 8), "textDocument/hover: no answer"),
    (with_({"id": 2, "error": {"code": -32603, "message": "oops"}}, 8), "textDocument/hover: error"),
    (with_({"id": 2, "error": {"code": -32601, "message": "no", "data": "File …"}}, 8), "tells internals"),
    (with_({"method": "window/logMessage", "params": {"type": 9, "message": "x"}}, 6), "not of the shape"),
    (with_({"method": "window/showMessage", "params": {"type": 1, "message": "x"}}, 6), "a pop-up"),
    (with_({"start": 7}, 8, "result", "range"), "textDocument/hover: not of the shape"),
    (without(*CAPABILITIES, "workspace", "configuration"), "workspace/configuration: without workspace.configuration"),
    (with_(["utf-8", "utf-16"], *CAPABILITIES, "general", "positionEncodings"), "the client likes utf-8 best"),
    (with_(["markdown"], *CAPABILITIES, "textDocument", "hover", "contentFormat"), "hover: plaintext, not of ['markdown']"),
    (with_(span(0, 4, 13), 8, "result", "range"), "does not hold"),
    (with_(span(0, 1, 16), 8, "result", "range"), "inside of a character"),
    (with_(span(0, 4, 18), 8, "result", "range"), "column 18 of 17"),
    (with_(span(7, 0, 1), 8, "result", "range"), "line 7 of 3"),
    (without(*CAPABILITIES, "textDocument", "codeAction", "codeActionLiteralSupport"), "without codeActionLiteralSupport"),
    (with_(True, 10, "result", 0, "isPreferred"), "isPreferred without isPreferredSupport"),
    (with_("refactor", 10, "result", 0, "kind"), "of kind refactor, asked for ['quickfix']"),
    (without(10, "result", 0, "edit"), "no edit, and the client cannot resolve it"),
    (with_({"documentChanges": []}, 10, "result", 0, "edit"), "documentChanges, which the client does not take"),
    (with_({"changes": {"file:///b.txt": []}}, 10, "result", 0, "edit"), "edits file:///b.txt"),
    (with_({"documentChanges": [{"kind": "create", "uri": "file:///b.txt"}]}, 10, "result", 0, "edit"), "to create a file"),
    (with_([EDIT, {"range": span(0, 12, 14), "newText": ""}], 10, "result", 0, "edit", "changes", URI), "overlap"),
    (with_(1, 6, "params", "version"), "version without versionSupport"),
    (with_("file:///b.txt", 6, "params", "uri"), "which is not open"),
    (with_({"href": "x:y"}, 6, "params", "diagnostics", 0, "codeDescription"), "codeDescription without"),
    (with_(span(0, 13, 13), 6, "params", "diagnostics", 0, "range"), "an empty range"),
    (with_(span(0, 16, 13), 6, "params", "diagnostics", 0, "range"), "runs backwards"),
    (with_(span(1, 0, 14), 6, "params", "diagnostics", 0, "range"), "column 14 of 12 in line 1"),
]


@pytest.mark.parametrize(("change", "complaint"), CASES, ids=[complaint for _, complaint in CASES])
def test_what_is_wrong_is_found(change: Callable[[Messages], None], complaint: str) -> None:
    messages = copy.deepcopy(SESSION)
    messages[0]["params"]["capabilities"]["general"] = {}
    change(messages)
    assert complaint in "\n".join(complaints(session(messages)))


def test_what_comes_too_early_or_too_late_is_found() -> None:
    log = Message("server", {"method": "textDocument/publishDiagnostics", "params": {"uri": URI, "diagnostics": []}})
    messages = session(SESSION).messages
    assert "textDocument/publishDiagnostics: sent before initialize was answered" in complaints(Session((log, *messages)))
    assert "textDocument/publishDiagnostics: sent after shutdown" in complaints(Session((*messages, log)))


def test_diagnostics_of_a_text_that_is_no_more_are_found() -> None:
    """Two edits, the first of them judged: after that nothing may be sent that fits only what the document was before."""
    messages = list(session(SESSION).messages[:7])
    shorter = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"range": span(0, 0, 17), "text": "x"}]}
    messages += [Message("client", {"method": "textDocument/didChange", "params": shorter}), messages[-1]]
    assert complaints(Session(tuple(messages[:-1]), exit=0)) == []
    assert complaints(Session(tuple(messages), exit=0)) == []  # sent before the server knew of the edit, it may be
    assert "diagnostics: column 13 of 1 in line 0" in complaints(Session((*messages, messages[-1]), exit=0))


def test_diagnostics_may_cross_edits_but_not_go_back() -> None:
    declared = copy.deepcopy(SESSION[:7])
    declared[0]["params"]["capabilities"]["textDocument"]["publishDiagnostics"]["versionSupport"] = True
    messages = list(session(declared).messages)
    for version in (2, 3, 4):
        change = {"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"text": TEXT}]}
        messages.append(Message("client", {"method": "textDocument/didChange", "params": change}))
    for version in (2, 3, 2):
        published = {"uri": URI, "version": version, "diagnostics": [DIAGNOSTIC]}
        messages.append(Message("server", {"method": "textDocument/publishDiagnostics", "params": published}))
    assert complaints(Session(tuple(messages[:-1]), exit=0)) == []
    assert complaints(Session(tuple(messages), exit=0)) == [
        "diagnostics: of version 2, which the document has not had since the last ones"
    ]


def test_what_is_no_message_is_found(tmp_path: Path) -> None:
    log = tmp_path / "session.jsonl"
    log.write_text(json.dumps({"from": "server", "noise": "Traceback"}) + "\n")
    assert complaints(Session.load(log)) == ["no message: 'Traceback'"]


def test_positions_are_counted_as_the_protocol_does() -> None:
    for encoding, column in (("utf-8", 6), ("utf-16", 3), ("utf-32", 2)):
        assert offset("a\u2028\f\r\r\n😀é|", {"line": 2, "character": column}, encoding) == 8
    assert part("a\r\nb", {"start": {"line": 0, "character": 1}, "end": {"line": 1, "character": 0}}, "utf-16") == "\r\n"
    assert changed("a😀b", [{"range": span(0, 3, 99), "text": "c"}], "utf-16") == "a😀c"
    assert changed("a", [{"text": "b"}, {"range": span(0, 1, 1), "text": "c"}], "utf-16") == "bc"
    with pytest.raises(OutsideError):
        offset("é", {"line": 0, "character": 1}, "utf-8")

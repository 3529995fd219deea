"""The claims of docs/security.md: what a hostile text or workspace can make the server do, say and write down."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lsp.editor import capabilities_of
from lsp.local import Local
from lsp.test_hostile import messages
from lsp.wire import Wire
from torture.hostile import hostile_texts

SECRET = "Geh31mnis"
WATCHED = """
import sys

def watch(event, arguments):
    if event == "open":
        path, mode, flags = arguments
        print("open", "w" if flags & 0x3 else "r", path, file=log, flush=True)
    elif event.startswith(("socket.", "subprocess.", "os.", "shutil.", "urllib.", "ctypes.")):
        print(event, *arguments, file=log, flush=True)

log = open(sys.argv.pop(1), "w")
from pctlens.cli import main
sys.addaudithook(watch)
sys.exit(main(["serve"]))
"""
HARMLESS = ("os.listdir", "os.scandir")  # looks into folders, no more


def ask_everything(wire: Wire, uri: str, text: str) -> Iterator[dict[str, Any]]:
    """Every answer about a document of few lines, asked at each of its places."""
    document = {"textDocument": {"uri": uri}}
    for row, line in enumerate(text.split("\n")):
        everything = {"start": {"line": row, "character": 0}, "end": {"line": row, "character": len(line)}}
        yield wire.ask("textDocument/inlayHint", {**document, "range": everything})
        yield wire.ask("textDocument/documentLink", document)
        yield wire.ask("textDocument/codeAction", {**document, "range": everything, "context": {"diagnostics": []}})
        for column in range(len(line)):
            position = {"line": row, "character": column}
            cursor = {"start": position, "end": position}
            yield wire.ask("textDocument/hover", {**document, "position": position})
            yield wire.ask("textDocument/completion", {**document, "position": position})
            yield wire.ask("textDocument/codeAction", {**document, "range": cursor, "context": {"diagnostics": []}})


@pytest.mark.skipif(sys.platform == "win32", reason="audit events name other calls there")
def test_a_workspace_makes_the_server_read_its_settings_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace, script, log = tmp_path / "workspace", tmp_path / "serve.py", tmp_path / "audit"
    (workspace / "deep" / "er").mkdir(parents=True)
    (workspace / "pctlens.toml").write_text('exclude = ["../**"]\nextend = "/etc/passwd"\n[rules]\nmojibake = "off"\n')
    (workspace / "deep" / "pyproject.toml").write_text("[tool.other]\n")
    (workspace / "deep" / ".env").write_text(f"password={SECRET}\n")
    script.write_text(WATCHED)
    monkeypatch.setattr("lsp.wire.SERVE", (sys.executable, str(script), str(log)))
    with Wire() as wire:
        wire.initialize(capabilities_of("vscode"), rootUri=workspace.as_uri())
        for name, text in hostile_texts():
            uri = (workspace / "deep" / "er" / name).as_uri()
            wire.open(uri, text + "\nfile:///etc/passwd [x](../../deep/.env) https://evil.example/%20\n", "markdown")
            cursor = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}
            wire.ask("textDocument/hover", cursor)
        wire.published()
    happened = log.read_text().splitlines()
    parts = [line.split(" ", 2) for line in happened if line.startswith("open ")]
    package = str(Path(__file__).parents[2] / "server")
    foreign = {path for _, _, path in parts if not path.startswith((sys.prefix, sys.base_prefix, package))}
    inside = {str(Path(path).relative_to(tmp_path)) for path in foreign if path.startswith(str(tmp_path))}
    assert inside == {
        f"workspace/{folder}{name}" for folder in ("", "deep/", "deep/er/") for name in ("pctlens.toml", "pyproject.toml")
    } - {"workspace/pyproject.toml"}
    assert not {Path(path).name for path in foreign if not path.startswith(str(tmp_path))} - {"pctlens.toml", "pyproject.toml"}
    assert not [path for _, mode, path in parts if mode == "w" and not path.endswith(".pyc") and "__pycache__" not in path]
    assert not [line for line in happened if not line.startswith(("open ", *HARMLESS))]


SECRETIVE = (
    f"postgres://app:{SECRET}%40@db.example/x%20y",
    f"postgres://app:p@{SECRET}/w%zz@db.example:5432/x",
    f"https://app:{SECRET}%zz@e.example/?q=%E4",
    f"https://e.example/?next=https%3A%2F%2Fapp%3A{SECRET}%40x.example%2F%3Fa%3Db",
    f"mysql://app:{SECRET}%C3%83%C2%A9%252F@db.example/%7Ea%c3%a9",
    f'sqlalchemy.url = "mongodb+srv://app:{SECRET}#%20@c.example/?retry=%25%20"',
)
LOUD = dict.fromkeys(("needless-escape", "lowercase-hex", "encoded-traversal"), "hint")


def without_edits(message: Any) -> Any:
    """A message without what a client would write into the document."""
    if isinstance(message, dict):
        return {key: without_edits(value) for key, value in message.items() if key not in ("edit", "newText", "textEdit")}
    return [without_edits(one) for one in message] if isinstance(message, list) else message


@pytest.mark.parametrize("text", SECRETIVE)
def test_a_password_is_told_by_the_hover_of_its_own_escapes_at_most(text: str, tmp_path: Path) -> None:
    uri, settings = "file:///e2e/alembic.ini", {"rules": LOUD, "inlayHints": "all"}
    with Wire(errors=tmp_path / "log") as wire:
        wire.initialize(capabilities_of("vscode"), initializationOptions=settings)
        wire.open(uri, text, "ini")
        said = [*wire.published(), *ask_everything(wire, uri, text), *wire.heard]
    at = text.index(SECRET)
    told = [message for message in said if SECRET in json.dumps(without_edits(message))]
    for message in told:
        covered = message["result"]["range"]
        assert covered["start"]["character"] == at, message
        assert "Password: " in message["result"]["contents"]["value"]
    assert (tmp_path / "log").read_text() == ""


def test_the_log_holds_no_text_of_a_document(tmp_path: Path) -> None:
    text = f"{SECRET} https://e.example/{SECRET}%zz?{SECRET}=%E4#{SECRET}\n" * 3
    with Wire(errors=tmp_path / "log") as wire:
        wire.initialize(capabilities_of("vscode"))
        wire.open("file:///e2e/a.md", text, "markdown")
        wire.notify(
            "textDocument/didChange", {"textDocument": {"uri": "file:///e2e/a.md", "version": 2}, "contentChanges": SECRET}
        )
        wire.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///e2e/b.md", "text": SECRET}})
        wire.change("file:///e2e/never-opened.md", 2, {"text": SECRET})
        wire.ask(f"textDocument/{SECRET}", {})
        list(ask_everything(wire, "file:///e2e/a.md", text))
        logged = [message for message in wire.heard if message.get("method") == "window/logMessage"]
    assert SECRET not in json.dumps(logged)
    assert SECRET not in (tmp_path / "log").read_text()


def test_a_failure_is_told_without_what_it_is_about(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: Any) -> None:
        raise ValueError(f"cannot read {SECRET}")

    local = Local()
    local.initialize({}, {})
    monkeypatch.setattr("pctlens.lsp.server.resolved", lambda _: fail)
    monkeypatch.setattr("pctlens.lsp.documents.Documents.update_text_document", fail)
    for serial, message in enumerate(messages()):
        is_request = (
            not message["method"].startswith(("initialized", "notebookDocument", "$")) and "/did" not in message["method"]
        )
        local.send({"jsonrpc": "2.0", **message, **({"id": serial} if is_request else {})})
    local.server.protocol.ask("workspace/configuration", {}, fail)
    local.send({"jsonrpc": "2.0", "id": local.said[-1]["id"], "result": [SECRET]})
    failed = {record.getMessage().partition(" failed: ")[0] for record in caplog.records}
    assert {"textDocument/didChange", "textDocument/hover", "workspace/executeCommand", "the answer to pctlens/1"} <= failed
    assert {answer["error"]["code"] for answer in local.said if "error" in answer} == {-32603}
    assert SECRET not in caplog.text and SECRET not in json.dumps(local.said)

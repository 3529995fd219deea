"""Settings reach the server on every way that clients know, and what is wrong in them is said once, in the log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lsp.wire import Wire, change

BAD = 'URL = "http://h.example/a%zzb"'
OFF = {"rules": {"malformed-escape": "off"}}
URI = "file:///a.py"


def severities(wire: Wire) -> list[list[int]]:
    return [[one["severity"] for one in published["diagnostics"]] for published in wire.published()]


def logged(wire: Wire) -> list[str]:
    return [message["params"]["message"] for message in wire.heard if message.get("method") == "window/logMessage"]


@pytest.mark.parametrize("options", [OFF, {"rules.malformed-escape": "off"}])
def test_initialization_options(options: Any) -> None:
    with Wire() as wire:
        wire.initialize(initializationOptions=options)
        wire.open(URI, BAD)
        assert severities(wire) == [[]]


@pytest.mark.parametrize("settings", [{"pctlens": OFF}, OFF])
def test_pushed_settings_judge_what_is_open_again(settings: Any) -> None:
    with Wire() as wire:
        wire.initialize()
        wire.open(URI, BAD)
        wire.notify("workspace/didChangeConfiguration", {"settings": settings})
        wire.notify("workspace/didChangeConfiguration", {"settings": settings})
        wire.notify("workspace/didChangeConfiguration", {"settings": None})
        assert severities(wire) == [[1], []]


def test_settings_are_pulled_from_a_client_that_answers() -> None:
    capabilities = {"workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}}}
    with Wire() as wire:
        wire.initialize(capabilities, initializationOptions={"rules": {"malformed-escape": "hint"}})
        register, pull = wire.next(), wire.next()
        assert [one["method"] for one in register["params"]["registrations"]] == ["workspace/didChangeConfiguration"]
        wire.send({"id": register["id"], "result": None})
        assert pull["method"] == "workspace/configuration"
        assert pull["params"] == {"items": [{"section": "pctlens"}]}
        wire.open(URI, BAD)
        assert severities(wire) == [[4]]
        wire.send({"id": pull["id"], "result": [OFF]})
        assert severities(wire) == [[]]
        wire.notify("workspace/didChangeConfiguration", {"settings": None})
        pull = wire.next()
        wire.send({"id": pull["id"], "error": {"code": -1, "message": "no"}})
        wire.notify("workspace/didChangeConfiguration", {"settings": None})
        pull = wire.next()
        wire.send({"id": pull["id"], "result": [None]})  # no section: what came first counts again
        assert severities(wire) == [[4]]


@pytest.mark.parametrize("answer", [[], {}, 3, [3], None])
def test_a_strange_answer_to_a_pull_does_no_harm(answer: Any) -> None:
    with Wire() as wire:
        wire.initialize({"workspace": {"configuration": True}})
        wire.send({"id": wire.next()["id"], "result": answer})
        wire.open(URI, BAD)
        assert severities(wire) == [[1]]


def test_a_wrong_key_costs_only_itself_and_is_said_once() -> None:
    raw = {"rules": {"malformed-escape": "hint", "malformed": "off"}, "hovr": 1}
    with Wire() as wire:
        wire.initialize(initializationOptions=raw)
        wire.notify("workspace/didChangeConfiguration", {"settings": {"pctlens": raw}})
        wire.open(URI, BAD)
        assert severities(wire) == [[4]]
        notes = logged(wire)
        assert len(notes) == 2
        assert "malformed" in notes[0] and "hovr" in notes[1]
        assert all(message["method"] == "window/logMessage" for message in wire.heard)


def test_the_settings_of_a_project_win_and_are_watched(tmp_path: Path) -> None:
    file = tmp_path / "pctlens.toml"
    file.write_text('exclude = ["old/"]\n[rules]\nmalformed-escape = "information"\n')
    with Wire() as wire:
        wire.initialize(
            {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}},
            initializationOptions={"rules": {"malformed-escape": "hint"}},
        )
        watch = wire.next()["params"]["registrations"][0]
        assert watch["method"] == "workspace/didChangeWatchedFiles"
        assert [one["globPattern"] for one in watch["registerOptions"]["watchers"]] == ["**/pctlens.toml", "**/pyproject.toml"]
        inside, old = (tmp_path / "sub" / "a.py").as_uri(), (tmp_path / "old" / "a.py").as_uri()
        for uri in (inside, old, URI):
            wire.open(uri, BAD)
        assert severities(wire) == [[3], [], [4]]
        assert logged(wire) == []
        file.write_text("ruls = 1")
        wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": file.as_uri(), "type": 2}]})
        assert severities(wire) == [[4], [4], [4]]
        assert len(logged(wire)) == 1 and "pctlens.toml" in logged(wire)[0]


def test_a_document_above_the_limit_has_no_findings() -> None:
    with Wire() as wire:
        wire.initialize(initializationOptions={"maxFileSize": len(BAD) + 1})
        wire.open(URI, BAD)
        wire.change(URI, 2, change((0, 0), (0, 0), "é"))
        wire.change(URI, 3, change((0, 0), (0, 1), ""))
        assert severities(wire) == [[1], [], [1]]


def test_what_is_wrong_in_a_project_is_said_when_a_file_of_it_is_opened(tmp_path: Path) -> None:
    (tmp_path / "pctlens.toml").write_text("ruls = 1")
    with Wire() as wire:
        wire.initialize()
        for name in ("a.py", "b.py"):
            wire.open((tmp_path / name).as_uri(), BAD)
        assert severities(wire) == [[1], [1]]
        assert len(logged(wire)) == 1 and "ruls" in logged(wire)[0]


@pytest.mark.parametrize(("charsets", "best", "read"), [([], "windows-1251", "Привет"), (["KOI8-R", "big5"], "koi8-r", "оПХБЕР")])
def test_the_charsets_of_the_user_are_heeded_everywhere(charsets: list[str], best: str, read: str) -> None:
    where = {"line": 0, "character": 20}
    document = {"textDocument": {"uri": URI}}
    capabilities = {"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}}
    with Wire() as wire:
        wire.initialize(capabilities, initializationOptions={"legacyCharsets": charsets})
        wire.open(URI, "https://e.example/%CF%F0%E8%E2%E5%F2")
        ((finding,),) = [published["diagnostics"] for published in wire.published()]
        assert finding["message"].endswith(f'in {best} it reads "{read}"')
        hover = wire.result("textDocument/hover", {**document, "position": where})["contents"]["value"]
        assert hover.partition("best first:\n\n- ")[2].startswith(f"{best}: {read}\n")
        chosen = {**document, "range": {"start": where, "end": where}, "context": {"diagnostics": []}}
        titles = [action["title"] for action in wire.result("textDocument/codeAction", chosen)]
        assert titles[0] == f'Encode "{read}" in UTF-8, read as {best}'
        assert next(title for title in titles if title.startswith("Decode from")) == f'Decode from {best} to "{read}"'
        assert len([title for title in titles if title.startswith("Encode")]) == 1 or not charsets

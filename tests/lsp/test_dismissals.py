"""The fixes that silence a finding: by a comment, or in the project's settings; never first and never preferred."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lsp.editor import EDITORS, Editor, capabilities_of, editing
from lsp.wire import Wire
from pctlens.core.text import split_lines

BAD = 'x = 1\r\n    url = "😀 https://e.example/%zz"\r\n'
IGNORE = "Ignore malformed-escape on this line, by a comment above"
CREATES = {"vscode": True, "neovim": False, "emacs": False}
"""Who takes both versioned edits and the making of files."""


@pytest.mark.parametrize("name", EDITORS)
def test_a_comment_above_is_offered_last(name: str) -> None:
    with editing(name) as editor:
        editor.open(BAD, "a.py")
        at = BAD.index("%zz")
        fixes = editor.actions(at, at, "quickfix")
        assert [fix["title"] for fix in fixes] == ["Write the '%' as '%25'", IGNORE]
        assert "isPreferred" not in fixes[1]
        after = editor.applied(fixes[1]["edit"])
        assert after == 'x = 1\r\n    # pctlens: ignore[malformed-escape]\r\n    url = "😀 https://e.example/%zz"\r\n'
        assert editor.actions(at, at)[-1]["title"] == IGNORE
        assert editor.open(after, "a.py") == []


def test_a_file_that_has_no_comments_has_no_such_fix() -> None:
    with editing("vscode") as editor:
        text = '{"u": "https://e.example/%zz"}'
        editor.open(text, "a.json")
        assert [fix["title"] for fix in editor.actions(0, len(text), "quickfix")] == ["Write the '%' as '%25'"]


def test_many_lines_at_once_are_not_silenced() -> None:
    with editing("vscode") as editor:
        editor.open(BAD * 2, "a.py")
        assert IGNORE not in [fix["title"] for fix in editor.actions(0, 2 * len(BAD))]


class Workspace:
    """A server that has a bad file open, in a folder of the disk below another one."""

    def __init__(self, wire: Wire, folder: Path) -> None:
        self.wire = wire
        file = folder / "sub" / "a.md"
        file.parent.mkdir(exist_ok=True)
        self.uri = file.as_uri()
        wire.open(self.uri, "https://e.example/%zz", "markdown")

    @classmethod
    def of(cls, wire: Wire, name: str, folder: Path) -> Workspace:
        """A new session of an editor that has the folder open."""
        wire.initialize(capabilities_of(name), workspaceFolders=[{"uri": folder.as_uri(), "name": "x"}])
        return cls(wire, folder)

    def turned_off(self) -> dict[str, Any] | None:
        """The action that turns the rule off in the settings."""
        where = {"line": 0, "character": 19}
        params = {"textDocument": {"uri": self.uri}, "range": {"start": where, "end": where}, "context": {"diagnostics": []}}
        found = [one for one in self.wire.result("textDocument/codeAction", params) if one["title"].startswith("Turn ")]
        assert len(found) <= 1 and all("isPreferred" not in one and one["kind"] == "quickfix" for one in found)
        return found[0] if found else None

    def findings(self) -> list[Any]:
        """What is found after the client has told that the settings changed."""
        self.wire.notify("workspace/didChangeWatchedFiles", {"changes": []})
        published = [params["diagnostics"] for params in self.wire.published() if params["uri"] == self.uri]
        return list(published[-1])


def applied(text: str, edit: dict[str, Any]) -> str:
    """The text after one edit, whose places are in ASCII lines."""
    lines = [*split_lines(text), ""]
    start, end = (
        sum(map(len, lines[: place["line"]])) + place["character"] for place in (edit["range"]["start"], edit["range"]["end"])
    )
    return text[:start] + str(edit["newText"]) + text[end:]


def edit_of(action: dict[str, Any], uri: str, *, versioned: bool) -> dict[str, Any]:
    if versioned:
        (change,) = action["edit"]["documentChanges"]
        assert change["textDocument"] == {"uri": uri, "version": None}
        (edit,) = change["edits"]
    else:
        (edit,) = action["edit"]["changes"][uri]
    return dict(edit)


@pytest.fixture(params=EDITORS, scope="module")
def session(request: pytest.FixtureRequest) -> Iterator[tuple[str, Wire]]:
    """An editor by its name, with a server for many folders."""
    with Wire() as wire:
        wire.initialize(capabilities_of(request.param))
        yield request.param, wire


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("pctlens.toml", "", '[rules]\nmalformed-escape = "off"\n'),
        ("pctlens.toml", '# é\n[rules]\nmojibake = "off"\n', '# é\n[rules]\nmalformed-escape = "off"\nmojibake = "off"\n'),
        ("pyproject.toml", "[tool.pctlens]\n", '[tool.pctlens]\n\n[tool.pctlens.rules]\nmalformed-escape = "off"\n'),
    ],
)
def test_a_rule_is_turned_off_in_the_nearest_settings(
    tmp_path: Path, session: tuple[str, Wire], file: str, before: str, after: str
) -> None:
    name, wire = session
    settings = tmp_path / file
    settings.write_text(before, "utf-8")
    workspace = Workspace(wire, tmp_path)
    action = workspace.turned_off()
    assert action and action["title"] == f"Turn malformed-escape off, in {file}"
    versioned = bool(capabilities_of(name)["workspace"]["workspaceEdit"].get("documentChanges"))
    wire.published()
    settings.write_text(applied(before, edit_of(action, settings.as_uri(), versioned=versioned)), "utf-8")
    assert settings.read_text("utf-8") == after
    assert workspace.findings() == []


def test_settings_that_are_open_are_edited_as_they_stand_there(tmp_path: Path) -> None:
    settings = tmp_path / "pctlens.toml"
    settings.write_text("", "utf-8")
    with Wire() as wire:
        workspace = Workspace.of(wire, "vscode", tmp_path)
        wire.open(settings.as_uri(), "# not saved\n", "toml")
        action = workspace.turned_off()
        assert action
        (change,) = action["edit"]["documentChanges"]
        assert change["textDocument"]["version"] == 1
        assert applied("# not saved\n", change["edits"][0]) == '# not saved\n\n[rules]\nmalformed-escape = "off"\n'


@pytest.mark.parametrize("name", EDITORS)
def test_where_there_are_no_settings_a_file_is_made_if_the_editor_can(tmp_path: Path, name: str) -> None:
    with Wire() as wire:
        workspace = Workspace.of(wire, name, tmp_path)
        action = workspace.turned_off()
        if not CREATES[name]:
            assert action is None
            return
        assert action and action["title"] == "Turn malformed-escape off, in a new pctlens.toml"
        made, change = action["edit"]["documentChanges"]
        uri = (tmp_path / "pctlens.toml").as_uri()
        assert made == {"kind": "create", "uri": uri, "options": {"ignoreIfExists": True}}
        assert change["textDocument"] == {"uri": uri, "version": None}
        wire.published()
        (tmp_path / "pctlens.toml").write_text(applied("", change["edits"][0]), "utf-8")
        assert workspace.findings() == []


def test_broken_settings_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "pctlens.toml").write_text("[rules", "utf-8")
    with Wire() as wire:
        assert Workspace.of(wire, "vscode", tmp_path).turned_off() is None


def test_a_file_outside_the_workspace_makes_no_settings() -> None:
    with editing("vscode") as editor:
        titles = _titles(editor)
        assert titles and not [title for title in titles if title.startswith("Turn ")]


def _titles(editor: Editor) -> list[str]:
    editor.open(BAD, "a.py")
    return [str(action["title"]) for action in editor.actions(BAD.index("%zz"), BAD.index("%zz"))]

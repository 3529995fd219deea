"""Kate's Quick Fix: it names the diagnostic under the cursor, asks about the whole document, and takes all that it is given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsp.wire import Wire

TEXT = "a = <https://h/a%20b?q=%zz>\nb = <https://h/a%20b?q=%zy>\n"
URI = "file:///kate.txt"
ACTIONS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}}}
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 0}}


def actions(tmp_path: Path, **more: bool) -> list[dict[str, Any]]:
    """What is offered for the second diagnostic to a client with these capabilities."""
    with Wire(errors=tmp_path / "log") as wire:
        wire.initialize({"textDocument": {"codeAction": {**ACTIONS, **more}}})
        wire.open(URI, TEXT)
        named = wire.published()[-1]["diagnostics"][1:]
        params = {"textDocument": {"uri": URI}, "range": WHOLE, "context": {"diagnostics": named}}
        found: list[dict[str, Any]] = wire.result("textDocument/codeAction", params)
        return found


def test_kate_is_given_the_one_fix_that_it_asks_for(tmp_path: Path) -> None:
    (action,) = actions(tmp_path)
    (edit,) = action["edit"]["changes"][URI]
    assert (action["kind"], edit["range"]["start"]["line"], edit["newText"]) == ("quickfix", 1, "%25")


def test_who_selects_all_in_another_editor_is_offered_everything(tmp_path: Path) -> None:
    kinds = [action["kind"] for action in actions(tmp_path, isPreferredSupport=True)]
    assert kinds.count("quickfix") == 2
    assert "refactor.rewrite.pctlens.decode" in kinds

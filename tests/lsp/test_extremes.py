"""Documents at the ends of what there is: nothing in them, only NULs, an enormous line, one sign alone, 50 MB of lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lsp.editor import Editor, editing

URL = "https://example.com/caf%C3%A9?rate=100%zz\n"


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with editing("vscode", {"maxFileSize": 200_000_000}) as editor:
        yield editor


@pytest.mark.parametrize("text", ["", "\n", "\0" * 100_000, "%" * 10_000, "\r\n\r\n"])
def test_there_is_nothing_to_find(editor: Editor, text: str) -> None:
    assert editor.open(text, "a.txt") == []
    assert editor.hover(0) is None


def test_a_line_of_10_mb(editor: Editor) -> None:
    text = "x " * 2_500_000 + URL.rstrip() + " y" * 2_500_000
    assert editor.open(text, "a.txt") == [("malformed-escape", "%zz")]
    assert "café" in (editor.hover(text.index("%C3")) or "")


@pytest.mark.parametrize("name", ["a.md", "a.py"])
@pytest.mark.parametrize("unit", ["%", "%25", "http://", "(", '"', "'", "`"])
def test_10_mb_of_one_sign(editor: Editor, unit: str, name: str) -> None:
    editor.open(unit * (10_000_000 // len(unit)), name)
    editor.hover(5_000_000)


def test_50_mb(editor: Editor) -> None:
    text = "a line of a log that goes on and on\n" * 1_400_000 + URL
    assert len(text) > 50_000_000
    assert editor.open(text, "a.txt") == [("malformed-escape", "%zz")]
    assert "café" in (editor.hover(text.index("%C3")) or "")


def test_to_fix_thousands_of_findings_at_once_has_to_be_asked_for(editor: Editor) -> None:
    few, many = URL * 1_000, URL * 1_001
    for text, offered in ((few, True), (many, False)):
        editor.open(text, "a.txt")
        at = text.index("%zz")
        assert ("source.fixAll.pctlens" in [action["kind"] for action in editor.actions(at, at)]) is offered
        (asked,) = editor.actions(at, at, "source.fixAll")
        assert editor.applied(asked["edit"]) == text.replace("%zz", "%25zz")

"""Documents at the ends of what there is: nothing in them, only NULs, an enormous line, one sign alone, 50 MB of lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lsp.editor import Editor, editing

URL = "https://example.com/caf%C3%A9?rate=100%zz\n"


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with editing("vscode", {"maxFileSize": 200_000_000, "inlayHints": "all", "documentLinks": True}) as editor:
        yield editor


@pytest.mark.parametrize("text", ["", "\n", "\0" * 100_000, "%" * 10_000, "\r\n\r\n"])
def test_there_is_nothing_to_find(editor: Editor, text: str) -> None:
    assert editor.open(text, "a.txt") == []
    assert editor.hover(0) is None


def test_a_line_of_10_mb(editor: Editor) -> None:
    text = "x " * 2_500_000 + URL.rstrip() + " y" * 2_500_000
    assert editor.open(text, "a.txt") == [("malformed-escape", "%zz")]
    assert "café" in (editor.hover(text.index("%C3")) or "")


@pytest.mark.parametrize("filler", ["var a=b(c,'d');", "x = y\n"])
def test_hints_and_links_far_apart(editor: Editor, filler: str) -> None:
    good = "see('https://e.example/%C3%A9'); "
    text = (filler * 50_000 + good) * 3
    editor.open(text, "a.js")
    starts = [at for at in range(len(text)) if text.startswith(good, at)]
    everything = editor.range(0, len(text))
    assert [(editor.offset(hint["position"]), hint["label"]) for hint in editor.ask("inlayHint", range=everything)] == [
        (start + good.index("'); "), "é") for start in starts
    ]
    part = editor.range(starts[1], starts[2])
    assert [editor.offset(hint["position"]) for hint in editor.ask("inlayHint", range=part)] == [starts[1] + good.index("'); ")]
    assert [editor.covered(link["range"]) for link in editor.ask("documentLink")] == ["https://e.example/%C3%A9"] * 3


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

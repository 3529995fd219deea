"""What is off until the user wants it: links, growing selections and completion, in every editor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lsp.editor import EDITORS, Editor, capabilities_of, editing, rewritten

WANTED = {"documentLinks": True, "selectionRanges": True, "completion": True}
URL = "https://e.example/caf%c3%a9?q=a%20bc&r=c"


@pytest.fixture(params=EDITORS, scope="module")
def editor(request: pytest.FixtureRequest) -> Iterator[Editor]:
    with editing(request.param, WANTED) as editor:
        yield editor


@pytest.fixture(params=EDITORS, scope="module")
def plain(request: pytest.FixtureRequest) -> Iterator[Editor]:
    with editing(request.param) as editor:
        yield editor


def test_nothing_of_it_by_default(plain: Editor) -> None:
    plain.open("https://e.example/a%")
    assert plain.ask("documentLink") == []
    assert plain.ask("selectionRange", positions=[plain.position(3)]) is None
    assert plain.ask("completion", position=plain.position(20)) == []


def test_links_open_the_normal_form(editor: Editor, request: pytest.FixtureRequest) -> None:
    text = f"😀 {URL} and <http://müller.example/>.\n\nftp://e.example/ https://u:p@e.example/\r\n😀 https://e.example/?a=1&b=%E2%80%8B"
    editor.open(text)
    found = editor.ask("documentLink")
    assert [(editor.covered(link["range"]), link["target"]) for link in found] == [
        (URL, "https://e.example/caf%C3%A9?q=a%20bc&r=c"),
        ("http://müller.example/", "http://xn--mller-kva.example/"),
        ("https://e.example/?a=1&b=%E2%80%8B", "https://e.example/?a=1&b=%E2%80%8B"),
    ]
    declared = (capabilities_of(request.node.callspec.params["editor"])["textDocument"].get("documentLink") or {}).get(
        "tooltipSupport"
    )
    assert [link.get("tooltip") for link in found] == (
        ["https://e.example/café?q=a%20bc&r=c", "http://müller.example/", "https://e.example/?a=1&b=%E2%80%8B"]
        if declared
        else [None] * 3
    )


def test_so_many_links_and_no_more(editor: Editor) -> None:
    editor.open(f"{URL}\n" * 600, "a.log")
    assert len(editor.ask("documentLink")) == 500


def test_links_in_every_window_of_a_long_line(editor: Editor) -> None:
    filler = "é " * 20_000
    text = f"{filler}{URL} {filler}{URL} {filler}{URL}"
    editor.open(text, "a.log")
    assert [editor.covered(link["range"]) for link in editor.ask("documentLink")] == [URL] * 3


def test_a_selection_grows_to_the_line(editor: Editor) -> None:
    text = f'x = 1\nlink = "😀 {URL}"  # é'
    editor.open(text, "a.py")
    places = [text.index("%20") + 1, 2, text.index("caf") + 1, text.index("r=c")]
    answer = editor.ask("selectionRange", positions=[editor.position(at) for at in places])
    line = text.split("\n")[1]
    assert [grown(editor, one) for one in answer] == [
        ["%20", "a%20bc", "q=a%20bc", "q=a%20bc&r=c", URL, line],
        [""],
        ["caf%c3%a9", URL, line],
        ["r", "r=c", "q=a%20bc&r=c", URL, line],
    ]
    assert answer[1]["range"] == editor.range(2, 2)


def grown(editor: Editor, found: dict[str, Any] | None) -> list[str]:
    covered = []
    while found is not None:
        covered.append(editor.covered(found["range"]))
        found = found.get("parent")
    return covered


@pytest.mark.parametrize(
    ("name", "marked", "chosen", "result"),
    [
        ("a.md", "😀 https://e.example/a%‸", "%2F /", "😀 https://e.example/a%2F"),
        ("a.md", "😀 https://e.example/?q=a%2‸&r=1", "%20 space", "😀 https://e.example/?q=a%20&r=1"),
        ("alembic.ini", "url = postgres://u:p%%‸@h/x", "%40 @", "url = postgres://u:p%%40@h/x"),
        ("a.c", 'printf("😀 https://e.example/%‸");', "%26 &", 'printf("😀 https://e.example/%%26");'),
    ],
)
def test_a_completion_is_written_as_the_file_wants_it(editor: Editor, name: str, marked: str, chosen: str, result: str) -> None:
    offset, text = marked.index("‸"), marked.replace("‸", "")
    editor.open(text, name)
    found = editor.ask("completion", position=editor.position(offset))
    (item,) = [one for one in found if one["label"] == chosen]
    place = item["textEdit"]["range"]
    start, end = editor.offset(place["start"]), editor.offset(place["end"])
    assert end == offset and item["filterText"].startswith(text[start:end])
    assert rewritten(text, [(start, end, item["textEdit"]["newText"])]) == result
    assert sorted(found, key=lambda one: str(one["sortText"])) == found


def test_a_completion_has_the_name_of_its_character(editor: Editor) -> None:
    editor.open("https://e.example/%")
    found = {one["label"]: one["detail"] for one in editor.ask("completion", position=editor.position(19))}
    assert (found["%2F /"], found["%20 space"]) == ("U+002F SOLIDUS", "U+0020 SPACE")
    assert editor.offers["completionProvider"]["triggerCharacters"] == ["%"]


@pytest.mark.parametrize("marked", ["50%‸ of it", "https://e%‸.example/", "https://e.example/%20‸", "x = 7 %‸"])
def test_no_completion_elsewhere(editor: Editor, marked: str) -> None:
    editor.open(marked.replace("‸", ""))
    assert editor.ask("completion", position=editor.position(marked.index("‸"))) == []

"""What a client sends about its documents, and the findings that come back."""

from __future__ import annotations

from typing import Any

import pytest

from lsp.wire import Wire, change

BAD = "see http://h.example/a%zzb for more"


def ranges(published: dict[str, Any]) -> list[tuple[int, int, int]]:
    found = [diagnostic["range"] for diagnostic in published["diagnostics"]]
    return [(one["start"]["line"], one["start"]["character"], one["end"]["character"]) for one in found]


def test_findings_are_published_once_for_each_change_with_its_version() -> None:
    with Wire() as wire:
        wire.initialize()
        wire.open("file:///a.txt", BAD)
        wire.change("file:///a.txt", 2, change((0, 0), (0, 0), "\n"))
        wire.change("file:///a.txt", 3, change((0, 0), (1, 0), "😀"), change((0, 99), (9, 9), "\n" + BAD))
        wire.notify("textDocument/didClose", {"textDocument": {"uri": "file:///a.txt"}})
        published = wire.published()
        assert [one.get("version") for one in published] == [1, 2, 3, None]
        assert [ranges(one) for one in published] == [[(0, 22, 25)], [(1, 22, 25)], [(0, 24, 27), (1, 22, 25)], []]
        assert {one["uri"] for one in published} == {"file:///a.txt"}


@pytest.mark.parametrize(("units", "column"), [("utf-8", 26), ("utf-16", 24), ("utf-32", 23)])
def test_columns_are_in_the_units_that_the_client_offers_first(units: str, column: int) -> None:
    with Wire() as wire:
        other = [name for name in ("utf-16", "utf-32", "utf-8") if name != units]
        answer = wire.initialize({"general": {"positionEncodings": ["utf-7", units, *other]}})
        assert answer["capabilities"]["positionEncoding"] == units
        wire.open("file:///a.txt", "😀" + BAD)
        assert ranges(wire.published()[0]) == [(0, column, column + 3)]


def test_utf_16_where_the_client_says_nothing() -> None:
    with Wire() as wire:
        wire.initialize()
        wire.open("file:///a.txt", "😀" + BAD)
        assert ranges(wire.published()[0]) == [(0, 24, 27)]


def test_documents_are_told_apart_by_their_uri_as_it_is_written() -> None:
    with Wire() as wire:
        wire.initialize()
        uris = [
            "file:///a%2Fb.txt",
            "file:///a/b.txt",
            "file:///ü.txt",
            "file:///%C3%BC.txt",
            "file:///%c3%bc.txt",
            "untitled:Untitled-1",
        ]
        for blanks, uri in enumerate(uris):
            wire.open(uri, " " * blanks + BAD)
        assert [(one["uri"], ranges(one)) for one in wire.published()] == [
            (uri, [(0, n + 22, n + 25)]) for n, uri in enumerate(uris)
        ]


@pytest.mark.parametrize(
    "uri",
    ["file://]h/a.txt", "file://[h/a.txt", "file://[::1]/a.txt", "file://a\uff0fb/a.txt", "file:", "file://%zz/%00.txt", "]", ""],
)
def test_a_uri_that_names_no_file_is_a_document_all_the_same(uri: str) -> None:
    with Wire() as wire:
        wire.initialize()
        wire.open(uri, BAD)
        wire.change(uri, 2, change((0, 0), (0, 0), "\n"))
        assert [(one["uri"], ranges(one)) for one in wire.published()] == [(uri, [(0, 22, 25)]), (uri, [(1, 22, 25)])]


def test_only_lf_crlf_and_cr_end_a_line() -> None:
    with Wire() as wire:
        wire.initialize()
        wire.open("file:///a.txt", "a\u2028b\f\u0085\x1c\v" + BAD + "\r\r\n" + BAD)
        assert ranges(wire.published()[0]) == [(0, 29, 32), (2, 22, 25)]
        wire.change("file:///a.txt", 2, change((0, 2), (0, 7), ""))
        assert ranges(wire.published()[0]) == [(0, 24, 27), (2, 22, 25)]


def test_a_full_text_takes_the_place_of_everything() -> None:
    with Wire() as wire:
        wire.initialize()
        wire.open("file:///a.txt", BAD + "\n" + BAD)
        wire.change("file:///a.txt", 2, {"text": "\n" + BAD})
        assert [ranges(one) for one in wire.published()][1:] == [[(1, 22, 25)]]


def test_a_thousand_findings_are_sent_and_the_rest_is_counted() -> None:
    with Wire() as wire:
        wire.initialize()
        wire.open("file:///a.txt", (BAD + "\n") * 1_000)
        wire.open("file:///b.txt", (BAD + "\n") * 1_501)
        whole, cut = (one["diagnostics"] for one in wire.published())
        assert len(whole) == len(cut) == 1_000
        assert {one["code"] for one in whole} == {"malformed-escape"}
        assert cut[-1]["message"] == "502 more findings in this file are not shown"
        assert (cut[-1]["severity"], "code" in cut[-1]) == (3, False)
        wire.change("file:///b.txt", 2, change((0, 0), (501, 0), ""))
        assert "code" in wire.published()[0]["diagnostics"][-1]


def test_after_edits_the_findings_are_those_of_the_same_text_opened_afresh() -> None:
    edits = [
        change((0, 0), (0, 0), "\n😀\n"),  # every row moves
        change((3, 0), (3, 0), "ü"),  # beside what was found
        change((4, 22), (4, 25), "%20"),  # one finding of two goes
        change((2, 0), (3, 0), ""),
        change((0, 0), (0, 0), (BAD + "\n") * 998),  # only the first of the last row's two has room
        change((0, 0), (2, 0), ""),
    ]
    lines = [f"{BAD} {BAD}\n"] * 3
    with Wire() as wire:
        wire.initialize()
        wire.open("file:///a.txt", "".join(lines))
        text = "".join(lines)
        for version, edit in enumerate(edits, 2):
            wire.change("file:///a.txt", version, edit)
            text = edited(text, edit)
            wire.open("file:///b.txt", text)
            *_, changed, afresh = (one["diagnostics"] for one in wire.published())
            assert changed == afresh != []


def edited(text: str, edit: dict[str, Any]) -> str:
    """The text after an edit, by way of its lines; the columns are code points."""
    rows = text.split("\n")
    start, end = (sum(len(row) + 1 for row in rows[: at["line"]]) + at["character"] for at in edit["range"].values())
    return text[:start] + edit["text"] + text[end:]


def test_a_file_can_ask_for_silence() -> None:
    with Wire() as wire:
        wire.initialize()
        wire.open("file:///a.py", "#\n" + BAD)
        wire.change("file:///a.py", 2, change((0, 1), (0, 1), " pctlens: ignore-file"))
        wire.change("file:///a.py", 3, change((0, 0), (0, 0), "\n" * 5))
        assert [len(one["diagnostics"]) for one in wire.published()] == [1, 0, 1]


def test_cells_of_a_notebook_are_documents() -> None:
    cells = [f"vscode-notebook-cell:/n.ipynb#W{number}" for number in range(3)]

    def item(cell: str) -> dict[str, Any]:
        return {"uri": cell, "languageId": "python", "version": 1, "text": f'get("{BAD}")'}

    with Wire() as wire:
        wire.initialize({"notebookDocument": {"synchronization": {}}})
        document = {"uri": "file:///n.ipynb", "notebookType": "jupyter-notebook", "version": 1}
        listed = [{"kind": 2, "document": cell} for cell in cells]
        wire.notify(
            "notebookDocument/didOpen",
            {"notebookDocument": {**document, "cells": listed[:2]}, "cellTextDocuments": [item(cell) for cell in cells[:2]]},
        )
        assert [(one["uri"], ranges(one)) for one in wire.published()] == [(cell, [(0, 27, 30)]) for cell in cells[:2]]
        structure = {
            "array": {"start": 1, "deleteCount": 1, "cells": listed[2:]},
            "didOpen": [item(cells[2])],
            "didClose": [{"uri": cells[1]}],
        }
        edit = {"document": {"uri": cells[0], "version": 2}, "changes": [change((0, 0), (0, 0), "  ")]}
        wire.notify(
            "notebookDocument/didChange",
            {
                "notebookDocument": {"uri": document["uri"], "version": 2},
                "change": {"cells": {"structure": structure, "textContent": [edit]}},
            },
        )
        assert {one["uri"]: ranges(one) for one in wire.published()} == {
            cells[0]: [(0, 29, 32)],
            cells[1]: [],
            cells[2]: [(0, 27, 30)],
        }
        wire.notify(
            "notebookDocument/didClose",
            {"notebookDocument": {"uri": document["uri"]}, "cellTextDocuments": [{"uri": cells[0]}, {"uri": cells[2]}]},
        )
        assert [(one["uri"], ranges(one)) for one in wire.published()] == [(cells[0], []), (cells[2], [])]

"""What an edit leaves ready for the next question."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from pctlens import finder
from pctlens.core.analysis import Line, analyse
from pctlens.core.hosts import Host
from pctlens.core.text import Units
from pctlens.lsp.document import Place
from pctlens.lsp.documents import Documents

URI = "untitled:a"
LINK = "see https://example.org/caf%C3%A9"


@pytest.mark.parametrize(
    ("text", "row", "inserted", "read"),
    [
        (f"\n{LINK}\n\n", 1, "x", [f"x{LINK}"]),
        (f"\n{LINK}\n\n", 1, "x\r\ny", [f"y{LINK}"]),  # the line in which the cursor is now
        ("\nplain\n\n", 1, "x", []),
        (f"\n{LINK}{'a' * 1_000}\n\n", 1, "x", []),  # long
        (f"\n{LINK}\n\n", 9, "x", []),  # behind the end
    ],
)
def test_an_edited_line_is_read_before_it_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, text: str, row: int, inserted: str, read: list[str]
) -> None:
    analysed: list[str] = []

    def spy(text: str, host: Host, above: str, below: str) -> Line:
        analysed.append(text)
        return analyse(text, host, above, below)

    monkeypatch.setattr(finder, "analyse", spy)
    finder._read.cache_clear()
    documents = Documents(Units.UTF16)
    documents.put_text_document(lsp.TextDocumentItem(URI, "markdown", 1, text))
    at = lsp.Position(row, 0)
    change = lsp.TextDocumentContentChangePartial(lsp.Range(at, at), inserted)
    documents.update_text_document(lsp.VersionedTextDocumentIdentifier(2, URI), change)
    opened = documents.get(URI)
    assert opened is not None

    opened.read_ahead(change)

    assert analysed == read
    for line in read:  # and is not read a second time
        opened.read(Place(opened.document.text.split("\n").index(line), 5))
    assert analysed == read

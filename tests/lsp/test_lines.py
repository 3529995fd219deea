"""Lines in blocks are the lines of a list, and take the memory of their text."""

from __future__ import annotations

import random
import tracemalloc

import pytest

from pctlens.core.hosts import host_of
from pctlens.core.text import split_lines
from pctlens.finder import Finder
from pctlens.lsp import lines
from pctlens.lsp.document import Document
from pctlens.lsp.lines import Lines

PIECES = ["a", "bc", "\f", "\u2028", "\n", "\n", "\r\n", "\r", "\n\n"]


def plain(text: str) -> list[str]:
    """The lines of ``text``, of which the last has no end."""
    return [*split_lines(text), ""] if text[-1:] in ("", "\n", "\r") else split_lines(text)


@pytest.mark.parametrize("size", [2, 3, 8])
def test_they_read_and_change_as_a_list(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BLOCK", size)
    monkeypatch.setattr(lines, "ROWS", size)
    rng = random.Random(size)
    for _ in range(300):
        text = "".join(rng.choices(PIECES, k=rng.randrange(60)))
        ours, theirs = Lines(text), plain(text)
        for _ in range(20):
            start, end = sorted((rng.randrange(len(theirs)), rng.randrange(1, len(theirs) + 1)))
            assert ours[start:end] == theirs[start:end]
            assert ours.text(start, end) == "".join(theirs[start:end])
            assert ours[start] == theirs[start]
            if start == end:
                continue
            new = "".join(rng.choices(PIECES, k=rng.randrange(10))) + ("\n" if end < len(theirs) else "")
            put = split_lines(new) if end < len(theirs) else plain(new)
            assert ours.replace(start, end, new) == len(put) - (end - start)
            theirs[start:end] = put
            assert (list(ours), len(ours)) == (theirs, len(theirs))


def test_a_document_takes_little_more_memory_than_its_text() -> None:
    text = "    total = sum(prices)\n\n# see https://example.org/a%20b\n" * 20_000
    tracemalloc.start()
    document = Document(text, Finder(host_of("a.py"), {}), len(text))
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert document.count() == 0
    assert taken < 2 * len(text)

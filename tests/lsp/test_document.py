"""An edited document is the document that its text gives, in text and in findings."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from lsprotocol import types as lsp

from pctlens import windows
from pctlens.core.rules import Problem, Severity
from pctlens.core.suppression import HEAD
from pctlens.core.text import Span, Units, split_lines, strip_end, to_offset
from pctlens.lsp import lines
from pctlens.lsp.convert import place_of
from pctlens.lsp.document import Document, Place

PIECES = [
    *("a", "bc", "% ", "%zz", "%41", "é", "日本", "😀", "\U0010ffff", "\ud83d", "\ufeff", "x" * 30),
    *("\r", "\n", "\r\n", "\n\n", "\r\r\n", "\f", "\v", "\x1c", "\u0085", "\u2028", "\u2029"),
    *("silence", "pair", ""),
]


class Nearby:
    """Finds each lone percent sign, tells how the neighbours begin, and heeds ``silence`` in a head line."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def suspects(self, text: str) -> list[int]:
        return [row for row, line in enumerate(split_lines(text)) if "%" in line]

    def ignores(self, head: Sequence[str]) -> bool:
        return len(head) <= HEAD and any("silence" in line and "pair" in line for line in head)

    def find(self, line: str, above: str, below: str) -> tuple[Problem, ...]:
        self.seen.append(line)
        message = f"{strip_end(above)} | {strip_end(below)}"
        at = [i for i, char in enumerate(line) if char == "%" and not line[i + 1 : i + 3].isdigit()]
        return tuple(Problem("fake", Span(i, i + 1), message, Severity.ERROR) for i in at)


def text_of(rng: random.Random, most: int) -> str:
    return "".join(rng.choices(PIECES, k=rng.randrange(most)))


def offset_in(text: str, position: lsp.Position, units: Units) -> int:
    """Where a position stands in a whole text, by the words of the specification."""
    lines = split_lines(text)
    if position.line >= len(lines):
        return len(text)
    return sum(map(len, lines[: position.line])) + to_offset(lines[position.line], position.character, units)


@pytest.mark.parametrize(("units", "block"), list(zip(Units, (2, 10, lines.BLOCK), strict=True)))
def test_random_edits_give_the_state_of_a_fresh_document(units: Units, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BLOCK", block)
    monkeypatch.setattr(lines, "ROWS", block)
    monkeypatch.setattr("pctlens.lsp.document._AT_ONCE", block)
    rng = random.Random(units)
    edits = 0
    while edits < 8_000:
        text = text_of(rng, 60)
        document = Document(text, Nearby(), 400)
        for _ in range(40):
            rows = len(document.lines) + 2
            start, end = (lsp.Position(rng.randrange(rows), rng.randrange(40)) for _ in range(2))
            if rng.random() < 0.5:
                end = lsp.Position(start.line, start.character + rng.randrange(3))
            new = text_of(rng, 4) if rng.random() < 0.95 else text_of(rng, 200)
            low, high = sorted((offset_in(text, start, units), offset_in(text, end, units)))
            text = text[:low] + new + text[high:]
            document.edit(place_of(document, start, units), place_of(document, end, units), new)
            edits += 1
            if rng.random() < 0.5:
                same(document, text)
        same(document, text)


def same(document: Document, text: str) -> None:
    fresh = Document(text, Nearby(), 400)
    assert document.text == text
    assert list(document.lines) == list(fresh.lines)
    assert list(document.problems()) == list(fresh.problems())
    assert document.count() == fresh.count() == sum(len(found) for _, found in document.problems())


def test_a_keystroke_asks_about_its_line_and_the_neighbours() -> None:
    finder = Nearby()
    document = Document("".join(f"{row} %\n" for row in range(1_000)), finder, 1 << 20)
    assert document.count() == 1_000
    finder.seen.clear()
    document.edit(Place(500, 0), Place(500, 0), "x")
    assert document.count() == 1_000
    assert finder.seen == ["499 %\n", "x500 %\n", "501 %\n"]


@pytest.mark.parametrize(
    ("text", "start", "end", "new", "lines"),
    [
        ("", (0, 0), (0, 0), "a", ["a"]),
        ("a\r", (1, 0), (1, 0), "\nb", ["a\r\n", "b"]),
        ("a\rx\nb", (1, 0), (1, 1), "", ["a\r\n", "b"]),
        ("a\r\nb", (0, 1), (0, 1), "\n", ["a\n", "\r\n", "b"]),
        ("ab\ncd", (1, 1), (0, 1), "-", ["a-d"]),
        ("ab\n", (0, 99), (7, 7), "!", ["ab!"]),
        ("a\u2028bcd\nlast", (0, 3), (0, 4), "X", ["a\u2028bXd\n", "last"]),
    ],
)
def test_edges(text: str, start: tuple[int, int], end: tuple[int, int], new: str, lines: list[str]) -> None:
    document = Document(text, Nearby(), 100)
    places = [place_of(document, lsp.Position(*position), Units.UTF16) for position in (start, end)]
    document.edit(places[0], places[1], new)
    assert list(document.lines) == lines


def test_a_document_grows_silent_and_speaks_again() -> None:
    document = Document("%\n", Nearby(), 4)
    assert document.count() == 1
    document.edit(Place(0, 0), Place(0, 0), "é€")
    assert (document.count(), list(document.problems())) == (0, [])
    document.edit(Place(0, 0), Place(0, 2), "")
    assert document.count() == 1
    document.edit(Place(0, 0), Place(0, 0), "silence pair")
    assert document.count() == 0


LONG_LINES = {
    "words": "".join(f"w{n * n % 9973} " for n in range(60_000)),
    "even": "http://a%20b " * 20_000,
    "no break": "%25" * 60_000,
    "joints": "a=%20&" * 30_000,
    "entities": "%20&amp;a" * 20_000,
    "empty": "",
    "short": "%" * windows.LONG,
}


@pytest.mark.parametrize("line", LONG_LINES.values(), ids=LONG_LINES)
def test_windows_cover_a_line_and_split_no_escape_or_entity(line: str) -> None:
    cut = list(windows.windows(line))
    assert "".join(window.of(line) for window in cut) == line
    assert all(len(window) <= windows.LONG + 2 for window in cut)
    assert (len(cut) == 1) == (len(line) <= windows.LONG)
    if "%2" in line:
        assert not any(window.of(line).endswith(("%", "%2", "&", "&am")) for window in cut[:-1])
    for offset in (0, 1, len(line) // 2, max(len(line) - 1, 0)):
        assert windows.window_at(line, offset) == next((w for w in cut if offset < w.end), cut[-1])


def test_an_edit_moves_few_windows() -> None:
    line = LONG_LINES["words"]
    before = {window.of(line) for window in windows.windows(line)}
    edited = line[:100_000] + "X" + line[100_000:]
    after = {window.of(edited) for window in windows.windows(edited)}
    assert len(after - before) <= 2 < len(before)

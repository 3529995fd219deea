"""Every request at every place of real and of hostile files: no error, no end, and no rewrite that is not what it says.

``PCTLENS_TORTURE=full`` takes about 200 files and every percent sign of them; without it a sample has to do. How long answers
take is printed (``pytest -s``) and not judged: a machine may be busy.
"""

from __future__ import annotations

import gc
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import pytest

from lsp.editor import Editor, editing, rewritten
from pctlens.core.hosts import host_of
from pctlens.core.refactors import PREFIX
from pctlens.core.text import Span, Units
from torture.hostile import dense_lines, hostile_texts
from torture.meaning import check
from torture.real_files import LANGUAGES, examples, real_files

FULL = os.environ.get("PCTLENS_TORTURE") == "full"
FILES_EACH = 4 if FULL else 1
PLACES = 100 if FULL else 4
"""How many percent signs of a file are tried; half as many other places come with them."""

EVERYTHING = {
    "rules": dict.fromkeys(("needless-escape", "lowercase-hex", "encoded-traversal"), "hint"),
    **{"inlayHints": "all", "completion": True, "documentLinks": True, "selectionRanges": True},
}
SLOW = 0.05
FIXES = 10
"""So many fixes of a file are applied and judged."""

DENSE = (16_000, 65_000) if FULL else (16_000,)
"""How long the dense lines are: the first is the longest that is still looked at as a whole."""

CAPPED = 1_000  # from here on not every finding is published


@dataclass(slots=True)
class Tally:
    """What was asked, and how long the answers took."""

    asked: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[float, str, str]] = field(default_factory=list)
    edits: int = 0
    fixes: int = 0

    def told(self) -> str:
        count = sum(self.asked.values())
        slow = [f"{seconds * 1000:.0f} ms {what} in {file}" for seconds, what, file in sorted(self.slowest, reverse=True)]
        return "\n".join(
            [
                f"{count:,} requests {dict(self.asked)}, {self.edits:,} rewrites and {self.fixes:,} fixes applied",
                f"slower than {SLOW * 1000:.0f} ms: {len(slow)}",
                *slow[:40],
            ]
        )


class Torturer:
    """Asks for everything at one place after another of one file."""

    def __init__(self, editor: Editor, judge: Editor, tally: Tally, name: str, text: str) -> None:
        self.editor, self.judge, self.tally, self.name = editor, judge, tally, name
        self.host = host_of(name)
        self.findings = Counter(editor.open(text, name))
        self.text = text
        self.judged = 0

    def ask(self, feature: str, **params: Any) -> Any:
        begun = time.perf_counter()
        answer = self.editor.ask(feature, **params)
        taken = time.perf_counter() - begun
        self.tally.asked[feature] += 1
        if taken > SLOW:
            self.tally.slowest.append((taken, feature, self.name))
        return answer

    def at(self, offset: int) -> None:
        """Everything that is asked at a cursor."""
        position = self.editor.position(offset)
        hover = self.ask("hover", position=position)
        assert hover is None or hover["contents"]["value"]
        self.actions(offset, offset)
        if "completionProvider" in self.editor.offers:
            self.ask("completion", position=position)
        if "selectionRangeProvider" in self.editor.offers:
            (nested,) = self.ask("selectionRange", positions=[position])
            inner = nested["range"]
            while (nested := nested.get("parent")) is not None:
                assert encloses(nested["range"], inner)
                inner = nested["range"]

    def whole(self) -> None:
        """Everything that is asked about a whole file."""
        everything = self.editor.range(0, len(self.text))
        self.actions(0, len(self.text))
        if "inlayHintProvider" in self.editor.offers:
            for hint in self.ask("inlayHint", range=everything):
                assert 0 <= self.editor.offset(hint["position"]) <= len(self.text) and hint["label"]
        if "documentLinkProvider" in self.editor.offers:
            for link in self.ask("documentLink"):
                assert self.editor.covered(link["range"])
        far = {"line": 2**31 - 1, "character": 2**31 - 1}
        assert self.ask("hover", position=far) is None
        backwards = {"start": far, "end": {"line": 0, "character": 0}}
        assert isinstance(self.ask("codeAction", range=backwards, context={"diagnostics": []}), list)

    def inside_surrogates(self) -> None:
        """Positions in the middle of a character, where a client counts in UTF-16."""
        for offset in [at for at, character in enumerate(self.text) if character > "\uffff"][:5]:
            position = self.editor.position(offset)
            position["character"] += 1
            self.ask("hover", position=position)
            for other in (offset - 3, offset + 30):
                ends = {"start": position, "end": self.editor.position(min(max(other, 0), len(self.text)))}
                assert isinstance(self.ask("codeAction", range=ends, context={"diagnostics": []}), list)

    def line(self, offset: int, dice: random.Random) -> None:
        """The line round a place, some of it, and some of it backwards."""
        start, end = bounds(self.text, offset)
        self.actions(start, end)
        left, right = sorted((dice.randint(start, end), dice.randint(start, end)))
        self.actions(left, right)
        self.actions(min(end, offset + 9), offset)

    def actions(self, start: int, end: int) -> None:
        """The actions for a selection, each of which has to do what it says."""
        chosen = self.editor.range(start, end)
        for action in self.ask("codeAction", range=chosen, context={"diagnostics": []}):
            edits = self.editor.edits(action["edit"])
            assert edits and action["title"]
            assert rewritten(self.text, edits) != self.text
            if action["kind"].startswith(PREFIX):
                self.tally.edits += 1
                self.check_meaning(Span(*sorted((start, end))), edits, action)
            elif action["kind"] == "quickfix":
                self.tally.fixes += 1
                (finding,) = action["diagnostics"]
                self.check_fix((finding["code"], self.editor.covered(finding["range"])), edits)

    def check_fix(self, finding: tuple[str, str], edits: list[tuple[int, int, str]]) -> None:
        """A fix mends a finding that is there."""
        assert self.findings[finding]
        if self.judged < FIXES and self.findings.total() < CAPPED:
            self.judged += 1
            left = Counter(self.judge.open(rewritten(self.text, edits), self.name))
            layered = finding[0] == "double-encoding"  # below the layer that is taken off there may be one more
            assert left[finding] < self.findings[finding] + layered, (self.name, finding, edits)

    def check_meaning(self, selection: Span, edits: list[tuple[int, int, str]], action: dict[str, Any]) -> None:
        first = bounds(self.text, selection.start)[0]
        last = bounds(self.text, selection.end)[1]
        moved = [(start - first, end - first, new) for start, end, new in edits]
        within = selection.shifted(-first)
        variant = action["kind"].removeprefix(PREFIX)
        try:
            check(self.text[first:last], within, moved, variant, action["title"], self.host)
        except AssertionError as error:
            shown = (
                self.name,
                action["title"],
                action["kind"],
                self.text[first:last][max(0, within.start - 99) :][:999],
                edits[:3],
            )
            raise AssertionError(shown) from error


def bounds(text: str, offset: int) -> tuple[int, int]:
    """Where the line of a place begins and ends, without its line end."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    ends = [at for end in "\r\n" if (at := text.find(end, offset)) >= 0]
    return start, min(ends, default=len(text))


def encloses(outer: dict[str, Any], inner: dict[str, Any]) -> bool:
    def place(position: dict[str, int]) -> tuple[int, int]:
        return position["line"], position["character"]

    return place(outer["start"]) <= place(inner["start"]) and place(inner["end"]) <= place(outer["end"])


def places(text: str, dice: random.Random, most: int) -> Iterator[int]:
    """Percent signs, and half as many other places."""
    signs = [at for at, character in enumerate(text) if character == "%"]
    yield from dice.sample(signs, min(most, len(signs)))
    yield from dice.sample(range(len(text) + 1), min(most // 2, len(text) + 1))


def torture(editor: Editor, judge: Editor, tally: Tally, name: str, text: str, most: int = PLACES) -> None:
    dice = random.Random(name)
    victim = Torturer(editor, judge, tally, name, text)
    victim.whole()
    if editor.units is Units.UTF16:
        victim.inside_surrogates()
    for number, offset in enumerate(places(text, dice, most)):
        victim.at(offset)
        if number % 4 == 0:
            victim.line(offset, dice)


@pytest.fixture(scope="module")
def tally() -> Iterator[Tally]:
    """What is told at the end. A pause of this process' garbage collector would be taken for one of the server."""
    tally = Tally()
    gc.disable()
    yield tally
    gc.enable()
    print(f"\n{tally.told()}")


def test_real_files(tally: Tally) -> None:
    chosen = real_files(FILES_EACH)
    found = [language for language in LANGUAGES if chosen[language]]
    print(f"\n{sum(map(len, chosen.values()))} files of {len(found)} languages; none here of {sorted({*LANGUAGES} - {*found})}")
    if len(found) < 20:
        pytest.skip("too few real files are installed here")
    with editing("vscode", EVERYTHING) as editor, editing("vscode", EVERYTHING) as judge:
        for name, text in chain.from_iterable(chosen.values()):
            torture(editor, judge, tally, name, text)


@pytest.mark.parametrize("name", ["vscode", "neovim", "emacs"])
def test_examples(tally: Tally, name: str) -> None:
    with editing(name, EVERYTHING) as editor, editing(name, EVERYTHING) as judge:
        for file, text in examples():
            torture(editor, judge, tally, file, text)


@pytest.mark.parametrize("name", ["vscode", "neovim", "emacs"])
def test_hostile_texts(tally: Tally, name: str) -> None:
    with editing(name, EVERYTHING) as editor, editing(name, EVERYTHING) as judge:
        for file, text in hostile_texts():
            torture(editor, judge, tally, file, text, PLACES if name == "vscode" else 2)


@pytest.mark.parametrize("size", DENSE)
def test_dense_lines(tally: Tally, size: int) -> None:
    with editing("vscode", EVERYTHING) as editor, editing("vscode", EVERYTHING) as judge:
        for name, text in dense_lines(size):
            torture(editor, judge, tally, name, text, 4 if FULL else 2)

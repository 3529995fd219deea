"""Cases that stand in a text file: what is opened, and what an editor shows then, word for word.

A case begins with ``=== title``, then the file's name and what the answer covers, then the text with ``‸`` for the cursor, and
behind ``---`` the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CURSOR = "‸"


@dataclass(frozen=True, slots=True)
class Case:
    """One case: ``covers`` is the text of the range that the answer is about."""

    title: str
    file: str
    covers: str
    marked: str
    answer: str

    @property
    def text(self) -> str:
        return self.marked.replace(CURSOR, "")

    @property
    def cursor(self) -> int:
        return self.marked.index(CURSOR)


def cases(path: Path) -> Iterator[Case]:
    """The cases of a file, in order."""
    for block in path.read_text("utf-8").split("\n=== ")[1:]:
        head, answer = block.split("\n---\n")
        title, file, covers, marked = head.split("\n", 3)
        yield Case(title, file, covers, marked, answer.rstrip("\n"))

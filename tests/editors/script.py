"""Editors that run a script of ours in their own language: what the script is told, and what it tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from editors.stage import Played, Stage
from editors.story import BROKEN, HOVERED, SAID, TAKEN, THEIRS, Spot

PLACES = {"hover": HOVERED, "broken": BROKEN, "take": TAKEN, "theirs": THEIRS}

Count = Callable[[str], int]
"""The column at the end of a text, as the editor counts columns."""


def in_bytes(text: str) -> int:
    return len(text.encode())


def told_to(stage: Stage, count: Count) -> dict[str, str]:
    """The variable STORY for the script's environment: places as ``[line, start, end]`` from 0, and where to put the results."""
    line, column = stage.story.insertion
    story = {
        "out": str(stage.folder / "out.json"),
        "session": str(stage.log),
        **{name: _columns(stage, stage.story.spot(part), count) for name, part in PLACES.items() if part in stage.story.text},
        "said": SAID,
        "insert": [line, count(stage.story.lines[line][:column])],
        "inserted": stage.story.inserted,
    }
    return {**stage.environment, "STORY": json.dumps(story)}


def result_of(stage: Stage, screen: str = "") -> dict[str, Any]:
    """What the script wrote; fails with its own words where it met an error, or with the screen where it wrote nothing."""
    out = stage.folder / "out.json"
    assert out.exists(), f"the script did not come to its end: {screen[-2_000:]}"
    result: dict[str, Any] = json.loads(out.read_text())
    assert not result.get("errors"), result["errors"]
    return result


def told_by(stage: Stage, count: Count, screen: str = "") -> Played:
    """The story as the script told it."""
    result = result_of(stage, screen)
    return Played(
        result["version"],
        _spots(result["found"], stage.story.text, count),
        result["hover"],
        result["mended"],
        result["decoded"],
        result["told"],
        _spots(result["found_late"], result["told"], count),
    )


def _columns(stage: Stage, spot: Spot, count: Count) -> list[int]:
    line = stage.story.lines[spot.line]
    return [spot.line, count(line[: spot.start]), count(line[: spot.end])]


def _spots(found: list[list[int]], text: str, count: Count) -> list[Spot]:
    """Places in the editor's columns, in code points; a column within a character, or outside of the line, becomes -1."""
    lines = text.split("\n")

    def column(line: int, wanted: int) -> int:
        return next((end for end in range(len(lines[line]) + 1) if count(lines[line][:end]) == wanted), -1)

    return sorted(Spot(line, column(line, start), column(line, end)) for line, start, end in found)

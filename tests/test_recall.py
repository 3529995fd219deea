"""What is remembered of a long line is what would be found in it anew."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pctlens.core.rules import Problem, Severity
from pctlens.core.text import Span
from pctlens.recall import Recall

LINES = st.lists(st.sampled_from(["a|", "b|", "aa|", "ab|", "c"]), min_size=1, max_size=8).map("".join)
NEAR = ("", "")


class Asked:
    """Finds each window itself, and remembers of which it was asked."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, text: str) -> tuple[Problem, ...]:
        self.texts.append(text)
        return (Problem("rule", Span(0, len(text)), text, Severity.ERROR),)


def cuts(line: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer(r"[^|]*\||[^|]+", line))]


def windows(line: str) -> list[str]:
    return [line[start:end] for start, end in pairwise(cuts(line))]


def told(recall: Recall, line: str, asked: Asked, near: tuple[str, str] = NEAR) -> list[str]:
    return [problem.message for found in recall.found(line, cuts(line), near, asked) for problem in found]


@given(st.lists(st.tuples(LINES, st.sampled_from([NEAR, ("x", "")])), max_size=9))
def test_nothing_else_is_found_than_anew(lines: list[tuple[str, tuple[str, str]]]) -> None:
    recall = Recall()
    for line, near in lines:
        assert told(recall, line, Asked(), near) == windows(line)


@pytest.mark.parametrize(
    ("new", "asked"),
    [
        ("one|two|three|four|", []),
        ("one|two|THREE|four|", ["THREE|"]),
        ("ONE|two|three|four|", ["ONE|"]),
        ("one|two|three|FOUR", ["FOUR"]),
        ("ONE|two|three|FOUR|", ["ONE|", "FOUR|"]),
        ("one|ZWEI|two|three|four|", ["ZWEI|"]),
        ("one|three|two|four|", []),
        ("one|four|", []),
        ("one|new|new|four|", ["new|"]),
    ],
)
def test_only_a_new_window_is_asked_about(new: str, asked: list[str]) -> None:
    recall, first, second = Recall(), Asked(), Asked()
    told(recall, "one|two|three|four|", first)
    told(recall, new, second)
    assert (first.texts, second.texts) == (["one|", "two|", "three|", "four|"], asked)


def test_other_neighbours_are_another_line() -> None:
    recall, asked = Recall(), Asked()
    for near in (NEAR, ("printf(", ""), NEAR):
        told(recall, "one|", asked, near)
    assert asked.texts == ["one|", "one|"]

"""Lines and columns: what ends a line, and that a column and an offset are each other's inverse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pctlens.core.text import Span, Units, split_lines, strip_end, to_column, to_offset

ANY_TEXT = st.text(st.characters(exclude_categories=[]))
LINE = st.text(
    st.one_of(st.sampled_from("a%é文😀\ud800\udc00\u2028\x85\f"), st.characters(exclude_characters="\r\n", exclude_categories=[]))
)
ENDS = st.sampled_from(["", "\n", "\r", "\r\n"])


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\nb\r\nc\rd\n", ["a\n", "b\r\n", "c\r", "d\n"]),
        ("a\fb\vc\x1cd\x85e\u2028f\u2029g", ["a\fb\vc\x1cd\x85e\u2028f\u2029g"]),
        ("\n\r\r\n", ["\n", "\r", "\r\n"]),
    ],
)
def test_only_three_line_ends(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


@given(ANY_TEXT)
def test_lines_keep_every_character(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    assert all(not set(strip_end(line)) & {"\n", "\r"} for line in lines)


@pytest.mark.parametrize(
    ("units", "columns"),
    [
        (Units.UTF8, [0, 1, 3, 6, 10, 13]),
        (Units.UTF16, [0, 1, 2, 3, 5, 6]),
        (Units.UTF32, [0, 1, 2, 3, 4, 5]),
    ],
)
def test_columns_of_each_width(units: Units, columns: list[int]) -> None:
    line = "aé文😀\ud800"
    assert [to_column(line, offset, units) for offset in range(len(line) + 1)] == columns
    assert [to_offset(line, column, units) for column in columns] == list(range(len(line) + 1))


def test_a_column_inside_a_character_is_the_characters_start() -> None:
    assert to_offset("😀b", 1, Units.UTF16) == 0
    assert [to_offset("é😀b", column, Units.UTF8) for column in range(8)] == [0, 0, 1, 1, 1, 1, 2, 3]


@given(LINE, ENDS, st.sampled_from(Units))
def test_columns_and_offsets_are_inverse(line: str, end: str, units: Units) -> None:
    for offset in range(len(line) + 1):
        assert to_offset(line + end, to_column(line + end, offset, units), units) == offset


@given(LINE, ENDS, st.integers(-3, 400), st.sampled_from(Units))
def test_places_are_clamped_to_the_line(line: str, end: str, place: int, units: Units) -> None:
    assert 0 <= to_offset(line + end, place, units) <= len(line)
    assert 0 <= to_column(line + end, place, units) <= to_column(line, len(line), units)


def test_span() -> None:
    span = Span(2, 5)
    assert (len(span), span.of("abcdefg"), span.shifted(3)) == (3, "cde", Span(5, 8))
    assert [span.touches(offset) for offset in (1, 2, 5, 6)] == [False, True, True, False]
    assert span.overlaps(Span(4, 9)) and not span.overlaps(Span(5, 9)) and span.overlaps(Span(5, 5))

"""The lines with a needle are found as if the text had been cut into lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pctlens.core.text import split_lines, strip_end
from pctlens.lines import Place, candidates
from pctlens.listing import list_text
from pctlens.settings import Settings

NEEDLES = ("%", "://")


@given(st.lists(st.sampled_from(["%", "://", ":", "a", "\n", "\n", "\r", "\r\n", "\f", "\x85", "\u2028", "😀"])).map("".join))
def test_candidates(text: str) -> None:
    lines = [strip_end(line) for line in split_lines(text)]
    expected = [
        Place(row, line, lines[row - 1] if row else "", lines[row + 1] if row + 1 < len(lines) else "")
        for row, line in enumerate(lines)
        if any(needle in line for needle in NEEDLES)
    ]
    assert list(candidates(text, NEEDLES)) == expected


def test_a_line_of_any_length_is_listed_in_full() -> None:
    url = "https://example.com/caf%C3%A9?q=%20x "
    items = list(list_text(url * 5_000, "a.txt", Settings()))
    assert [item.said.text for item in items] == ["café", " x"] * 5_000
    assert [item.span.start for item in items[::2]] == [len(url) * number + url.index("caf") for number in range(5_000)]

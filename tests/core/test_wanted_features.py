"""Links, nesting and completions of any text: they never fail, and keep to their line."""

from hypothesis import given
from hypothesis import strategies as st

from pctlens.core.analysis import analyse
from pctlens.core.completions import completions
from pctlens.core.hosts import host_of
from pctlens.core.links import links
from pctlens.core.nesting import nested

PIECES = st.sampled_from(
    ["https://", "e.example", "/", "?q=", "&amp;", "%", "%%", "%C3", "%zz", "\\%", '"', "@", "u:p", "#", " ", "\ud800"]
)
TEXTS = st.lists(PIECES | st.text(st.characters(exclude_characters="\r\n", exclude_categories=[]), max_size=3), max_size=12).map(
    "".join
)


@given(TEXTS, st.sampled_from(["a.md", "a.c", "a.html", "alembic.ini", "a.tex", "a.py"]), st.integers(0, 40))
def test_any_text(text: str, name: str, offset: int) -> None:
    offset = min(offset, len(text))
    line = analyse(text, host_of(name))
    assert all(link.span.of(text) and link.target.isascii() for link in links(line))
    inner = None
    for span in nested(line, offset):
        assert span.touches(offset) and span.start >= 0 and span.end <= len(text)
        assert inner is None or (span.start <= inner.start and inner.end <= span.end and span != inner)
        inner = span
    for one in completions(line, offset):
        assert one.span.end == offset and "%" in one.span.of(text)
        assert one.written.lower().startswith(one.span.of(text).lower())

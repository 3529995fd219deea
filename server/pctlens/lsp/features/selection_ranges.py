"""What a selection grows to in a URL, where the user wants it: escape, component, parameter, query, URL, line."""

from __future__ import annotations

from lsprotocol import types as lsp

from pctlens.core.nesting import nested
from pctlens.core.text import Span
from pctlens.lsp import wire
from pctlens.lsp.convert import place_of, range_of
from pctlens.lsp.documents import Open
from pctlens.lsp.session import Server


def selection_ranges(ls: Server, params: lsp.SelectionRangeParams) -> list[wire.SelectionRange] | None:
    """The innermost range at each position with those around it; outside of all URLs an empty one (LSP 3.17)."""
    opened = ls.documents.get(params.text_document.uri)
    if opened is None or not opened.settings.selection_ranges:
        return None
    return [_grown(ls, opened, position) for position in params.positions]


def _grown(ls: Server, opened: Open, position: lsp.Position) -> wire.SelectionRange:
    place = place_of(opened.document, position, ls.client.units)
    line, base = opened.read(place)
    text, inner = opened.document.line(place.row), [span.shifted(base) for span in nested(line, place.offset - base)]
    whole = Span(0, len(text))
    spans = [*(span for span in inner if span != whole), whole] if inner else [Span(place.offset, place.offset)]
    ranges = [range_of(text, place.row, span, ls.client.units) for span in reversed(spans)]
    found: wire.SelectionRange = {"range": ranges[0]}
    for inside in ranges[1:]:
        found = {"range": inside, "parent": found}
    return found

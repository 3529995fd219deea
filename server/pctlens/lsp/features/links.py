"""URLs that the editor can open, where the user wants them: in normal form, also where a string literal spells them otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from lsprotocol import types as lsp

from pctlens.core.links import Link, links
from pctlens.core.unseen import visible
from pctlens.lsp import wire
from pctlens.lsp.convert import positions
from pctlens.lsp.document import Place
from pctlens.lsp.documents import Open
from pctlens.lsp.session import Server

MOST: Final = 500
"""So many links of a document are told: the client asks for all of them after each change."""


def document_links(ls: Server, params: lsp.DocumentLinkParams) -> list[wire.DocumentLink]:
    """The links of a document, in order."""
    opened = ls.documents.get(params.text_document.uri)
    if opened is None or not opened.settings.document_links:
        return []
    found = list(islice(_links(opened), MOST))
    places = [Place(row, offset) for row, link in found for offset in (link.span.start, link.span.end)]
    ends = positions(opened.document, places, ls.client.units)
    return [_on_the_wire(ls, link, *ends[2 * index : 2 * index + 2]) for index, (_, link) in enumerate(found)]


def _links(opened: Open) -> Iterator[tuple[int, Link]]:
    everything = Place(0, 0), Place(len(opened.document.lines) - 1, 0)
    for row, line, base in opened.pieces(":/", *everything):
        for link in links(line):
            yield row, Link(link.span.shifted(base), link.target, link.text)


def _on_the_wire(ls: Server, link: Link, start: wire.Position, end: wire.Position) -> wire.DocumentLink:
    found: wire.DocumentLink = {"range": {"start": start, "end": end}, "target": link.target}
    if ls.client.link_tooltips:
        found["tooltip"] = visible(link.text)
    return found

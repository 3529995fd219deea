"""The decoded text behind each encoded component, where the user wants it shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from lsprotocol import types as lsp

from pctlens.core.codec import decode
from pctlens.core.discretion import without_passwords
from pctlens.core.excerpt import cut
from pctlens.core.unseen import visible
from pctlens.core.urls import Component, Part
from pctlens.lsp import wire
from pctlens.lsp.convert import place_of, positions
from pctlens.lsp.document import Place
from pctlens.lsp.documents import Open
from pctlens.lsp.session import Server
from pctlens.settings import InlayHints

MOST: Final = 1_000
"""So many hints are shown of what is asked for, which is about a screenful."""


def inlay_hints(ls: Server, params: lsp.InlayHintParams) -> list[wire.InlayHint]:
    """The hints of a range, in order."""
    opened = ls.documents.get(params.text_document.uri)
    if opened is None or opened.settings.inlay_hints is InlayHints.OFF:
        return []
    start, end = sorted(place_of(opened.document, at, ls.client.units) for at in (params.range.start, params.range.end))
    found = list(islice(_hints(opened, start, end), MOST))
    at = positions(opened.document, [place for place, _ in found], ls.client.units)
    return [{"position": position, "label": label, "paddingLeft": True} for position, (_, label) in zip(at, found, strict=True)]


def _hints(opened: Open, start: Place, end: Place) -> Iterator[tuple[Place, str]]:
    for row, line, base in opened.pieces("%", start, end):
        for component in line.components:
            place = Place(row, base + component.span.end)
            if place > end:
                return
            if place >= start and (label := _label(component, opened.settings.inlay_hints)):
                yield place, label


def _label(component: Component, wanted: InlayHints) -> str:
    """What a component says, or nothing where that is a secret, is not wanted, or is what stands there."""
    if component.part is Part.PASSWORD:
        return ""
    said = decode(component.source.text, plus_as_space=component.plus_is_space).text
    if said == component.source.text or (wanted is InlayHints.NON_ASCII and said.isascii()):
        return ""
    return visible(cut(without_passwords(said)))

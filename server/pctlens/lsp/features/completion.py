"""The escapes behind a typed ``%`` in a URL, each with its character and name, where the user wants them."""

from __future__ import annotations

from typing import Final

from lsprotocol import types as lsp

from pctlens.core.completions import completions
from pctlens.core.preview import name
from pctlens.core.text import Span
from pctlens.lsp import wire
from pctlens.lsp.convert import place_of, range_of
from pctlens.lsp.session import Server

_KIND: Final = lsp.CompletionItemKind.Constant.value


def completion(ls: Server, params: lsp.CompletionParams) -> list[wire.CompletionItem]:
    """What may be meant at a position, the most frequent first."""
    opened = ls.documents.get(params.text_document.uri)
    if opened is None or not opened.settings.completion:
        return []
    place = place_of(opened.document, params.position, ls.client.units)
    line, base = opened.read(place)
    text, found = opened.document.line(place.row), list(completions(line, place.offset - base))
    if not found:
        return []
    typed = range_of(text, place.row, Span(base + found[0].span.start, place.offset), ls.client.units)
    return [
        {
            "label": f"{one.escape} {'space' if one.character == ' ' else one.character}",
            "kind": _KIND,
            "detail": name(one.character),
            "sortText": f"{index:02}",
            "filterText": one.written,
            "textEdit": {"range": typed, "newText": one.text},
        }
        for index, one in enumerate(found)
    ]

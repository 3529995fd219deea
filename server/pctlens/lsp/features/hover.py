"""What the encoded text under the pointer says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pctlens.core.preview import preview
from pctlens.core.render import markdown, plain
from pctlens.lsp.convert import place_of, range_of

if TYPE_CHECKING:
    from pctlens.lsp.server import Server


def hover(ls: Server, params: lsp.HoverParams) -> dict[str, object] | None:
    """The preview of the component at a position, in the only format that the client takes."""
    opened = ls.documents.get(params.text_document.uri)
    if opened is None or not opened.settings.hover.enable:
        return None
    place = place_of(opened.document, params.position, ls.documents.units)
    line, base = opened.read(place)
    if (found := preview(line, place.offset - base)) is None:
        return None
    kind, text = ("markdown", markdown(found)) if ls.client.markdown else ("plaintext", plain(found))
    shown = range_of(opened.document.lines[place.row], place.row, found.span.shifted(base), ls.documents.units)
    return {"contents": {"kind": kind, "value": text}, "range": shown}

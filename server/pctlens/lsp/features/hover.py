"""What the encoded text under the pointer says."""

from __future__ import annotations

from typing import Final

from lsprotocol import types as lsp

from pctlens.core.preview import Options, preview
from pctlens.core.render import markdown, plain
from pctlens.lsp.convert import place_of, range_of
from pctlens.lsp.session import Server
from pctlens.settings import PlusAsSpace, Settings

_PLUS: Final = {PlusAsSpace.AUTO: None, PlusAsSpace.ALWAYS: True, PlusAsSpace.NEVER: False}


def hover(ls: Server, params: lsp.HoverParams) -> dict[str, object] | None:
    """The preview of the component at a position, in the only format that the client takes."""
    opened = ls.documents.get(params.text_document.uri)
    if opened is None or not opened.settings.hover.enable:
        return None
    place = place_of(opened.document, params.position, ls.client.units)
    line, base = opened.read(place)
    if (found := preview(line, place.offset - base, options_of(opened.settings))) is None:
        return None
    render, kind = (markdown, "markdown") if ls.client.markdown else (plain, "plaintext")
    text = render(found, opened.settings.hover.max_length)
    shown = range_of(opened.document.lines[place.row], place.row, found.span.shifted(base), ls.client.units)
    return {"contents": {"kind": kind, "value": text}, "range": shown}


def options_of(settings: Settings) -> Options:
    """What the user's settings say about reading."""
    return Options(
        plus_as_space=_PLUS[settings.plus_as_space],
        severities=settings.rules,
    )

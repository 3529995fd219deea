"""Findings, pushed after each change; a client that pulls as well would show each of them twice."""

from __future__ import annotations

from typing import Final

from lsprotocol import types as lsp

from pctlens.core.rules import Severity
from pctlens.lsp import wire
from pctlens.lsp.convert import SEVERITIES, diagnostics, range_of
from pctlens.lsp.documents import Open, Sent
from pctlens.lsp.session import Server
from pctlens.lsp.wire import dumps

LIMIT: Final = 1_000
"""So many diagnostics are sent for a document; the last of them tells how many more there are."""

_NO_ROW: Final = -1


def did_open(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    """A document was opened, and with it perhaps the settings of a project."""
    for note in ls.documents.notes():
        ls.say(note)
    publish(ls, params.text_document.uri)


def did_change(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    """A document was edited."""
    publish(ls, params.text_document.uri)


def did_close(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    """A document was closed: nothing of it may stay on the screen."""
    publish(ls, params.text_document.uri)


def did_open_notebook(ls: Server, params: lsp.DidOpenNotebookDocumentParams) -> None:
    """A notebook was opened, with its cells."""
    for cell in params.cell_text_documents:
        publish(ls, cell.uri)


def did_change_notebook(ls: Server, params: lsp.DidChangeNotebookDocumentParams) -> None:
    """Cells of a notebook came, went or were edited."""
    if (cells := params.change.cells) is None:
        return
    touched = [edited.document.uri for edited in cells.text_content or ()]
    if cells.structure:
        touched += [cell.uri for cell in cells.structure.did_open or ()]
        touched += [cell.uri for cell in cells.structure.did_close or ()]
    for uri in dict.fromkeys(touched):
        publish(ls, uri)


def did_close_notebook(ls: Server, params: lsp.DidCloseNotebookDocumentParams) -> None:
    """A notebook was closed, with its cells."""
    for cell in params.cell_text_documents:
        publish(ls, cell.uri)


def publish(ls: Server, uri: str) -> None:
    """Send what is found in a document now; nothing is found in one that is not open."""
    opened = ls.documents.get(uri)
    params: dict[str, object] = {"uri": uri}
    if opened and ls.client.diagnostic_versions:
        params["version"] = opened.version
    found = found_in(ls, opened) if opened else ()
    ls.protocol.announce(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, f'{dumps(params)[:-1]},"diagnostics":[{",".join(found)}]}}')


def found_in(ls: Server, opened: Open) -> list[str]:
    """The findings of a document as JSON, at most ``LIMIT``; what was sent of a row before only gets the row's number anew."""
    document, units = opened.document, ls.client.units
    count = document.count()
    room = LIMIT if count <= LIMIT else LIMIT - 1
    found: list[str] = []
    sent: Sent = {}
    left = room
    for row, problems in document.problems():
        shown = problems[:left]  # the same tuple where there is room for all of them
        known = opened.sent.get(id(shown))
        if known is None:
            text = dumps(diagnostics(document.lines[row], _NO_ROW, shown, units, ls.rules_page))
            known = shown, text[1:-1].split(f'"line":{_NO_ROW}')  # no string in JSON holds a plain quote
        sent[id(shown)] = known
        found.append(f'"line":{row}'.join(known[1]))
        left -= len(shown)
        if not left:
            break
    opened.sent = sent
    if count > room:
        more: wire.Diagnostic = {
            "range": range_of(document.lines[row], row, shown[-1].span, units),
            "severity": SEVERITIES[Severity.INFORMATION],
            "source": "pctlens",
            "message": f"{count - room:,} more findings in this file are not shown",
        }
        found.append(dumps(more))
    return found

"""A plain pygls server, as one writes it first: pygls' documents, and everything looked at again after each change."""

import re
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

ESCAPES = re.compile("%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*")
BROKEN = re.compile("%(?![0-9A-Fa-f]{2})")
server = LanguageServer("naive", "1")


def check(ls: LanguageServer, uri: str) -> None:
    """Look at everything again."""
    document = ls.workspace.get_text_document(uri)
    found = []
    for row, line in enumerate(document.lines):
        for sign in BROKEN.finditer(line):
            place = lsp.Range(lsp.Position(row, sign.start()), lsp.Position(row, sign.end()))
            found.append(lsp.Diagnostic(place, "no escape", severity=lsp.DiagnosticSeverity.Error, code="malformed"))
    ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version=document.version))


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
def opened(ls: LanguageServer, params: lsp.DidOpenTextDocumentParams) -> None:
    """A document was opened."""
    check(ls, params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
def changed(ls: LanguageServer, params: lsp.DidChangeTextDocumentParams) -> None:
    """A document was edited."""
    check(ls, params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hover(ls: LanguageServer, params: lsp.HoverParams) -> lsp.Hover | None:
    """The run of escapes at a position, decoded."""
    line = ls.workspace.get_text_document(params.text_document.uri).lines[params.position.line]
    for run in ESCAPES.finditer(line):
        if run.start() <= params.position.character < run.end():
            return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, unquote(run[0])))
    return None


server.start_io()

"""Changes of a document in the form that the client takes."""

from __future__ import annotations

from collections.abc import Iterable

from pctlens.lsp.convert import Change, text_edits
from pctlens.lsp.documents import Open
from pctlens.lsp.session import Server


def workspace_edit(ls: Server, opened: Open, changes: Iterable[Change]) -> dict[str, object]:
    """A ``WorkspaceEdit``, bound to the document's version for a client that takes such."""
    edits = text_edits(opened.document, changes, ls.client.units)
    if ls.client.document_changes:
        return {"documentChanges": [{"textDocument": {"uri": opened.uri, "version": opened.version}, "edits": edits}]}
    return {"changes": {opened.uri: edits}}


def created(uri: str, text: str) -> dict[str, object]:
    """A ``WorkspaceEdit`` that makes a file, for a client that takes such."""
    start = {"line": 0, "character": 0}
    edit = {"range": {"start": start, "end": start}, "newText": text}
    return {
        "documentChanges": [
            {"kind": "create", "uri": uri, "options": {"ignoreIfExists": True}},
            {"textDocument": {"uri": uri, "version": None}, "edits": [edit]},
        ]
    }

"""One connection to one client."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from pctlens import __version__
from pctlens.core.text import Units
from pctlens.lsp.client import Client
from pctlens.lsp.convert import Change, text_edits
from pctlens.lsp.documents import Documents, Open
from pctlens.lsp.protocol import Protocol, strict_converter

RULES_PAGE: Final = "https://github.com/pctlens/pctlens/blob/main/docs/rules.md"
"""The page that explains the rules."""


class Server(LanguageServer):
    """One connection to one client, and what the handlers need to know about it."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            "pctlens",
            __version__,
            notebook_document_sync=lsp.NotebookDocumentSyncOptions(
                notebook_selector=[lsp.NotebookDocumentFilterWithNotebook(notebook="*")]
            ),
            protocol_cls=Protocol,
            converter_factory=strict_converter,
        )
        self.client = Client()
        self.documents = Documents(Units.UTF16)
        self._said: set[str] = set()

    @property
    def docs(self) -> str | None:
        """The page about the rules, where the client can link to it."""
        return RULES_PAGE if self.client.code_descriptions else None

    def edit(self, opened: Open, changes: Iterable[Change]) -> dict[str, object]:
        """Changes of a document as a ``WorkspaceEdit``, bound to its version for a client that takes such."""
        edits = text_edits(opened.document, changes, self.documents.units)
        if self.client.document_changes:
            return {"documentChanges": [{"textDocument": {"uri": opened.uri, "version": opened.version}, "edits": edits}]}
        return {"changes": {opened.uri: edits}}

    def say(self, message: str) -> None:
        """Write a message for the user to the client's log, once however often it comes up."""
        if message not in self._said:
            self._said.add(message)
            self.protocol.announce(lsp.WINDOW_LOG_MESSAGE, {"type": lsp.MessageType.Warning.value, "message": message})

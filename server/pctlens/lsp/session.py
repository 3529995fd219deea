"""One connection to one client."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from pctlens import __version__
from pctlens.lsp import lifeline, wire
from pctlens.lsp.client import Client
from pctlens.lsp.protocol import Protocol, strict_converter

if TYPE_CHECKING:
    from pctlens.lsp.documents import Documents


class Server(LanguageServer):
    """One connection to one client, and what the handlers need to know about it.

    ``is_child``: it runs on the client's machine, so that the client's process can be watched.
    """

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
        self.folders: Sequence[lsp.WorkspaceFolder] = ()
        self.is_child = False
        self.initial_settings: Any = None
        self._said: set[str] = set()

    @cached_property
    def documents(self) -> Documents:
        """What the client has open. The analysis is loaded with it, so this is asked for no sooner than something is open."""
        from pctlens.lsp.documents import Documents

        return Documents(self.client.units, self.folders)

    @property
    def has_opened(self) -> bool:
        """Whether a document is open."""
        return "documents" in vars(self) and any(self.documents)

    @cached_property
    def rules_page(self) -> str | None:
        """The page about the rules on this machine, where the client can link to it and runs on the same machine."""
        from pctlens.reference import rules_page_uri

        return rules_page_uri() if self.client.code_descriptions and self.is_child else None

    def say(self, message: str) -> None:
        """Write a message for the user to the client's log, once however often it comes up."""
        if message not in self._said:
            self._said.add(message)
            params = {"type": lsp.MessageType.Warning.value, "message": message}
            self.protocol.announce(lsp.WINDOW_LOG_MESSAGE, wire.dumps(params))


def initialize(ls: Server, params: lsp.InitializeParams) -> None:
    """Learn what the client can do."""
    ls.client = Client.of(params.capabilities)
    ls.folders = params.workspace_folders or [lsp.WorkspaceFolder(uri, "") for uri in (params.root_uri,) if uri]
    ls.initial_settings = params.initialization_options
    if ls.is_child and params.process_id is not None:
        lifeline.watch(params.process_id)

"""What the client at the other end can do, asked once and kept as plain flags."""

from __future__ import annotations

from typing import Any, NamedTuple

from lsprotocol import types as lsp
from pygls.capabilities import ServerCapabilitiesBuilder, get_capability

from pctlens.core.text import Units


class Client(NamedTuple):
    """The client's capabilities, as far as an answer depends on them."""

    units: Units = Units.UTF16  # of columns: the first that it offers and we know
    markdown: bool = False  # a hover may be Markdown
    code_actions: bool = False  # takes code actions; else it knows commands only
    preferred_actions: bool = False
    document_changes: bool = False  # takes versioned edits; else plain ``changes``
    creates_files: bool = False  # makes a file where an edit says so
    diagnostic_versions: bool = False
    code_descriptions: bool = False  # shows a link behind a diagnostic's code
    link_tooltips: bool = False
    refreshes_hints: bool = False  # asks for the inlay hints again when it is told to
    configuration: bool = False  # answers ``workspace/configuration``
    watches_configuration: bool = False  # lets us register for changed settings
    watches_files: bool = False  # lets us register for changed files

    @classmethod
    def of(cls, capabilities: lsp.ClientCapabilities) -> Client:
        """The flags of what a client declared."""

        def declared(path: str) -> Any:
            return get_capability(capabilities, path, None)

        formats = declared("text_document.hover.content_format") or []
        known = [name for name in formats if name in (lsp.MarkupKind.Markdown, lsp.MarkupKind.PlainText)]
        return cls(
            units=Units(lsp.PositionEncodingKind(ServerCapabilitiesBuilder.choose_position_encoding(capabilities)).value),
            markdown=bool(known) and known[0] == lsp.MarkupKind.Markdown,
            code_actions=declared("text_document.code_action.code_action_literal_support") is not None,
            preferred_actions=bool(declared("text_document.code_action.is_preferred_support")),
            document_changes=bool(declared("workspace.workspace_edit.document_changes")),
            creates_files=bool(declared("workspace.workspace_edit.document_changes"))
            and lsp.ResourceOperationKind.Create in (declared("workspace.workspace_edit.resource_operations") or ()),
            diagnostic_versions=bool(declared("text_document.publish_diagnostics.version_support")),
            code_descriptions=bool(declared("text_document.publish_diagnostics.code_description_support")),
            link_tooltips=bool(declared("text_document.document_link.tooltip_support")),
            refreshes_hints=bool(declared("workspace.inlay_hint.refresh_support")),
            configuration=bool(declared("workspace.configuration")),
            watches_configuration=bool(declared("workspace.did_change_configuration.dynamic_registration")),
            watches_files=bool(declared("workspace.did_change_watched_files.dynamic_registration")),
        )

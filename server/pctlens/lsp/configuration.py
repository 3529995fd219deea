"""The settings: pulled from the editor or pushed by it, and those of the projects beside the files."""

from __future__ import annotations

from typing import Any, Final

from lsprotocol import types as lsp

from pctlens.lsp.features import diagnostics
from pctlens.lsp.session import Server
from pctlens.project import FILE_NAMES
from pctlens.settings import Settings, parse_settings

SECTION: Final = "pctlens"


def initialized(ls: Server, params: lsp.InitializedParams) -> None:
    """The client is ready: take its settings, ask for those it did not send, and to be told when they or a project's change."""
    take(ls, ls.initial_settings)
    wanted: list[dict[str, Any]] = []
    if ls.client.watches_configuration:
        options: dict[str, Any] = {"section": SECTION}
        wanted.append({"id": "settings", "method": lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, "registerOptions": options})
    if ls.client.watches_files:
        options = {"watchers": [{"globPattern": f"**/{name}"} for name in FILE_NAMES]}
        wanted.append({"id": "projects", "method": lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, "registerOptions": options})
    if wanted:
        ls.protocol.ask(lsp.CLIENT_REGISTER_CAPABILITY, {"registrations": wanted})
    if ls.client.configuration:
        _pull(ls)


def did_change_configuration(ls: Server, params: lsp.DidChangeConfigurationParams) -> None:
    """Settings changed: pull them where the client answers; else they stand in the message, with their section or without."""
    if ls.client.configuration:
        _pull(ls)
    elif isinstance(raw := params.settings, dict):
        take(ls, raw.get(SECTION, raw))


def did_change_watched_files(ls: Server, params: lsp.DidChangeWatchedFilesParams) -> None:
    """A project's settings file came, went or changed."""
    _judge_again(ls, ls.documents.settings)


def take(ls: Server, raw: object) -> None:
    """Take over the editor's settings; what is wrong in them costs only itself, and is said in the log."""
    settings, notes = parse_settings(raw)
    for note in notes:
        ls.say(note)
    if settings != ls.documents.settings:
        _judge_again(ls, settings)


def _pull(ls: Server) -> None:
    def answered(answer: Any) -> None:
        take(ls, ls.initial_settings if answer[0] is None else answer[0])  # Helix and Emacs have no section for most people

    ls.protocol.ask(lsp.WORKSPACE_CONFIGURATION, {"items": [{"section": SECTION}]}, answered)


def _judge_again(ls: Server, settings: Settings) -> None:
    """Judge every document anew, and have all that is on the screen replaced."""
    ls.documents.judge_again(settings)
    for note in ls.documents.notes():
        ls.say(note)
    for opened in ls.documents:
        diagnostics.publish(ls, opened.uri)
    if ls.client.refreshes_hints:
        ls.protocol.ask(lsp.WORKSPACE_INLAY_HINT_REFRESH, None)

"""Every feature through the wire, as VS Code (utf-16), Neovim (utf-8) and Emacs (utf-32) declare themselves."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities, make_test_lsp_client

from pctlens.core.text import Units, split_lines, to_column, to_offset

pytestmark = pytest.mark.asyncio(loop_scope="module")

VSCODE = Path(__file__).parents[1] / "data" / "clients" / "visual_studio_code_v1.105.0.json"
SECONDS = 30
SAMPLE = 'link = "😀 https://example.com/caf%C3%A9?q=100%zz"  # café'


def capabilities_of(editor: str) -> lsp.ClientCapabilities:
    if editor != "vscode":
        return client_capabilities(editor)
    declared = json.loads(VSCODE.read_text())["capabilities"]
    return get_converter().structure(declared, lsp.ClientCapabilities)


class Editor:
    """One editor with one document open, in which a place is an offset in code points."""

    files = count()

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self.units = AGREED[client]
        self.uri = ""
        self.text = ""

    async def open(self, text: str, name: str = "a.py", language: str = "python") -> None:
        self.uri, self.text = f"file:///e2e/{next(self.files)}/{name}", text
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(self.uri, language, 1, text)))
        await self.settle()

    async def edit(self, start: int, end: int, text: str, version: int = 2) -> None:
        change = lsp.TextDocumentContentChangePartial(self.range(start, end), text)
        document = lsp.VersionedTextDocumentIdentifier(version, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        self.text = self.text[:start] + text + self.text[end:]
        await self.settle()

    async def settle(self) -> None:
        """Wait until the server has done with all that was sent: it answers in order."""
        await self.hover(0)

    async def hover(self, offset: int) -> str | None:
        params = lsp.HoverParams(lsp.TextDocumentIdentifier(self.uri), self.position(offset))
        answer = await asyncio.wait_for(self.client.text_document_hover_async(params), SECONDS)
        if answer is None:
            return None
        assert isinstance(answer.contents, lsp.MarkupContent)
        return answer.contents.value

    async def actions(self, start: int, end: int, *only: str) -> Sequence[lsp.CodeAction]:
        context = lsp.CodeActionContext([], only=only or None)
        params = lsp.CodeActionParams(lsp.TextDocumentIdentifier(self.uri), self.range(start, end), context)
        answer = await asyncio.wait_for(self.client.text_document_code_action_async(params), SECONDS)
        assert answer is not None
        assert all(isinstance(action, lsp.CodeAction) for action in answer)
        return answer  # type: ignore[return-value]

    async def command(self, name: str, argument: dict[str, Any]) -> Any:
        params = lsp.ExecuteCommandParams(name, arguments=[argument])
        return await asyncio.wait_for(self.client.workspace_execute_command_async(params), SECONDS)

    async def hints(self, start: int, end: int) -> list[tuple[str, str]]:
        """The inlay hints of a range: what stands before each, back to the last delimiter, and its label."""
        params = lsp.InlayHintParams(lsp.TextDocumentIdentifier(self.uri), self.range(start, end))
        answer = await asyncio.wait_for(self.client.text_document_inlay_hint_async(params), SECONDS)
        return [(re.split("[/=?]", self.text[: self.offset(one.position)])[-1], str(one.label)) for one in answer or ()]

    async def set(self, settings: dict[str, Any]) -> None:
        """Change the settings, in the way that the editor knows."""
        self.client.set_configuration(settings, section="pctlens")
        self.client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams({"pctlens": settings}))
        await self.settle()

    def found(self) -> list[tuple[str, str]]:
        """The findings: rule and squiggled text."""
        return [(str(one.code), self.covered(one.range)) for one in self.client.diagnostics[self.uri]]

    def applied(self, action: lsp.CodeAction) -> str:
        """The text after an action, whose edit has the form that the editor takes."""
        assert action.edit
        declared = self.client.capabilities and self.client.capabilities.workspace
        versioned = bool(declared and declared.workspace_edit and declared.workspace_edit.document_changes)
        if versioned:
            assert action.edit.changes is None and action.edit.document_changes
            document = action.edit.document_changes[0]
            assert isinstance(document, lsp.TextDocumentEdit) and document.text_document.uri == self.uri
            edits = [edit for edit in document.edits if isinstance(edit, lsp.TextEdit)]
        else:
            assert action.edit.document_changes is None and action.edit.changes
            edits = list(action.edit.changes[self.uri])
        text = self.text
        for edit in sorted(edits, key=lambda edit: self.offset(edit.range.start), reverse=True):
            text = text[: self.offset(edit.range.start)] + edit.new_text + text[self.offset(edit.range.end) :]
        return text

    def position(self, offset: int) -> lsp.Position:
        rows = split_lines(self.text[:offset] + "|")
        line = split_lines(self.text + " ")[len(rows) - 1]
        return lsp.Position(len(rows) - 1, to_column(line, len(rows[-1]) - 1, self.units))

    def offset(self, position: lsp.Position) -> int:
        lines = split_lines(self.text + " ")
        return sum(map(len, lines[: position.line])) + to_offset(lines[position.line], position.character, self.units)

    def range(self, start: int, end: int) -> lsp.Range:
        return lsp.Range(self.position(start), self.position(end))

    def covered(self, place: lsp.Range) -> str:
        return self.text[self.offset(place.start) : self.offset(place.end)]


AGREED: dict[LanguageClient, Units] = {}
"""The units that each client agreed on with its server."""


def make_client() -> LanguageClient:
    client = make_test_lsp_client()
    client.feature(lsp.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    client.feature(lsp.WORKSPACE_INLAY_HINT_REFRESH)(lambda params: None)
    return client


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[sys.executable, "-m", "pctlens", "serve"], client_factory=make_client),
    params=["vscode", "neovim", "emacs"],
    scope="module",
)
async def client(lsp_client: LanguageClient, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    capabilities = capabilities_of(request.param)
    initialize = lsp.InitializeParams(process_id=None, root_uri=None, capabilities=capabilities)
    result = await asyncio.wait_for(lsp_client.initialize_session(initialize), 3 * SECONDS)
    AGREED[lsp_client] = Units(lsp.PositionEncodingKind(result.capabilities.position_encoding).value)
    yield
    await asyncio.wait_for(lsp_client.shutdown_session(), SECONDS)


@pytest.fixture
def editor(client: LanguageClient) -> Editor:
    return Editor(client)


async def test_findings_stand_under_the_very_characters(editor: Editor) -> None:
    await editor.open(SAMPLE)
    assert editor.found() == [("malformed-escape", "%zz")]
    diagnostic = editor.client.diagnostics[editor.uri][0]
    assert (diagnostic.source, diagnostic.severity, diagnostic.data) == ("pctlens", lsp.DiagnosticSeverity.Error, None)
    await editor.edit(0, 0, "x\u2028y\f😀")
    assert editor.found() == [("malformed-escape", "%zz")]


async def test_a_hover_shows_the_decoded_component(editor: Editor) -> None:
    await editor.open(SAMPLE)
    for offset in range(SAMPLE.index("%C3"), SAMPLE.index("?")):
        assert "café" in (await editor.hover(offset) or "")
    assert await editor.hover(SAMPLE.index("# caf")) is None
    assert await editor.hover(len(SAMPLE)) is None


async def test_hovers_are_in_the_format_that_the_editor_takes(editor: Editor) -> None:
    await editor.open(SAMPLE)
    declared = editor.client.capabilities and editor.client.capabilities.text_document
    formats = (declared and declared.hover and declared.hover.content_format) or ()
    shown = await editor.hover(SAMPLE.index("%C3"))
    assert shown and ("```" in shown) == (lsp.MarkupKind.Markdown in formats[:1])


async def test_a_quick_fix_mends_its_finding(editor: Editor) -> None:
    await editor.open(SAMPLE)
    at = SAMPLE.index("%zz")
    for start, end in ((at, at), (at, at + 1), (at, at + 3), (0, len(SAMPLE))):
        fix = (await editor.actions(start, end, "quickfix"))[0]
        assert fix.kind == "quickfix"
        assert editor.applied(fix) == SAMPLE.replace("%zz", "%25zz")
        assert [one.code for one in fix.diagnostics or ()] == ["malformed-escape"]
    assert not await editor.actions(0, 1, "quickfix")


@pytest.mark.parametrize(
    ("selected", "kind", "result"),
    [
        ("caf%C3%A9", "decode", "café"),
        ("caf%C3%A9", "encode.component", "caf%25C3%25A9"),
        ("# café", "encode.component", "%23%20caf%C3%A9"),
        ("# café", "encode.form", "%23+caf%C3%A9"),
        ("😀 https://example.com/caf%C3%A9?q=100%zz", "encode.uri", "%F0%9F%98%80%20https://example.com/caf%C3%A9?q=100%25zz"),
    ],
)
async def test_a_rewrite_of_a_selection(editor: Editor, selected: str, kind: str, result: str) -> None:
    await editor.open(SAMPLE)
    start = SAMPLE.index(selected)
    kind = f"refactor.rewrite.pctlens.{kind}"
    actions = await editor.actions(start, start + len(selected), kind)
    assert [action.kind for action in actions] == [kind]
    assert editor.applied(actions[0]) == SAMPLE.replace(selected, result)
    backwards = await editor.actions(start + len(selected), start, kind)
    assert editor.applied(backwards[0]) == SAMPLE.replace(selected, result)


async def test_a_cursor_is_never_offered_an_encode(editor: Editor) -> None:
    await editor.open(SAMPLE)
    for offset in range(len(SAMPLE)):
        assert not [action for action in await editor.actions(offset, offset) if ".encode" in str(action.kind)]
        one = await editor.actions(offset, offset + 1)
        assert not one or ".encode" not in str(one[0].kind) or not any(action.is_preferred for action in one)


async def test_only_the_kinds_that_are_asked_for(editor: Editor) -> None:
    await editor.open(SAMPLE)
    for only in (
        "quickfix",
        "refactor",
        "refactor.rewrite",
        "refactor.rewrite.pctlens",
        "refactor.rewrite.pctlens.encode",
        "source",
    ):
        actions = await editor.actions(0, len(SAMPLE), only)
        assert actions and all(f"{action.kind}.".startswith(f"{only}.") for action in actions), only
    assert not await editor.actions(0, len(SAMPLE), "refactor.extract")
    assert not await editor.actions(0, len(SAMPLE), "refactor.rewrite.pctlens.enc")


async def test_fix_all_mends_what_is_safe(editor: Editor) -> None:
    text = "\n".join([SAMPLE, "plain", SAMPLE])
    await editor.open(text)
    (action,) = await editor.actions(0, 0, "source.fixAll")
    assert action.kind == "source.fixAll.pctlens"
    assert editor.applied(action) == text.replace("%zz", "%25zz")


async def test_commands_rewrite_many_ranges_in_one_edit(editor: Editor) -> None:
    await editor.open("é%20a\r\nb%20😀%21\nc d")
    ranges = [get_converter().unstructure(editor.range(*span)) for span in ((0, 5), (7, 15), (16, 19))]
    answer = await editor.command("pctlens.server.decode", {"uri": editor.uri, "ranges": ranges})
    edit = get_converter().structure(json.loads(json.dumps(answer, default=lambda o: o._asdict())), lsp.WorkspaceEdit)
    assert editor.applied(lsp.CodeAction("", edit=edit)) == "é a\r\nb 😀!\nc d"


async def test_inlay_hints_show_what_is_asked_for(editor: Editor) -> None:
    text = "\r\n".join([SAMPLE, "", 'other = "😀 http://u:p%40@h/%41%20b?q=%C3%A9+%C3%BC"'])
    await editor.open(text)
    assert await editor.hints(0, len(text)) == []
    await editor.set({"inlayHints": "nonAscii"})
    assert await editor.hints(0, len(text)) == [("caf%C3%A9", "café"), ("%C3%A9+%C3%BC", "é ü")]
    assert await editor.hints(text.index("other"), len(text)) == [("%C3%A9+%C3%BC", "é ü")]
    await editor.set({"inlayHints": "all"})
    assert [label for _, label in await editor.hints(0, len(text))] == ["café", "A b", "é ü"]
    await editor.set({})
    assert await editor.hints(0, len(text)) == []

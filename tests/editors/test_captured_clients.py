"""The server before every client of which it is on record what it declares, held to that declaration."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pytest_lsp import LanguageClient, make_test_lsp_client

from editors.session import Session
from editors.stage import RECORDER
from editors.story import BROKEN, DECODED, HOVERED, READ, STORY, TAKEN, Spot
from editors.wirecheck import complaints
from editors.wiretext import CODECS, changed

OURS = Path(__file__).with_name("clients")
SHARED = Path(__file__).parents[3] / "shared/editors/clients"
CAPTURED = {file.name: file for folder in (SHARED, OURS) for file in sorted(folder.glob("*.json"))}
DECODE = "refactor.rewrite.pctlens.decode"
URI = "file:///captured/story.txt"
SECONDS = 20


@dataclass(frozen=True)
class Client:
    """A session with the server, and where it is recorded."""

    client: LanguageClient
    log: Path
    encoding: str

    @property
    def session(self) -> Session:
        return Session.load(self.log)

    def place(self, line: int, column: int) -> lsp.Position:
        """A column in code points, as this client counts."""
        codec, width = CODECS[self.encoding]
        return lsp.Position(line, len(STORY.lines[line][:column].encode(codec)) // width)

    def range(self, spot: Spot) -> lsp.Range:
        return lsp.Range(self.place(spot.line, spot.start), self.place(spot.line, spot.end))

    async def published(self) -> list[lsp.Diagnostic]:
        """The diagnostics that were sent last, once there are some."""
        while URI not in self.client.diagnostics:
            await asyncio.sleep(0.05)
        return list(self.client.diagnostics[URI])

    async def actions(self, spot: Spot) -> list[lsp.CodeAction]:
        """The code actions for a selection."""
        params = lsp.CodeActionParams(lsp.TextDocumentIdentifier(URI), self.range(spot), lsp.CodeActionContext([]))
        found = await self.client.text_document_code_action_async(params) or []
        return [action for action in found if isinstance(action, lsp.CodeAction)]

    async def acted(self, spot: Spot, kind: str) -> str:
        """The text after the first code action of a kind for a selection."""
        action = {action.kind: action for action in reversed(await self.actions(spot))}[kind]
        edit: dict[str, Any] = get_converter().unstructure(action.edit)
        edits = edit["documentChanges"][0]["edits"] if "documentChanges" in edit else edit["changes"][URI]
        text = STORY.text
        for one in sorted(edits, key=lambda edit: edit["range"]["start"]["character"], reverse=True):
            text = changed(text, [{"range": one["range"], "text": one["newText"]}], self.encoding)
        return text


@pytest.fixture(params=CAPTURED.values(), ids=lambda file: file.stem)
async def client(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Client]:
    declared = json.loads(request.param.read_text())["capabilities"]
    capabilities = get_converter().structure(declared, lsp.ClientCapabilities)
    log = tmp_path / "session.jsonl"
    speaker = make_test_lsp_client()
    await speaker.start_io(sys.executable, str(RECORDER), str(log), sys.executable, "-m", "pctlens", "serve")
    async with asyncio.timeout(SECONDS):
        params = lsp.InitializeParams(capabilities=capabilities, process_id=os.getpid())
        result = await speaker.initialize_session(params)
        item = lsp.TextDocumentItem(URI, "plaintext", 1, STORY.text)
        speaker.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        encoding = getattr(result.capabilities.position_encoding, "value", result.capabilities.position_encoding)
        yield Client(speaker, log, str(encoding or "utf-16"))
        await speaker.shutdown_session()
    assert complaints(Session.load(log)) == []


async def test_a_captured_client_is_served_in_what_it_declared(client: Client) -> None:
    found = [diagnostic.range for diagnostic in await client.published()]
    assert found == [client.range(spot) for spot in STORY.findings]

    spot = STORY.spot(HOVERED)
    params = lsp.HoverParams(lsp.TextDocumentIdentifier(URI), client.place(spot.line, spot.start + 1))
    hover = await client.client.text_document_hover_async(params)
    assert hover and isinstance(hover.contents, lsp.MarkupContent) and READ in hover.contents.value

    if client.session.declares("textDocument.codeAction"):
        assert await client.acted(STORY.spot(BROKEN), "quickfix") == STORY.mended
        assert await client.acted(STORY.spot(TAKEN), DECODE) == STORY.text.replace(TAKEN, DECODED)
    else:
        assert await client.actions(STORY.spot(TAKEN)) == []


@pytest.mark.skipif(not SHARED.exists(), reason="the captured clients beside the project are not here")
def test_sixteen_clients_are_on_record() -> None:
    assert len(list(SHARED.glob("*.json"))) >= 16

"""The session that nobody sees: it does what a person does next, and leaves no trace."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from lsp.wire import PUBLISH, Wire
from pctlens.lsp import rehearsal
from pctlens.lsp.server import create, resolved

URI = "file:///x.py"


def test_each_request_is_answered_without_a_fault(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(rehearsal._Nobody, "write", lambda _, data: sent.append(json.loads(data.partition(b"\r\n\r\n")[2])))
    with caplog.at_level(logging.WARNING):
        rehearsal.rehearse(create())
    assert not caplog.records
    assert not any("error" in message for message in sent)
    assert sum(message.get("method") == PUBLISH and bool(message["params"]["diagnostics"]) for message in sent) > rehearsal._TIMES
    assert sum("contents" in (message.get("result") or ()) for message in sent) == rehearsal._TIMES


def test_what_is_rehearsed_is_loaded() -> None:
    rehearsal.rehearse(create())
    before = resolved.cache_info().misses
    for name in ("features.diagnostics:did_change", "features.hover:hover"):
        resolved(name)
    assert resolved.cache_info().misses == before


def test_a_client_hears_nothing_of_it() -> None:
    with Wire() as wire:
        wire.initialize()
        for uri in (URI, "file:///y.py"):
            wire.open(uri, "https://e.org/%zz", "python")
        published = [(params["uri"], len(params["diagnostics"])) for params in wire.published()]
        assert published == [(URI, 1), ("file:///y.py", 1)]
        assert wire.heard == []

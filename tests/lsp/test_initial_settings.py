"""Settings that came with ``initialize`` stay, unless the client has others in its section."""

from __future__ import annotations

from typing import Any

import pytest

from lsp.wire import Wire

URI = "file:///initial.txt"
HINT, ERROR = 4, 1


@pytest.mark.parametrize(("section", "severity"), [(None, HINT), ({"rules": {"malformed-escape": "error"}}, ERROR)])
def test_an_empty_section_takes_no_setting_away(section: Any, severity: int) -> None:
    with Wire() as wire:
        settings = {"rules": {"malformed-escape": "hint"}}
        wire.initialize({"workspace": {"configuration": True}}, initializationOptions=settings)
        wire.send({"id": wire.next()["id"], "result": [section]})
        wire.open(URI, "<http://h/?q=%zz>\n")
        (diagnostic,) = wire.published()[-1]["diagnostics"]
        assert diagnostic["severity"] == severity

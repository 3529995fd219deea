"""What the table of handlers names is there, and is loaded no sooner than it is used."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys

import pytest

from pctlens.lsp import server

STARTED = """
import sys
from pctlens.lsp import server
server.create()
print([name for name in ("pctlens.core.analysis", "pctlens.core.rules", "pctlens.settings") if name in sys.modules])
"""


@pytest.mark.parametrize("name", [*server.HANDLERS.values(), *server.COMMANDS.values()])
def test_every_handler_is_a_function_that_takes_the_server(name: str) -> None:
    handler = server.resolved(name)
    assert inspect.isfunction(handler)
    assert next(iter(inspect.signature(handler).parameters)) == "ls"
    assert handler.__doc__


OPENED = """
import sys
from pctlens.lsp import server
server.serve_stdio()
print([name for name in ("asyncio.events", "html.entities", "idna", "pathspec", "ssl", "tomllib") if name in sys.modules])
"""
MESSAGES = (
    ("initialize", 1, {"processId": None, "rootUri": None, "capabilities": {}}),
    ("initialized", None, {}),
    (
        "textDocument/didOpen",
        None,
        {"textDocument": {"uri": "file:///none/a.py", "languageId": "python", "version": 1, "text": "'http://a.example/%zz'"}},
    ),
)


def test_the_answer_to_initialize_does_not_wait_for_the_analysis() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_the_first_diagnostics_wait_for_nothing_that_few_files_need() -> None:
    bodies = [
        json.dumps({"jsonrpc": "2.0", "method": method, "params": params} | ({"id": serial} if serial else {})).encode()
        for method, serial, params in MESSAGES
    ]
    framed = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)
    done = subprocess.run([sys.executable, "-c", OPENED], input=framed, capture_output=True, check=True, timeout=60)
    assert b"malformed-escape" in done.stdout
    assert done.stderr.splitlines()[-1] == b"[]"

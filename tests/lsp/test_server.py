"""What the table of handlers names is there, and is loaded no sooner than it is used."""

from __future__ import annotations

import inspect
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


def test_the_answer_to_initialize_does_not_wait_for_the_analysis() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"

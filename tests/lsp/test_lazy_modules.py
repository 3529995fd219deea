"""A postponed module is the real one once it is used, whichever way."""

from __future__ import annotations

import subprocess
import sys

import pytest

POSTPONED = """
import sys
from pctlens.lsp.lazy_modules import postpone
postpone("asyncio")
import asyncio
assert "asyncio.events" not in sys.modules
"""


@pytest.mark.parametrize(
    "use",
    [
        "async def answer(): return 42\nprint(asyncio.run(answer()))",
        "from asyncio import Future\nprint(42 if Future is asyncio.Future else 0)",
        "print(42 if asyncio.__file__.endswith('__init__.py') and asyncio.__path__ and sys.modules['asyncio'] is asyncio else 0)",
    ],
)
def test_a_postponed_module_is_loaded_at_its_first_use(use: str) -> None:
    done = subprocess.run([sys.executable, "-c", POSTPONED + use], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "42\n"


def test_a_module_that_is_loaded_stays_as_it_is() -> None:
    code = "import asyncio, sys; from pctlens.lsp.lazy_modules import postpone; postpone('asyncio')"
    code += "; sys.exit(sys.modules['asyncio'] is not asyncio)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_the_garbage_collector_passes_over_what_is_loaded() -> None:
    code = "import gc; from pctlens.lsp.server import create, resolved; server = create(); resolved('features.hover:hover')"
    code += "; print(len(gc.get_objects()) < gc.get_freeze_count() / 100)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "True\n"

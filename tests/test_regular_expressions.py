"""No regular expression of the package takes more than linear time: each gets through a megabyte of its worst input."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of processor time")
def test_each_gets_through_a_megabyte_of_its_worst_input() -> None:
    run = subprocess.run([sys.executable, TESTS / "patterns.py"], capture_output=True, text=True, timeout=1_000)
    assert run.returncode == 0, (run.stdout.splitlines()[-1:], run.stderr[-3_000:])
    assert len(run.stdout.splitlines()) > 100

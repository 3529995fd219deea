"""A short, bounded run of each fuzz target; ``python tests/fuzz/run.py TARGET`` runs one for as long as you like."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

RUN = Path(__file__).with_name("run.py")
SECONDS = {"core": 6, "messages": 3, "messages-by-field": 4}


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed: it has wheels for Linux and macOS only")
@pytest.mark.parametrize("target", SECONDS)
def test_nothing_is_found(target: str, tmp_path: Path) -> None:
    options = [f"-max_total_time={SECONDS[target]}", "-max_len=2000", f"-artifact_prefix={tmp_path}/"]
    run = subprocess.run([sys.executable, RUN, target, *options], capture_output=True, text=True, errors="replace", timeout=120)
    assert run.returncode == 0, run.stderr[-3_000:]
    assert "Done " in run.stderr

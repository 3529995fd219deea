"""The demo shows what it promises."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_demo_shows_squiggles_hovers_and_actions() -> None:
    run = subprocess.run([sys.executable, "-m", "demo"], cwd=ROOT, capture_output=True, timeout=120, check=False)
    shown = run.stdout.decode()
    assert (run.returncode, run.stderr.decode()) == (0, "")
    assert "~~~ error malformed-escape" in shown
    assert "\x1b" not in shown
    squiggles, hovers, actions = (
        shown.split("What the pointer shows")[0],
        *shown.split("What the pointer shows")[1].split("What is offered"),
    )
    for path in (*(ROOT / "examples").iterdir(), *(ROOT / "puzzles").iterdir()):
        assert f"{path.relative_to(ROOT)}: " in squiggles
    assert "café & thé" in hovers
    assert "windows-1254: şehir" in hovers
    assert "refactor.rewrite.pctlens." in actions

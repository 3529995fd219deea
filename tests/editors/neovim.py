"""Neovim, told to like each position encoding best in turn."""

from __future__ import annotations

import json
import subprocess
from functools import partial
from pathlib import Path

from editors.install import CACHE
from editors.manual import configuration
from editors.script import in_bytes, told_by, told_to
from editors.stage import Editor, Played, Stage

PROGRAM = CACHE / "neovim/venv/bin/nvim"
SCRIPT = Path(__file__).with_name("neovim.lua")
SECONDS = 60


def why_missing() -> str | None:
    return None if PROGRAM.exists() else "Neovim is not installed in .cache/editors"


def play(stage: Stage, encodings: list[str]) -> Played:
    offer = json.dumps({"capabilities": {"general": {"positionEncodings": encodings}}})
    screen = run(stage, f"{configuration('Neovim', 'lua')}\nvim.lsp.config('pctlens', vim.json.decode([==[{offer}]==]))\n")
    return told_by(stage, in_bytes, screen)


def run(stage: Stage, settings: str) -> str:
    """Run the script in a Neovim with these settings: what it wrote to its standard error."""
    start = stage.folder / "init.lua"
    start.write_text(settings)
    # The configuration is read as a user's own would be, and the script after the file has been opened.
    words = [str(PROGRAM), "--headless", "-i", "NONE", "-n", "-u", str(start), "-S", str(SCRIPT), str(stage.file)]
    ended = subprocess.run(
        words,
        env={
            **told_to(stage, in_bytes),
            **{f"XDG_{name}_HOME": str(stage.home) for name in ("CONFIG", "DATA", "STATE", "CACHE")},
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    return ended.stderr


EDITORS = [
    Editor("Neovim", encodings[0], why_missing, partial(play, encodings=encodings))
    for encodings in (["utf-8", "utf-16", "utf-32"], ["utf-16"], ["utf-32", "utf-8"])
]

"""Vim with ALE, which sends the whole text at each change, and takes bytes for UTF-16 units."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

from editors import terminal
from editors.install import ALE
from editors.manual import configuration
from editors.script import in_bytes, told_by, told_to
from editors.stage import Editor, Played, Stage
from editors.story import NARROW

SCRIPT = Path(__file__).with_name("vim.vim")
SECONDS = 60
BEFORE = """
set nocompatible encoding=utf-8 noswapfile viminfo= nomore
set runtimepath^={ale}
let g:ale_hover_to_preview = 1
filetype plugin on
"""
"""What any ALE needs, and hovers where a script can read them."""


def why_missing() -> str | None:
    return None if shutil.which("vim") and ALE.exists() else "Vim and ALE are not installed"


def version() -> str:
    """ALE's own word about itself."""
    numbers = re.search(r"current_ale_version = \[(.*)\]", (ALE / "autoload/ale.vim").read_text())
    return numbers[1].replace(", ", ".") if numbers else "?"


def play(stage: Stage) -> Played:
    settings = stage.folder / "vimrc"
    settings.write_text(BEFORE.format(ale=ALE) + configuration("Vim", "vim"))
    words = ["vim", "-N", "-u", str(settings), "-S", str(SCRIPT), str(stage.file)]
    played = told_by(stage, in_bytes, terminal.run(words, told_to(stage, in_bytes), SECONDS))
    return replace(played, version=f"{played.version}, ALE {version()}")


EDITORS = [Editor("Vim", "utf-16", why_missing, play, NARROW)]

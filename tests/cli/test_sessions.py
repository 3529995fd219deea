"""Whole runs of the command line, kept as sessions: the commands, what they print, and their exit status.

Each command runs in a shell, in a fresh copy of ``sessions/files``, or of another folder where the session is about that.
``UPDATE_SESSIONS=1`` writes the sessions anew.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SESSIONS = Path(__file__).parent / "sessions"
FOLDERS = {"adopting": ROOT / "puzzles", "mending": ROOT / "examples"}
PRELUDE = f'pctlens() {{ {sys.executable!r} -m pctlens "$@"; }}\nexec 2>&1\n'
SECONDS = 60
OVERRULING = {"NO_COLOR", "FORCE_COLOR", "PYTHONUNBUFFERED"}  # what changes the colours, or the order of the two streams


def commands(session: str) -> list[str]:
    """The commands of a session, in order."""
    return re.findall(r"^\$ (.*)$", session, re.MULTILINE)


def played(session: str, folder: Path) -> str:
    """The session with what its commands print now."""
    comments = re.match(r"(?:#.*\n|\n)*", session)
    turns = [f"$ {command}\n{output(command, folder)}" for command in commands(session)]
    return (comments[0] if comments else "") + "\n".join(turns)


def output(command: str, folder: Path) -> str:
    """What a command prints on both streams, and its exit status unless that is 0."""
    environment = {name: value for name, value in os.environ.items() if name not in OVERRULING}
    run = subprocess.run(
        ["bash", "-c", PRELUDE + command], cwd=folder, env=environment, capture_output=True, timeout=SECONDS, check=False
    )
    shown = run.stdout.decode("utf-8", "backslashreplace").replace(str(folder), "FOLDER")
    if shown and not shown.endswith("\n"):
        shown += "\n\\ no line end\n"
    return shown + (f"[{run.returncode}]\n" if run.returncode else "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("path", sorted(SESSIONS.glob("*.txt")), ids=lambda path: path.stem)
def test_session(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    shutil.copytree(FOLDERS.get(path.stem, SESSIONS / "files"), folder)
    expected = path.read_text("utf-8")
    found = played(expected, folder)
    if os.environ.get("UPDATE_SESSIONS"):
        path.write_text(found, "utf-8")
    assert found == expected


def shown_in(page: Path) -> list[tuple[str, str]]:
    """The commands of a page's console blocks that have their output below them."""
    blocks = re.findall(r"^```console\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    turns = [turn.partition("\n") for block in blocks for turn in re.split(r"^\$ ", block, flags=re.MULTILINE) if turn]
    return [(command, told) for command, _, told in turns if told]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "docs" / "command-line.md"], ids=lambda page: page.name)
def test_the_pages_show_what_is_printed(page: Path) -> None:
    turns = shown_in(page)
    assert turns
    for command, told in turns:
        printed = output(command, ROOT / "examples")
        assert printed[: len(told)] == told, command


def test_the_readme_shows_findings_of_the_examples() -> None:
    (block,) = re.findall(r"^```text\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    printed = output("pctlens check examples puzzles", ROOT).splitlines()
    assert all(line in printed for line in block.splitlines())

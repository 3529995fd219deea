"""Where an editor plays the story: a folder of its own with the file, and a ``pctlens`` on the PATH that records the session."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from editors.session import Session
from editors.story import STORY, Spot, Story

RECORDER = Path(__file__).with_name("recorder.py")
SERVER = Path(__file__).parents[2] / "server"


@dataclass(frozen=True)
class Played:
    """What an editor showed; places are in code points. None where the editor cannot do such a thing."""

    version: str
    found: list[Spot]
    hover: str
    mended: str | None
    decoded: str | None
    told: str
    found_late: list[Spot]


@dataclass(frozen=True)
class Stage:
    """A folder for one session of one editor."""

    folder: Path
    story: Story
    name: str

    @classmethod
    def build(cls, folder: Path, story: Story, name: str) -> Stage:
        stage = cls(folder, story, name)
        for needed in (stage.workspace, stage.home, folder / "bin"):
            needed.mkdir(parents=True)
        stage.file.write_bytes(story.text.encode())
        subprocess.run(
            ["git", "init", "--quiet", str(stage.workspace)], check=True, timeout=30
        )  # a root, for all who look for one
        server = folder / "bin/pctlens"
        words = [sys.executable, str(RECORDER), str(stage.log), sys.executable, "-m", "pctlens"]
        server.write_text(f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(SERVER))} exec {shlex.join(words)} "$@"\n')
        server.chmod(0o755)
        return stage

    @property
    def workspace(self) -> Path:
        return self.folder / "workspace"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def file(self) -> Path:
        return self.workspace / self.name

    @property
    def log(self) -> Path:
        return self.folder / "session.jsonl"

    @property
    def session(self) -> Session:
        """What was said up to now."""
        return Session.load(self.log)

    @property
    def environment(self) -> dict[str, str]:
        """Variables that keep an editor to this folder, and to its ``pctlens``."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DBUS_", "NVIM", "VIM"))}
        return {
            **kept,
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "HOME": str(self.home),
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
        }


def wait_for(condition: Callable[[], bool], what: str, seconds: float = 10) -> None:
    """Wait until something is so; ``AssertionError`` where it never is."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.1)


@dataclass(frozen=True)
class Editor:
    """An editor, and how to see whether it is here and how to have it play the story."""

    name: str
    encoding: str
    why_missing: Callable[[], str | None]
    play: Callable[[Stage], Played]
    story: Story = STORY
    file: str = "story.txt"

    @property
    def id(self) -> str:
        return f"{self.name} {self.encoding}".replace(" ", "-").lower()

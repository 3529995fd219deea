"""Emacs with eglot: Debian's own, which counts in UTF-16, and Debian 13's, which likes UTF-32 best; and that with lsp-mode."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from editors import terminal
from editors.debian import Unpacked
from editors.install import CACHE, EGLOT
from editors.manual import configuration
from editors.script import told_by, told_to
from editors.stage import Editor, Played, Stage

SCRIPT = Path(__file__).with_name("emacs.el")
LSP_MODE = CACHE / "lsp-mode/root/usr/share/emacs/site-lisp/elpa-src"
NEWER = Unpacked(CACHE / "emacs/root")
SECONDS = 90

Start = Callable[[], tuple[list[str], dict[str, str]]]
"""The words that start an Emacs, and variables that it needs."""


def debians() -> tuple[list[str], dict[str, str]]:
    return ["emacs"], {}


def newer() -> tuple[list[str], dict[str, str]]:
    """An Emacs that lies elsewhere than it was built for has to be told where everything is."""
    share = next(NEWER.root.glob("usr/share/emacs/[0-9]*"))
    libraries = next(NEWER.root.glob("usr/libexec/emacs/*/*"))
    lisp = [share / "lisp", *sorted(folder for folder in (share / "lisp").rglob("*") if folder.is_dir())]
    places = {
        "EMACSLOADPATH": ":".join(str(folder) for folder in lisp if folder.name != "obsolete"),
        "EMACSDATA": str(share / "etc"),
        "EMACSDOC": str(share / "etc"),
        "EMACSPATH": str(libraries),
    }
    dump = next(libraries.glob("emacs*.pdmp"))
    return [*NEWER.command(NEWER.root / "usr/bin/emacs-nox"), f"--dump-file={dump}"], places


def debians_missing() -> str | None:
    return None if shutil.which("emacs") and any(EGLOT.glob("eglot-*")) else "Emacs and its package eglot are not installed"


def newer_missing() -> str | None:
    return None if (NEWER.root / "usr/bin/emacs-nox").exists() else "a newer Emacs is not installed in .cache/editors"


def lsp_mode_missing() -> str | None:
    return newer_missing() or (None if LSP_MODE.exists() else "lsp-mode is not installed in .cache/editors")


def play(stage: Stage, start: Start) -> Played:
    return told_by(stage, len, run(stage, start, "eglot", configuration("Emacs", "elisp")))


def play_in_lsp_mode(stage: Stage) -> Played:
    return told_by(stage, len, run(stage, newer, "lsp_mode", configuration("Emacs", "elisp", 2)))


def run(stage: Stage, start: Start, client: str, settings: str) -> str:
    """Run the script in an Emacs with a client and these settings: what it wrote to its terminal."""
    words, variables = start()
    file = stage.folder / "init.el"
    file.write_text(settings)
    loaded = [SCRIPT, SCRIPT.with_name(f"emacs_{client}.el"), file]
    options = [word for one in loaded for word in ("-l", str(one))]
    environment = {**told_to(stage, len), **variables, "LISP": str(LSP_MODE)}
    return terminal.run([*words, "-nw", "-Q", *options, str(stage.file)], environment, SECONDS)


EDITORS = [
    Editor("Emacs", "utf-16", debians_missing, partial(play, start=debians)),
    Editor("Emacs", "utf-32", newer_missing, partial(play, start=newer)),
    Editor("Emacs lsp-mode", "utf-32", lsp_mode_missing, play_in_lsp_mode),
]

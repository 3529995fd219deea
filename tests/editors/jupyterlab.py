"""JupyterLab with jupyterlab-lsp in a headless Chromium; it has no code actions, and no server for plain text."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from editors.install import CACHE
from editors.manual import configuration
from editors.stage import Editor, Played, Stage, wait_for
from editors.story import HOVERED, IDLE, READ, Spot

PROGRAMS = CACHE / "jupyterlab/venv/bin"
PAGE = Path(__file__).with_name("jupyterlab_page.py")
SECONDS = 150


def why_missing() -> str | None:
    if not (PROGRAMS / "jupyter-lab").exists():
        return "JupyterLab is not installed in .cache/editors"
    return None if shutil.which("chromium") else "Chromium is not installed"


def play(stage: Stage) -> Played:
    with _running(stage) as address:
        told = {
            "address": f"{address}/lab/tree/{stage.file.name}",
            "chromium": shutil.which("chromium"),
            "session": str(stage.log),
            "findings": len(stage.story.findings),
            "hover": [stage.story.spot(HOVERED).line, HOVERED, READ],
            "insert": stage.story.insertion,
            "inserted": stage.story.inserted,
        }
        words = [str(PROGRAMS / "python"), str(PAGE), json.dumps(told)]
        page = subprocess.run(words, env=stage.environment, capture_output=True, text=True, timeout=SECONDS)
        assert page.returncode == 0, page.stderr[-3_000:]
        result = json.loads(page.stdout)
        wait_for(lambda: stage.file.read_bytes() != stage.story.text.encode(), "the saved file")
    versions = [_version(package) for package in ("jupyterlab", "jupyterlab_lsp")]
    return Played(
        ", jupyterlab-lsp ".join(versions),
        [Spot(*found) for found in result["found"]],
        result["hover"],
        None,
        None,
        stage.file.read_bytes().decode(),
        [Spot(*found) for found in result["found_late"]],
    )


def _version(package: str) -> str:
    found = next((PROGRAMS.parent / "lib").glob(f"python*/site-packages/{package}-*.dist-info"))
    return found.name.removesuffix(".dist-info").removeprefix(f"{package}-")


@contextmanager
def _running(stage: Stage) -> Iterator[str]:
    """The address of a JupyterLab with its configuration, in the story's folder; it ends with the block."""
    settings = stage.home / ".jupyter"
    settings.mkdir()
    (settings / "jupyter_server_config.json").write_text(configuration("JupyterLab", "json"))
    hovers = stage.folder / "defaults"
    hovers.mkdir()
    overrides = {
        "@jupyterlab/lsp-extension:plugin": {"activate": "on"},
        "@jupyter-lsp/jupyterlab-lsp:hover": {"autoActivate": True, "delay": 50},
    }
    (hovers / "overrides.json").write_text(json.dumps(overrides))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = [
        str(PROGRAMS / "jupyter-lab"),
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        f"--ServerApp.root_dir={stage.workspace}",
        "--IdentityProvider.token=",
        "--LanguageServerManager.autodetect=False",
        f"--LabApp.app_settings_dir={hovers}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    address = f"http://127.0.0.1:{port}"
    with (stage.folder / "jupyterlab.log").open("wb") as log:
        server = subprocess.Popen(words, env=stage.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            wait_for(lambda: _answers(f"{address}/api"), "JupyterLab", 60)
            yield address
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2):
            return True
    except (urllib.error.URLError, TimeoutError):
        return False


EDITORS = [Editor("JupyterLab", "utf-16", why_missing, play, IDLE, "story.py")]

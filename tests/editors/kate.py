"""Kate on a screen of its own: keys and clicks go in, and what is selected comes out through the clipboard."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from editors.manual import configuration
from editors.session import PUBLISH
from editors.stage import Editor, Played, Stage, wait_for
from editors.story import BROKEN, DECODED, HOVERED, MENDED, TAKEN, Spot
from editors.wiretext import part

PROGRAMS = ("kate", "Xvfb", "xdotool", "xclip", "dbus-run-session")
LIST, LIST_STEP, LIST_STEPS = (300, 322), 8, 8
"""Where the list of diagnostics begins in a window of this size, and steps down that miss no row of it, in pixels."""

CLIPBOARD = ["xclip", "-selection", "clipboard"]

SETTINGS = """\
[Kate Plugins]
lspclientplugin=true
kateprojectplugin=false
katesymbolviewerplugin=false

[General]
Show welcome view for new window=false
Startup Session=new

[lspclient]
AllowedServerCommandLines={server} serve
"""
"""The plugin is on, nothing else is in the way, and the question whether the server may be started has been answered."""


def why_missing() -> str | None:
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    return f"Kate cannot be run without {', '.join(missing)}" if missing else None


def play(stage: Stage) -> Played:
    version = subprocess.run(["kate", "--version"], capture_output=True, text=True, timeout=30, env=_offscreen(stage)).stdout
    with _running(stage) as kate:
        wait_for(lambda: bool(stage.session.sent(PUBLISH, "server")), "the diagnostics", 40)
        kate.focus()
        found = kate.findings()
        hover = kate.hover(stage.story.spot(HOVERED))
        broken = stage.story.spot(BROKEN)
        kate.select(Spot(broken.line, broken.start, broken.start))
        kate.press("alt+l", "q")  # the menu LSP Client, Quick Fix
        mended = kate.saved(MENDED)
        kate.select(stage.story.spot(TAKEN))
        decoded = kate.act(DECODED)
        kate.insert()
        told = kate.saved(stage.story.inserted)
        wait_for(lambda: stage.session.is_judged, "the findings after the edit")
        found_late = kate.findings()
        kate.press("ctrl+q")
        wait_for(lambda: stage.session.has_ended, "the end of the server")
    return Played(version.split()[-1], found, hover, mended, decoded, told, found_late)


@dataclass(frozen=True)
class Kate:
    """What a person does with Kate in this story."""

    stage: Stage
    environment: dict[str, str]

    def focus(self) -> None:
        """Wait for the window and give it the keyboard: there is no window manager to do so."""
        wait_for(lambda: bool(self._windows()), "the window")
        window = self._windows()[-1]
        self._xdotool("windowsize", "--sync", window, "735", "500")
        self._xdotool("windowfocus", "--sync", window)

    def press(self, *keys: str, times: int = 1) -> None:
        for key in keys:
            self._xdotool("key", "--delay", "15", *[key] * times)
            time.sleep(0.15)

    def select(self, spot: Spot) -> None:
        """Select a part of a line; on these lines Kate's cursor moves by code points."""
        self.press("Escape", "ctrl+Home")
        self.press("Down", times=spot.line)
        self.press("Right", times=spot.start)
        self.press("shift+Right", times=spot.end - spot.start)

    def findings(self) -> list[Spot]:
        """Where a click on each diagnostic of the list leads to; the length of each is the one that Kate was sent."""
        sent = self.stage.session.sent(PUBLISH, "server")[-1].params["diagnostics"]
        text = self._copied("ctrl+a")
        starts: dict[tuple[int, int], None] = {}
        for height in range(LIST[1], LIST[1] + LIST_STEP * LIST_STEPS, LIST_STEP):
            if len(starts) < len(sent) and (reached := self._reached_by_click(height, text)) != (0, 0):
                starts[reached] = None
        lengths = [len(part(text, diagnostic["range"], "utf-16")) for diagnostic in sent]
        return [Spot(line, start, start + length) for (line, start), length in zip(sorted(starts), lengths, strict=True)]

    def hover(self, spot: Spot) -> str:
        """What Kate was sent for a hover, which it draws where no script can read it."""
        self.select(Spot(spot.line, spot.start + 1, spot.start + 1))
        self.press("alt+l", "y")  # the menu LSP Client, Symbol Info
        wait_for(lambda: bool(self.stage.session.exchanges("textDocument/hover")), "the hover")
        time.sleep(0.5)  # until it is shown, which nothing tells: it would take the keys that come then
        self.press("Escape")
        answer = self.stage.session.exchanges("textDocument/hover")[-1].answered
        return str(answer.body["result"]["contents"]["value"])

    def act(self, effect: str) -> str:
        """Take the first entry of the menu of code actions: the text of the file afterwards."""
        before = len(self.stage.session.exchanges("textDocument/codeAction"))
        self.press("alt+Return")
        wait_for(lambda: len(self.stage.session.exchanges("textDocument/codeAction")) > before, "the code actions")
        time.sleep(0.5)  # until they are in the menu, which nothing tells
        self.press("Down", "Return")
        return self.saved(effect)

    def insert(self) -> None:
        line, column = self.stage.story.insertion
        self.select(Spot(line, column, column))
        subprocess.run(CLIPBOARD, input=self.stage.story.inserted.encode(), env=self.environment, check=True, timeout=10)
        self.press("ctrl+v")

    def saved(self, effect: str) -> str:
        """Save the file, and wait for the effect of what was done before: its text."""

        def is_saved() -> bool:
            self.press("ctrl+s")
            return effect in self.stage.file.read_bytes().decode()

        wait_for(is_saved, f"{effect!r} in the file")
        return self.stage.file.read_bytes().decode()

    def _reached_by_click(self, height: int, text: str) -> tuple[int, int]:
        """The line and column of the cursor after a click into the list."""
        self.press("ctrl+Home", "alt+l", "d")  # the menu LSP Client, Switch to Diagnostics Tab
        time.sleep(0.2)
        self._xdotool("mousemove", str(LIST[0]), str(height), "click", "1")
        time.sleep(0.2)
        self.press("Escape")  # away from the list, back to the text
        before = text.removesuffix(self._copied("ctrl+shift+End"))
        return before.count("\n"), len(before) - before.rfind("\n") - 1

    def _copied(self, select: str) -> str:
        """What a key selects, which must be something; the keyboard may be on its way back to the text, which nothing tells."""
        mark = b"nothing was copied"
        subprocess.run(CLIPBOARD, input=mark, env=self.environment, check=True, timeout=10)
        copied = mark

        def is_copied() -> bool:
            nonlocal copied
            self.press(select, "ctrl+c")
            copied = subprocess.run([*CLIPBOARD, "-out"], env=self.environment, capture_output=True, timeout=10).stdout
            return copied != mark

        wait_for(is_copied, "the clipboard")
        return copied.decode()

    def _windows(self) -> list[str]:
        return self._xdotool("search", "--onlyvisible", "--name", self.stage.file.name).split()

    def _xdotool(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=20)
        return done.stdout


def _offscreen(stage: Stage) -> dict[str, str]:
    return {**stage.environment, "QT_QPA_PLATFORM": "offscreen"}


@contextmanager
def _running(stage: Stage) -> Iterator[Kate]:
    """Kate with its configuration and the story's file on a new X server; both end with the block."""
    settings, runtime = stage.home / ".config", stage.folder / "runtime"
    (settings / "kate/lspclient").mkdir(parents=True)
    runtime.mkdir(mode=0o700)
    (settings / "kate/lspclient/settings.json").write_text(configuration("Kate", "json"))
    (settings / "katerc").write_text(SETTINGS.format(server=stage.folder / "bin/pctlens"))
    with _display() as display, (stage.folder / "kate.log").open("wb") as log:
        environment = {**stage.environment, "XDG_RUNTIME_DIR": str(runtime), "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        words = ["dbus-run-session", "--", "kate", "--block", str(stage.file)]
        kate = subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        try:
            yield Kate(stage, environment)
            kate.wait(10)
        finally:
            if kate.poll() is None:
                os.killpg(kate.pid, signal.SIGKILL)
                kate.wait(10)


@contextmanager
def _display() -> Iterator[str]:
    """The name of an X display that nobody else uses."""
    reader, writer = os.pipe()
    words = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1100x750x24", "-nolisten", "tcp"]
    server = subprocess.Popen(words, pass_fds=[writer], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with open(reader) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait(10)


EDITORS = [Editor("Kate", "utf-16", why_missing, play)]

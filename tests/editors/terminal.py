"""Programs that want a terminal: one that runs to its end, and a screen to type on and to read."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from pathlib import Path


def run(words: list[str], environment: dict[str, str], seconds: float) -> str:
    """Run a program on a pseudo terminal to its end: what it wrote there. It is killed when the time is over."""
    outer, inner = pty.openpty()
    owner = ["setsid", "--ctty", *words]  # Emacs opens /dev/tty, so that the terminal has to be its own
    program = subprocess.Popen(owner, stdin=inner, stdout=inner, stderr=inner, env=environment)
    os.close(inner)
    written, end = b"", time.monotonic() + seconds
    try:
        while program.poll() is None and time.monotonic() < end:
            if select.select([outer], [], [], 0.1)[0]:
                written += os.read(outer, 65536)
    except OSError:
        pass  # the program has closed the terminal
    finally:
        if program.poll() is None:
            try:
                program.wait(2)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()
        os.close(outer)
    return written.decode("utf-8", "replace")


class Screen:
    """A terminal program under tmux; it ends with the ``with`` block."""

    def __init__(self, words: list[str], environment: dict[str, str], folder: Path) -> None:
        self._tmux = ["tmux", "-S", str(folder / "tmux"), "-f", "/dev/null"]
        size = ["-x", "160", "-y", "40"]
        subprocess.run([*self._tmux, "new-session", "-d", *size, *words], env=environment, check=True, timeout=20)

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *error: object) -> None:
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, timeout=20)

    def press(self, *keys: str) -> None:
        """Keys by tmux's names (``Enter``, ``C-c``, ``a``), one after the other as a person presses them."""
        for key in keys:
            subprocess.run([*self._tmux, "send-keys", "\\;" if key == ";" else key], check=True, timeout=10)
            time.sleep(0.1)

    def type(self, text: str) -> None:
        """Letters, all at once."""
        subprocess.run([*self._tmux, "send-keys", "-l", "--", text], check=True, timeout=10)
        time.sleep(0.2)

    def paste(self, text: str) -> None:
        """Text as the terminal's own paste brings it, in brackets."""
        subprocess.run([*self._tmux, "set-buffer", "--", text], check=True, timeout=10)
        subprocess.run([*self._tmux, "paste-buffer", "-p"], check=True, timeout=10)
        time.sleep(0.2)

    def text(self) -> str:
        """What the screen shows."""
        shown = subprocess.run([*self._tmux, "capture-pane", "-p"], capture_output=True, text=True, check=True, timeout=10)
        return shown.stdout

    def shows(self, wanted: str, seconds: float = 10) -> str:
        """Wait until a text is on the screen: all that the screen shows; ``AssertionError`` with it where it never is."""
        end = time.monotonic() + seconds
        while wanted not in (shown := self.text()):
            assert time.monotonic() < end, f"{wanted!r} is not on the screen:\n{shown}"
            time.sleep(0.1)
        return shown

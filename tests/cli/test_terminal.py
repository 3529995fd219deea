"""On a terminal: colour, and a progress bar that gets in nobody's way."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

import pytest

from pctlens.cli.crew import Done, progress

pty = pytest.importorskip("pty")

SLOW = """
import sys, time
from pctlens.cli import streams
from pctlens.cli.crew import Done, progress

for done in progress((time.sleep(0.3) or Done(1, [number]) for number in range(6)), 6):
    streams.say(f"line {done.told[0]}", sys.stdout)
"""


def on_a_terminal(*command: str) -> str:
    """What a program writes to a terminal of 100 columns."""
    import fcntl
    import termios

    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
        os.execve(command[0], list(command), {**environment, "TERM": "xterm"})
    written = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # how Linux tells that the other end has gone
            break
        if not part:
            break
        written += part
    os.waitpid(child, 0)
    os.close(terminal)
    return written.decode("utf-8", "replace")


def test_findings_are_in_colour(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("https://example.com/%zz\n")
    shown = on_a_terminal(sys.executable, "-m", "pctlens", "check", str(tmp_path))
    assert "\x1b[33;1mwarning:\x1b[0m" in shown
    assert "files/s" not in shown


def test_a_slow_run_has_a_bar_and_whole_lines() -> None:
    shown = on_a_terminal(sys.executable, "-c", SLOW)
    assert "6 [00:0" in shown
    lines = [line.rsplit("\r", 1)[-1] for line in shown.split("\r\n")]
    assert [line for line in lines if line.startswith("line")] == [f"line {number}" for number in range(6)]


def test_without_a_terminal_there_is_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    results = [Done(2, ["a"]), Done(1, [])]
    assert list(progress(iter(results), 3)) == results
    assert capsys.readouterr() == ("", "")

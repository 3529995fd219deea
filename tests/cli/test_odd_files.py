"""What ``check`` does with what is no file, cannot be read, or changes under its eyes: it says so, and goes on."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pctlens import files
from pctlens.files import BLOCK, read_bytes
from pctlens.scan import check_file
from pctlens.settings import Settings

BAD = "https://example.com/%zz\n"
IS_ROOT = sys.platform != "win32" and os.geteuid() == 0
BOUND = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if IS_ROOT and shutil.which("setpriv") else []

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither FIFOs nor modes")


def checked(folder: Path, *paths: str) -> subprocess.CompletedProcess[str]:
    """``pctlens check`` by somebody whom the modes of files bind."""
    command = [*BOUND, sys.executable, "-m", "pctlens", "check", *paths]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.skipif(IS_ROOT and shutil.which("setpriv") is None, reason="root reads everything, and there is no setpriv")
def test_a_tree_of_odd_things_is_checked_to_its_end(tmp_path: Path) -> None:
    for name in ("a", "locked", "z"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bad.txt").write_text(BAD)
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "a" / "self").symlink_to("self")
    (tmp_path / "a" / "nowhere").symlink_to("gone")
    (tmp_path / "a" / "device").symlink_to("/dev/zero")
    (tmp_path / "a" / "secret.txt").write_text(BAD)
    (tmp_path / "a" / "secret.txt").chmod(0)
    os.mkfifo(tmp_path / "a" / "fifo")
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.open(tmp_path / "a", os.O_RDONLY)
        listener.bind(f"/proc/self/fd/{here}/socket")  # the whole path may be too long for a socket
        os.close(here)
    (tmp_path / "locked").chmod(0)
    run = checked(tmp_path, ".")
    (tmp_path / "locked").chmod(0o755)
    found = [line for line in run.stdout.splitlines() if "malformed-escape" in line]
    assert [line.partition(":")[0] for line in found] == ["a/bad.txt", "z/bad.txt"]
    complaints = run.stderr.splitlines()[:-1]
    assert complaints == ["pctlens: locked/: Permission denied", "pctlens: a/secret.txt: Permission denied"]
    assert run.returncode == 2


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("fifo", "no regular file"),
        ("self", "Too many levels of symbolic links"),
        ("/dev/zero", "no regular file"),
        ("gone", "No such file"),
    ],
)
def test_what_is_named_and_no_file_is_told_and_the_rest_is_checked(name: str, why: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "bad.txt").write_text(BAD)
    run = checked(tmp_path, name, "bad.txt")
    assert f"pctlens: {name}: {why}" in run.stderr
    assert "bad.txt:1:" in run.stdout
    assert run.returncode == 2


def truncated(path: Path) -> None:
    os.truncate(path, len(BAD))


def removed(path: Path) -> None:
    os.remove(path)


def replaced(path: Path) -> None:
    path.with_name("new").write_text("other")
    path.with_name("new").replace(path)


@pytest.mark.parametrize(("change", "findings"), [(truncated, BLOCK // len(BAD)), (removed, 20_000), (replaced, 20_000)])
def test_a_file_that_changes_once_it_is_open(
    change: Callable[[Path], None], findings: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, status = tmp_path / "a.txt", os.fstat
    path.write_text(BAD * 20_000)
    assert path.stat().st_size > BLOCK

    def then_changed(descriptor: int) -> os.stat_result:
        known = status(descriptor)
        change(path)
        return known

    with monkeypatch.context() as patch:
        patch.setattr(files.os, "fstat", then_changed)
        report = check_file(str(path), Settings())
    assert report is not None
    assert (report.failure, len(report.findings)) == ("", findings)


def test_a_file_that_grows_faster_than_it_is_read_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.log").write_text("x")
    with monkeypatch.context() as patch:
        patch.setattr(files.os, "read", lambda _, size: b"x" * size)
        given = read_bytes(str(tmp_path / "a.log"), 10 * BLOCK)
    assert given is None

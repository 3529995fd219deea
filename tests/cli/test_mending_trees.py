"""Folders under git, mended by the command: what is mended, what is left to people, and that nothing else changes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def under_git(name: str, parent: Path) -> Path:
    """A copy of a folder of the project, in a repository of its own."""
    folder = parent / name
    shutil.copytree(ROOT / name, folder)
    for command in (["init", "--quiet"], ["add", "."]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder


def check(folder: Path, *options: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and the findings."""
    command = [sys.executable, "-m", "pctlens", "check", "--format", "json", *options]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert run.stderr == ""
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()]


def changed_lines(folder: Path) -> set[tuple[str, int]]:
    """The file and number of each line that git sees replaced by another one; no other change is there."""
    command = ["git", "diff", "--unified=0", "--no-prefix", "--no-ext-diff", "--no-color"]
    diff = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=True).stdout
    assert not re.search(r"^(?:old mode|new mode|new file|deleted file|rename|\\ No newline)", diff, re.MULTILINE)
    changed = set()
    for part in re.split(r"^diff ", diff, flags=re.MULTILINE)[1:]:
        (name,) = re.findall(r"^--- (.*)$", part, re.MULTILINE)
        hunks = re.findall(r"^@@ -(\S+) \+(\S+) @@", part, re.MULTILINE)
        for before, after in hunks:
            start, _, count = before.partition(",")
            assert before == after
            changed |= {(name, int(start) + line) for line in range(int(count or 1))}
    return changed


def test_the_examples_are_clean_after_one_fix_and_nothing_else_has_changed(tmp_path: Path) -> None:
    folder = under_git("examples", tmp_path)
    status, findings = check(folder)
    assert status == 1
    assert len(findings) > 10
    assert check(folder, "--fix") == (0, [])
    assert check(folder) == (0, [])
    assert changed_lines(folder) == {(finding["path"], finding["line"]) for finding in findings}


def test_the_puzzles_are_left_to_people_with_something_to_choose(tmp_path: Path) -> None:
    folder = under_git("puzzles", tmp_path)
    status, findings = check(folder)
    assert status == 1
    assert len(findings) > 10
    assert all(finding["fixes"] for finding in findings)
    assert not any(fix["safe"] for finding in findings for fix in finding["fixes"])
    assert check(folder, "--fix") == (1, findings)
    assert changed_lines(folder) == set()

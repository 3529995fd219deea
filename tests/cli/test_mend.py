"""Fixes of whole files: what changes, and that nothing else does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from pctlens.cli import main
from pctlens.core.rules import Edit, Fix, Problem, Severity
from pctlens.core.text import Span
from pctlens.mend import applied, chosen, diff, fix_text
from pctlens.scan import Finding
from pctlens.settings import Settings

BROKEN, MENDED = "https://example.com/%zz", "https://example.com/%25zz"


def finding(row: int, *edits: Edit, safe: bool = True) -> Finding:
    """A finding whose one fix makes these edits."""
    problem = Problem("malformed-escape", edits[0].span, "", Severity.ERROR, (Fix("", edits, safe=safe),))
    return Finding("a", row, problem, "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BROKEN.encode() + b"\n", MENDED.encode() + b"\n"),
        (BROKEN.encode(), MENDED.encode()),
        (b"\r\n" + BROKEN.encode() + b"\rx\r\n", b"\r\n" + MENDED.encode() + b"\rx\r\n"),
        (b"\xef\xbb\xbf" + BROKEN.encode(), b"\xef\xbb\xbf" + MENDED.encode()),
        (BROKEN.encode("utf-16"), MENDED.encode("utf-16")),
        (b"caf\xe9 " + BROKEN.encode(), b"caf\xe9 " + MENDED.encode()),
        (f"\f😀\u2028 {BROKEN}\n".encode(), f"\f😀\u2028 {MENDED}\n".encode()),
    ],
)
def test_encoding_and_line_ends_stay(before: bytes, after: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(before)
    path.chmod(0o604)
    assert main(["check", "--fix", str(path)]) == 0
    assert path.read_bytes() == after
    assert path.stat().st_mode & 0o777 == 0o604


def test_a_file_without_a_fix_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("<https://example.com/?q=%FE>\n")
    os.utime(path, (1, 1))
    inode = path.stat().st_ino
    assert main(["check", "--fix", str(path)]) == 1
    assert (path.stat().st_mtime, path.stat().st_ino) == (1, inode)


def test_edits_of_a_line_are_applied_from_the_end() -> None:
    edits = [(1, (Edit(Span(0, 1), "AA"), Edit(Span(2, 2), "-"))), (1, (Edit(Span(3, 4), ""),)), (0, (Edit(Span(1, 2), "é"),))]
    assert applied("xyz\r\nabcd\n", edits) == "xéz\r\nAAb-c\n"


def test_of_overlapping_fixes_the_first_goes_ahead() -> None:
    findings = [
        finding(0, Edit(Span(0, 3), "a")),
        finding(0, Edit(Span(2, 5), "b")),
        finding(0, Edit(Span(5, 6), "c")),
        finding(1, Edit(Span(0, 1), "d")),
    ]
    assert [edits[0].text for _, edits in chosen(findings)] == ["a", "c", "d"]


def test_a_fix_that_is_not_safe_is_left_to_people() -> None:
    assert chosen([finding(0, Edit(Span(0, 3), "a"), safe=False)]) == []


def test_fixes_that_bring_others_to_light_are_followed() -> None:
    text, report = fix_text(f"{BROKEN}/%yy {BROKEN}\n", "a.txt", Settings())
    assert text == f"{MENDED}/%25yy {MENDED}\n"
    assert (report.fixed, report.findings) == (3, ())


def test_a_diff_can_be_applied_by_git(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("x\ny")
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=diff("b.txt", "x\ny", "x\nz"), text=True, check=True)
    assert (tmp_path / "b.txt").read_text() == "x\nz"

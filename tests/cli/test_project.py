"""The settings beside the files: which file counts, and what it wins over."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pctlens.cli import main
from pctlens.core.rules import Severity
from pctlens.project import LARGEST, Projects
from pctlens.settings import InlayHints, Settings, parse_settings

EDITOR, _ = parse_settings({"inlayHints": "all", "hover.maxLength": 5, "rules": {"mojibake": "error"}})


def test_without_a_file_the_editor_counts(tmp_path: Path) -> None:
    project = Projects(EDITOR).of(tmp_path)
    assert (project.settings, project.notes) == (EDITOR, ())
    assert not project.excludes(str(tmp_path / "a"))


def test_the_editors_exclude_counts_at_any_depth(tmp_path: Path) -> None:
    editor, _ = parse_settings({"exclude": ["vendor/", "*.min.js"]})
    project = Projects(editor).of(tmp_path)
    assert project.excludes(f"{tmp_path}/vendor/a/b.js")
    assert project.excludes(f"{tmp_path}/c.min.js")
    assert not project.excludes(f"{tmp_path}/c.js")


def test_the_nearest_file_wins_key_by_key(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    (tmp_path / "pctlens.toml").write_text('inlayHints = "nonAscii"\n')
    (tmp_path / "a" / "pyproject.toml").write_text(
        '[tool.pctlens]\nhover.maxLength = 7\n[tool.pctlens.rules]\nlowercase-hex = "hint"\n'
    )
    project = Projects(EDITOR).of(deep)
    assert project.root == tmp_path / "a"
    assert project.settings.hover.max_length == 7
    assert project.settings.inlay_hints is InlayHints.ALL
    assert project.settings.rules == {"mojibake": Severity.ERROR, "lowercase-hex": Severity.HINT}
    assert Projects(EDITOR).of(tmp_path).settings.inlay_hints is InlayHints.NON_ASCII


def test_the_own_file_goes_before_the_shared_one(tmp_path: Path) -> None:
    (tmp_path / "pctlens.toml").write_text("maxFileSize = 1\n")
    (tmp_path / "pyproject.toml").write_text("[tool.pctlens]\nmaxFileSize = 2\n")
    assert Projects().of(tmp_path).settings.max_file_size == 1


def test_a_pyproject_without_the_section_does_not_count(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "pctlens.toml").write_text("maxFileSize = 1\n")
    for text in ("[project]\nname = 'x'\n", "tool = 1\n", "not toml at all [", "\udcff"):
        (inner / "pyproject.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
        assert Projects().of(inner).settings.max_file_size == 1


def test_what_is_wrong_is_said_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "pctlens.toml"
    path.write_text("maxFileSise = 1\ninlayHints = 'all'\n")
    (tmp_path / "sub").mkdir()
    projects = Projects()
    assert projects.of(tmp_path / "sub").settings.inlay_hints is InlayHints.ALL
    projects.of(tmp_path)
    assert projects.notes() == (f"{path}: unknown setting 'maxFileSise'; did you mean 'maxFileSize'?",)
    path.write_text("maxFileSize = \n")
    projects.forget()
    assert projects.of(tmp_path).settings == Settings()
    (note,) = projects.notes()
    assert note.startswith(f"{path}: Invalid value (at line 1")


def test_a_projects_own_format_functions_are_heeded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.c").write_text('complain_about("https://example.com/a%20b %s", name);\n')
    assert main(["check", str(tmp_path)]) == 0
    (tmp_path / "pctlens.toml").write_text('formatClash.functions = ["complain_about"]\n')
    assert main(["check", "--format", "json", str(tmp_path)]) == 1
    assert '"format-clash"' in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="there are no FIFOs and no /dev/zero")
@pytest.mark.parametrize("name", ["pctlens.toml", "pyproject.toml"])
def test_a_settings_file_that_never_ends_is_not_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.symlink_to("/dev/zero")
    assert Projects().of(tmp_path).settings == Settings()
    path.unlink()
    os.mkfifo(path)
    assert Projects().of(tmp_path).settings == Settings()


@pytest.mark.parametrize(
    ("text", "why"),
    [("# x\n" * (LARGEST // 4 + 1), "larger than 1,048,576 bytes"), (f"a = {'[' * 100_000}", "maximum recursion depth exceeded")],
)
def test_a_settings_file_that_is_too_much_is_a_note(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "pctlens.toml").write_text(text)
    projects = Projects()
    assert projects.of(tmp_path).settings == Settings()
    (note,) = projects.notes()
    assert note.startswith(f"{tmp_path / 'pctlens.toml'}: {why}")

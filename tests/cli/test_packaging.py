"""The project as others install it: as a wheel, and as a hook of pre-commit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SECONDS = 300


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program to its end."""
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, timeout=SECONDS, check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive."""
    pytest.importorskip("build")
    folder = tmp_path_factory.mktemp("dist")
    built = run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_the_archives_pass_twine(wheel: Path) -> None:
    checked = run(sys.executable, "-m", "twine", "check", "--strict", *wheel.parent.iterdir(), cwd=wheel.parent)
    assert checked.returncode == 0, checked.stdout


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"pctlens/__main__.py", "pctlens/rules.md", "pctlens/core/codec.py"} <= set(names)
    assert all(name.startswith(("pctlens/", "pctlens-")) and "__pycache__" not in name for name in names)


def test_the_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    program = tmp_path / "env" / "bin"
    installed = run(program / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr
    assert run(program / "pctlens", "decode", "%C5%9Fehir", cwd=tmp_path).stdout == "şehir\n"
    (tmp_path / "a.txt").write_text("https://example.com/%zz\n")
    assert run(program / "pctlens", "check", "a.txt", cwd=tmp_path).returncode == 1


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_the_hooks_run_in_the_real_pre_commit(tmp_path: Path) -> None:
    pytest.importorskip("pre_commit")
    repository = tmp_path / "repository"
    repository.mkdir()
    files = {"good.md": "<https://example.com/caf%C3%A9>\n", "bad.md": "<https://example.com/%zz>\n", "image.png": "\0%zz"}
    for name, text in files.items():
        (repository / name).write_text(text)
    run("git", "init", "--quiet", cwd=repository)
    run("git", "add", ".", cwd=repository)
    hook = (sys.executable, "-m", "pre_commit", "try-repo", str(ROOT))
    home = str(tmp_path / "home")
    checked = run(*hook, "pctlens", "--all-files", "--verbose", cwd=repository, PRE_COMMIT_HOME=home)
    assert checked.returncode == 1, checked.stdout + checked.stderr
    assert "bad.md:1:22: " in checked.stdout
    assert "good.md:" not in checked.stdout
    mended = run(*hook, "pctlens-fix", "--all-files", cwd=repository, PRE_COMMIT_HOME=home)
    assert "files were modified by this hook" in mended.stdout
    assert (repository / "bad.md").read_text() == "<https://example.com/%25zz>\n"
    again = run(*hook, "pctlens", "--all-files", cwd=repository, PRE_COMMIT_HOME=home)
    assert again.returncode == 0, again.stdout

"""Finding, reading and writing files."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pctlens.files import HEAD, UnreadableError, bytes_of, read_bytes, replace_file, text_of
from pctlens.project import Projects
from pctlens.walk import walk

LARGE = 10**9


def tree(folder: Path, *files: str, **contents: str) -> None:
    """Make files, empty where no content is given; a name's ``/`` makes folders."""
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(contents.get(name, ""), "utf-8")


def names(folder: Path, start: str = ".") -> list[str]:
    """What a walk finds, relative to the folder."""
    found = walk(str(folder / start), Projects())
    return [os.path.relpath(path, folder) for item in found if not item.failure for path in item.paths]


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"", "", "utf-8"),
        ("şehir\r\n".encode(), "şehir\r\n", "utf-8"),
        (b"\xef\xbb\xbf%C5", "%C5", "utf-8"),
        ("ş%20".encode("utf-16"), "ş%20", "utf-16-le"),
        (b"\xfe\xff" + "ş%20".encode("utf-16-be"), "ş%20", "utf-16-be"),
        (b"\xff\xfe\x00\xd8", "\ud800", "utf-16-le"),
        (b"caf\xe9 %20", "café %20", "latin-1"),
        (b"\xef\xbb\xbf\xff", "ï»¿ÿ", "latin-1"),
    ],
)
def test_text_and_bytes_are_each_others_inverse(data: bytes, text: str, encoding: str) -> None:
    source = text_of(data)
    assert source is not None
    assert (source.text, source.encoding) == (text, encoding)
    assert bytes_of(source, source.text) == data


def test_a_nul_near_the_beginning_makes_a_binary() -> None:
    assert text_of(b"%20\0") is None
    late = text_of(b"x" * HEAD + b"\0%20")
    assert late is not None
    assert late.text.endswith("\0%20")


def test_a_character_that_the_encoding_lacks_is_refused() -> None:
    source = text_of(b"caf\xe9")
    assert source is not None
    with pytest.raises(UnicodeEncodeError):
        bytes_of(source, "ş")


def test_reading(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 200_000)
    assert read_bytes(str(path), LARGE) == b"x" * 200_000
    assert read_bytes(str(path), 199_999) is None
    path.write_bytes(b"\0" * 200_000)
    read = read_bytes(str(path), LARGE)
    assert read is not None
    assert text_of(read) is None


def test_a_missing_file_a_folder_and_a_fifo_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    refused = {"missing": "No such file", "": "a folder", "fifo": "no regular file"}
    for name, reason in {**refused, **dict.fromkeys(("a\0b", "a\ud800b"), "a character that no path holds")}.items():
        with pytest.raises(UnreadableError, match=reason):
            read_bytes(f"{tmp_path}/{name}", LARGE)
    with pytest.raises(UnreadableError, match="no regular file"):
        read_bytes("/dev/zero", LARGE)


def test_replacing_keeps_mode_and_link_and_leaves_nothing_behind(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(real)
    replace_file(str(link), b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["link", "real"]


def test_a_failed_replacement_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = tmp_path / "real"
    real.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(str(real), b"new")
    assert os.listdir(tmp_path) == ["real"]
    assert real.read_bytes() == b"old"


def test_the_walk_is_in_order_and_sees_hidden_files(tmp_path: Path) -> None:
    tree(tmp_path, "b", ".env", "c/z", "c/a/x", "a")
    assert names(tmp_path) == [".env", "a", "b", "c/z", "c/a/x"]


def test_version_control_is_passed_over(tmp_path: Path) -> None:
    tree(tmp_path, ".git/config", ".hg/store", ".svn/entries", ".jj/x", ".github/workflows/ci.yml")
    assert names(tmp_path) == [".github/workflows/ci.yml"]


def test_ignore_files_count_the_nearest_first(tmp_path: Path) -> None:
    tree(
        tmp_path,
        ".gitignore",
        "app.log",
        "build/out",
        "src/.gitignore",
        "src/keep.log",
        "src/drop.log",
        **{".gitignore": "*.log\n/build/\n", "src/.gitignore": "!keep.log\n"},
    )
    assert names(tmp_path) == [".gitignore", "src/.gitignore", "src/keep.log"]


def test_ignore_files_above_count_up_to_the_repository(tmp_path: Path) -> None:
    tree(tmp_path, ".gitignore", "repo/.git/config", "repo/.gitignore", "repo/sub/a.log", "repo/sub/a.txt")
    (tmp_path / ".gitignore").write_text("*.txt\n")
    (tmp_path / "repo/.gitignore").write_text("/sub/*.log\n")
    assert names(tmp_path, "repo/sub") == ["repo/sub/a.txt"]


def test_an_ignored_folder_that_is_named_is_walked(tmp_path: Path) -> None:
    tree(tmp_path, ".git/config", ".gitignore", "build/out", **{".gitignore": "build/\n"})
    assert names(tmp_path) == [".gitignore"]
    assert names(tmp_path, "build") == ["build/out"]
    assert names(tmp_path, "build/out") == ["build/out"]


def test_the_setting_exclude_counts_from_its_file_down(tmp_path: Path) -> None:
    tree(tmp_path, "pctlens.toml", "vendor/a", "sub/vendor/b", "sub/c.min.js", "sub/c.js")
    (tmp_path / "pctlens.toml").write_text('exclude = ["/vendor/", "*.min.js"]\n')
    assert names(tmp_path) == ["pctlens.toml", "sub/c.js", "sub/vendor/b"]
    assert names(tmp_path, "vendor") == []
    assert names(tmp_path, "sub/c.min.js") == []


def test_links_are_not_followed_and_special_files_not_found(tmp_path: Path) -> None:
    tree(tmp_path, "real/a")
    (tmp_path / "real/loop").symlink_to(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "real/a")
    os.mkfifo(tmp_path / "fifo")
    assert names(tmp_path) == ["real/a"]
    assert names(tmp_path, "link") == ["link"]

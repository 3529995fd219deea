"""The files under a folder, without those that ``.gitignore`` or the setting ``exclude`` leave out.

Folders of version control are passed over; symbolic links, FIFOs and devices are never followed or opened. Ignore files count
from the folder down, and from the top of its repository where it stands in one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pctlens.project import Project, Projects

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_FILE: Final = ".gitignore"
VERSION_CONTROL: Final = frozenset({".git", ".hg", ".svn", ".jj"})


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read and its project, or a folder that could not be read: ``failure`` says why."""

    path: str
    project: Project
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Ignore:
    """One ignore file. A path below it is judged by ``prefix`` and what follows its first ``skip`` characters."""

    patterns: GitIgnoreSpec
    skip: int
    prefix: str = ""

    def verdict(self, path: str) -> bool | None:
        """Whether the path (a folder's ends in a separator) is ignored, kept, or not spoken of."""
        return self.patterns.check_file(self.prefix + path[self.skip :]).include


def walk(path: str, projects: Projects) -> Iterator[Found]:
    """The path itself where it is no folder, else every regular file below it, the files of a folder before its sub-folders."""
    if not os.path.isdir(path):
        whole = os.path.abspath(path)
        project = projects.of(Path(whole).parent)
        if not project.excludes(whole):
            yield Found(path, project)
        return
    top = os.path.join(path, "")
    whole = os.path.join(os.path.abspath(path), "")
    waiting = [(top, _ignores_above(top))]
    while waiting:
        folder, ignores = waiting.pop()
        project = projects.of(Path(whole + folder[len(top) :]))
        try:
            with os.scandir(folder) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError as error:
            yield Found(folder, project, error.strerror or str(error))
            continue
        if any(entry.name == IGNORE_FILE for entry in entries) and (patterns := _read(folder + IGNORE_FILE)):
            ignores = (Ignore(patterns, len(folder)), *ignores)
        folders: list[tuple[str, tuple[Ignore, ...]]] = []
        for entry in entries:
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not entry.is_file(follow_symlinks=False):
                continue
            below = os.path.join(entry.path, "") if is_folder else entry.path
            if _ignored(below, ignores) or project.excludes(whole + below[len(top) :]):
                continue
            if not is_folder:
                yield Found(below, project)
            elif entry.name not in VERSION_CONTROL:
                folders.append((below, ignores))
        waiting += reversed(folders)


def _ignored(path: str, ignores: tuple[Ignore, ...]) -> bool:
    for ignore in ignores:  # the nearest file that speaks of the path decides
        verdict = ignore.verdict(path)
        if verdict is not None:
            return verdict
    return False


def _ignores_above(top: str) -> tuple[Ignore, ...]:
    """The ignore files from ``top`` up to its repository's top; none where they ignore ``top`` itself, which was asked for."""
    ignores: list[Ignore] = []
    prefix, folder = "", Path(top).absolute()
    while not (folder / ".git").exists():
        if folder == folder.parent:
            return ()
        prefix, folder = f"{folder.name}/{prefix}", folder.parent
        if patterns := _read(str(folder / IGNORE_FILE)):
            ignores.append(Ignore(patterns, len(top), prefix))
    return () if _ignored(top, tuple(ignores)) else tuple(ignores)


def _read(path: str) -> GitIgnoreSpec | None:
    from pathspec import GitIgnoreSpec  # only where there is an ignore file: a plain check starts sooner

    try:
        lines = Path(path).read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return None
    return GitIgnoreSpec.from_lines(lines)

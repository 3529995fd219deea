"""The files under a folder, without those that ``.gitignore`` or the setting ``exclude`` leave out.

Folders of version control are passed over; symbolic links, FIFOs and devices are never followed or opened. Ignore files count
from the folder down, and from the top of its repository where it stands in one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pctlens.files import NO_FILE
from pctlens.project import FILE_NAMES, Project, Projects

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_FILE: Final = ".gitignore"
VERSION_CONTROL: Final = frozenset({".git", ".hg", ".svn", ".jj"})

_by_name: Final = attrgetter("name")


class Found(NamedTuple):
    """Files to read and their project, or one thing that cannot be read, as many a folder: ``failure`` says why."""

    paths: list[str]
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


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds in a folder: its project, and the ignore files from the nearest on."""

    project: Project
    ignores: tuple[Ignore, ...]

    @property
    def are_none(self) -> bool:
        """Whether nothing is left out: the common case, in which no path has to be judged."""
        return not self.ignores and not self.project.settings.exclude

    def leave_out(self, path: str, whole: str) -> bool:
        """Whether a path, ``whole`` from the root, is not to be looked at."""
        return _are_ignoring(self.ignores, path) or self.project.excludes(whole)


def walk(path: str, projects: Projects) -> Iterator[Found]:
    """The path itself where it is no folder, else the regular files of each folder below it, before those of its sub-folders."""
    whole = os.path.abspath(path)
    if not os.path.isdir(path):
        project = projects.of(Path(whole).parent)
        if not project.excludes(whole):
            yield Found([path], project, NO_FILE if os.path.exists(path) and not os.path.isfile(path) else "")
        return
    top = os.path.join(path, "")
    cut, whole = len(top), os.path.join(whole, "")
    waiting = [(top, Rules(projects.of(Path(whole)), _ignores_above(top)))]
    while waiting:
        folder, rules = waiting.pop()
        try:
            with os.scandir(folder) as scan:
                entries = sorted(scan, key=_by_name)
        except OSError as error:
            yield Found([folder], rules.project, error.strerror or str(error))
            continue
        rules = _rules_in(folder, whole + folder[cut:], {entry.name for entry in entries}, rules, projects)
        files = [entry.path for entry in entries if entry.is_file(follow_symlinks=False)]
        folders = [
            os.path.join(entry.path, "")
            for entry in entries
            if entry.is_dir(follow_symlinks=False) and entry.name not in VERSION_CONTROL
        ]
        if not rules.are_none:
            files, folders = (
                [path for path in paths if not rules.leave_out(path, whole + path[cut:])] for paths in (files, folders)
            )
        if files:
            yield Found(files, rules.project)
        waiting += [(below, rules) for below in reversed(folders)]


def _rules_in(folder: str, whole: str, names: set[str], above: Rules, projects: Projects) -> Rules:
    """The rules of a folder that holds files of these names, from those of the folder above."""
    project = above.project if names.isdisjoint(FILE_NAMES) else projects.of(Path(whole))
    patterns = _read(folder + IGNORE_FILE) if IGNORE_FILE in names else None
    if patterns is None:
        return above if project is above.project else Rules(project, above.ignores)
    return Rules(project, (Ignore(patterns, len(folder)), *above.ignores))


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
    return () if _are_ignoring(ignores, top) else tuple(ignores)


def _are_ignoring(ignores: Iterable[Ignore], path: str) -> bool:
    """Whether a path is ignored: the nearest file that speaks of it decides."""
    verdicts = (ignore.verdict(path) for ignore in ignores)
    return next((verdict for verdict in verdicts if verdict is not None), False)


def _read(path: str) -> GitIgnoreSpec | None:
    try:
        lines = Path(path).read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return None
    from pathspec import GitIgnoreSpec  # only where there is an ignore file: a plain check starts sooner

    return GitIgnoreSpec.from_lines(lines)

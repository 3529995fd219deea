"""The settings that a project keeps beside its files: ``pctlens.toml``, or ``[tool.pctlens]`` in ``pyproject.toml``.

The nearest of them upwards from a file counts, and wins over the editor key by key.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pctlens.settings import Settings, parse_settings

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

OWN_FILE: Final = "pctlens.toml"
SHARED_FILE: Final = "pyproject.toml"
FILE_NAMES: Final = (OWN_FILE, SHARED_FILE)
"""The names to look for in a folder, and to watch; the first that holds settings counts."""


LARGEST: Final = 1 << 20
"""The most bytes that a settings file may have."""


class Project(NamedTuple):
    """What holds for the files of one folder.

    ``root`` is the folder that ``exclude`` is relative to: that of the settings file, or the root of the file system, ``None``.
    ``notes`` tell what is wrong in that file, each once.
    """

    settings: Settings
    root: Path | None = None
    notes: tuple[str, ...] = ()

    def excludes(self, path: str) -> bool:
        """Whether ``exclude`` names the absolute ``path``, or a folder round it; the path of a folder ends in ``/``."""
        if not self.settings.exclude:
            return False
        prefix = self.root.as_posix().rstrip("/") + "/" if self.root else ""
        path = path.replace("\\", "/") if os.sep == "\\" else path
        return path.startswith(prefix) and _patterns(self.settings.exclude).match_file(path.removeprefix(prefix).lstrip("/"))


@dataclass(slots=True)
class Projects:
    """The project of each folder, read once: ``base`` is what holds without a settings file."""

    base: Settings = field(default_factory=Settings)
    _known: dict[Path, Project] = field(default_factory=dict)

    def of(self, folder: Path) -> Project:
        """The project of the files in ``folder``, which is absolute."""
        known = self._known.get(folder)
        if known is None:
            found = read_project(folder, self.base)
            above = folder.parent
            known = found or (self.of(above) if above != folder else Project(self.base))
            self._known[folder] = known
        return known

    def notes(self) -> tuple[str, ...]:
        """What is wrong in the settings files read so far, each thing once."""
        return tuple(dict.fromkeys(note for project in self._known.values() for note in project.notes))

    def forget(self) -> None:
        """Read again from now on; for when a settings file has changed."""
        self._known.clear()


def read_project(folder: Path, base: Settings) -> Project | None:
    """The settings file of this very folder read over ``base``; ``None`` where none holds any.

    A file that cannot be read or is no TOML is a note, and ``base`` holds.
    """
    for name in FILE_NAMES:
        path = folder / name
        try:
            table = _table(path)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError, RecursionError) as error:
            if name == OWN_FILE:
                return Project(base, folder, (f"{path}: {error}",))
            continue  # somebody else's file: its own tools will say so
        section = table if name == OWN_FILE else _section(table)
        if section is not None:
            settings, notes = parse_settings(section, base)
            return Project(settings, folder, tuple(f"{path}: {note}" for note in notes))
    return None


def _table(path: Path) -> dict[str, object]:
    """A settings file read. Raises what ``text_of`` does, and ``ValueError`` where it is no TOML."""
    text = text_of(path)
    import tomllib  # only where there is such a file: a server starts sooner

    return tomllib.loads(text)


def text_of(path: Path) -> str:
    """The text of a settings file.

    Raises ``OSError`` where it is no plain file, since a FIFO or a device behind a link may never end, or is larger than
    ``LARGEST``; ``UnicodeDecodeError`` where it is no UTF-8.
    """
    if path.exists() and not path.is_file():
        raise OSError("no plain file")
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise OSError(f"larger than {LARGEST:,} bytes")
    return raw.decode()


@lru_cache
def _patterns(lines: tuple[str, ...]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # only where something is excluded: a plain check starts sooner

    return GitIgnoreSpec.from_lines(lines)


def _section(table: Mapping[str, object]) -> object:
    tool = table.get("tool")
    return tool.get("pctlens") if isinstance(tool, Mapping) else None

"""Real files of many languages, from what is installed anyway: the same choice each time on the same machine."""

from __future__ import annotations

import os
import random
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PLACES: Final = (
    Path(sysconfig.get_path("stdlib")),
    Path(sysconfig.get_path("purelib")),
    Path(sys.base_prefix) / "share",
    Path("/usr/share"),
    Path("/usr/include"),
    Path("/usr/lib/systemd"),
    Path("/usr/lib/python3"),
    Path("/etc"),
    ROOT / "client-vscode" / "node_modules",
)
LANGUAGES: Final = (
    *("awk", "bat", "bash", "c", "cfg", "cmake", "cmd", "conf", "cpp", "cs", "css", "csv", "desktop", "diff", "docbook", "dtd"),
    *("el", "f90", "go", "h", "hpp", "html", "ini", "java", "js", "json", "m4", "map", "md", "mk", "mjs", "php", "pl", "pm"),
    *("pod", "properties", "ps1", "py", "pyi", "rst", "rules", "service", "sh", "socket", "sql", "svg", "tcl", "tex", "timer"),
    *("toml", "ts", "txt", "vim", "xml", "yaml", "yml"),
)
"""The suffixes to look for; one that no file here has is left out, and said so."""

_LARGEST: Final = 100_000
_TRIED: Final = 40


@cache
def _paths() -> dict[str, list[Path]]:
    """Every file of a language under the places, in a fixed order."""
    found: dict[str, list[Path]] = {language: [] for language in LANGUAGES}
    for place in PLACES:
        for folder, folders, names in os.walk(place):
            folders.sort()
            for name in names:
                if (suffix := name.rpartition(".")[2]) in found:
                    found[suffix].append(Path(folder, name))
    return {language: sorted(paths) for language, paths in found.items()}


def real_files(each: int, seed: int = 1) -> dict[str, list[tuple[str, str]]]:
    """The name and text of up to ``each`` files of every language, those with a percent sign first."""
    chosen: dict[str, list[tuple[str, str]]] = {}
    for language, paths in _paths().items():
        tried = random.Random(seed).sample(paths, min(_TRIED * each, len(paths)))
        texts = list(islice(_texts(tried), _TRIED * each))
        chosen[language] = sorted(texts, key=lambda item: "%" not in item[1])[:each]
    return chosen


def examples() -> Iterator[tuple[str, str]]:
    """The project's own examples and puzzles."""
    yield from _texts([*sorted((ROOT / "examples").iterdir()), *sorted((ROOT / "puzzles").iterdir())])


def _texts(paths: list[Path]) -> Iterator[tuple[str, str]]:
    """The name and text of each file that is one."""
    for path in paths:
        try:
            raw = path.read_bytes() if path.stat().st_size <= _LARGEST else b""
        except OSError:
            continue
        if raw and b"\0" not in raw:
            yield path.name, raw.decode("utf-8", "replace")

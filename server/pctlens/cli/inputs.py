"""What a command was asked to look at."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from pctlens.project import Projects
from pctlens.walk import Found, walk

STDIN: Final = "-"


def named_paths(paths: Iterable[str]) -> Iterator[str]:
    """The paths as they were given, with each ``@FILE`` replaced by the paths that it lists, one a line or with NULs between.

    Raises ``OSError`` where a list cannot be read.
    """
    for path in paths:
        if not path.startswith("@"):
            yield path
            continue
        data = sys.stdin.buffer.read() if path == "@-" else Path(path[1:]).read_bytes()
        lines = data.split(b"\0") if b"\0" in data else data.splitlines()
        yield from (os.fsdecode(line) for line in lines if line)


def found_files(paths: Iterable[str], projects: Projects) -> Iterator[Found]:
    """The files that the paths name or hold, each once, and every folder that could not be read."""
    tops, here = list(paths), f".{os.sep}"
    seen: set[str] = set()
    for top in tops:
        for found in walk(top, projects):
            shown = [path.removeprefix(here) for path in found.paths]
            if len(tops) > 1:  # one tree alone holds no file twice
                shown = [path for path in shown if path not in seen]
                seen.update(shown)
            if shown:
                yield found._replace(paths=shown)

"""What a command was asked to look at, and the work on many files in many processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TextIO, TypeVar

from pctlens.project import Projects
from pctlens.walk import Found, walk

STDIN: Final = "-"

MANY: Final = 128
"""From so many files on, starting more processes pays."""

CHUNK: Final = 16
"""So many files are handed to a process at once."""

T = TypeVar("T")


def say(text: str, stream: TextIO) -> None:
    """Print a line; a progress bar that stands on the terminal makes room for it."""
    if "tqdm" in sys.modules:
        from tqdm import tqdm

        tqdm.write(text, file=stream)
    else:
        print(text, file=stream)


def complain(message: str) -> None:
    """Say what went wrong, on standard error."""
    say(f"pctlens: {message}", sys.stderr)


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
    """Every file that the paths name or hold, each once, and every folder that could not be read."""
    seen: set[str] = set()
    for path in paths:
        for found in walk(path, projects):
            shown = found.path.removeprefix(f".{os.sep}")
            if shown not in seen:
                seen.add(shown)
                yield found if shown == found.path else replace(found, path=shown)


def each_file(task: Callable[[Found], T], files: Sequence[Found], jobs: int) -> Iterator[T]:
    """What ``task`` gives for each file, in their order; many files are worked on in ``jobs`` processes."""
    if jobs > 1 and len(files) >= MANY:
        from multiprocessing import Pool

        with Pool(min(jobs, len(files) // CHUNK)) as pool:
            yield from _progress(pool.imap(task, files, CHUNK), len(files))
    else:
        yield from _progress(map(task, files), len(files))


def _progress(results: Iterable[T], total: int) -> Iterator[T]:
    """The results; a terminal shows how far it is after a second."""
    if not sys.stderr.isatty() or total < 2:
        yield from results
        return
    from tqdm import tqdm

    yield from tqdm(results, total=total, unit=" files", delay=1, leave=False)

"""What a command was asked to look at, and the work on many files in many processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby
from pathlib import Path
from typing import Final, TextIO, TypeVar

from pctlens.project import Project, Projects
from pctlens.walk import Found, walk

STDIN: Final = "-"

MANY: Final = 128
"""From so many files on, starting more processes pays."""

BATCH: Final = 64
"""At most so many files are handed to a process at once."""

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
                yield found if shown == found.path else found._replace(path=shown)


@dataclass(frozen=True, slots=True)
class Batch:
    """Files of one project, handed to a process at once."""

    project: Project
    paths: tuple[str, ...]


def each_file(task: Callable[[str, Project], T | None], files: Sequence[Found], jobs: int) -> Iterator[T | None]:
    """What ``task`` gives for each file, in their order; many files are worked on in ``jobs`` processes.

    ``None`` is for a file with nothing to tell: most of them, and it costs nothing on the way between processes.
    """
    batches = list(_batches(files))
    work = partial(_worked, task)
    if jobs > 1 and len(files) >= MANY:
        from multiprocessing import Pool

        with Pool(min(jobs, len(batches))) as pool:
            yield from _progress(chain.from_iterable(pool.imap(work, batches)), len(files))
    else:
        yield from _progress(chain.from_iterable(map(work, batches)), len(files))


def _batches(files: Sequence[Found]) -> Iterator[Batch]:
    for start in range(0, len(files), BATCH):
        for _, group in groupby(files[start : start + BATCH], key=lambda found: id(found.project)):
            together = list(group)
            yield Batch(together[0].project, tuple(found.path for found in together))


def _worked(task: Callable[[str, Project], T | None], batch: Batch) -> list[T | None]:
    return [task(path, batch.project) for path in batch.paths]


def _progress(results: Iterable[T], total: int) -> Iterator[T]:
    """The results; a terminal shows how far it is after a second."""
    if not sys.stderr.isatty() or total < 2:
        yield from results
        return
    from tqdm import tqdm

    yield from tqdm(results, total=total, unit=" files", delay=1, leave=False)

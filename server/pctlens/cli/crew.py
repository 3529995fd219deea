"""The work on many files in many processes, which begins while the files are still being looked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from types import TracebackType
from typing import TYPE_CHECKING, Final, Generic, Self, TypeVar

from pctlens.project import Project
from pctlens.walk import Found

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult, Pool

MANY: Final = 256
"""From so many files on, starting more processes pays."""

BATCH: Final = 128
"""At most so many files are handed to a process at once."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Batch(Generic[T]):
    """Files of one project, handed to a process at once, and what is to be done with each."""

    task: Callable[[str, Project], T | None]
    project: Project
    paths: list[str]

    def work(self) -> list[T | None]:
        """What the task gives for each file; ``None``, for nothing to tell, costs nothing on the way between processes."""
        return [self.task(path, self.project) for path in self.paths]


class Crew(Generic[T]):
    """Does a task with each file that is found, in up to ``jobs`` processes; few files are worked on in this one."""

    def __init__(self, task: Callable[[str, Project], T | None], jobs: int) -> None:
        self._task = task
        self._jobs = jobs
        self._files = 0
        self._batches: list[Batch[T]] = []
        self._begun: list[AsyncResult[list[T | None]]] = []
        self._pool: Pool | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._pool:
            self._pool.terminate()

    def add_all(self, found: Iterable[Found]) -> list[Found]:
        """Work on each file that is found; what cannot be read is returned."""
        unreadable: list[Found] = []
        for item in found:
            if item.failure:
                unreadable.append(item)
            else:
                self._add(item)
        return unreadable

    def _add(self, file: Found) -> None:
        self._files += 1
        last = self._batches[-1] if self._batches else None
        if last and last.project is file.project and len(last.paths) < BATCH:
            last.paths.append(file.path)
            return
        if self._pool or self._files > max(MANY, self._jobs * BATCH):  # there is work for each of them
            self._hand_out()
        self._batches.append(Batch(self._task, file.project, [file.path]))

    def results(self) -> Iterator[T | None]:
        """What the task gives for each file, in the order in which they were added."""
        if self._files >= MANY:
            self._hand_out()
        done = (result.get() for result in self._begun) if self._begun else (batch.work() for batch in self._batches)
        yield from progress(chain.from_iterable(done), self._files)

    def _hand_out(self) -> None:
        """Give what is waiting to the processes, which are started for the first of it."""
        if self._jobs <= 1:
            return
        if self._pool is None:
            import signal
            from multiprocessing import Pool

            # An interrupt is for this process to tell of: it ends the others.
            self._pool = Pool(min(self._jobs, len(self._batches)), signal.signal, (signal.SIGINT, signal.SIG_IGN))
        self._begun += [self._pool.apply_async(batch.work) for batch in self._batches]
        self._batches.clear()


def progress(results: Iterable[T], total: int) -> Iterator[T]:
    """The results; a terminal shows how far it is after a second."""
    if not sys.stderr.isatty() or total < 2:
        yield from results
        return
    from tqdm import tqdm

    yield from tqdm(results, total=total, unit=" files", delay=1, leave=False)

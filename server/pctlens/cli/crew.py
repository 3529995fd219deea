"""The work on many files in many processes, which begins while the files are still being looked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Self, TypeVar

from pctlens.project import Project
from pctlens.walk import Found

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

MANY: Final = 256
"""From so many files on, starting more processes pays."""

BATCH: Final = 256
"""So many files are handed to a process at once."""

SHARES: Final = 16
"""Where there are many, this part of those found so far: each handing out costs as much as looking through forty."""

MOST: Final = 61
"""So many processes at the most: Windows waits for no more at once."""

T = TypeVar("T")
Task = Callable[[Project], Callable[[str], T | None]]
"""What is to be done with each file of a project; it gives ``None`` where there is nothing to tell."""


class Batch(NamedTuple):
    """Files of one project, handed to a process at once."""

    project: Project
    paths: list[str]


class Done(NamedTuple, Generic[T]):
    """So many files have been worked on, and this is what some of them have to tell."""

    files: int
    told: list[T]


class Crew(Generic[T]):
    """Does a task with each file that is found, in up to ``jobs`` processes; few files are worked on in this one.

    Raises ``ChildProcessError`` at its end where one of the processes was ended from outside.
    """

    def __init__(self, task: Task[T], jobs: int) -> None:
        self._work = partial(_work, task)
        self._jobs = jobs
        self._files = 0
        self._batches: list[Batch] = []
        self._begun: list[Future[Done[T]]] = []
        self._workers: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._workers is None:
            return
        self._workers.shutdown(wait=error is None, cancel_futures=True)
        if error is not None:
            from concurrent.futures import BrokenExecutor
            from multiprocessing import active_children

            for child in active_children():
                child.terminate()
            if isinstance(error, BrokenExecutor):
                raise ChildProcessError("one of the processes that share the work has been ended") from error

    def add_all(self, found: Iterable[Found]) -> list[Found]:
        """Work on each file that is found; what cannot be read is returned."""
        unreadable: list[Found] = []
        for item in found:
            if item.failure:
                unreadable.append(item)
            else:
                self._add(item)
        return unreadable

    def _add(self, found: Found) -> None:
        self._files += len(found.paths)
        last = self._batches[-1] if self._batches else None
        most = max(BATCH, self._files // SHARES)
        if last and last.project is found.project and len(last.paths) + len(found.paths) <= most:
            last.paths.extend(found.paths)
            return
        if self._workers or self._files > max(MANY, self._jobs * BATCH):  # there is work for each of them
            self._hand_out()
        pieces = range(0, len(found.paths), most)
        self._batches += [Batch(found.project, found.paths[at : at + most]) for at in pieces]

    def results(self) -> Iterator[Done[T]]:
        """What the task gives for the files, in the order in which they were added."""
        if self._files >= MANY:
            self._hand_out()
        done = (batch.result() for batch in self._begun) if self._begun else map(self._work, self._batches)
        yield from progress(done, self._files)

    def _hand_out(self) -> None:
        """Give what is waiting to the processes, which are started for the first of it."""
        if self._jobs <= 1:
            return
        if self._workers is None:
            import gc
            import signal
            from concurrent.futures import ProcessPoolExecutor

            gc.freeze()  # a forked process then leaves the memory alone that it shares
            number = min(self._jobs, 1 + self._files // BATCH, MOST)
            # An interrupt is for this process to tell of: it ends the others.
            self._workers = ProcessPoolExecutor(number, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
        self._begun += [self._workers.submit(self._work, batch) for batch in self._batches]
        self._batches.clear()


def _work(task: Task[T], batch: Batch) -> Done[T]:
    told = map(task(batch.project), batch.paths)
    return Done(len(batch.paths), [one for one in told if one is not None])


def progress(results: Iterable[Done[T]], total: int) -> Iterator[Done[T]]:
    """The results; a terminal shows after a second how many of the files are done."""
    if not sys.stderr.isatty() or total < 2:
        yield from results
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=" files", delay=1, leave=False) as bar:
        for done in results:
            yield done
            bar.update(done.files)

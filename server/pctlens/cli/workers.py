"""Processes that each work on one piece at a time: what they are given and what comes of it, in order."""

from __future__ import annotations

import gc
import signal
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from typing import Final, Generic, TypeVar

MOST: Final = 60
"""So many processes at the most: Windows waits for few more at once."""

P = TypeVar("P")
R = TypeVar("R")


class Workers(Generic[P, R]):
    """So many processes that do ``work``; no thread stands between them and this one, which may have work of its own."""

    def __init__(self, work: Callable[[P], R], number: int) -> None:
        self._processes: list[Process] = []
        self._idle: list[Connection] = []
        self._busy: dict[Connection, int] = {}
        self._waiting: deque[tuple[int, P]] = deque()
        self._given = 0
        self._done: dict[int, R] = {}
        gc.freeze()  # a forked process then leaves the memory alone that it shares
        for _ in range(min(number, MOST)):
            ours, theirs = Pipe()
            process = Process(target=_serve, args=(work, theirs, ours), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)
            self._idle.append(ours)

    def give(self, piece: P) -> None:
        """Let one of the processes work on the piece as soon as it can."""
        self._waiting.append((self._given, piece))
        self._given += 1
        self._turn(0)

    def results(self) -> Iterator[R]:
        """What came of each piece, in the order in which they were given."""
        for index in range(self._given):
            while index not in self._done:
                self._turn(None)
            yield self._done.pop(index)

    def end(self) -> None:
        """End the processes, whatever they do."""
        for process in self._processes:
            process.terminate()

    def _turn(self, timeout: float | None) -> None:
        """Take what is done, and give the processes that are idle what waits.

        A piece goes only to a process that waits for it, so that neither side ever waits for the other to read. Raises
        ``ChildProcessError`` where one of them is no more.
        """
        try:
            for connection in self._busy.keys() & wait([*self._busy], timeout):
                self._done[self._busy.pop(connection)] = connection.recv()
                self._idle.append(connection)
            while self._idle and self._waiting:
                connection = self._idle.pop()
                self._busy[connection], piece = self._waiting.popleft()
                connection.send(piece)
        except (EOFError, OSError) as error:
            raise ChildProcessError("one of the processes that share the work has been ended") from error


def _serve(work: Callable[[P], R], connection: Connection, other_end: Connection) -> None:
    """Work until the process that gives the pieces ends this one, or has itself ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for that process to tell of
    other_end.close()
    while True:
        try:
            piece = connection.recv()
        except EOFError:
            return
        connection.send(work(piece))

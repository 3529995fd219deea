"""Who works on the files: this process on few, others on many, and always in order."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator

import pytest

from pctlens.cli.crew import BATCH, MANY, SHARES, Crew
from pctlens.project import Project
from pctlens.settings import Settings
from pctlens.walk import Found

PROJECTS = Project(Settings()), Project(Settings())


def found(number: int) -> Iterator[Found]:
    """So many files of two projects, with a folder among them that could not be read."""
    for index in range(number):
        yield Found([str(index)], PROJECTS[index % 1000 == 7])
        if index == number // 2:
            yield Found(["locked/"], PROJECTS[0], "Permission denied")


def done(_: Project) -> Callable[[str], tuple[str, int]]:
    """Gives a file's path, and the process that works on it."""
    return lambda path: (path, os.getpid())


@pytest.mark.parametrize("number", [0, 1, MANY - 1, MANY, 5 * BATCH + 1])
@pytest.mark.parametrize("jobs", [1, 3])
def test_every_file_is_worked_on_in_order(number: int, jobs: int) -> None:
    with Crew(done, jobs) as crew:
        unreadable = crew.add_all(found(number))
        results = [result for done in crew.results() for result in done.told]
    assert [path for path, _ in results] == [str(index) for index in range(number)]
    assert [item.paths for item in unreadable] == [["locked/"]] * (number > 0)
    workers = {worker for _, worker in results}
    if jobs > 1 and number >= MANY:
        assert os.getpid() not in workers
    else:
        assert workers <= {os.getpid()}


def silent(_: Project) -> Callable[[str], str | None]:
    """Has something to tell of the file ``3`` only."""
    return lambda path: path if path == "3" else None


@pytest.mark.parametrize("number", [MANY - 1, MANY])
def test_files_without_anything_to_tell_are_counted(number: int) -> None:
    with Crew(silent, 2) as crew:
        crew.add_all(found(number))
        results = list(crew.results())
    assert sum(done.files for done in results) == number
    assert [path for done in results for path in done.told] == ["3"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_pieces_of_a_large_tree_are_larger(jobs: int) -> None:
    number = 2 * SHARES * BATCH
    with Crew(silent, jobs) as crew:
        crew.add_all(Found([str(at + index) for index in range(8)], PROJECTS[0]) for at in range(0, number, 8))
        sizes = [done.files for done in crew.results()]
    assert sum(sizes) == number
    assert min(sizes[:-1]) >= BATCH - 8
    assert BATCH * 3 // 2 < max(sizes) <= number // SHARES


def interrupted(_: Project) -> Callable[[str], str]:
    """Gives a file's path, from a process that is interrupted meanwhile, as all of a terminal are at once."""

    def work(path: str) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        return path

    return work


def ended(_: Project) -> Callable[[str], str]:
    """Ends its process, as a system that is out of memory does."""
    return lambda path: os._exit(1)


def test_a_process_that_is_ended_is_told_of() -> None:
    with pytest.raises(ChildProcessError), Crew(ended, 2) as crew:
        crew.add_all(found(MANY))
        list(crew.results())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_an_interrupt_is_left_to_the_first_process() -> None:
    with Crew(interrupted, 2) as crew:
        crew.add_all([Found([str(index) for index in range(MANY)], PROJECTS[0])])
        assert sum(len(done.told) for done in crew.results()) == MANY

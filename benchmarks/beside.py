"""What is measured without a server: the codec beside ``urllib.parse``, and ``check`` of a tree beside ripgrep."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from timeit import Timer
from urllib.parse import quote, unquote

from pctlens.core.codec import Place, decode, encode

DENSE, SPARSE = "%E6%97%A5%C3%A9%20", "plain text that goes on, %C3%A9 and so"
DENSE_PLAIN, SPARSE_PLAIN = "日é ", "plain-text-that-goes-on.é"

TREE = 250_000_000
"""So many bytes has each tree that ``check`` and ripgrep look through."""

_LIBRARY = Path(sysconfig.get_path("stdlib"))
_NO_SOURCES = frozenset({"site-packages", "dist-packages", "test"})
"""Folders of the library that hold more than it, or that some installations leave out."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Ours and another's seconds for the same work; ``aim`` is the ratio that is aimed at."""

    name: str
    ours: float
    theirs: float
    aim: float


def comparisons() -> Iterator[Comparison]:
    """Each of them, as it is measured."""
    for size, label in ((40, "40 characters"), (200, "200 characters"), (10_000_000, "10 MB")):
        for kind, escaped, plain in (("dense", DENSE, DENSE_PLAIN), ("sparse", SPARSE, SPARSE_PLAIN)):
            text = escaped * (size // len(escaped))
            aim = 0.1 if kind == "dense" and size > 200 else 1 / 0.9
            yield _compared(f"decode, {label}, {kind}, to urllib", partial(decode, text), partial(unquote, text), aim)
            text = plain * (size // len(plain))
            ours, theirs = partial(encode, text, Place.COMPONENT), partial(quote, text, safe="")
            yield _compared(f"encode, {label}, {kind}, to urllib", ours, theirs, 1 / 0.9)
    if shutil.which("rg"):
        yield from _beside_ripgrep()


def _beside_ripgrep() -> Iterator[Comparison]:
    """``check`` of two trees: CPU in one process, and wall time in as many as each takes by itself.

    Python's library as it is installed is small files of many kinds, and binary ones; its sources alone are where a ``%`` mostly
    is an operator or in a format.
    """
    library = [path for path in sorted(_LIBRARY.rglob("*")) if path.is_file() and path.suffix != ".pyc"]
    sources = [path for path in library if path.suffix == ".py" and _NO_SOURCES.isdisjoint(path.relative_to(_LIBRARY).parts)]
    check = [sys.executable, "-m", "pctlens", "check", "--exit-zero"]
    for kind, files in (("Python's library as installed", library), ("its sources", sources)):
        with TemporaryDirectory() as tree:
            _grow(Path(tree), files, TREE)
            ours, theirs = _least([*check, "--jobs", "1", tree]), _least(["rg", "-j1", "-c", "%", tree])
            yield Comparison(f"check of 250 MB of {kind}, CPU, to rg -j1 -c %", ours.cpu, theirs.cpu, 1.5)
            ours, theirs = _least([*check, tree]), _least(["rg", "-c", "%", tree])
            yield Comparison(f"check of 250 MB of {kind}, wall, to rg -c %", ours.wall, theirs.wall, 2)


def _grow(folder: Path, files: Sequence[Path], size: int) -> None:
    """Fill a folder with so many bytes of the library's files, copied as often as that takes."""
    for path, copy in ((path, copy) for copy in count() for path in files):
        target = folder / str(copy) / path.relative_to(_LIBRARY)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        size -= path.stat().st_size
        if size <= 0:
            return


def _compared(name: str, ours: Callable[[], object], theirs: Callable[[], object], aim: float) -> Comparison:
    number = max(1, Timer(theirs).autorange()[0] // 4)
    best = [min(Timer(call).repeat(5, number)) / number for call in (ours, theirs)]
    return Comparison(name, best[0], best[1], aim)


@dataclass(frozen=True, slots=True)
class _Cost:
    """The seconds that a command takes."""

    cpu: float
    wall: float


def _least(command: list[str]) -> _Cost:
    """The least of each that a command takes in five runs."""
    costs = [_cost(command) for _ in range(5)]
    return _Cost(min(cost.cpu for cost in costs), min(cost.wall for cost in costs))


def _cost(command: list[str]) -> _Cost:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    return _Cost(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ended - started)

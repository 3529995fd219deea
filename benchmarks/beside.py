"""What is measured without a server: the codec beside ``urllib.parse``, and ``check`` of a tree beside ripgrep."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from timeit import Timer
from urllib.parse import quote, unquote

from pctlens.core.codec import Place, decode, encode

DENSE, SPARSE = "%E6%97%A5%C3%A9%20", "plain text that goes on, %C3%A9 and so"
DENSE_PLAIN, SPARSE_PLAIN = "日é ", "plain-text-that-goes-on.é"


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
        tree = sysconfig.get_path("stdlib")
        check = _cpu([sys.executable, "-m", "pctlens", "check", "--jobs", "1", "--exit-zero", tree])
        yield Comparison("check of Python's library, CPU, to rg -j1 -c %", check, _cpu(["rg", "-j1", "-c", "%", tree]), 1.5)


def _compared(name: str, ours: Callable[[], object], theirs: Callable[[], object], aim: float) -> Comparison:
    number = max(1, Timer(theirs).autorange()[0] // 4)
    best = [min(Timer(call).repeat(5, number)) / number for call in (ours, theirs)]
    return Comparison(name, best[0], best[1], aim)


def _cpu(command: list[str]) -> float:
    """The seconds of CPU that a command takes, the second time."""
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

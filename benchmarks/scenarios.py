"""What is measured: each scenario starts a server, does one thing a person does, and gives milliseconds or megabytes."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Thread

from benchmarks.client import Client, now

Start = Callable[[], Client]
URI = "file:///bench.py"
GOOD = 'link = "https://example.org/caf%C3%A9/a%20b?q=%E6%97%A5%E6%9C%AC&n=1"\n'
BAD = 'link = "https://example.org/?rate=100%zz&x=1"\n'
PLAIN = ["def total(items, rate):\n", "    return sum(item.price * rate for item in items)\n", "\n", "# Nothing to see here.\n"]


@cache
def text(size: int, broken: int = 10) -> str:
    """Source text of about ``size`` characters: one line in 40 has a good link, and ``broken`` lines have a bad one."""
    block = [*PLAIN * 9, *PLAIN[:3], GOOD]
    rows = block * max(1, size // len("".join(block)))
    step = max(1, len(rows) // broken)
    for at in range(0, step * broken, step):
        rows[at % len(rows)] = BAD
    return "".join(rows)


@dataclass(frozen=True, slots=True)
class Scenario:
    """``run`` measures with a server. ``naive`` and ``node`` are the ratios to the plain servers that are aimed at.

    ``beyond``: the servers that would take minutes.
    """

    name: str
    unit: str
    run: Callable[[Start], float]
    naive: float | None = None
    node: float | None = None
    beyond: tuple[str, ...] = ()


def start(client: Start) -> float:
    """Until the client may go on."""
    with client() as one:
        one.start()
        return (now() - one.born) * 1e3


def first_diagnostics(client: Start) -> float:
    """Until a small file that is open is checked."""
    with client() as one:
        one.start()
        one.open(URI, BAD)
        return (now() - one.born) * 1e3


def idle_memory(client: Start) -> float:
    """With a small file open."""
    with client() as one:
        one.start()
        one.open(URI, BAD)
        return one.memory()


def memory_of(size: int) -> Callable[[Start], float]:
    """With a file of some size open, and the server at rest: it has answered something since."""

    def run(client: Start) -> float:
        body = text(size)
        with client() as one:
            one.start()
            one.open(URI, body)
            one.hover(URI, body.count("\n", 0, body.index(GOOD)), GOOD.index("%C3"))
            return one.memory()

    return run


def opening(size: int) -> Callable[[Start], float]:
    """A file is opened by a server that has opened one before."""

    def run(client: Start) -> float:
        with client() as one:
            one.start()
            one.open("file:///first.py", BAD)
            began = now()
            one.open(URI, text(size))
            return (now() - began) * 1e3

    return run


def keystroke(content: Callable[[], str], row: int | None = None, keys: int = 9) -> Callable[[Start], float]:
    """The median of a key typed at the start of the line ``row``, or of one in the middle, until its diagnostics are there."""

    def run(client: Start) -> float:
        body = content()
        where = body.count("\n") // 2 if row is None else row
        with client() as one:
            one.start()
            one.open(URI, body)
            took = []
            for version in range(2, keys + 2):
                began = now()
                one.edit(URI, version, [(where, 0)])
                one.checked(URI, version)
                took.append(now() - began)
            return statistics.median(took) * 1e3

    return run


def burst(size: int, keys: int) -> Callable[[Start], float]:
    """All keys are sent at once, while another thread reads the answers."""

    def run(client: Start) -> float:
        with client() as one:
            one.start()
            one.open(URI, text(size, 1))
            reader = Thread(target=one.checked, args=(URI, keys + 1))
            began = now()
            reader.start()
            for version in range(2, keys + 2):
                one.edit(URI, version, [(5, 0)])
            reader.join()
            return (now() - began) * 1e3

    return run


def many_edits(size: int, edits: int) -> Callable[[Start], float]:
    """One change with many edits, as a replacement everywhere makes."""

    def run(client: Start) -> float:
        body = text(size)
        rows = body.count("\n")
        with client() as one:
            one.start()
            one.open(URI, body)
            began = now()
            one.edit(URI, 2, [(row % rows, 0) for row in range(edits)])
            one.checked(URI, 2)
            return (now() - began) * 1e3

    return run


def hover(content: Callable[[], str], keys: int = 9) -> Callable[[Start], float]:
    """The median of a hover right after an edit behind it."""

    def run(client: Start) -> float:
        body = content()
        at = body.index("%C3", len(body) // 2)
        row, column = body.count("\n", 0, at), at - body.rfind("\n", 0, at) - 1
        with client() as one:
            one.start()
            one.open(URI, body)
            one.hover(URI, row, column + 1)
            took = []
            for version in range(2, keys + 2):
                one.edit(URI, version, [(row, column + 60)])
                one.checked(URI, version)
                began = now()
                one.hover(URI, row, column + 1)
                took.append(now() - began)
            return statistics.median(took) * 1e3

    return run


def long_line(size: int) -> str:
    """``text`` in one line."""
    return text(size).replace("\n", " ")


KB, MB = 1_000, 1_000_000
SCENARIOS: Sequence[Scenario] = (
    Scenario("start to the answer to initialize", "ms", start, naive=0.5),
    Scenario("start to the first diagnostics", "ms", first_diagnostics, naive=0.5),
    Scenario("keystroke, 10 kB", "ms", keystroke(lambda: text(10 * KB))),
    Scenario("keystroke, 1 MB", "ms", keystroke(lambda: text(MB)), naive=1 / 40, node=1 / 5),
    Scenario("keystroke, 10 MB", "ms", keystroke(lambda: text(10 * MB)), naive=1 / 200, node=1 / 25),
    Scenario("keystroke in a line of 10 MB", "ms", keystroke(lambda: long_line(10 * MB), row=0, keys=5), node=1),
    Scenario("500 keystrokes without a pause, 1 MB", "ms", burst(MB, 500), node=1 / 10),
    Scenario("one change with 10,000 edits, 1 MB", "ms", many_edits(MB, 10_000), node=1 / 20, beyond=("naive", "node")),
    Scenario("keystroke with 1,000 findings, 1 MB", "ms", keystroke(lambda: text(MB, 1_000)), naive=1 / 3),
    Scenario("keystroke with 100,000 findings, 10 MB", "ms", keystroke(lambda: BAD * 100_000, keys=3), naive=1 / 80),
    Scenario("hover, 10 kB", "ms", hover(lambda: text(10 * KB)), node=1),
    Scenario("hover, 10 MB", "ms", hover(lambda: text(10 * MB)), node=1),
    Scenario("hover in a line of 10 MB", "ms", hover(lambda: long_line(10 * MB)), node=2),
    Scenario("open 10 MB to its diagnostics", "ms", opening(10 * MB), node=1.2),
    Scenario("memory, idle", "MB", idle_memory, naive=0.9),
    Scenario("memory, 100 MB open", "MB", memory_of(100 * MB), node=1),
)

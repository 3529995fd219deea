"""``python -m benchmarks``: see ``make bench``."""

from __future__ import annotations

import argparse
import compileall
import statistics
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pctlens
from benchmarks.beside import comparisons
from benchmarks.client import Client
from benchmarks.report import page, picture, row, table
from benchmarks.scenarios import SCENARIOS

REFERENCES = Path(__file__).parent / "references"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the table, and write the page."""
    parser = argparse.ArgumentParser(prog="benchmarks", description="Measure the server beside two plain ones.")
    parser.add_argument("--node-modules", type=Path, help="where vscode-languageserver is installed")
    parser.add_argument("--rounds", type=int, default=3, help="how often each figure is taken (default: %(default)s)")
    parser.add_argument("--only", default="", help="the scenarios whose name contains this")
    parser.add_argument("--write", type=Path, help="the page to write")
    arguments = parser.parse_args(argv)

    # As an installer does; the environment may forbid it to Python.
    compileall.compile_dir(Path(pctlens.__file__).parent, quiet=1)
    servers = {
        "pctlens": partial(Client, [sys.executable, "-m", "pctlens", "serve"]),
        "naive": partial(Client, [sys.executable, str(REFERENCES / "naive.py")]),
    }
    if arguments.node_modules and arguments.node_modules.is_dir():
        environment = {"NODE_PATH": str(arguments.node_modules.resolve())}
        servers["node"] = partial(Client, ["node", str(REFERENCES / "plain.js")], environment)

    figures: dict[str, dict[str, float]] = {}
    for scenario in (one for one in SCENARIOS if arguments.only in one.name):
        taken: dict[str, list[float]] = {name: [] for name in servers if name not in scenario.beyond}
        for _ in range(arguments.rounds):
            for name, values in taken.items():
                values.append(scenario.run(servers[name]))
        figures[scenario.name] = {name: statistics.median(values) for name, values in taken.items()}
        print(table([scenario], figures)[-1], flush=True)
    beside = []
    for comparison in comparisons() if not arguments.only else ():
        beside.append(comparison)
        print(row(comparison), flush=True)
    if arguments.write:
        drawing = arguments.write.with_name("pictures") / "performance.svg"
        drawing.parent.mkdir(exist_ok=True)
        drawing.write_text(picture(SCENARIOS, figures))
        arguments.write.write_text(page(SCENARIOS, figures, beside, "pictures/performance.svg"))
    return 0


sys.exit(main())

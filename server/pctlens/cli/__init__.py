"""The command line: one module a command, imported only when it is called, so that each starts as fast as it can."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from pctlens.cli.parser import parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status is 0 for success, 1 for findings or malformed input, 2 for an error."""
    arguments = parser().parse_args(argv)
    status: int = importlib.import_module(f"pctlens.cli.{arguments.command}").run(arguments)
    return status

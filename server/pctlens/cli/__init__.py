"""The command line: one module a command, imported only when it is called, so that each starts as fast as it can."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence

from pctlens.cli.parser import parser
from pctlens.cli.streams import complain

INTERRUPTED = 130
BROKEN_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status is 0 for success, 1 for findings or malformed input, 2 for an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what has no UTF-8, such as a file name of other bytes, is spelt
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    arguments = parser().parse_args(argv)
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return status


def _run(arguments: argparse.Namespace) -> int:
    try:
        status: int = importlib.import_module(f"pctlens.cli.{arguments.module}").run(arguments)
    except ChildProcessError as error:
        complain(str(error))
        return 2
    return status

"""What a command says on its two streams, in order: both of them may go to one place."""

from __future__ import annotations

import sys
from typing import TextIO


def say(text: str, stream: TextIO) -> None:
    """Print a line; a progress bar that stands on the terminal makes room for it."""
    if "tqdm" in sys.modules:
        from tqdm import tqdm

        tqdm.write(text, file=stream)
    else:
        print(text, file=stream)


def tell(text: str) -> None:
    """Print a line on standard error, behind all that standard output was given before."""
    sys.stdout.flush()
    say(text, sys.stderr)


def complain(message: str) -> None:
    """Say what went wrong, on standard error."""
    tell(f"pctlens: {message}")

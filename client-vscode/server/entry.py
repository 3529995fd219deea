"""Runs the bundled server under ``python -I``, which puts neither this folder nor the opened one on the path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "libs"))

from pctlens.cli import main

if __name__ == "__main__":
    sys.exit(main())

"""``python -m pctlens``."""

import sys

from pctlens.cli import main

sys.exit(main())

"""The public suites, which lie beside the project and are no part of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SUITES = Path(__file__).parents[3] / "shared" / "conformance"

needs_suites = pytest.mark.skipif(not SUITES.exists(), reason="the conformance suites are not beside this checkout")


def suite(name: str) -> Any:
    """A suite as JSON has it."""
    return json.loads((SUITES / name).read_text(encoding="utf-8"))

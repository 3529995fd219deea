"""Whole lines of many languages: what is shown, what is squiggled, and what is left alone."""

from __future__ import annotations

import pytest

from pctlens.core.analysis import Line, Reading, analyse
from pctlens.core.codec import decode
from pctlens.core.hosts import host_of
from recognition.cases import FOUND, LOOK_ALIKES, SHOWN, Case


def lines_of(case: Case) -> list[Line]:
    """The case's lines analysed, each between its neighbours."""
    lines = case.line.split("\n")
    host = host_of(case.file)
    around = [case.above, *lines, case.below]
    return [analyse(line, host, around[row], around[row + 2]) for row, line in enumerate(lines)]


@pytest.mark.parametrize("case", [*LOOK_ALIKES, *SHOWN, *FOUND], ids=lambda case: f"{case.file}:{case.line[:50]}")
def test_case(case: Case) -> None:
    lines = lines_of(case)
    shown = tuple(decode(component.source.text).text for line in lines for component in line.components)
    signs = [(line, sign) for line in lines for sign in line.signs]
    malformed = tuple(sign.span.of(line.text) for line, sign in signs if sign.reading is Reading.MALFORMED)
    clashes = tuple(sign.clash.span.of(line.text) for line, sign in signs if sign.clash)
    assert (shown, malformed, clashes) == (case.shown, case.malformed, case.clashes)

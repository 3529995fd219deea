"""Prints the table of editors at the end of the run."""

from __future__ import annotations

import pytest

from editors.table import PERFORMANCES, table


def pytest_configure(config: pytest.Config) -> None:
    config.stash.setdefault(PERFORMANCES, {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    performances = config.stash[PERFORMANCES]
    if performances:
        terminalreporter.section("editors")
        for line in table(performances, terminalreporter.stats):
            terminalreporter.line(line)

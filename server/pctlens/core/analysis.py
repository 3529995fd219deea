"""What the percent signs of one line are taken for: the one value that hover, diagnostics and actions all read.

``analyse`` is a pure function of the line, of its neighbours and of the file's ``Host``; that is what lets a document analyse
again only the lines that an edit touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pctlens.core.hosts import Host
from pctlens.core.text import Span
from pctlens.core.urls import Component, Url


class Reading(StrEnum):
    """What a percent sign is taken for."""

    ESCAPE = "escape"
    MALFORMED = "malformed"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Sign:
    """One percent sign of a line, with what belongs to it.

    ``span`` covers the escape as it is written (``%2F``, ``%%2F``, ``\\%2F``), or what a squiggle would cover.
    ``rule`` is the id of the recognition rule that decided (see docs/recognition.md).
    """

    span: Span
    reading: Reading
    rule: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its line end, and what was recognised in it; all spans are offsets into ``text``."""

    text: str
    host: Host
    above: str = ""
    below: str = ""
    urls: tuple[Url, ...] = ()
    components: tuple[Component, ...] = ()
    signs: tuple[Sign, ...] = ()


def analyse(text: str, host: Host, above: str = "", below: str = "") -> Line:
    """Recognise URLs, encoded components and the reading of every percent sign of one line.

    ``above`` and ``below`` are the neighbouring lines (without line ends; empty at the file's ends): a format call or an operator
    often stands there. Nothing else of the file is looked at.
    """
    raise NotImplementedError

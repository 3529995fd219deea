"""UTF-8 that was read as Latin-1 or windows-1252 and encoded again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pctlens.core import mojibake
from pctlens.core.analysis import Line
from pctlens.core.codec import decode, encode
from pctlens.core.patterns import regex
from pctlens.core.rules.base import Edit, Fix, Problem, Rule, Severity
from pctlens.core.rules.places import components, place_of, rewritten, said, spot
from pctlens.core.urls import Component

_SUSPECT: Final = regex("%C3%", re.IGNORECASE)
_BEYOND_ASCII: Final = regex("%[89A-Fa-f][0-9A-Fa-f](?:%[89A-Fa-f][0-9A-Fa-f])*")


def _check(line: Line) -> Iterator[Problem]:
    """Each component whose every accented stretch is UTF-8 that was misread."""
    for url, component in components(line):
        text = component.source.text
        if url.scheme == "data" or not _SUSPECT.search(text):
            continue
        decoded = decode(text)
        repaired = None if decoded.problems else mojibake.repair(decoded.text)
        if repaired is None:
            continue
        runs = list(_BEYOND_ASCII.finditer(text))
        before, after = said(component, decoded.text), said(component, repaired)
        yield Problem(
            RULE.id,
            spot(component, runs[0].start(), runs[-1].end()),
            f"The text went through a wrong charset before it was encoded: {before} was {after}",
            RULE.default,
            (Fix(f"Repair to {after}", tuple(_edits(line, component, runs)), preferred=True),),
        )


def _edits(line: Line, component: Component, runs: Iterable[re.Match[str]]) -> Iterator[Edit]:
    for run in runs:
        if (meant := mojibake.repair(decode(run[0]).text)) is not None:
            yield rewritten(line, component, run.start(), run.end(), encode(meant, place_of(component)))


RULE: Final = Rule(
    id="mojibake",
    summary="UTF-8 that was read as Latin-1 or windows-1252 and encoded again",
    why=(
        "The bytes of 'é' in UTF-8 are C3 A9. A program that takes each byte for a Latin-1 character has 'Ã©', and"
        " encoding that once more gives '%C3%83%C2%A9'. The URL is well formed, but it names another text."
    ),
    refused_by=("Nothing refuses it: the page is not found, or shows Ã© for é",),
    before="https://example.com/caf%C3%83%C2%A9",
    after="https://example.com/caf%C3%A9",
    default=Severity.INFORMATION,
    check=_check,
)

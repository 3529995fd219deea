"""Escapes that were encoded again: ``%2520`` for a space."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line
from pctlens.core.codec import decode
from pctlens.core.patterns import regex
from pctlens.core.rules.base import Fix, Problem, Rule, Severity
from pctlens.core.rules.places import components, rewritten, said, spot
from pctlens.core.unseen import HIDDEN
from pctlens.core.urls import Component, Part

_RUN: Final = regex("(?:%25(?:25)*[0-9A-Fa-f]{2})+")
_NESTED: Final = regex(r"://|[=&]|\A/")
_NESTING: Final = frozenset({Part.KEY, Part.VALUE, Part.FRAGMENT, Part.OPAQUE})


def _check(line: Line) -> Iterator[Problem]:
    """Each component that says something readable only when it is decoded twice.

    Silent where the value is itself a URL, a path or a query (its own escapes have to be encoded once more), and where the second
    layer is no text: a search for ``%de%`` is rightly spelt ``%25de%25``.
    """
    for _, component in components(line):
        text = component.source.text
        runs = [run for run in _RUN.finditer(text) if _is_text(run[0])]
        if not runs or component.part is Part.HOST or _is_nested(component):
            continue
        start, end = runs[0].span() if len(runs) == 1 else (0, len(text))
        once, twice = decode(text).text, decode(decode(text).text).text
        edits = tuple(rewritten(line, component, run.start(), run.end(), run[0].replace("%25", "%")) for run in runs)
        yield Problem(
            RULE.id,
            spot(component, start, end),
            f"Encoded twice: decoded once it says {said(component, once)}, decoded twice {said(component, twice)}",
            RULE.default,
            (Fix(f"Take one layer off: {said(component, text.replace('%25', '%'))}", edits, preferred=True),),
        )


def _is_text(run: str) -> bool:
    """Whether the second layer is UTF-8 that a person may have written."""
    second = decode(run.replace("%25", "%"))
    return not second.problems and not HIDDEN.search(second.text.replace("\n", "").replace("\r", "").replace("\t", ""))


def _is_nested(component: Component) -> bool:
    """Whether the value, decoded once, is a URL, a path or a query of its own."""
    return component.part in _NESTING and _NESTED.search(decode(component.source.text).text) is not None


RULE: Final = Rule(
    id="double-encoding",
    summary="An escape that was encoded again, '%2520' for '%20', outside a nested URL",
    why=(
        "A text that was already encoded went through an encoder once more, so that its '%' became '%25'. The server"
        " decodes once and sees '%20' where a space was meant. In a value that is itself a URL or a query this is right"
        " and nothing is said; elsewhere it is sometimes meant too (a file name with a '%', a slash that a proxy must not"
        " see), hence only information."
    ),
    refused_by=(
        "Nothing refuses it: the page is not found, or the name shows %20",
        "Spring RestTemplate: URI templates encode a value that is encoded already",
        "Tomcat, Jetty, nginx: 400 or 404 for %252F, by their settings",
    ),
    before="https://example.com/my%2520page",
    after="https://example.com/my%20page",
    default=Severity.INFORMATION,
    check=_check,
)

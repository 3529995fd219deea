"""The measurements as a page: a table and a picture of the ratios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import log10
from platform import python_implementation, python_version

from benchmarks.beside import Comparison
from benchmarks.scenarios import Scenario

Figures = Mapping[str, Mapping[str, float]]
"""Of each scenario by its name, the figure of each server."""


def page(scenarios: Sequence[Scenario], figures: Figures, beside: Sequence[Comparison], picture: str) -> str:
    """docs/performance.md; ``picture`` is the path of the picture from there."""
    return "\n".join(
        [
            "# Performance",
            "",
            "Written by `make bench`, which starts each server anew for each figure, takes turns between them and gives the",
            "median; all code is compiled to bytecode, as an installer leaves it. The *naive* server is plain pygls and the",
            "*node* server plain vscode-languageserver; both only look for a `%` without two hex digits, and both are in",
            "`benchmarks/references`. Machines differ: read the ratios. They are those of",
            f"{python_implementation()} {python_version()}.",
            "",
            f"![Ratio of each figure to the plain servers, on a logarithmic scale]({picture})",
            "",
            *table(scenarios, figures),
            "",
            "## Without a server",
            "",
            "| what | ratio | aim |",
            "|:--|--:|--:|",
            *map(row, beside),
            "",
        ]
    )


def row(comparison: Comparison) -> str:
    """A row of the second table."""
    ratio = comparison.ours / comparison.theirs
    shown = f"**{_ratio(ratio)}**" if ratio > comparison.aim else _ratio(ratio)
    return f"| {comparison.name} | {shown} | {_ratio(comparison.aim)} |"


def table(scenarios: Sequence[Scenario], figures: Figures) -> list[str]:
    """The rows of a Markdown table; a ratio that was aimed at and not reached is in bold."""
    rows = ["| what | pctlens | naive | node | to naive | aim | to node | aim |", "|:--|--:|--:|--:|--:|--:|--:|--:|"]
    for scenario in scenarios:
        if (found := figures.get(scenario.name)) is None:
            continue
        cells = [scenario.name, *(_figure(found.get(name), scenario.unit) for name in ("pctlens", "naive", "node"))]
        for other, aim in (("naive", scenario.naive), ("node", scenario.node)):
            ratio = found["pctlens"] / found[other] if other in found else None
            missed = ratio is not None and aim is not None and ratio > aim
            cells += [f"**{_ratio(ratio)}**" if missed else _ratio(ratio), _ratio(aim)]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def picture(scenarios: Sequence[Scenario], figures: Figures) -> str:
    """The ratios as bars from the line of 1, to the left where pctlens is faster; SVG."""
    shown = [scenario for scenario in scenarios if scenario.name in figures]
    height, middle, decade = 34 * len(shown) + 50, 620, 110
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="{height}" font-family="sans-serif" font-size="13">',
        f'<rect width="900" height="{height}" fill="#fff"/>',
    ]
    for power, label in ((-3, "1/1000"), (-2, "1/100"), (-1, "1/10"), (0, "1"), (1, "10")):
        x = middle + power * decade
        parts.append(f'<path d="M{x} 30V{height - 10}" stroke="{"#333" if power == 0 else "#ddd"}"/>')
        parts.append(f'<text x="{x}" y="22" text-anchor="middle" fill="#555">{label}</text>')
    for index, scenario in enumerate(shown):
        y, found = 38 + 34 * index, figures[scenario.name]
        parts.append(f'<text x="270" y="{y + 17}" text-anchor="end" fill="#111">{escape(scenario.name)}</text>')
        for offset, other, colour in ((0, "naive", "#0072b2"), (13, "node", "#e69f00")):
            if other in found:
                end = middle + decade * _decades(found["pctlens"] / found[other])
                left, width = min(middle, end), max(abs(end - middle), 1)
                parts.append(f'<rect x="{left:.0f}" y="{y + offset}" width="{width:.0f}" height="11" fill="{colour}"/>')
    parts.append('<text x="780" y="22" fill="#0072b2">to naive</text><text x="840" y="22" fill="#e69f00">to node</text></svg>\n')
    return "\n".join(parts)


def _decades(ratio: float) -> float:
    return max(-3.2, min(1.4, log10(ratio)))


def _figure(value: float | None, unit: str) -> str:
    return "" if value is None else f"{value:,.{2 if value < 10 else 0}f} {unit}"


def _ratio(value: float | None) -> str:
    if value is None:
        return ""
    return f"1/{1 / value:.0f}" if value < 0.1 else f"{value:.2f}"

"""The pages that are written from the code: docs/rules.md, docs/settings.md, the tables of docs/recognition.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from pctlens.core import contexts
from pctlens.core.contexts import Context
from pctlens.core.rules import RULES, Rule, Severity
from pctlens.kinds import Severities
from pctlens.settings import Setting, schema

RULES_PAGE: Final = "rules.md"

_PACKAGE: Final = Path(__file__).resolve().parent

_WRITTEN: Final = "<!-- Written by `make docs` from the code; edit it there. -->"


def rules_page_uri() -> str | None:
    """The page that explains the rules, as a URI without a fragment: in the package, else in the checkout round it."""
    for folder in (_PACKAGE, _PACKAGE.parent.parent / "docs"):
        if (folder / RULES_PAGE).is_file():
            return (folder / RULES_PAGE).as_uri()
    return None


def rules_page() -> str:
    """docs/rules.md."""
    lines = [
        "# Rules",
        "",
        _WRITTEN,
        "",
        "A finding needs a URL, a link or a form body round it: bare encoded text has a hover and never a squiggle.",
        "",
        "| rule | what | default |",
        "|---|---|---|",
        *(f"| [{rule.id}](#{rule.id}) | {_cell(rule.summary)} | {rule.default} |" for rule in RULES.values()),
        "",
    ]
    for rule in RULES.values():
        lines += [f"## {rule.id}", "", *rule_markdown(rule)]
    return "\n".join(lines)


def rule_markdown(rule: Rule) -> Iterator[str]:
    """The lines that explain one rule, without its heading."""
    yield from (f"{rule.summary}.", "", rule.why, "")
    if rule.refused_by:
        yield from ("Who refuses it, in their own words:", "", *(f"- {_code(words)}" for words in rule.refused_by), "")
    yield from ("Before and after:", "", "```diff", f"- {rule.before}", f"+ {rule.after}", "```", "")
    if rule.default is Severity.OFF:
        yield f'It is off by default. To turn it on: `rules = {{ "{rule.id}" = "warning" }}` in pctlens.toml.'
    else:
        yield (
            f"Default: {rule.default}, or what the place calls for. To silence one line: a comment `pctlens: ignore[{rule.id}]`"
            f' on it or above it. To turn the rule off: `rules = {{ "{rule.id}" = "off" }}` in pctlens.toml.'
        )
    yield ""


def settings_page() -> str:
    """docs/settings.md."""
    lines = [
        "# Settings",
        "",
        _WRITTEN,
        "",
        "They stand in the editor's section `pctlens`, in a file `pctlens.toml`, or in pyproject.toml under `[tool.pctlens]`.",
        "The nearest file upwards from the text counts, and wins over the editor key by key.",
        "A wrong key costs only itself and is named in the log.",
        "",
        "```toml",
        "# pctlens.toml",
        'exclude = ["vendor/", "*.min.js"]',
        "hover.maxLength = 500",
        "",
        "[rules]",
        'lowercase-hex = "hint"',
        'double-encoding = "off"',
        "```",
        "",
        "| key | values | default | meaning |",
        "|---|---|---|---|",
        *(_setting_row(row) for row in schema()),
        "",
        "## Severities",
        "",
        "`rules` takes a severity for each rule id: "
        + ", ".join(f"`{severity}`" for severity in Severity)
        + ". See [rules.md](rules.md).",
        "",
    ]
    return "\n".join(lines)


def recognition_tables() -> str:
    """The part of docs/recognition.md that comes from the code: each recognition rule with its sentence and its evidence."""
    lines = [
        _WRITTEN,
        "",
        "### Taken for an escape",
        "",
        *_table((id_, text, "") for id_, text in contexts.TAKEN.items() if id_ != "plain"),
    ]
    for title, group in (
        ("Two hexadecimal digits follow, and yet it is no escape: outside a URL", contexts.IN_TEXT),
        ("Two hexadecimal digits follow, and yet it is no escape: in a URL or link", contexts.IN_URL),
        ("No two hexadecimal digits follow in a URL or link, and yet it is not malformed", contexts.NOT_MALFORMED),
    ):
        lines += ["", f"### {title}", "", "The first that holds decides.", "", *_table(_described(context) for context in group)]
    return "\n".join(lines)


def _described(context: Context) -> tuple[str, str, str]:
    return context.id, context.summary, context.evidence


def _table(rows: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    yield from ("| rule | when | evidence |", "|---|---|---|")
    yield from (f"| `{id_}` | {_cell(when)} | {_cell(evidence)} |" for id_, when, evidence in rows)


RECOGNITION_BEGIN: Final = "<!-- rules: begin -->"
RECOGNITION_END: Final = "<!-- rules: end -->"


def recognition_page(page: str) -> str:
    """docs/recognition.md with its tables written anew between the marks; the words round them stay."""
    head, _, rest = page.partition(RECOGNITION_BEGIN)
    _, _, tail = rest.partition(RECOGNITION_END)
    return f"{head}{RECOGNITION_BEGIN}\n{recognition_tables()}\n{RECOGNITION_END}{tail}"


def _setting_row(row: Setting) -> str:
    shape = row.schema()
    if isinstance(row.kind, Severities):
        values = "a severity for each rule id"
    elif options := shape.get("enum"):
        values = ", ".join(f"`{option}`" for option in options) if isinstance(options, list) else ""
    else:
        values = {"boolean": "`true`, `false`", "integer": "a whole number", "array": "a list of strings"}[str(shape["type"])]
    return f"| `{row.key}` | {values} | `{json.dumps(shape['default'])}` | {_cell(row.description)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _code(text: str) -> str:
    """Text as a code span, whatever backticks it holds (CommonMark section 6.1)."""
    fence = "`" * (max(map(len, "".join(c if c == "`" else " " for c in text).split()), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"

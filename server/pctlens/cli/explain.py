"""``pctlens explain``: a rule in words, or what one percent sign is taken for."""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from pctlens.cli.streams import complain
from pctlens.core import contexts
from pctlens.core.analysis import Line, Reading, Sign, analyse
from pctlens.core.hosts import host_of
from pctlens.core.rules import RULES, Rule, Severity, check
from pctlens.core.text import split_lines, strip_end
from pctlens.core.unseen import visible
from pctlens.files import UnreadableError, read_bytes, text_of
from pctlens.kinds import suggestion
from pctlens.project import Projects
from pctlens.reports import style
from pctlens.settings import Settings

WIDTH = 100

TAKEN_FOR = {
    Reading.ESCAPE: "an escape",
    Reading.MALFORMED: "a malformed escape",
    Reading.OTHER: "no escape",
}

_AT = re.compile(r"(?P<file>.+):(?P<line>[0-9]+):(?P<column>[0-9]+)", re.DOTALL)


def run(arguments: argparse.Namespace) -> int:
    """Explain; the exit status is 2 for a rule or a place that does not exist."""
    if arguments.at:
        return _explain_place(arguments.at)
    if arguments.rule is None:
        width = max(map(len, RULES))
        for rule in RULES.values():
            print(f"{rule.id:{width}}  {rule.default:11}  {rule.summary}")
        return 0
    if (known := RULES.get(arguments.rule)) is None:
        complain(f"unknown rule {arguments.rule!r}{suggestion(arguments.rule, RULES)}")
        return 2
    print(*rule_text(known), sep="\n")
    return 0


def rule_text(rule: Rule) -> Iterator[str]:
    """The lines that explain one rule on a terminal."""
    yield f"{rule.id} ({rule.default})"
    yield from ("", *textwrap.wrap(f"{rule.summary}.", WIDTH), "", *textwrap.wrap(rule.why, WIDTH))
    if rule.refused_by:
        yield from ("", "Who refuses it, in their own words:", *(f"  {words}" for words in rule.refused_by))
    yield from ("", f"  before  {rule.before}", f"  after   {rule.after}", "")
    if rule.default is Severity.OFF:
        yield f'Off by default. On: rules = {{ "{rule.id}" = "warning" }} in pctlens.toml.'
    else:
        yield f"Silence one line with a comment 'pctlens: ignore[{rule.id}]' on it or above it,"
        yield f'all of them with rules = {{ "{rule.id}" = "off" }} in pctlens.toml.'


def _explain_place(place: str) -> int:
    match = _AT.fullmatch(place)
    if match is None:
        complain(f"{place!r} is not FILE:LINE:COLUMN")
        return 2
    path, row, column = match["file"], int(match["line"]) - 1, int(match["column"]) - 1
    try:
        data = read_bytes(path, sys.maxsize)
    except UnreadableError as error:
        complain(f"{path}: {error}")
        return 2
    source = text_of(data or b"")
    lines = [strip_end(line) for line in split_lines(source.text)] if source else []
    if not 0 <= row < len(lines) or not 0 <= column <= len(lines[row]):
        complain(f"{path}: there is no such place")
        return 2
    above, below = lines[row - 1] if row else "", lines[row + 1] if row + 1 < len(lines) else ""
    settings = Projects().of(Path(path).absolute().parent).settings
    line = analyse(lines[row], settings.host(host_of(path)), above, below)
    print(*place_text(line, column, settings), sep="\n")
    return 0


def place_text(line: Line, column: int, settings: Settings) -> Iterator[str]:
    """The lines that tell what the percent sign at a code point is taken for, by which rule, and what is found there."""
    sign = next((sign for sign in line.signs if sign.span.start <= column < max(sign.span.end, sign.span.start + 1)), None)
    if sign is None:
        yield "There is no percent sign here."
        return
    shown, carets = style.underlined(line.text, sign.span)
    yield from (f"  {shown}", f"  {carets}", f"'{visible(sign.span.of(line.text))}' is taken for {TAKEN_FOR[sign.reading]}.")
    yield from _because(sign)
    yield f"The file is read as {line.host.name}."
    for problem in check(line, settings.rules):
        if problem.span.overlaps(sign.span):
            yield f"{problem.severity}: {visible(problem.message)} [{problem.rule}]"


def _because(sign: Sign) -> Iterator[str]:
    yield f"By the recognition rule {sign.rule}: {contexts.explain(sign.rule)}"
    if sign.clash:
        verb = "fails" if sign.clash.sure else "may fail"
        yield f"{sign.clash.reader} reads the '%' itself and {verb} on it; there it is written {sign.clash.spelling}"

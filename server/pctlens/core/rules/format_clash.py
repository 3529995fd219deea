"""Escapes where the surrounding format reads ``%`` itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line
from pctlens.core.rules.base import Edit, Fix, Problem, Rule, Severity
from pctlens.core.unseen import visible

_READERS: Final = {
    "configparser": "configparser interpolates '%' and fails on '{written}'",
    "systemd": "systemd reads '{written}' as a specifier",
    "cron": "cron ends the command at an unescaped '%'",
    "cmd": "cmd.exe reads '%' as the start of a parameter or variable",
    "LaTeX": "LaTeX takes '%' for the start of a comment inside another command's argument",
    "Rd": "Rd takes '%' for the start of a comment",
    "lua": "Lua patterns read '%' themselves and fail on '{written}'",
}


def _check(line: Line) -> Iterator[Problem]:
    """Each escape that recognition found a clash for."""
    for sign in line.signs:
        if sign.clash is not None:
            written = visible(sign.span.of(line.text))
            says = _READERS.get(sign.clash.reader, f"{sign.clash.reader} reads '{{written}}' as a conversion").format(
                written=written
            )
            severity = Severity.ERROR if sign.clash.sure else RULE.default
            spelling = sign.clash.spelling
            fix = Fix(f"Write '{spelling}'", (Edit(sign.span, spelling),), preferred=True, safe=sign.clash.sure)
            yield Problem(RULE.id, sign.span, f"{says}: here the escape is written '{spelling}'", severity, (fix,))


RULE: Final = Rule(
    id="format-clash",
    summary="An escape where the surrounding format reads '%' itself",
    why=(
        "The escape is right for the URL, but something reads the text first and takes its '%': a configparser file such"
        " as alembic.ini or airflow.cfg, a systemd unit, a crontab, a batch file, a LaTeX argument, a printf-like call."
        " There the '%' is doubled, or written '\\%' in crontabs and LaTeX. Some fail at once, others quietly write"
        " something else."
    ),
    refused_by=(
        "configparser.InterpolationSyntaxError: '%' must be followed by '%' or '(', found: '%40ss@localhost/db'",
        "systemd: Failed to resolve unit specifiers",
        "Python: ValueError: unsupported format character; TypeError: not enough arguments for format string",
        "Java: MissingFormatArgumentException; UnknownFormatConversionException",
        "Go vet: Printf format has unrecognized verb; output %!f(MISSING)",
        "Lua: invalid capture index in replacement string",
    ),
    before="sqlalchemy.url = postgresql://app:p%40ss@localhost/db",
    after="sqlalchemy.url = postgresql://app:p%%40ss@localhost/db",
    default=Severity.WARNING,
    check=_check,
)

"""Escapes where the surrounding format reads ``%`` itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line
from pctlens.core.rules.base import Edit, Fix, Problem, Rule, Severity

_READERS: Final = {
    "configparser": "configparser interpolates '%' and refuses this",
    "systemd": "systemd reads '%' as the start of a specifier",
    "cron": "cron ends the command at a plain '%'",
    "cmd": "cmd.exe reads '%' as the start of a parameter or variable",
    "LaTeX": "LaTeX reads '%' inside an argument as the start of a comment",
    "Rd": "Rd reads '%' as the start of a comment",
    "printf": "The format string reads '%' as the start of a conversion",
    "lua": "Lua's patterns read '%' themselves",
}


def _check(line: Line) -> Iterator[Problem]:
    """Each escape that recognition found a clash for; it may belong to a password, so only its ``%`` is named."""
    for sign in line.signs:
        if (clash := sign.clash) is not None:
            percent = clash.spelling[: clash.spelling.rindex("%") + 1]
            reader = _READERS.get(clash.reader, f"{clash.reader} reads '%' itself")
            fix = Fix(f"Write '{percent}' for '%'", (Edit(sign.span, clash.spelling),), preferred=True, safe=clash.sure)
            severity = Severity.ERROR if clash.sure else RULE.default
            yield Problem(RULE.id, clash.span, f"{reader}: here it is written '{percent}'", severity, (fix,))


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
        "configparser: InterpolationSyntaxError: '%' must be followed by '%' or '(', found: '%40ss@localhost/db'",
        "systemd: Failed to resolve unit specifiers in https://example.com/%3A: Invalid slot",
        "Python: ValueError: unsupported format character 'b' (0x62) at index 14",
        "Python: TypeError: not enough arguments for format string",
        "Java: MissingFormatArgumentException: Format specifier '%20f'; UnknownFormatConversionException: Conversion = 'F'",
        "Go vet: Printf format has an unrecognized verb; and in the output %!f(MISSING)",
        "Lua: invalid capture index in replacement string",
    ),
    before="sqlalchemy.url = postgresql://app:p%40ss@localhost/db",
    after="sqlalchemy.url = postgresql://app:p%%40ss@localhost/db",
    default=Severity.WARNING,
    check=_check,
)

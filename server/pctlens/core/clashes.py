"""Escapes that the surrounding format reads itself: configparser, systemd, cron, cmd, LaTeX, Rd, and printf-like calls."""

from __future__ import annotations

import re
from typing import NamedTuple

from pctlens.core.hosts import Host
from pctlens.core.patterns import regex
from pctlens.core.sites import Surroundings
from pctlens.core.text import Span
from pctlens.core.wrappers import Unwrapped


class Clash(NamedTuple):
    r"""An escape that stands where the surrounding format reads ``%`` itself.

    ``reader`` names who reads it (``configparser``, ``systemd``, ``cron``, ``cmd``, ``printf``, ``LaTeX``, ``Rd`` …), ``sure``
    whether it fails for certain. ``span`` is what the reader takes for its own, in offsets into the line, and ``spelling`` the
    escape as it has to be written there (``%%40``, ``\%20``).
    """

    reader: str
    sure: bool
    span: Span
    spelling: str


#: What a printf-like reader takes: flags, width, precision, length, and then whatever character stands there.
_CONVERSION = regex(r"%[-+ #0]*\d*(?:\.\d*)?(?:hh|h|ll|l|L|q|j|z|t)?.", re.DOTALL)
#: So far back a call or an argument's brace is looked for.
_REACH = 400
_CONFIG_CALL = regex(r"\bset_(?:main|section)_option\(.*,\s*[rR]?[\"']$")
_GSUB = regex(r"\bgsub\s*\((?:.*,)?\s*[\"']$")
_TEX_LINK = regex(r"\\(?:href|url|nolinkurl|path)\s*(?:\[[^\]]*\])?\{$")
#: A plain sign that begins no escape, as one does that begins a comment; a backslash before it may itself be escaped.
_PERCENT_COMMENT = regex(r"%(?![0-9A-Fa-f]{2})(?<!(?<!\\)\\%)")
#: What stands before text that a reader does not interpret: comments, which only some readers know inside of a line, and the
#: variables of cron. (configparser takes ``;`` for a comment only at the start of a line, unless it is told otherwise.)
_UNREAD = {
    **dict.fromkeys(("configparser", "systemd"), regex(r"\A\s*[#;]")),
    "cron": regex(r"\A\s*(?:#|\w+\s*=)"),
    "cmd": regex(r"(?:\A|[&|(])\s*+@?(?:rem\b|::)", re.IGNORECASE),
    "LaTeX": _PERCENT_COMMENT,
    "Rd": _PERCENT_COMMENT,
}
#: Calls that fail for certain on a conversion that they do not know or that has no argument.
_SURE_CALLS = frozenset({"java", "groovy", "lua"})


def clash_of(reader: str, around: Surroundings, source: Unwrapped, index: int) -> Clash | None:
    """The clash of the escape at ``source.text[index]`` with its reader; ``None`` where it is written in kind."""
    span = Span(source.at(index), source.at(index + 3))
    escape = span.of(around.line)
    if len(escape) != 3 or escape[0] != "%":
        return None
    backslashed = "\\" + escape
    doubled = "%" + escape
    match reader:
        case "printf":
            conversion = _CONVERSION.match(source.text, index)
            end = conversion.end() if conversion else index + 3
            return Clash("printf", around.host.name in _SURE_CALLS, Span(span.start, source.at(end)), doubled)
        case "cmd":
            return Clash(reader, False, span, doubled)
        case "cron":
            return Clash(reader, True, span, backslashed)
        case "LaTeX" | "Rd":
            return Clash(reader, False, span, backslashed)
        case _:
            return Clash(reader, True, span, doubled)


def reader_at(around: Surroundings, start: int) -> str:
    """Who reads the percent signs of the stretch that begins at ``start`` before any decoder of URLs does; mostly nobody."""
    reader = _reader_at(around, start)
    unread = _UNREAD.get(reader)
    return "" if unread and unread.search(around.line, 0, start) else reader


def _reader_at(around: Surroundings, start: int) -> str:
    line, host = around.line, around.host
    if host.name == "latex":
        return "LaTeX" if _in_argument(line, start) else ""
    if is_roxygen(line, host):
        return "Rd"
    return host.reader or _call_reader(around)


def is_roxygen(line: str, host: Host) -> bool:
    """Whether a comment of R holds documentation in Rd."""
    return host.name == "r" and _ROXYGEN.match(line) is not None


_ROXYGEN = regex(r"\s*#'")


def _call_reader(around: Surroundings) -> str:
    if around.literal is None:
        return ""
    if around.called:
        return "printf"
    before = around.line[max(0, around.literal.span.start - _REACH) : around.literal.span.start]
    if around.host.name == "python" and "_option(" in before and _CONFIG_CALL.search(before):
        return "configparser"
    return "lua" if around.host.name == "lua" and "gsub" in before and _GSUB.search(before) else ""


def _in_argument(line: str, start: int) -> bool:
    r"""Whether a ``\href`` or ``\url`` stands in the argument of another LaTeX command, where ``%`` begins a comment."""
    depth, opener = 0, -1
    for at in range(start - 1, max(-1, start - _REACH), -1):
        if line[at] == "}":
            depth += 1
        elif line[at] == "{":
            depth -= 1
            if depth < 0:
                if opener < 0 and not _TEX_LINK.search(line[max(0, at - 40) : at + 1]):
                    return False
                if opener >= 0:
                    return (
                        re.search(r"\\[A-Za-z]+\*?(?:\[[^\]]*\])?(?:\{[^{}]*\})*\{$", line[max(0, at - _REACH) : at + 1])
                        is not None
                    )
                opener, depth = at, 0
    return False

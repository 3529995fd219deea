"""A cheap test that spares a line its analysis: most lines, and most escapes, are plainly fine.

``suspect`` may say yes for nothing, but never no for a line in which a rule that is on by default finds something.
"""

from __future__ import annotations

import re
from typing import Final

from pctlens.core.formats import may_be_format_argument
from pctlens.core.hosts import Host
from pctlens.core.reach import reaches

NEEDLES: Final = ("%", "://")
"""A line without any of these has nothing to show."""

#: No escape; an escape of an escape, of a control, in a host; a first byte that a misread or hidden character begins with.
_ODD: Final = re.compile(
    r"%(?:(?![0-9A-Fa-f]{2})"
    r"|25[0-9A-Fa-f]{2}|[01]|7[Ff]|[Cc]2%[Aa]0"
    r"|[Cc][23]%[89ABab][0-9A-Fa-f]%[C-Ec-e]"
    r"|[Ee]2%8[01]|[Ee][Ff]%[Bb][Bb])"
)
_SPELT: Final = re.compile(r"&(?:#37|#[xX]25|percnt);|\\(?:u0025|x25)")
_HIDDEN: Final = re.compile("[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_HIGH: Final = re.compile(r"%[89A-Fa-f][0-9A-Fa-f](?:%[89A-Fa-f][0-9A-Fa-f])*")
_ESCAPE: Final = re.compile("%[0-9A-Fa-f]{2}")
_AUTHORITY: Final = re.compile(r"//[^\s/]*%")

_CREDENTIALS: Final = re.compile(r"://(?:[^\s\"'<>`@]{0,500}+@|[^@/?]{0,500}+@)")

_PATIENCE: Final = 8
"""Reaches are looked at up to so many times the length of their line."""


def suspect(line: str, host: Host, above: str = "", below: str = "") -> bool:
    """Whether anything may be found in the line. A line with neither ``%`` nor ``://`` never is."""
    if "://" in line and "@" in line and _CREDENTIALS.search(line) is not None:
        return True
    has_escape = _ESCAPE.search(line) is not None
    if has_escape and (host.reader or host.name in _OWN_READERS):
        return True
    if _is_odd(line) and _is_odd_within_reach(line, host):
        return True
    return has_escape and (_CONFIG_HINT.search(line) is not None or may_be_format_argument(line, host, above, below))


def _is_odd_within_reach(line: str, host: Host) -> bool:
    left = _PATIENCE * len(line)
    for reach in reaches(line, host):
        left -= len(reach)
        if left < 0 or _is_odd(reach):
            return True
    return False


def _is_odd(line: str) -> bool:
    return (
        ("%" in line and (_ODD.search(line) is not None or _AUTHORITY.search(line) is not None or _has_bytes_of_no_utf8(line)))
        or (("&" in line or "\\" in line) and _SPELT.search(line) is not None)
        or (not line.isprintable() and _HIDDEN.search(line) is not None)
    )


def _has_bytes_of_no_utf8(line: str) -> bool:
    for run in _HIGH.findall(line):
        try:
            bytes.fromhex(run.replace("%", "")).decode()
        except ValueError:
            return True
    return False


#: Hosts whose readers are looked for line by line (see clashes.py).
_OWN_READERS: Final = frozenset({"latex", "r", "lua"})
_CONFIG_HINT: Final = re.compile("set_(?:main|section)_option")

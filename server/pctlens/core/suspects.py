"""A cheap test that spares a line its analysis: most lines, and most escapes, are plainly fine.

``suspect`` may say yes for nothing, but never no for a line in which a rule that is on by default finds something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pctlens.core.formats import may_be_format_argument
from pctlens.core.hosts import Host
from pctlens.core.reach import reaches
from pctlens.core.wrappers import SIGN_IN_MARKUP

NEEDLES: Final = ("%", "://")
"""A line without any of these has nothing to show."""

#: No escape; an escape of an escape, of a control, in a host; a first byte that a misread or hidden character begins with.
_ODD: Final = re.compile(
    r"%(?:(?![2-9A-Fa-f][0-9A-Fa-f])"
    r"|(?=[27CcEe])(?:25[0-9A-Fa-f]{2}|7[Ff]|[Cc]2%[Aa]0"
    r"|[Cc][23]%[89ABab][0-9A-Fa-f]%[C-Ec-e]"
    r"|[Ee]2%8[01]|[Ee][Ff]%[Bb][Bb]))"
)
#: Each begins with what is searched for fast.
_CODE_POINT: Final = re.compile(r"25(?:(?<=\\u0025)|(?<=\\x25))")
_REFERENCE: Final = re.compile(SIGN_IN_MARKUP)
_HIDDEN: Final = "\u200b\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_HIGH: Final = re.compile(r"%[89A-Fa-f][0-9A-Fa-f](?:%[89A-Fa-f][0-9A-Fa-f])*")
_LINE_FEED: Final = "%0A"  # is never a part of a character that begins before it
_ESCAPE: Final = re.compile("%[0-9A-Fa-f]{2}")
_AUTHORITY: Final = re.compile(r"//[^\s/%]*+%[0-9A-Fa-f]{2}")

_CREDENTIALS: Final = re.compile(r"://(?:[^\s\"'<>`@]{0,500}+@|[^@/?\n\r]{0,500}+@)")

_LINE: Final = re.compile(r"[^\n\r]*+")
_PATIENCE: Final = 8
"""Reaches are looked at up to so many times the length of their line."""


def suspect(line: str, host: Host, above: str = "", below: str = "") -> bool:
    """Whether anything may be found in the line. A line with neither ``%`` nor ``://`` never is."""
    is_odd = _ODD.search(line) is not None or _is_strange(line)
    return (is_odd and _is_odd_within_reach(line, host)) or _is_read_otherwise(line, host, above, below)


def suspect_lines(lines: str, host: Host, above: str, below: str) -> bool:
    """Whether anything may be found in one of several lines: most are plainly fine, and one look at all of them tells.

    ``above`` and ``below`` hold the neighbours of each of them.
    """
    return _ODD.search(lines) is not None or _is_strange(lines) or _is_read_otherwise(lines, host, above, below)


def suspect_text(text: str, host: Host) -> bool:
    """Whether anything may be found in a whole text: in most nothing is, and then no line has to be looked at."""
    if _is_spelt_strangely(text) or _may_mean_credentials(text):
        return True
    if _ESCAPE.search(text) is not None and (_has_strange_escapes(text) or _is_read_by_others(text, host, "", "")):
        return True
    return any(_is_odd_within_reach(line, host) for line in _lines_with(_ODD, text))


def _lines_with(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    end = 0
    while found := pattern.search(text, end):
        start = max(text.rfind("\n", end, found.start()), text.rfind("\r", end, found.start())) + 1 or end
        line = _LINE.match(text, start)
        end = line.end() if line else len(text)
        yield text[start:end]


def _is_odd_within_reach(line: str, host: Host) -> bool:
    left = _PATIENCE * len(line)
    for reach in reaches(line, host):
        left -= len(reach)
        if left < 0 or _ODD.search(reach) is not None or _is_strange(reach):
            return True
    return False


def _is_strange(text: str) -> bool:
    """Whether a host is escaped, bytes are no UTF-8, a ``%`` is spelt otherwise, or characters cannot be seen: all are rare."""
    return ("%" in text and _has_strange_escapes(text)) or _is_spelt_strangely(text)


def _has_strange_escapes(text: str) -> bool:
    return _AUTHORITY.search(text) is not None or _has_bytes_of_no_utf8(text)


def _is_spelt_strangely(text: str) -> bool:
    return (
        ("&" in text and _REFERENCE.search(text) is not None)
        or ("\\" in text and _CODE_POINT.search(text) is not None)
        or (not text.isascii() and any(character in text for character in _HIDDEN))
    )


def _is_read_otherwise(text: str, host: Host, above: str, below: str) -> bool:
    """Whether a person may mean other credentials than a parser reads, or the file's own reader or a format takes an escape."""
    return _may_mean_credentials(text) or (_ESCAPE.search(text) is not None and _is_read_by_others(text, host, above, below))


def _may_mean_credentials(text: str) -> bool:
    return "@" in text and "://" in text and _CREDENTIALS.search(text) is not None


def _is_read_by_others(text: str, host: Host, above: str, below: str) -> bool:
    return (
        bool(host.reader)
        or host.name in _OWN_READERS
        or _CONFIG_HINT.search(text) is not None
        or may_be_format_argument(text, host, above, below)
    )


def _has_bytes_of_no_utf8(line: str) -> bool:
    runs = _HIGH.findall(line)
    try:
        bytes.fromhex(_LINE_FEED.join(runs).replace("%", "")).decode()
    except ValueError:
        return True
    return False


#: Hosts whose readers are looked for line by line (see clashes.py).
_OWN_READERS: Final = frozenset({"latex", "r", "lua"})
_CONFIG_HINT: Final = re.compile("set_(?:main|section)_option")

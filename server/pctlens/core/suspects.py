"""A cheap test that spares a line its analysis: most lines, and most escapes, are plainly fine.

``suspect`` may say yes for nothing, but never no for a line in which a rule that is on by default finds something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pctlens.core.formats import conversion, may_be_format_argument
from pctlens.core.hosts import Host
from pctlens.core.patterns import regex
from pctlens.core.reach import reaches
from pctlens.core.wrappers import SIGN_IN_LITERAL, SIGN_IN_MARKUP

NEEDLES: Final = ("%", "://")
"""A line without any of these has nothing to show."""
_SIGN: Final = NEEDLES[:1]
_URL: Final = regex("://")  # finds it in half the time that ``str.find`` takes

#: No escape; an escape of an escape, of a control, in a host; a first byte that a misread or hidden character begins with.
_ODD: Final = regex(
    r"%(?:(?![2-9A-Fa-f][0-9A-Fa-f])"
    r"|(?=[27CcEe])(?:25[0-9A-Fa-f]{2}|7[Ff]|[Cc]2%[Aa]0"
    r"|[Cc][23]%[89ABab][0-9A-Fa-f]%[C-Ec-e]"
    r"|[Ee]2%8[01]|[Ee][Ff]%[Bb][Bb]))"
)
_CODE_POINT: Final = regex(SIGN_IN_LITERAL)
_REFERENCE: Final = regex(SIGN_IN_MARKUP)
_HIDDEN: Final = "\u200b\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_HIGH: Final = regex(r"%[89A-Fa-f][0-9A-Fa-f](?:%[89A-Fa-f][0-9A-Fa-f])*")
_LINE_FEED: Final = "%0A"  # is never a part of a character that begins before it
_ESCAPE: Final = regex("%[0-9A-Fa-f]{2}")
_DOUBLED: Final = regex("%%[0-9A-Fa-f]{2}")
#: What is no malformed escape wherever it stands, save in a user name or password.
_CONVERSION: Final = regex(r"%(?:[sdiuq]|(?<!\w%)v)(?![%\w&\\])")
_USERINFO: Final = regex(r"[@&\\]")  # or what may be another spelling of its end
_AUTHORITY: Final = regex(r"//[^\s/%]*+%[0-9A-Fa-f]{2}")

CREDENTIALS: Final = r"://(?:[^\s\"'<>`:&\\]{0,500}+[:&\\][^\s\"'<>`@]{0,500}+@|[^@/?\n\r:&\\]{0,500}+[:&\\][^@/?\n\r]{0,500}+@)"
"""A URL with a password, as a person or a parser may read it; the ``:`` before that may be spelt otherwise."""

_CREDENTIALS: Final = regex(CREDENTIALS)

_PATIENCE: Final = 8
"""Reaches are looked at up to so many times the length of their line."""


def suspect(line: str, host: Host, above: str = "", below: str = "") -> bool:
    """Whether anything may be found in the line. A line with neither ``%`` nor ``://`` never is."""
    if _stands_out(line, host):
        return True
    if _ESCAPE.search(line) is None:
        return False
    return _has_reader(line, host) or (may_be_format_argument(line, host, above, below) and _may_clash(line, host))


def may_be_suspect(line: str, host: Host) -> bool:
    """Whether the line is suspect for some neighbours."""
    if _stands_out(line, host):
        return True
    return _ESCAPE.search(line) is not None and (_has_reader(line, host) or _may_clash(line, host))


def suspect_lines(lines: str, host: Host, above: str, below: str) -> bool:
    """Whether anything may be found in one of several lines: most are plainly fine, and one look at all of them tells.

    ``above`` and ``below`` hold the neighbours of each of them.
    """
    return (
        _is_odd(lines)
        or _may_mean_credentials(lines)
        or (_ESCAPE.search(lines) is not None and (_has_reader(lines, host) or may_be_format_argument(lines, host, above, below)))
    )


def needles(text: str) -> Sequence[str]:
    """Those of the ``NEEDLES`` that each suspect line of a whole text holds one of: in most texts only a ``%`` can be."""
    lines = "\n".join(_lines_with_urls(text))
    return NEEDLES if _is_spelt_strangely(lines) or _may_mean_credentials(lines) else _SIGN


def _lines_with_urls(text: str) -> Iterator[str]:
    at = 0
    while found := _URL.search(text, at):
        start = text.rfind("\n", at, found.start()) + 1 or at
        end = text.find("\n", found.end())
        at = end if end >= 0 else len(text)
        yield text[start:at]


def _stands_out(line: str, host: Host) -> bool:
    return (_is_odd(line) and _is_odd_within_reach(line, host)) or _may_mean_credentials(line)


def _is_odd_within_reach(line: str, host: Host) -> bool:
    left = _PATIENCE * len(line)
    for reach in reaches(line, host):
        left -= len(reach)
        if left < 0 or _is_odd(reach if _USERINFO.search(reach) else _CONVERSION.sub("", reach)):
            return True
    return False


def _is_odd(text: str) -> bool:
    """Whether an escape is none, or a rare one: of an escape, a control, a host, or no UTF-8; or is spelt otherwise."""
    return _ODD.search(text) is not None or ("%" in text and _has_strange_escapes(text)) or _is_spelt_strangely(text)


def _has_strange_escapes(text: str) -> bool:
    return _AUTHORITY.search(text) is not None or _has_bytes_of_no_utf8(text)


def _is_spelt_strangely(text: str) -> bool:
    """Whether a ``%`` is spelt otherwise, or a URL may hold characters that cannot be seen."""
    return (
        ("&" in text and _REFERENCE.search(text) is not None)
        or ("\\" in text and _CODE_POINT.search(text) is not None)
        or (not text.isascii() and "://" in text and any(character in text for character in _HIDDEN))
    )


def _may_mean_credentials(text: str) -> bool:
    """Whether a person may mean other credentials than a parser reads."""
    return "@" in text and _CREDENTIALS.search(text) is not None


def _has_reader(text: str, host: Host) -> bool:
    """Whether somebody may read an escape before any decoder does: the file's own reader, or a call that takes no format."""
    return bool(host.reader) or host.name in _OWN_READERS or _CONFIG_HINT.search(text) is not None


def _may_clash(line: str, host: Host) -> bool:
    """Whether a call that reads a format may take an escape for a conversion that is none (see ``contexts.pairs``)."""
    if host.dialect is None or not host.dialect.widths:
        return False
    if _DOUBLED.search(line) is not None or _is_spelt_strangely(line):
        return True
    taken = conversion(host.dialect).match
    for escape in _ESCAPE.finditer(line):
        found = taken(line, escape.start())
        if found is None or (found.end() - found.start() == 3 and not found[0].islower()):
            return True
    return any(_ESCAPE.search(reach) is not None for reach in reaches(line, host))


def _has_bytes_of_no_utf8(line: str) -> bool:
    if not (runs := _HIGH.findall(line)):
        return False
    try:
        bytes.fromhex(_LINE_FEED.join(runs).replace("%", "")).decode()
    except ValueError:
        return True
    return False


#: Hosts whose readers are looked for line by line (see clashes.py).
_OWN_READERS: Final = frozenset({"latex", "r", "lua"})
_CONFIG_HINT: Final = regex("set_(?:main|section)_option")

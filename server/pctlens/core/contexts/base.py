"""What a recognition rule is, and what several of them ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from pctlens.core.patterns import regex
from pctlens.core.sites import Site

Test = Callable[[Site], bool]


class Context(NamedTuple):
    """A named reason why a percent sign is no escape, or no malformed one."""

    id: str
    test: Test

    @property
    def summary(self) -> str:
        """What a user reads: the first paragraph of the test's docstring."""
        return " ".join((self.test.__doc__ or "").partition("\n\n")[0].split())

    @property
    def evidence(self) -> str:
        """What it rests on, and its limits: the rest of the test's docstring."""
        return " ".join((self.test.__doc__ or "").partition("\n\n")[2].split())


def first(contexts: Iterable[Context], site: Site) -> str:
    """The id of the first rule that holds; empty where none does."""
    for context in contexts:  # a generator would take as long as the tests
        if context.test(site):
            return context.id
    return ""


_CONTROL = regex("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def printable(escapes: str) -> bool:
    """Whether a run of escapes is UTF-8 for characters that a text may hold."""
    try:
        decoded = bytes.fromhex(escapes.replace("%", "")).decode()
    except ValueError:
        return False
    return _CONTROL.search(decoded) is None


@lru_cache(maxsize=16)
def holds(pattern: re.Pattern[str], line: str) -> bool:
    """Whether the pattern is found in a line; asked for each sign of it, so the answer is kept."""
    return pattern.search(line) is not None


def speaks_sql(line: str) -> bool:
    """Whether a line compares by patterns as SQL does: its percent signs may be such."""
    return ("like" in line or "LIKE" in line) and holds(_LIKE, line)


_LIKE = regex(r"\bI?LIKE\b|\bilike\b|\.like\.|\b(?:select|where|SELECT|WHERE)\b.{0,200}\bi?like\b")


def is_before_macro(site: Site, end: int) -> bool:
    """Whether a macro that is a string stands at ``end`` of the line, behind a literal: ``"/item/%" PRIu64 "/x"`` (C23 7.8.2)."""
    return site.host.name in ("c", "objective-c") and _STRING_MACRO.match(site.around.line, end) is not None


_STRING_MACRO = regex(r"\s*(?:[A-Z]\w{2,}|#\w)")


def takes_arguments(site: Site) -> bool:
    """Whether Qt's ``arg`` is called on the literal around the sign: ``QString("file://%1x").arg(folder)``."""
    literal, line = site.around.literal, site.around.line
    if site.host.name != "c" or literal is None:
        return False
    behind = line[literal.span.end + 1 : literal.span.end + _FAR]
    return _ARG.match(behind if behind.strip(" )") else behind + site.around.below) is not None


_FAR = 80
_ARG = regex(r"(?:_\w{1,3})?[\s)]{0,40}\.arg\(")

#: An escape of an unreserved character (RFC 3986 section 2.3).
UNRESERVED = regex(r"%(?:2[DEde]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee])")

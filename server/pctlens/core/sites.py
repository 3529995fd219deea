"""One percent sign and everything around it that a recognition rule may look at."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

from pctlens.core.hosts import Host
from pctlens.core.literals import Literal
from pctlens.core.patterns import regex
from pctlens.core.text import Span
from pctlens.core.urls import Kind, Part

PAIR = regex(r"%[0-9A-Fa-f]{2}")
SINGLE_PAIR = regex(r"(?<!%)(?:%%)*+%[0-9A-Fa-f]{2}")  # whose sign is not doubled
_NEAR = 1_000  # so far back the quotes of a hole are looked for
RUN = regex(r"%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*")


class Surroundings(NamedTuple):
    """What all percent signs of one stretch of a line have in common.

    ``text`` is what they are judged in: a URL with its wrapping off, or the literal or line around bare text.
    ``kind`` is what the stretch is taken for. ``template``: a conversion or placeholder stands in it, so each ``%`` may be one.
    ``called``: a printf-like call or operator reads it.
    """

    line: str
    host: Host
    above: str
    below: str
    text: str
    kind: Kind
    literal: Literal | None
    holes: tuple[Span, ...]
    template: bool
    called: bool
    commented: bool = False

    @property
    def format(self) -> bool:
        """Whether the stretch is a format string."""
        return self.template or self.called


@dataclass(frozen=True, slots=True)
class Site:
    """The percent sign at ``text[index]``; ``run`` is the run of escapes that it belongs to, empty where it begins no pair."""

    around: Surroundings
    index: int
    run: Span
    part: Part | None = None
    component: str = ""

    @property
    def text(self) -> str:
        """The text that the sign is judged in."""
        return self.around.text

    @property
    def host(self) -> Host:
        """The file's host."""
        return self.around.host

    @property
    def before(self) -> str:
        """The character before the run of escapes; empty at the start of the text."""
        start = self.run.start
        return self.around.text[start - 1 : start]

    @property
    def after(self) -> str:
        """The character behind the run of escapes; empty at the end of the text."""
        end = self.run.end
        return self.around.text[end : end + 1]

    @property
    def pair(self) -> str:
        """The two characters behind the percent sign."""
        return self.around.text[self.index + 1 : self.index + 3]

    @property
    def in_userinfo(self) -> bool:
        """Whether the sign stands in a user name or password (RFC 3986 section 3.2.1)."""
        return self.part is Part.USER or self.part is Part.PASSWORD

    @property
    def digits_only(self) -> bool:
        """Whether the run is one pair of decimal digits: a number, as far as its spelling goes."""
        return len(self.run) == 3 and self.pair.isdecimal()

    @property
    def quoted_alone(self) -> bool:
        """Whether quotes or grave accents stand right around the run."""
        before = self.before
        return before in ("'", '"', "`") and before == self.after

    @property
    def hole(self) -> Span | None:
        """The template hole that the sign stands in."""
        if not (holes := self.around.holes):
            return None
        found = bisect_left(holes, self.index, key=lambda hole: hole.start) - 1
        return holes[found] if found >= 0 and self.index < holes[found].end else None

    @property
    def in_hole(self) -> bool:
        """Whether the sign stands in a template hole, which is code of another language, and in no quotes of the hole's own."""
        if (hole := self.hole) is None:
            return False
        start = max(hole.start, self.index - _NEAR)
        return not any(self.text.count(quote, start, self.index) % 2 for quote in "\"'")

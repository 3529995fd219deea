"""How the text around a place wants percent-encoded text to be written there.

Rewrites happen anywhere, also where recognition saw nothing, so this looks at a line's literals only.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from pctlens.core.analysis import Line
from pctlens.core.codec import Place, encode
from pctlens.core.formats import is_format, is_format_argument, may_be_format_argument
from pctlens.core.hosts import Family, Host
from pctlens.core.literals import Literal, literal_at, literals
from pctlens.core.patterns import regex
from pctlens.core.text import Span, split_lines, strip_end
from pctlens.core.urls import Component
from pctlens.core.wrappers import Unwrapped, Wrapping, unwrap, wrap

_CONTROL: Final = regex(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_ACTIVE: Final = {
    "shellscript": "$`",
    "powershell": "$`",
    "perl": "$@",
    "php": "$",
    "ruby": "#",
    "groovy": "$",
    "dart": "$",
    "makefile": "$",
    "dockerfile": "$",
    "terraform": "$",
}
"""Characters that a literal in double quotes does not take for themselves, by the host's name."""

_BINARY: Final = regex(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


_literals = lru_cache(maxsize=4)(literals)  # one line may have thousands of fixes


class Stretch(NamedTuple):
    """A piece of a text that is written in one way, without line ends.

    ``barred`` finds what may not be written plainly here: what would end or bend the string literal, or break the line.
    """

    source: Unwrapped
    wrapping: Wrapping
    barred: re.Pattern[str]

    @property
    def end(self) -> int:
        """The offset in the text behind the last character."""
        return self.source.at(len(self.source.text))

    def kept(self, text: str) -> str:
        """``text`` with that escaped which may not stand here plainly."""
        return self.barred.sub(lambda match: encode(match[0], Place.ALL), text)

    def spelt(self, kept: str) -> str:
        """What ``kept`` gave, as it has to be spelt here."""
        return wrap(kept, self.wrapping)

    def written(self, text: str) -> str:
        """``text`` as it has to be spelt here; what may not stand here plainly is escaped."""
        return self.spelt(self.kept(text))


def stretch_of(component: Component, line: Line) -> Stretch:
    """A recognised component as one stretch.

    Recognition takes ``%%`` for ``%`` wherever it may mean that; it is written so only where it has to be, or already is.
    """
    literal = literal_at(_literals(line.text, line.host), component.span.start)
    near = line.above, line.below
    doubled = literal is not None and _is_known_to_be_doubled(line.text, literal, line.host, near)
    if "%%" in component.span.of(line.text):
        doubled = doubled or Wrapping.DOUBLED in component.source.wrapping
    manner = _manner(literal, line.host, doubled=doubled)
    return Stretch(component.source, manner.spelt, manner.barred)


def stretches(text: str, selection: Span, host: Host, holding: str = "") -> Iterator[Stretch]:
    """The pieces of ``selection`` in ``text`` (whole lines), in order, of the lines that hold ``holding``.

    Their offsets are offsets into ``text``.
    """
    manners: dict[tuple[str | None, bool], _Manner] = {}  # thousands of literals are all written in two or three ways
    start = 0
    lines = split_lines(text)
    for row, line in enumerate(lines):
        bare = strip_end(line)
        within = Span(max(selection.start - start, 0), min(selection.end - start, len(bare)))
        if within.start < within.end and holding in line:
            near = lines[row - 1] if row else "", lines[row + 1] if row + 1 < len(lines) else ""
            may_be_argument = may_be_format_argument(bare, host, *near)
            for span, literal in _pieces(bare, within, host):
                doubled = literal is not None and _is_doubled(bare, literal, host, near if may_be_argument else None)
                key = literal and literal.quote, doubled
                if (manner := manners.get(key)) is None:
                    manner = manners[key] = _manner(literal, host, doubled=doubled)
                source = unwrap(text, start + span.start, start + span.end, manner.wrapping)
                yield Stretch(source, manner.spelt, manner.barred)
        start += len(line)


class _Manner(NamedTuple):
    """How a piece is read and written: its wrapping, what of that is put back, and what may not be written plainly."""

    wrapping: Wrapping
    spelt: Wrapping
    barred: re.Pattern[str]


def _manner(literal: Literal | None, host: Host, *, doubled: bool) -> _Manner:
    """The manner of a literal, or of what stands outside of literals; ``doubled`` where ``%`` is written ``%%``."""
    wrapping = host.wrapping if literal is None else host.wrapping | host.literal
    if doubled:
        wrapping |= Wrapping.DOUBLED
    return _Manner(wrapping, _spelt(wrapping, host), _barred(literal, host))


def _is_doubled(line: str, literal: Literal, host: Host, near: tuple[str, str] | None) -> bool:
    """Whether the literal is a format; one that looks like none may be the argument of a call where ``near`` lines are given."""
    if host.dialect is None or not host.dialect.widths:
        return False
    return is_format(literal.span.of(line)) or (near is not None and is_format_argument(line, literal, host, *near))


_is_known_to_be_doubled = lru_cache(maxsize=4)(_is_doubled)  # one literal may have thousands of fixes


def _pieces(line: str, within: Span, host: Host) -> Iterator[tuple[Span, Literal | None]]:
    """``within`` cut at the edges of the line's literals."""
    at = within.start
    found = _literals(line, host)
    for literal in found[max(0, bisect_right(found, at, key=lambda literal: literal.span.start) - 1) :]:
        if literal.span.start >= within.end:
            break
        inside = Span(max(literal.span.start, at), min(literal.span.end, within.end))
        if inside.start < inside.end:
            if at < inside.start:
                yield Span(at, inside.start), None
            yield inside, literal
            at = inside.end
    if at < within.end:
        yield Span(at, within.end), None


def _spelt(wrapping: Wrapping, host: Host) -> Wrapping:
    """What is put back: no escape of a string literal, since what it would be for is percent-encoded.

    Markdown reads entities, but a person writes ``&`` and quotes there plainly.
    """
    return wrapping & (_AS_WRITTEN if host.name == "markdown" else _PUT_BACK)


def _barred(literal: Literal | None, host: Host) -> re.Pattern[str]:
    """What cannot stand as it is in the literal, or outside of literals in the host's lines.

    Entities write a quote in an attribute; prose and logs take quotes for what they are, and prose takes line ends too.
    """
    if literal is None or host.family is Family.LOG or (host.family is Family.PROSE and Wrapping.STRING not in host.literal):
        return _BINARY if host.family in (Family.PROSE, Family.MARKUP) else _CONTROL
    return _CONTROL if Wrapping.ENTITY in host.wrapping else _in_literal(literal.quote, host.name)


_PUT_BACK: Final = ~Wrapping.STRING
_AS_WRITTEN: Final = _PUT_BACK & ~Wrapping.ENTITY


@cache
def _in_literal(quote: str, language: str) -> re.Pattern[str]:
    """What ends a literal, escapes in it, or begins a variable or a command there."""
    characters = {"'": "'", '"': '"' + _ACTIVE.get(language, ""), "`": "`$"}.get(quote, "\"'`")
    return re.compile(rf"{_CONTROL.pattern}|[\\{characters}]")

r"""The host language's own spelling of percent-encoded text, taken off and put back.

HTML writes ``&`` as ``&amp;``, a string literal writes ``"`` as ``\"``, a format string ``%`` as ``%%``, LaTeX as ``\%``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Flag, auto
from functools import cache
from typing import NamedTuple


class Wrapping(Flag):
    """Which spellings a stretch of text may be written in; several can apply at once."""

    NONE = 0
    ENTITY = auto()  # HTML and XML: &amp; &#37;
    STRING = auto()  # string literals of C, JavaScript, JSON …: \" \/ \u0025 \x25
    DOUBLED = auto()  # printf, configparser, systemd, batch: %%
    BACKSLASH = auto()  # LaTeX, crontab, Rd: \%


SIGN_IN_MARKUP = r"&(?:#0{0,5}37|#[xX]0{0,4}25|percnt);"
"""The references that stand for ``%``, of those that ``unwrap`` takes off."""

SIGN_IN_LITERAL = r"25(?:(?<=\\u0025)|(?<=\\x25))"
"""The end of the spellings of ``%`` in a string literal: it begins with what is searched for fast."""

_SPELLINGS = {
    Wrapping.ENTITY: r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|amp|lt|gt|quot|apos|percnt|num|plus|equals|sol|quest);",
    Wrapping.STRING: r"\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[/@\"'\\])",
    Wrapping.DOUBLED: r"%%",
    Wrapping.BACKSLASH: r"\\[%#&_]",
}


@cache
def _pattern(wrapping: Wrapping) -> re.Pattern[str] | None:
    spellings = [spelling for flag, spelling in _SPELLINGS.items() if flag in wrapping]
    return re.compile("|".join(spellings)) if spellings else None


def _plain(spelling: str) -> str:
    """The one character that a spelling stands for; the spelling itself where it stands for none."""
    if spelling[0] == "&":
        from html import unescape  # its table of 2,231 names is large, and few files have any

        plain = unescape(spelling)
        return plain if len(plain) == 1 else spelling
    if spelling[1] in "ux" and len(spelling) > 2:
        return chr(int(spelling[2:], 16))
    return spelling[1]


class Unwrapped(NamedTuple):
    """A text with its wrapping taken off, and the way back.

    ``starts`` is ``None`` where nothing changed; else it holds for each character of ``text`` the offset in the line where its
    spelling begins, and at last the offset where the whole ends. ``base`` is the offset of the first character in the line.
    """

    text: str
    base: int
    wrapping: Wrapping = Wrapping.NONE
    starts: tuple[int, ...] | None = None

    def at(self, index: int) -> int:
        """The offset in the line of the character ``index`` of ``text`` (``len(text)`` gives the end)."""
        return self.base + index if self.starts is None else self.starts[index]

    def cut(self, start: int, end: int) -> Unwrapped:
        """The piece between two indices of ``text``, with its own way back."""
        if self.starts is None:
            return Unwrapped(self.text[start:end], self.base + start, self.wrapping)
        return Unwrapped(self.text[start:end], self.starts[start], self.wrapping, self.starts[start : end + 1])


def unwrap(line: str, start: int, end: int, wrapping: Wrapping) -> Unwrapped:
    """Take the wrapping off ``line[start:end]``; a spelling that stands for no single character stays as it is."""
    raw = line[start:end]
    pattern = _pattern(wrapping)
    if pattern is None or pattern.search(raw) is None:
        return Unwrapped(raw, start, wrapping)
    pieces: list[str] = []
    starts: list[int] = []
    done = 0
    for match in pattern.finditer(raw):
        plain = _plain(match[0])
        if plain == match[0]:
            continue
        pieces.append(raw[done : match.start()])
        starts.extend(range(start + done, start + match.start()))
        pieces.append(plain)
        starts.append(start + match.start())
        done = match.end()
    pieces.append(raw[done:])
    starts.extend(range(start + done, end + 1))
    return Unwrapped("".join(pieces), start, wrapping, tuple(starts))


_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_WRAPPED = {
    Wrapping.ENTITY: ("[&<>\"']", lambda match: _ENTITIES[match[0]]),
    Wrapping.STRING: ("[\\\\\"']", lambda match: "\\" + match[0]),
    Wrapping.DOUBLED: ("%", lambda match: "%%"),
    Wrapping.BACKSLASH: ("[%#&_]", lambda match: "\\" + match[0]),
}


def wrap(text: str, wrapping: Wrapping) -> str:
    """Write ``text`` so that the host reads it as it is: the inverse of ``unwrap`` in meaning."""
    for pattern, spell in _spellers(wrapping):
        text = pattern.sub(spell, text)
    return text


@cache
def _spellers(wrapping: Wrapping) -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]:
    """What puts each spelling back, in the order in which they have to be."""
    flags = (Wrapping.DOUBLED, Wrapping.BACKSLASH, Wrapping.STRING, Wrapping.ENTITY)
    return tuple((re.compile(_WRAPPED[flag][0]), _WRAPPED[flag][1]) for flag in flags if flag in wrapping)

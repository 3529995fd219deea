"""String literals, comments and template holes of one line, found without parsing the language.

One line is all there is to go by, so this is a judgement: a quote that a word character precedes (``don't``) opens nothing, and a
quote that nothing closes reaches to the end of the line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from pctlens.core.hosts import Family, Host
from pctlens.core.patterns import regex
from pctlens.core.text import Span


class Literal(NamedTuple):
    """What stands between two quotes: ``span`` is the content, ``quote`` the character (or escaped quote) around it."""

    span: Span
    quote: str
    closed: bool


_OPENERS = regex(r"""["'`]""")
_BODY = {
    '"': regex(r'[^"\\]*+(?:\\(?:.|$)[^"\\]*+)*+'),
    "'": regex(r"[^'\\]*+(?:\\(?:.|$)[^'\\]*+)*+"),
    "`": regex(r"[^`]*"),
}
#: In prose a backslash escapes no quote.
_PLAIN_BODY = {quote: regex(f"[^{quote}]*") for quote in "\"'`"}


def literals(line: str, host: Host) -> tuple[Literal, ...]:
    """The string literals, attribute values and inline code of a line, in order, never nested."""
    return tuple(_literals(line, host))


def _literals(line: str, host: Host) -> Iterator[Literal]:
    bodies = _PLAIN_BODY if host.family in (Family.PROSE, Family.MARKUP) and not host.literal else _BODY
    at = 0
    while opener := _OPENERS.search(line, at):
        quote, start = opener[0], opener.end()
        before = line[opener.start() - 1 : opener.start()]
        if before == "\\":  # \" inside a literal that began on an earlier line or was not seen
            quoted = _escaped(line, quote, start)
            if quoted is not None:
                yield Literal(quoted, "\\" + quote, closed=True)
                at = quoted.end + 2
            else:
                at = start
            continue
        if quote == "'" and (before.isalnum() or before == "_") and not _prefix(line, opener.start()):
            at = start
            continue
        if quote == "`" and line.startswith("`", start):
            fence, start = _code_span(line, opener.start())
            if fence is not None:
                yield fence
            at = start
            continue
        body = bodies[quote].match(line, start)
        end = body.end() if body else start
        closed = end < len(line)
        if not closed and quote != '"':
            at = start  # an apostrophe or a lone grave accent, or a literal that goes on below
            continue
        yield Literal(Span(start, end), quote, closed)
        at = end + 1


_GRAVES = regex("`+")


def _code_span(line: str, start: int) -> tuple[Literal | None, int]:
    """Inline code between equal runs of grave accents (CommonMark 6.1), and the offset behind it or behind the run."""
    opening = _GRAVES.match(line, start)
    end = opening.end() if opening else start + 1
    close = line.find(line[start:end], end)
    if close < 0:
        return None, end
    return Literal(Span(end, close), line[start:end], closed=True), close + end - start


def _prefix(line: str, quote: int) -> bool:
    """Whether the word before the quote is a string prefix (``r'…'``, ``UTF-8''`` is none)."""
    word = re.search(r"\w*$", line[max(0, quote - 4) : quote])
    return word is not None and word[0].lower() in ("r", "b", "f", "u", "rb", "br", "fr", "rf", "l", "q", "qq", "s", "e", "n")


def _escaped(line: str, quote: str, start: int) -> Span | None:
    """The content up to the next escaped quote of the same kind on the line, ``None`` where there is none."""
    end = line.find("\\" + quote, start)
    if end < 0:
        return None
    while line[end - 1] == "\\" and end - 1 > start:
        end -= 1
    return Span(start, end)


def literal_at(found: tuple[Literal, ...], offset: int) -> Literal | None:
    """The literal whose content holds ``offset``."""
    index = bisect_right(found, offset, key=lambda literal: literal.span.start) - 1
    return found[index] if index >= 0 and offset < found[index].span.end else None


_FAR = 200
_NEXT_LITERAL = regex(r"[\s+.&\\]*+[A-Za-z]{0,2}[\"'`]([^\"'`]{0,3})")


def next_literal(line: str, end: int, below: str) -> str:
    """The first three characters of the literal that goes on where another one ended, behind whose quote ``end`` stands.

    Nothing but an operator may stand between them; it may begin the line ``below``. Empty where there is none.
    """
    found = _NEXT_LITERAL.match(line[end : end + _FAR] + below)
    return found[1] if found else ""


_BLOCK_COMMENT = regex(r"\s*(?:/\*|\*(?:\s|\Z))")


def comment_start(line: str, found: tuple[Literal, ...], host: Host) -> int:
    """Where the comment that ends the line begins; the line's length where there is none."""
    best = len(line)
    if "//" in host.comments and _BLOCK_COMMENT.match(line):
        return 0
    for leader in host.comments:
        at = line.find(leader)
        while 0 <= at < best:
            before = line[at - 1 : at]
            inside = literal_at(found, at) is not None
            if not inside and (before == "" or before in " \t;{}(),"):
                best = at
                break
            at = line.find(leader, at + 1)
    return best


#: Code inside text: ``{{ x }}``, ``${x%.*}``, ``#{x}``, ``$(x)``, ``$((x%60))``, ``<%= x %>``, ``{% x %}``, ``[% x %]``,
#: ``<? x ?>``, ``{s%60:02d}``, ``{list%template}``.
HOLE = regex(
    r"\{\{[^{}]*\}\}"
    r"|\$\{\{[^{}]*\}\}"
    r"|(?:\$\{|#\{(?!\{))(?:[^{}]|\{[^{}]*\})*\}"
    r"|\$\((?:[^()]*|\((?:[^()]|\([^()]{0,100}\)){0,400}+\))\)"
    r"|<%(?:[^%]|%(?!>)){0,400}+%>"
    r"|\{%(?:[^%]|%(?!\})){0,400}+%\}"
    r"|\[%(?=[-+=~#]?\s|\w[^%\]]{0,200}\s[-+=~]?%\])(?:[^%]|%(?!\])){0,400}+%\]"
    r"|<\?(?:[^?]|\?(?!>)){0,400}+\?>"
    r"|\{[\w.()\[\]$+*/ -]{0,60}[\w)\]] ?% ?\d{1,10}(?:[!:][^\s{}\"']{0,20})?\}"
    r"|\{\w{1,60}%(?![0-9A-Fa-f]{2})\w{1,60}\}"
)


def holes(text: str) -> tuple[Span, ...]:
    """The template holes of a text, in order. They hold code of another language, whatever surrounds them."""
    return tuple(Span(*match.span()) for match in HOLE.finditer(text)) if may_have_holes(text) else ()


def may_have_holes(text: str) -> bool:
    """A cheap test that is true wherever ``HOLE`` matches."""
    return "{" in text or "<" in text or "$(" in text or "[%" in text

"""Where URLs and links begin and end in a line: the host language decides, so each rule says for which it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pctlens.core.hosts import Family, Host
from pctlens.core.literals import HOLE, Literal, literal_at
from pctlens.core.patterns import regex
from pctlens.core.text import Span
from pctlens.core.urls import Kind


class Extent(NamedTuple):
    """A stretch of the line that is a URL or link. ``quoted``: it fills a literal or is closed by a delimiter of its own."""

    kind: Kind
    span: Span
    quoted: bool
    cut: bool = False


#: ``scheme://`` for any scheme, also as JSON writes it (``https:\/\/``), and the schemes that need no ``//``.
_START = regex(
    r"(?<![A-Za-z0-9+.-])(?:(?:jdbc|view-source|blob|url|feed|filesystem|scm|git|svn|hg):){0,4}[A-Za-z][A-Za-z0-9+.-]{0,40}:(?://|\\/\\/)"
    r"|(?<![\w+.-])(?:[mM][aA][iI][lL][tT][oO]:(?=[^\s/:]*[@?%])|magnet:(?=\?)|pkg:(?<!\$pkg:)(?=[a-z][\w.+-]*/)|urn:(?=[A-Za-z0-9][A-Za-z0-9-]{1,31}:\S)"
    r"|file:(?=/)|(?:tel|sms):(?=[+\d])|sips?:(?=[^\s@]{1,200}@)|bitcoin:(?=\w+\?)|otpauth:(?=/)"
    r"|data:(?=(?:[\w.+-]+/[\w.+-]+)?(?:;[\w.+-]+(?:=[\w.+-]*)?)*,)"
    r"|javascript:(?=[^\s\"'])(?<=[\"'(<]javascript:))"
)

#: Punctuation of scripts whose text follows a URL without a blank: CJK and full-width marks, guillemets, quotes, Arabic marks.
_FOREIGN = (
    "\u3000-\u3003\u3008-\u3011\u3014-\u301b\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
    "\u201c-\u201f\u2018\u201b\u00ab\u00bb\u060c\u061b\u061f\u06d4\u2026"
)
#: What ends a URL wherever it stands, and what ends bare text.
_STOP = regex(f'[\\s"<>`\\x00-\\x1f\\x7f{_FOREIGN}]')
_BARE_STOP = regex(f'[\\s"<>`|\\x00-\\x1f\\x7f{_FOREIGN}]')
_PLAIN = regex(r"[\w/%.~?=+:@,;!*-]+")
_DATA_STOP = regex("[\"'<>`)\\s]")
_NAMED_VALUE = regex(r"<\w{1,60}>")  # Ruby's %<name>d
_STRING_ESCAPE = regex(r"\\(?:[/@]|u0026|u0025|u003[dD]|x26|x25|u002[fF])")
_BREAKING_ENTITY = regex(r"&(?:quot|lt|gt|apos|nbsp|#34|#39|#60|#62|#x22|#x27|#x3[cCeE]);", re.ASCII)
_TRAILING = ".,;:!?'\"*\u2019"
_CLOSERS = {")": "(", "]": "[", "}": "{"}


def urls_in(line: str, host: Host, found: tuple[Literal, ...]) -> Iterator[Extent]:
    """Every URL with a scheme, in order and never overlapping."""
    at = 0
    while match := _START.search(line, at):
        extent = _extent(line, match.start(), match.end(), host, found)
        yield extent
        at = max(extent.span.end, match.end())


def _extent(line: str, start: int, body: int, host: Host, found: tuple[Literal, ...]) -> Extent:
    literal = literal_at(found, start)
    limit = len(line)
    before = line[start - 1 : start]
    whole = False  # the URL fills its literal: whatever closes it, closes it
    if literal is not None:
        limit = literal.span.end
        whole = literal.span.start == start and literal.closed and literal.quote != "`"
    quote = before if before in ("'", '"', "`") and before else ""
    if (quote and (literal is None or literal.quote != quote)) or before == "<":
        close = line.find(quote or ">", start)
        if close >= 0:
            limit, whole = min(limit, close), True
    if host.name == "csv" and not quote and literal is None:
        limit = _field_end(line, body)
    elif not whole and line.find("|", 0, start) >= 0:  # a cell of a table, whose edges need no blanks
        limit = min(limit, _found(line, "|", body))
    if line.startswith("data:", start):
        return _data_extent(line, start, limit, whole, before)
    apostrophe = quote == "'" or (host.family is Family.CODE and literal is None)
    end = _walk(line, body, limit, host, apostrophe=apostrophe, balanced=not whole)
    cut = end < len(line) and (line[end] == "\u2026" or line.startswith("...", end))
    if end < limit or not whole:
        trimmed = _trim(line, body, end)
        cut = cut or line.startswith("...", trimmed)
        return Extent(Kind.URL, Span(start, trimmed), whole and trimmed == limit, cut)
    return Extent(Kind.URL, Span(start, end), quoted=True, cut=cut)


def _field_end(line: str, at: int) -> int:
    """Where a field without quotes ends (RFC 4180); some files part fields by ``;`` instead."""
    return _found(line, "," if "," in line else ";", at)


def _found(line: str, mark: str, at: int) -> int:
    """Where ``mark`` stands from ``at`` on; the end of the line where it does not."""
    found = line.find(mark, at)
    return found if found >= 0 else len(line)


def _walk(line: str, at: int, limit: int, host: Host, *, apostrophe: bool, balanced: bool) -> int:
    """The end of the URL whose body begins at ``at``: the first character that can be no part of it."""
    depth = {"(": 0, "[": 0, "{": 0}
    while at < limit:
        if plain := _PLAIN.match(line, at, limit):
            at = plain.end()
            continue
        char = line[at]
        if char == "<" and line[at - 1] == "%" and (named := _NAMED_VALUE.match(line, at, limit)):
            at = named.end()
            continue
        if char in "{$#<" and (hole := HOLE.match(line, at, limit)):
            at = hole.end()
            continue
        if _STOP.match(char) or (char == "'" and apostrophe):
            break
        if char == "\\":
            if escape := _STRING_ESCAPE.match(line, at):
                at = escape.end()
                continue
            if line[at + 1 : at + 2] not in ("%", "#", "&", "_"):
                break
            at += 2
            continue
        if char == "&" and host.wrapping and _BREAKING_ENTITY.match(line, at):
            break
        if char == "[" and host.name == "asciidoc":
            break
        if char in depth:
            depth[char] += 1
        elif char in _CLOSERS and balanced:
            if depth[_CLOSERS[char]] == 0:
                break
            depth[_CLOSERS[char]] -= 1
        at += 1
    return at


def _trim(line: str, start: int, end: int) -> int:
    """Leave out the punctuation of the sentence or statement that the URL stands in."""
    while end > start and line[end - 1] in _TRAILING:
        if line[end - 1] == ";" and re.search(r"&#?\w{1,8};$", line[max(start, end - 10) : end]):
            break
        end -= 1
    return end


def _data_extent(line: str, start: int, limit: int, whole: bool, before: str) -> Extent:
    """A ``data:`` URL goes on over blanks and quotes to the end of its literal or of ``url()``."""
    if whole:
        return Extent(Kind.URL, Span(start, limit), quoted=True)
    if before == "(":
        depth = 0
        for at in range(start, limit):
            depth += (line[at] == "(") - (line[at] == ")")
            if depth < 0:
                return Extent(Kind.URL, Span(start, at), quoted=True)
    if before == ">" and (close := line.find("<", start, limit)) >= 0:
        return Extent(Kind.URL, Span(start, close), quoted=True)
    stop = _DATA_STOP.search(line, start, limit)
    return Extent(Kind.URL, Span(start, stop.start() if stop else limit), quoted=False)


ATTRIBUTES = ("href", "src", "srcset", "action", "poster", "cite", "manifest", "longdesc", "background")
"""Names of attributes whose value is a link; some have a prefix: ``xlink:href``, ``data-src``, ``formaction``."""

_ATTRIBUTE = regex(
    rf"(?<![\w$@])(?<!\s:)(?<!v-bind:)(?P<name>(?:xlink:|data-)?(?:{'|'.join(ATTRIBUTES)})|formaction)"
    r"\s{0,3}=\s{0,3}(?:\{\s*)?(?P<quote>\\?[\"'])",
    re.IGNORECASE,
)
_ELEMENT = regex(r"<(?:\w{1,12}:)?(?:href|loc|link|url|guid)>\s*([^<>\s]+)", re.IGNORECASE)
_CSS_URL = regex(r"(?<![\w-])url\(\s*(?P<quote>[\"']?)")
_CSS_PROPERTY = regex(r"[:,]\s*(?:[\w#-]+\s+){0,5}$")
_MARKDOWN_TARGET = regex(r"\]\(\s*(<)?")
_TARGET_CLOSES = regex(r">?\s*\)|>?\s+[\"'(]")  # a title may follow
_MARKDOWN_DEFINITION = regex(r"^\s{0,3}\[[^\]\n]{1,200}\]:\s*(<)?(\S+)")
_EXTENDED = regex(r"\b[\w-]{1,40}\*=\s*(?P<charset>[\w.:-]{1,40})'(?P<language>[\w-]{0,35})'(?P<value>[^\s;,\"]*)")
_CANDIDATE = regex(rf"(?:{HOLE.pattern}|[^\s\"'<>])+")
_BALANCED = regex(r"[^\s()]*(?:\([^\s()]*(?:\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)[^\s()]*)*\)[^\s()]*)*")
_HAS_SCHEME = regex(r"[A-Za-z][A-Za-z0-9+.-]*:")


def links_in(line: str, host: Host) -> Iterator[Extent]:
    """References without a scheme where the syntax says that they are links (RFC 3986 section 4.2), and RFC 8187 values."""
    if "%" not in line and "&" not in line:
        return
    # Each pattern is asked only where what it cannot do without stands in the line: a search from every word takes long.
    for match in _ATTRIBUTE.finditer(line) if "=" in line and _may_have_attribute(line) else ():
        if host.family is Family.CODE and not _is_attribute(line, match):
            continue
        quote = match["quote"]
        if quote[0] == "\\" and line.startswith(quote[1], match.end()):  # the literal ends, and the value is another expression
            continue
        end = _value_end(line, match.end(), quote)
        if match["name"].lower() == "srcset":
            for candidate in _CANDIDATE.finditer(line, match.end(), end):
                if "%" in candidate[0]:
                    yield from _link(line, candidate.start(), candidate.end())
        else:
            yield from _link(line, match.end(), end)
    for match in _ELEMENT.finditer(line) if ">" in line else ():
        yield from _link(line, *match.span(1))
    for match in _CSS_URL.finditer(line) if "url(" in line else ():
        if host.family is not Family.MARKUP and not _CSS_PROPERTY.search(line[max(0, match.start() - 100) : match.start()]):
            continue  # a function of that name
        yield from _link(line, match.end(), _value_end(line, match.end(), match["quote"] or ")"))
    if host.family in (Family.PROSE, Family.MARKUP):
        for match in _MARKDOWN_TARGET.finditer(line):
            end = _target_end(line, match.end(), angle=match[1] is not None)
            if _TARGET_CLOSES.match(line, end):
                yield from _link(line, match.end(), end)
    if host.name == "markdown" and (definition := _MARKDOWN_DEFINITION.match(line)):
        start, end = definition.span(2)
        yield from _link(line, start, line.find(">", start) if definition[1] and ">" in line[start:] else end)
    for match in _EXTENDED.finditer(line) if "*=" in line else ():
        start, end = match.span("value")
        if end > start:
            yield Extent(Kind.LINK, Span(start, _trim(line, start, end)), quoted=False)


def _may_have_attribute(line: str) -> bool:
    """Whether the name of such an attribute stands in the line at all, which is seen much sooner."""
    lowered = line.lower()
    return any(name in lowered for name in ATTRIBUTES)


def _is_attribute(line: str, match: re.Match[str]) -> bool:
    """Whether ``src="…"`` in code is markup or a property of the DOM rather than a variable or an argument."""
    if "<" in line[: match.start()] or line[match.start() - 1 : match.start()] == ".":
        return True
    return " " not in match[0] and not line[: match.start()].strip()


def _value_end(line: str, start: int, closer: str) -> int:
    """Where a value that ``closer`` ends does end; quotes inside a template hole close nothing."""
    at = start
    while True:
        close = line.find(closer, at)
        if close < 0:
            return len(line)
        opens = "{" in line[start:close] or "<" in line[start:close]
        found = HOLE.finditer(line, start, close + 400) if opens else ()
        hole = next((hole for hole in found if hole.start() < close < hole.end()), None)
        if hole is None:
            return close
        at = hole.end()


def _link(line: str, start: int, end: int) -> Iterator[Extent]:
    while start < end and line[start].isspace():
        start += 1
    while end > start and line[end - 1].isspace():
        end -= 1
    text = line[start:end]
    if "%" in text and not _HAS_SCHEME.match(text):
        yield Extent(Kind.LINK, Span(start, end), quoted=True)


def _target_end(line: str, start: int, *, angle: bool) -> int:
    """The end of a Markdown link's destination: up to ``>``, or to a blank or the ``)`` that balances (CommonMark 6.3)."""
    if angle:
        close = line.find(">", start)
        return close if close >= 0 else len(line)
    return _BALANCED.match(line, start).end()  # type: ignore[union-attr]  # matches the empty string at least


_OPENERS = {opener: closer for closer, opener in _CLOSERS.items()}


#: A path behind a key that is no parameter: ``uri=/caf%C3%A9``, ``--path=./a%20b``
_ASSIGNED_PATH = regex(r"[\w.-]+=(?=\.{0,2}/[^&]*$)")
#: The signature base string of OAuth 1.0 (RFC 5849 section 3.4.1.1): three encoded parts joined by ``&``
_BASE_STRING = regex(r"[A-Z]{3,7}&https?%3A%2F%2F", re.IGNORECASE)


class Chunk(NamedTuple):
    """What stands between two characters that end any bare text. ``form``: it may be a form, so commas do not cut it."""

    span: Span
    form: bool


def chunk_around(line: str, at: int, low: int) -> Chunk:
    """The chunk around ``at``; nothing before ``low`` is looked at."""
    start = low
    for stop in _BARE_STOP.finditer(line, low, at):
        start = stop.end()
    following = _BARE_STOP.search(line, at)
    end = following.start() if following else len(line)
    return Chunk(Span(start, end), line.find("&", start, end) >= 0 or line.startswith("?", start))


def stretch_around(line: str, run: Span, chunk: Chunk, literal: Literal | None, host: Host, low: int) -> tuple[Span, Kind]:
    """The bare text around a run of escapes, and what it looks like: a form, a path, or just text.

    ``low`` is where the stretch before this one ended.
    """
    low, high = max(low, chunk.span.start), chunk.span.end
    if literal is not None:
        low, high = max(low, literal.span.start), min(high, literal.span.end)
    marks = "" if chunk.form else ",;"
    left, right = _leftwards(line, run.start, low, marks), _rightwards(line, run.end, high, host, marks)
    right = max(_trim(line, run.end, right), run.end)
    while left < run.start and line[left] in ",;:":
        left += 1
    if torn := _TORN.match(line, left, run.start):
        left = torn.end()
    text = line[left:right]
    if assigned := _ASSIGNED_PATH.match(text):
        return Span(left + assigned.end(), right), Kind.PATH
    if _BASE_STRING.match(text) or _FORM.match(text) or (text[:1] in "?&" and "=" in text):
        return Span(left, right), Kind.FORM
    return Span(left, right), Kind.PATH if "/" in text or _QUERY.search(text) else Kind.TEXT


#: A file with a query: ``segment.ts?token=a%2Bb``
_QUERY = regex(r"\w\?[\w.-]{1,60}=")
#: The end of a template hole whose beginning a blank parts from the stretch: ``{{ url | safe }}?q=a%20b``
_TORN = regex(r"[^\s{}%]{0,80}\}\}?")
_FORM = regex(r"\??[\w.\[\]%+~*!-]+=")


def _leftwards(line: str, at: int, low: int, marks: str) -> int:
    depth = 0
    while at > low:
        char = line[at - 1]
        if char in marks or (char == "\\" and line[at : at + 1] not in ("/", "%")):
            return at
        if char == "'" and not (line[at - 2 : at - 1].isalnum() and line[at : at + 1].isalnum()):
            return at
        if char in _CLOSERS:
            depth += 1
        elif char in _OPENERS:
            if depth == 0:
                return at
            depth -= 1
        at -= 1
    return at


def _rightwards(line: str, at: int, high: int, host: Host, marks: str) -> int:
    depth = 0
    while at < high:
        char = line[at]
        if char in marks or (char == "\\" and line[at + 1 : at + 2] not in ("/", "%")):
            return at
        if char == "'" and not (line[at - 1 : at].isalnum() and line[at + 1 : at + 2].isalnum()):
            return at
        if char == "&" and host.wrapping and _BREAKING_ENTITY.match(line, at):
            return at
        if char in _OPENERS:
            depth += 1
        elif char in _CLOSERS:
            if depth == 0:
                return at
            depth -= 1
        at += 1
    return at

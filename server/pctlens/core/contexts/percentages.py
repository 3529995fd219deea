"""When two decimal digits behind a percent sign are a percentage, as Turkish, Basque and Arabic write it."""

from __future__ import annotations

import re

from pctlens.core.contexts.base import UNRESERVED, holds
from pctlens.core.hosts import Family
from pctlens.core.patterns import regex
from pctlens.core.sites import Site
from pctlens.core.urls import Kind


def percentage(site: Site) -> bool:
    """A percent sign before its number, as Turkish and Basque write it: `%20 indirim`, `%75 opaklık`, `%50'si`, `%35eko`.

    Two decimal digits with a blank, apostrophe or full stop behind them and a blank or nothing before; in text also with a short
    ending, between tags, or joined to another (`%30-%40`). Also pane ids and numbered values (`%20 = add`, `-t %20`). Not what
    fills its quotes (`"%20"`) or a `<code>`, nor where the line speaks of escapes: `%20 and %2F`, `a space is %20 here`.
    """
    if not site.digits_only or site.quoted_alone or _speaks_of_escapes(site):
        return False
    before = site.before
    if before == "%":  # doubled in a format: what is said is the same
        before = site.text[max(0, site.index - 2) : site.index - 1]
        if before == site.after:
            return False
    if site.host.sigils and not site.around.literal and (_is_apart(before) or before in _SIGIL_OPENING):
        return True
    if site.host.family is Family.CODE and not site.around.commented:
        ends = UNRESERVED.match(site.text, site.index) is not None and _ends_literal(site, before)
        return ends or _is_number(site, before) or _is_content(site, before)
    return any(shape(site, before) for shape in _IN_TEXT)


_OPENING = "([\"'\u201c\u2018`*_"
_SIGIL_OPENING = _OPENING + "#"  # assemblers: ``srp #%20``


def _is_apart(before: str) -> bool:
    return not before or before.isspace()


def _is_number(site: Site, before: str) -> bool:
    """The number is a word of its own; behind a bracket or a mark of emphasis a blank or its decimals have to follow."""
    goes_on = _GOES_ON.match(site.text, site.run.end) is not None
    starts = _is_apart(before) or before in "\"'\u201c\u2018" or (before in _OPENING and goes_on)
    end = _NUMBER_END if not before.isspace() else _LINE_END
    if site.host.family is not Family.CODE and _HUNDREDS_END.match(site.text, site.run.end):
        return starts
    return starts and end.match(site.text, site.run.end) is not None


def _is_enclosed(site: Site, before: str) -> bool:
    """Parentheses stand round a number that nobody encodes, or the stars of Markdown round any."""
    if before == "(":
        return site.after == ")" and UNRESERVED.match(site.text, site.index) is not None
    return before == site.after == "*" and site.host.name == "markdown"


def _is_content(site: Site, before: str) -> bool:
    """A tag stands next to it, but none of code, nor does it fill an element of XML, which holds data."""
    if not _CONTENT_END.match(site.text, site.run.end):
        return False
    if site.host.family is not Family.MARKUP and site.text.find("</", site.run.end, site.run.end + 400) < 0:
        return False
    if before == ">" and (site.host.name != "xml" or site.after != "<"):
        return _CODE_ELEMENT.search(site.text, max(0, site.index - 80), site.index) is None
    return _is_apart(before)


def _ends_literal(site: Site, before: str) -> bool:
    """It is the last word of a literal: an escape at the end would have no blank before it."""
    return before.isspace() and site.around.literal is not None and site.text.startswith(site.around.literal.quote, site.run.end)


def _follows_letters(site: Site, before: str) -> bool:
    """A letter of another script stands right before it, and a blank or that script's punctuation behind."""
    foreign = before.isalpha() and not before.isascii() and site.around.kind is Kind.TEXT
    return foreign and _FOREIGN_END.match(site.text, site.run.end) is not None


def _has_ending(site: Site, before: str) -> bool:
    """A short ending follows; where data may stand, text has to stand before it too."""
    begins_message = site.host.name == "po" and before == '"'
    goes_on = site.host.family is Family.PROSE or (before.isspace() and not site.text[: site.index].isspace())
    return (begins_message or (goes_on and _is_apart(before))) and _ENDING.match(site.text, site.run.end) is not None


def _is_in_range(site: Site, before: str) -> bool:
    """A dash joins it to another."""
    found = _RANGE.search(site.text, max(0, site.index - 6), site.index + 10)
    return found is not None and found.start() <= site.index < found.end()


_IN_TEXT = (_is_number, _is_enclosed, _is_content, _ends_literal, _follows_letters, _has_ending, _is_in_range)
_NUMBER_END = regex(r"[\s)]|\Z|['\u2019.,;:!?](?:[\s\w\"<)]|\Z)")
_HUNDREDS_END = regex(r"0(?:[\s)\"]|\Z)")  # ``%200``
_LINE_END = regex(rf"{_NUMBER_END.pattern}|\\[nrt]")
_GOES_ON = regex(r"\s|\Z|\.\d")
_CONTENT_END = regex(r"\s|['\u2019.,;:!?](?:\s|\w)|['\u2019.,;:!?]?</?[A-Za-z]")
_CODE_ELEMENT = regex(r"<(?:code|kbd|literal|pre|samp|tt|var)\b[^<>]*>\Z", re.IGNORECASE)
_FOREIGN_END = regex("[\\s\u3001\u3002\uff01\uff0c\uff1b\uff1f]")
_ENDING = regex(r"[a-z\u00e7\u011f\u0131\u00f6\u015f\u00fc]{1,8}(?=[\s<]|[.,;:!?)]*(?:\s|$))")
_RANGE = regex(r"(?<![^\s(])%(\d\d) ?[-\u2013\u2014] ?%(?!\1)\d\d(?![\w%/])")

#: An escape that stands alone and has a hexadecimal letter, or is NUL: no percentage.
_SURE_ESCAPE = regex(r"(?:^|[\s(>])%(?:[2-7][A-F]|00|[C-F][0-9A-F]%[89AB])")
_ENGLISH_WORDS = regex(
    r"\b(?:[Ss]paces?\b|(?i:percent signs?\b|ampersand|apostrophe|(?:en|de)cod|(?:un)?(?:escap|quot)|ur[il]s?\b))"
)


def _speaks_of_escapes(site: Site) -> bool:
    """Whether the line has an escape that is no percentage, or is text with the English words for the matter."""
    around = site.around
    text = around.commented or around.literal is not None or not (site.host.sigils or site.host.family is Family.CONFIG)
    return holds(_SURE_ESCAPE, around.line) or (text and holds(_ENGLISH_WORDS, around.line))

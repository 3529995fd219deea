"""Rules for any percent sign, in a URL or not."""

from __future__ import annotations

import re

from pctlens.core.contexts.base import printable
from pctlens.core.formats import MACRO, PLACEHOLDER
from pctlens.core.patterns import regex
from pctlens.core.sites import PAIR, Site
from pctlens.core.urls import Part


def template_hole(site: Site) -> bool:
    """The sign stands in a template hole or a shell expansion: `{{ x }}`, `${x%.*}`, `<% x %>`, `#{x}`.

    The hole holds code. Text inside it may still be encoded: in quotes of its own, or where no operand stands before the sign, or
    the hole itself was encoded: `{{%20name%20}}`.
    """
    if site.hole is None or _ENCODED_HOLE.search(site.text, max(0, site.index - 80), site.index + 4):
        return False
    if not site.run:
        return True
    if not site.in_hole:
        return False
    if site.digits_only and _SUBSTITUTION.search(site.text, max(0, site.index - 80), site.index):
        return False
    return site.digits_only or site.before.isalnum() or site.before in "}%# "


_ENCODED_HOLE = regex(r"(?:\{|[$#])\{%[0-9A-Fa-f]{2}[^{}]+\}?\Z")
#: Where a shell's pattern or its replacement begins: ``${x//%20/ }``, ``${x/ /%20}``; in ``${x/%20/}`` the sign means the end.
_SUBSTITUTION = regex(r"\$\{[\w@*!#\[\]]+(?://(?:[^/}]+/)?|/[^/%}]+/)\Z")


def placeholder(site: Site) -> bool:
    """A name between two percent signs is a variable or placeholder: `%PATH%`, `%kernel.project_dir%`.

    384 hits in 109 files, and 80 of the URLs that look malformed. In a password it has to be the whole of it: there, a raw `%` is
    likelier than a variable. A second sign that begins a pair itself closes nothing.
    """
    name = _opening(site) or _closing(site)
    return bool(name) and (not site.in_userinfo or name == site.component)


def _opening(site: Site) -> str:
    """The placeholder that begins at the sign."""
    match = PLACEHOLDER.match(site.text, site.index)
    if match is None or len(site.run) > 3 or (len(site.run) == 3 and printable(site.run.of(site.text))):
        return ""
    if PAIR.match(site.text, match.end() - 1) and MACRO.match(match[0][:-1]) is None:
        return ""
    return match[0]


def _closing(site: Site) -> str:
    """The placeholder that ends at the sign, which itself begins no pair."""
    if len(site.run):
        return ""
    for match in PLACEHOLDER.finditer(site.text, max(0, site.index - 80), site.index + 1):
        if match.end() == site.index + 1:
            before = PAIR.match(site.text, max(0, match.start() - 3), match.start())
            return "" if before and PAIR.match(match[0]) else match[0]
    return ""


def macro(site: Site) -> bool:
    """A name in capitals, or one of several words, right behind the sign is a macro: `%HOSTIP`, `%LOGDIR`, `%ProductId`.

    2,481 of the 3,233 URLs with a `%` that looks malformed. Three characters at least, and no number before the sign, save in a
    host. One of several words has to fill its segment. Any word will do that is a whole host or port, `http://%server:%port/`,
    and in a spec file of RPM: `https://%name.example.org/`.
    """
    if len(site.run) > 3:
        return False
    if site.part in (Part.HOST, Part.PORT) and _WORD.fullmatch(site.component):
        return True
    if not site.run and not site.in_userinfo and _SEGMENT.match(site.text, site.index):
        return True
    pattern = _SPEC_MACRO if site.host.name == "rpmspec" else MACRO
    match = pattern.match(site.text, site.index)
    if match is None or (site.part is not Part.HOST and _NUMBER.search(site.text, max(0, site.index - 1), site.index)):
        return False
    return not site.in_userinfo or match[0] == site.component


#: No escape begins it, or that of a byte beyond ASCII, which no letter follows.
_WORD = regex(r"%[A-Za-z]{3}\w{0,40}", re.ASCII)
_NUMBER = regex(r"(?<!%)(?<!%[0-9A-Fa-f])[0-9]\Z")  # a number that is no part of an escape
_SEGMENT = regex(r"(?<=[/=])%[A-Za-z]{1,40}(?:[a-z][A-Z]|_[A-Za-z])\w{0,40}(?=[/?&#:]|\Z)", re.ASCII)
_SPEC_MACRO = regex(r"%[A-Za-z_]\w{2,}", re.ASCII)

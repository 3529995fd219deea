"""When a percent sign in a URL or link is no malformed escape although no two hexadecimal digits follow it."""

from __future__ import annotations

import re
from itertools import islice

from pctlens.core.contexts.base import holds, is_before_macro, speaks_sql, takes_arguments
from pctlens.core.formats import BOUNDED, NAMED, conversion_at
from pctlens.core.hosts import ANY, GO, JAVA, Family
from pctlens.core.literals import next_literal
from pctlens.core.patterns import regex
from pctlens.core.sites import PAIR, SINGLE_PAIR, Site
from pctlens.core.urls import Kind, Part


def named_placeholder(site: Site) -> bool:
    """A named or numbered conversion: `%(name)s`, `%{x}`, `%[1]s`, `%1$s`, `%<x>s`, `%-5s`.

    About 250 of the 3,233 URLs that look malformed, none of them meant as an escape. In a spec file of RPM a command may stand
    there too: `%(date +%Y)`.
    """
    if NAMED.match(site.text, site.index) or (site.host.name == "rpmspec" and site.text.startswith("%(", site.index)):
        return True
    return _CUT_NAME.match(site.text, site.index) is not None and holds(_NAME, site.around.line)


_CUT_NAME = regex(r"%\(\w{1,60}\Z")  # where a ``)`` closes ``url(``
_NAME = regex(r"%\(\w{1,60}\)[a-z]")


def template_call(site: Site) -> bool:
    """A call whose result is put there: `href="%url($page)"` of Wapp, `?name=%t(zName)` of Fossil."""
    return site.around.kind is Kind.LINK and _CALL.match(site.text, site.index) is not None


_CALL = regex(r"%(?<!\d%)!?[A-Za-z]\w{0,19}\(")


def bounded_conversion(site: Site) -> bool:
    """A conversion that ends where it stands: `/search?q=%s`, `//%s:%d/`, `/%Y/%m/`.

    331 of the URLs that look malformed. In a user name or password it has to be the whole of it: there, a raw `%` is likelier. In
    a host it may go on: `https://node%s1.example.com`.
    """
    match = BOUNDED.match(site.text, site.index)
    if match is None:
        return site.part is Part.HOST and site.text.startswith(("%s", "%d", "%n"), site.index)
    if site.in_userinfo:
        return match[0] == site.component or (site.around.called and site.host.family is Family.CODE)
    behind_word = site.text[site.index - 1 : site.index].isalnum()
    if not behind_word or match[0][1:] in _AFTER_WORD or _LONG.match(site.text, site.index):
        return True
    return (match[0], site.host.dialect) in (("%v", GO), ("%n", JAVA))


_AFTER_WORD = frozenset("sdiuq")  # but no ``%v``, save in Go: ``aa36%v=vs.85%29`` has lost its ``28``
_LONG = regex("%(?:hh|h|ll|l|z)[diux](?![A-Za-z0-9_])")


def specifier(site: Site) -> bool:
    """Single letters that fill their component: `ssh://%r@%h/`, `?mail=%r`, `?site=%c&n=%n`, `?format=%C+%t`, `href="%R/page"`.

    A hexadecimal digit alone, which may be an escape that was cut, is such only where another conversion stands in the URL, or
    where it begins a link in code, or where a literal on a neighbouring line ends with it too.
    """
    if site.around.kind is Kind.LINK and site.host.family is Family.CODE:
        if site.index == 0 and _PREFIX.match(site.text):
            return True
        if site.around.literal is not None and _LAST.match(site.text, site.index):
            closed = tuple(site.text[site.index :] + quote for quote in _CLOSING)
            return any(end in line for end in closed for line in (site.around.above, site.around.below))
    if _SPECIFIER.fullmatch(site.component):
        return site.around.template or (not site.in_userinfo and _NO_DIGIT.fullmatch(site.component) is not None)
    if site.in_userinfo:
        return False
    if site.host.family is Family.CONFIG and site.around.template and _VARIABLE.match(site.text, site.index):
        return True
    return _SPECIFIERS.fullmatch(site.component) is not None


_PREFIX = regex("%(?:s|[A-Za-z](?![A-Za-z0-9]))")
_SPECIFIER = regex("%[A-Z]?[A-Za-z]")
_NO_DIGIT = regex("%[G-Zg-z]")
_LAST = regex(r"%[A-Fa-f]\Z")
_CLOSING = ('"', "'", '\\"', "\\'")
_VARIABLE = regex("%[A-Z][A-Za-z](?![A-Za-z0-9])")  # of HAProxy, behind its sample: ``https://%[hdr(host)]%HU``
_SPECIFIERS = regex(r"(?:[^%]*(?<![A-Za-z0-9])%[A-Za-z](?![A-Za-z0-9])){2,}[^%]*")


def conversion_of_call(site: Site) -> bool:
    """In a format string, what can be a conversion is one: `server%d.example.com/%s`.

    The string is one by the call that reads it, by the `%` operator behind it, or by another conversion in it.
    """
    if not site.around.format or site.host.family is Family.MARKUP:
        return False
    if site.in_userinfo and not site.around.called:
        return False
    if site.index == len(site.text) - 1:
        literal, line = site.around.literal, site.around.line
        if literal is None or not site.around.called:
            return False
        at = line.find(site.text, literal.span.start, literal.span.end)
        return at >= 0 and _BLANK_FLAG.match(line, at + len(site.text)) is not None
    if not site.around.called and not _has_other(site):
        return False
    if not site.in_userinfo and _OWN_LETTER.match(site.text, site.index):
        return True
    return conversion_at(site.text, site.index, site.host.dialect or ANY) is not None


def _has_other(site: Site) -> bool:
    """Whether another conversion stands in the text or its literal: one alone may be an escape that was cut."""
    literal = site.around.literal if site.host.family is Family.CODE else None
    text = site.text if literal is None else literal.span.of(site.around.line)
    itself = BOUNDED.match(site.text, site.index) is not None
    return NAMED.search(text) is not None or len(tuple(islice(BOUNDED.finditer(text), 2))) > itself


_OWN_LETTER = regex("%[A-Za-z](?![A-Za-z0-9])")  # which a project's own printf takes
#: The flag that is a blank ends the URL before its conversion: ``"https://example.com/?q=% d" % n``.
_BLANK_FLAG = regex(r" [dsif]\b")


def width_conversion(site: Site) -> bool:
    """A zero-padded width is a conversion in any language: `%02d`, `%03i`, `%08x`."""
    return _WIDTH.match(site.text, site.index, site.index + 8) is not None


_WIDTH = regex(r"%0\d{0,2}(?:l{1,2})?[dixXu]")


def doubled(site: Site) -> bool:
    """A doubled sign in code or a template is an escaped one: `%%`, and anywhere before a conversion letter: `%%s`.

    But not beside an escape that is not doubled, in what is no format string: `caf%C3%%A9`.
    """
    if _DOUBLED_LETTER.search(site.text, max(0, site.index - 1), site.index + 4):
        return True
    if not site.around.format and holds(SINGLE_PAIR, site.text):
        return False
    pairs = site.text[site.index + 1 : site.index + 2] == "%" or site.text[site.index - 1 : site.index] == "%"
    return pairs and (site.host.family is Family.CODE or site.around.format or site.host.dialect is not None)


_DOUBLED_LETTER = regex(r"%%[sdi](?!\w)")


def numbered_placeholder(site: Site) -> bool:
    """Arguments by number in code and in its translations, from `%1` on: `QString("https://%1/%2").arg(a)`, `%1%` of Boost.

    Or as a host, or as a whole link: `http://%2/`, `src="%1"`. In a file of an unknown language the URL has to stand in quotes.
    The numbers may begin elsewhere in the line, or in a literal of a neighbouring line.
    """
    if _NUMBERED.fullmatch(site.text):
        return True
    around = site.around
    is_quoted = around.literal is not None and site.host.name in ("plaintext", "po")
    unquoted_text = site.host.family is Family.PROSE and not is_quoted
    if unquoted_text or site.host.family is Family.LOG or site.host.name == "html":
        return False
    if takes_arguments(site) and site.text[site.index + 1 : site.index + 2] in tuple("0123456789"):
        return True
    closes = site.host.name == "c" and _CLOSED.fullmatch(site.text, max(0, site.index - 2), site.index + 1) is not None
    if not closes and _NUMBERED.match(site.text, site.index) is None:
        return False
    if holds(_FIRST_NUMBER, site.text) or holds(_FIRST_APART, around.line):
        return True
    return around.literal is not None and _numbers_go_on(around.above, around.below)


def _numbers_go_on(above: str, below: str) -> bool:
    """Whether the line above ends with a literal, or the one below begins with one, that holds such an argument."""
    ends, begins = above.rstrip(_BETWEEN_LITERALS).endswith(_QUOTES), below.lstrip(_BETWEEN_LITERALS).startswith(_QUOTES)
    return (ends and holds(_NUMBERED, above)) or (begins and holds(_NUMBERED, below))


_NUMBERED = regex("%[1-9](?![0-9A-Za-z])")
_QUOTES = ('"', "'", "`")
_BETWEEN_LITERALS = " \t+.&\\"
_CLOSED = regex("%[1-9]%")
_FIRST_APART = regex(r"(?<![\w%])%1(?![\w%])")
_FIRST_NUMBER = regex("(?:%1|://%[2-9])(?![0-9A-Za-z])")  # or a host, which no escape begins


def merge_field(site: Site) -> bool:
    """A field of a mailing between doubled signs: `%%unsubscribe%%`, `%%=Link(x)=%%`."""
    fields = _MERGE_FIELD.finditer(site.text, max(0, site.index - 90), site.index + 90)
    return any(field.start() <= site.index < field.end() for field in islice(fields, 3))


_MERGE_FIELD = regex(r"%%[=A-Za-z_][^%]{0,80}%%")


def sql_pattern(site: Site) -> bool:
    """A pattern for URLs: `LIKE 'https://example.com/%'`, `"https://%"`, or in SQL what RAISE fills in: `'https://%.example.com'`."""
    if site.around.literal is None:
        return False
    apart = site.host.name == "sql" and _APART.match(site.text, site.index) is not None
    return apart or speaks_sql(site.around.line) or _ANY_HOST.fullmatch(site.text) is not None


_APART = regex(r"(?<!\w)%(?![\w%])")
_ANY_HOST = regex(r"[\w+.-]+://%")


def goes_on_in_code(site: Site) -> bool:
    """What follows the sign comes from code: `"https://example.com/%" + hex`, `https://%${hex}.example.com`, `%${name}%`.

    Or from the next literal, which completes it: `"https://example.com/caf%C" "3%A9"`, also on the line below.
    """
    if not site.in_userinfo and _is_before_hole(site):
        return True
    literal = site.around.literal
    if literal is None or site.host.family is not Family.CODE or site.index < len(site.text) - 2:
        return False
    line, end = site.around.line, literal.span.end + len(literal.quote)
    completed = site.text[site.index :] + next_literal(line, end, site.around.below)
    if PAIR.match(completed) or BOUNDED.match(completed):
        return True
    if site.index < len(site.text) - 1:
        return False
    if is_before_macro(site, end):
        return True
    return _CONCATENATION.match(line, end) is not None


def _is_before_hole(site: Site) -> bool:
    """Whether a hole follows the sign, which no number stands before, or lies between such a sign and this one."""
    found = _INTERPOLATED.finditer(site.text, max(0, site.index - 90), site.index + 90)
    return any(hole.start() == site.index or (hole.end() == site.index + 1 and hole["closes"]) for hole in found)


_INTERPOLATED = regex(r"(?<![A-Za-z0-9}])%(?:[$#]\{[^{}]{1,80}\}(?P<closes>%?)|\$[A-Za-z_])")
_CONCATENATION = regex(r"\s*(?:\+|\.\.|<<|\|\||&|\.\s*\$)")


def file_argument(site: Site) -> bool:
    """Arguments, loop variables and specifiers of the file's own reader: `%1`, `%%a` in batch, `%1` in Apache, `%i` in units.

    Also what rules that rewrite refer to, wherever they are quoted, and the patterns of Make's functions: `$(patsubst https://%,%,$(URL))`.
    """
    behind = site.text[site.index + 1 : site.index + 2]
    single_letter = behind.isalpha() and not site.text[site.index + 2 : site.index + 3].isalnum()
    if site.host.reader == "cmd":
        return single_letter or behind.isdecimal() or behind in ("*", "~", "%") or holds(_REPLACED, site.around.line)
    if site.host.reader == "systemd":
        return single_letter
    if site.host.name == "makefile":
        return site.text.endswith("://", 0, site.index) or holds(_MAKE_PATTERN, site.around.line)
    if not behind.isdecimal():
        return False
    if holds(_REWRITTEN, site.around.line):
        return True
    if site.host.name not in ("config", "apache") or site.text[site.index - 1 : site.index].isalnum():
        return False
    return site.text[site.index + 2 : site.index + 3] in ("", "/", "?", "%")


_REPLACED = regex(r"%\w{1,60}:(?=[^%]{0,200}://)[^%=]{0,100}=[^%]{0,100}%")  # ``%URL:http://=https://%``
_REWRITTEN = regex(r"\brewriteRule\b", re.IGNORECASE)
_MAKE_PATTERN = regex(r"\$[({](?:patsubst|filter(?:-out)?)\s|\$[({]\w+:[^$)}\s]*%")


def pattern(site: Site) -> bool:
    """The text is a regular expression or a glob of URLs: `https?://[^/@%]+`, `(?:…)`, `.*`, or a pattern of Lua or sed."""
    if site.host.name == "lua":
        cut = site.index == len(site.text) - 1  # a full stop behind the URL was left out
        if cut or _LUA_MARK.match(site.text, site.index):
            return holds(_LUA_ITEM, site.text)
        return _LUA_ITEM.match(site.text, site.index) is not None
    if holds(_PATTERN, site.text) or holds(_SUBSTITUTION, site.around.line):
        return True
    return site.host.name == "php" and holds(_PREG, site.around.line)


#: Where percent signs part the pattern of sed from its replacement (``s%https://a%https://b%g``) or enclose one of PCRE.
_SUBSTITUTION = regex(r"(?<![\w%:@.&?-])s%[^%]{1,200}%[^%]{0,200}%(?![0-9A-Fa-f]{2})[gpiIme0-9]{0,3}(?=[\s\"';}]|\Z)")
_PREG = regex("preg_")

#: A character class, an escaped mark or a capture (Lua 5.4 section 6.4.1).
_LUA_ITEM = regex(r"%(?:[acdglpsuwxACDGLPSUWX](?!\w)|[-.+*?^$()\[\]]|[1-9](?!\w))")
_LUA_MARK = regex(r"%[^\w\s%]")  # any other mark may be escaped too

_PATTERN = regex(r"://\*|\[\^|\(\?[:=!<]|\.\*|(?<!\.)\.\+|\[[^\]]{0,40}(?:a-z|A-Z|0-9)|\\[dwsS(%]|\{\d+(?:,\d*)?\}|\)\?|\)\*")


def tag_delimiter(site: Site) -> bool:
    """The edge of a template tag whose other edge is not in sight: `{%`, `%}`, `<%`, `%>`, `[% `."""
    before, behind = site.text[site.index - 1 : site.index], site.text[site.index + 1 : site.index + 2]
    return before in ("{", "<") or behind in ("}", ">") or (before == "[" and behind in ("", " ", "-", "="))


def zsh_prompt(site: Site) -> bool:
    """Colours of zsh prompts: `%F{red}`, `%f`.

    But not beside an escape, of which a prompt has none: `caf%C3%B`.
    """
    if site.host.name != "shellscript" or holds(PAIR, site.text):
        return False
    behind = site.text[site.index + 1 : site.index + 3]
    return behind[:1] in tuple("fbukFBUKnmT~#") and not behind[1:].isalnum()


def data_percentage(site: Site) -> bool:
    """A percentage in the markup that a `data:` URL holds: `width='100%'`."""
    return site.part is Part.OPAQUE and site.text[site.index - 1 : site.index].isdecimal()


def bare_percentage(site: Site) -> bool:
    """A link that is only a percent sign, perhaps with a number before it."""
    return re.fullmatch(r"[-+]?[\d.,]*%", site.text) is not None


def closing_delimiter(site: Site) -> bool:
    """The end of a template tag that begins outside the URL: `<% … %>`, `(% … %)`, and any `%}` but that of `{@code …%}`."""
    if site.index != len(site.text) - 1:
        return False
    parted = ((opener, site.around.line.partition(site.text + closer)) for opener, closer in _TAGS)
    return any(found and opener in before and not _BRACE.search(before) for opener, (before, found, _) in parted)


_TAGS = (("", "}"), ("<%", ">"), ("(%", ")"))
_BRACE = regex(r"(?<!%)\{(?!%)[^{}]{0,200}\Z")  # is no tag's

"""When a percent sign is no escape: small named rules, each with the evidence it rests on.

The counts are hits of ``%`` with two hexadecimal digits in 42 public source trees (31.6 million lines); shares are of those hits.
A rule's first docstring line is what a user reads in docs/recognition.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from pctlens.core.formats import BOUNDED, MACRO, NAMED, PLACEHOLDER, conversion, conversion_at
from pctlens.core.hosts import ANY, Family
from pctlens.core.sites import PAIR, Site
from pctlens.core.text import Span
from pctlens.core.urls import Kind, Part

Test = Callable[[Site], bool]


@dataclass(frozen=True, slots=True)
class Context:
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
    return next((context.id for context in contexts if context.test(site)), "")


# --- Any text ---------------------------------------------------------------------------------------------------------------


def template_hole(site: Site) -> bool:
    """The sign stands in a template hole or a shell expansion: `{{ x }}`, `${x%.*}`, `<% x %>`, `#{x}`.

    The hole holds code. Text inside it may still be encoded: in quotes of its own, or where no operand stands before the sign.
    """
    if not site.in_hole or site.quoted_alone:
        return False
    return not site.run or site.digits_only or site.before.isalnum() or site.before in "}%# "


def placeholder(site: Site) -> bool:
    """A name between two percent signs is a variable or placeholder: `%PATH%`, `%kernel.project_dir%`.

    384 hits in 109 files, and 80 of the URLs that look malformed. In a password it has to be the whole of it: there, a raw `%` is
    likelier than a variable. A second sign that begins a pair itself closes nothing.
    """
    name = _opening(site) or _closing(site)
    return bool(name) and (site.part not in (Part.USER, Part.PASSWORD) or name == site.component)


def _opening(site: Site) -> str:
    """The placeholder that begins at the sign."""
    match = PLACEHOLDER.match(site.text, site.index)
    if match is None or len(site.run) > 3 or (len(site.run) == 3 and _printable(site.run.of(site.text))):
        return ""
    if PAIR.match(site.text, match.end() - 1) and MACRO.match(match[0][:-1]) is None:
        return ""
    return match[0]


def _closing(site: Site) -> str:
    """The placeholder that ends at the sign, which itself begins no pair."""
    if len(site.run):
        return ""
    for match in PLACEHOLDER.finditer(site.text, max(0, site.index - 80), site.index + 1):
        in_run = (
            PAIR.match(match[0]) is not None and PAIR.match(site.text[: match.start()], max(0, match.start() - 3)) is not None
        )
        if match.end() == site.index + 1 and not in_run:
            return match[0]
    return ""


def macro(site: Site) -> bool:
    """A name in capitals right behind the sign is a macro: `%HOSTIP`, `%LOGDIR` (test suites, RPM).

    2,481 of the 3,233 URLs with a `%` that looks malformed. Three characters at least, and no number before the sign.
    """
    behind_number = site.text[site.index - 1 : site.index].isdecimal()
    match = None if len(site.run) > 3 or behind_number else MACRO.match(site.text, site.index)
    return match is not None and (site.part not in (Part.USER, Part.PASSWORD) or match[0] == site.component)


# --- A sign with two hexadecimal digits ----------------------------------------------------------------------------------------


def _printable(escapes: str) -> bool:
    """Whether a run of escapes is UTF-8 for characters that a text may hold."""
    try:
        decoded = bytes.fromhex(escapes.replace("%", "")).decode()
    except ValueError:
        return False
    return all(char in "\t\n\r\0" or ord(char) > 0x9F or 0x20 <= ord(char) < 0x7F for char in decoded)


def implausible_bytes(site: Site) -> bool:
    """Outside a URL, the escapes have to be UTF-8 for printable text.

    The best single rule there is, in any language: it drops 84 % of the look-alikes (`%02x`, `%de`, `%ca`, `%eax`, `n%100`) and
    keeps 94 % of the escapes. Quoted paths, forms and runs of several bytes may be in a legacy charset.
    """
    escapes = site.run.of(site.text)
    return not _printable(escapes) and not _control_in_path(site) and not _legacy_bytes(site, escapes)


def _rooted(site: Site) -> bool:
    """Whether the literal around the sign begins with ``/``: a path."""
    literal = site.around.literal
    return literal is not None and site.around.kind is Kind.PATH and site.text.startswith("/", literal.span.start)


def _control_in_path(site: Site) -> bool:
    """Whether one control character ends a segment of a quoted path: ``"/foo%19/bar"``."""
    if not _rooted(site) or len(site.run) != 3 or int(site.pair, 16) >= 0x20 or site.around.format:
        return False
    return site.after in ("/", "[", "", "'", '"')


_HIGH = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")
_PRINTABLE_PAIR = re.compile(r"%(?:2[0-9A-F]|[3-6][A-F]|7[B-E])(?![a-z])")
_HIGH_RUN = re.compile(f"(?:{_HIGH.pattern})+")


def _legacy_bytes(site: Site, escapes: str) -> bool:
    """Whether bytes of no UTF-8 stand where text is quoted, and no format makes conversions of them.

    One byte alone has to be in a path or form and be no conversion; two or more speak for themselves, and so does a plain
    escape in the same component.
    """
    if site.around.literal is None or site.around.format or not _HIGH_RUN.fullmatch(escapes):
        return False
    if len(escapes) > 3 or _PRINTABLE_PAIR.search(site.component):
        return True
    if not _rooted(site) and site.part not in (Part.KEY, Part.VALUE):
        return False
    ends = site.after in ("", "'", '"', "`", "/", "&", "+", "%", "-", ".")
    return conversion_at(site.text, site.index, site.host.dialect or ANY) is None or (ends and escapes.isupper())


def conversion_in_format(site: Site) -> bool:
    """In a format string, what can be a conversion is one: `%2d:%2d`, `%20s`, `%20(%m%)`.

    934 hits. A capital at the end of the pair (`%2F`, `%3A`), or a second pair right behind it, is an escape all the same, but
    not of a letter, a digit or `-._~`, which nobody encodes there. In a URL that a call reads it is a clash.
    """
    if not site.around.format or (len(site.run) > 3 and (site.around.kind is Kind.URL or not site.around.called)):
        return False
    found = conversion_at(site.text, site.index, site.host.dialect or ANY)
    if site.around.kind is Kind.URL:
        if _printable(site.run.of(site.text)) and (site.around.called or found is None or len(found) != 3):
            return False
    elif _UNRESERVED.match(site.text, site.index) or (site.after == "(" and site.around.literal is None):
        return True
    return found is not None and (len(found) > 3 or site.text[found.end - 1].islower())


#: An escape of an unreserved character (RFC 3986 section 2.3).
_UNRESERVED = re.compile(r"%(?:2[DEde]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee])")


def lone_conversion(site: Site) -> bool:
    """A width and a conversion that stand alone: `"%2d"`, `%5c`, `"%20s"`, where the language has such conversions.

    Not where the line speaks of URLs, encoding or replacing.
    """
    if site.around.kind is Kind.URL or len(site.run) > 3 or _holds(_SPEAKS_OF_ENCODING, site.around.line):
        return False
    if site.host.family is Family.MARKUP or (site.host.dialect is not None and not site.host.dialect.widths):
        return False
    found = conversion(site.host.dialect or ANY).match(site.text, site.index)
    if found is None or found.end() < site.index + 3 or not found[0][-1].islower():
        return False
    behind = site.text[found.end() : found.end() + 1]
    return not (site.before.isalnum() or (site.before and site.before in "/=&?.-_@")) and not (behind.isalnum() or behind == "/")


_SPEAKS_OF_ENCODING = re.compile(r"ur[il]|enc|dec|quot|escap|replac|g?sub\(|percent|query|href", re.IGNORECASE)


def width_of_control(site: Site) -> bool:
    """A pair for a control character with a conversion letter behind it is a width: `/path/%04d`, `frame%03d.png`, also in a URL.

    3,450 hits of widths in 843 files; no URL was seen that holds such a control character before such a letter.
    """
    return (
        len(site.run) == 3
        and int(site.pair, 16) < 0x20
        and re.match(r"\d{2}\d?(?:ll?|z)?[dixXuscfo]", site.text[site.index + 1 : site.index + 8]) is not None
    )


def status_condition(site: Site) -> bool:
    """Status codes before a brace are a log format: `%400,501{User-agent}i`."""
    return re.match(r"%!?\d{3}(?:,\d{3})*\{", site.text[site.index : site.index + 60]) is not None


def plural_form(site: Site) -> bool:
    """Plural rules of gettext: `n%10==1 && n%100!=11`.

    3,282 hits in 508 files, most of them on a line that says `plural`.
    """
    operator = _OPERATOR.match(site.text, site.run.end) is not None
    operand = site.before.isalnum() or site.before in (" ", ")")
    return site.digits_only and operand and operator and _mentions_plural(site.around.line)


def modulo(site: Site) -> bool:
    """An operand before the sign and digits behind it are a remainder: `i%20`, `(x)%26`, `a[i]%64 == 0`.

    677 hits in 262 files. Only where statements stand: outside literals, or with a comparison right behind it.
    """
    if not site.digits_only or site.around.kind is Kind.URL or (site.around.commented and site.component.count("%") > 1):
        return False
    if _COMPARISON.match(site.text, site.run.end) and (site.before.isalnum() or site.before in ")] "):
        return True
    if site.before and site.before in ")]" and site.after and site.after in ";,)":
        return site.around.literal is None
    if site.host.family is not Family.CODE:
        return site.before.isdecimal() and (not site.after or site.after in " .,;)")
    statement = site.around.literal is None or site.in_hole
    operand = _OPERAND.search(site.text, max(0, site.run.start - 2), site.run.start) is not None
    return statement and operand and _NUMBER_END.match(site.text, site.run.end) is not None and site.after != "/"


_OPERATOR = re.compile(r"\d*\s*(?:[=!<>?:&|)]|$)")
_COMPARISON = re.compile(r"\s*(?:[=!<>]=|[<>]\s*\d|=\s*\d)")
_OPERAND = re.compile(r"[\w)\]}]\s?\Z")
_NUMBER_END = re.compile(r"\d*[uUlL]{0,3}(?![A-Za-z%])")


@lru_cache(maxsize=8)
def _mentions_plural(line: str) -> bool:
    return "plural" in line.lower()


def percentage(site: Site) -> bool:
    """A percent sign before its number, as Turkish and Basque write it: `%20 indirim`, `%75 opaklık`, `%50'si`.

    Two decimal digits with a blank, apostrophe or full stop behind them and a blank or nothing before. Also pane ids and numbered
    values (`%20 = add`, `-t %20`). Not what fills its quotes (`"%20"`), nor
    where the line speaks of escapes: `%20 and %2F`, `a space is %20 here`.
    """
    if not site.digits_only or site.quoted_alone or _speaks_of_escapes(site):
        return False
    starts = not site.before or site.before.isspace() or site.before in "([\"'\u201c\u2018`*_"
    behind = site.text[site.run.end : site.run.end + 2]
    if site.host.sigils and starts and not site.around.literal:
        return True
    ends = not behind or behind[0].isspace() or re.match(r"['\u2019.,;:!?](?:\s|\w|$)", behind) is not None
    if site.before in ("(", "[", "`", "*", "_") and not behind[:1].isspace():
        return False
    return starts and ends


#: An escape that stands alone and has a hexadecimal letter: no percentage.
_SURE_ESCAPE = re.compile(r"(?:^|[\s(])%(?:[2-7][A-F]|[C-F][0-9A-F]%[89AB])")
_ENGLISH_WORDS = re.compile(r"\b(?:[Ss]paces?\b|(?i:(?:en|de)cod|(?:un)?(?:escap|quot)|ur[il]s?\b))")


def _speaks_of_escapes(site: Site) -> bool:
    """Whether the line has an escape that is no percentage, or is text with the English words for the matter."""
    around = site.around
    text = around.commented or around.literal is not None or site.host.family in (Family.PROSE, Family.LOG)
    return _holds(_SURE_ESCAPE, around.line) or (text and _holds(_ENGLISH_WORDS, around.line))


@lru_cache(maxsize=16)
def _holds(pattern: re.Pattern[str], line: str) -> bool:
    """Whether the pattern is found in a line; asked for each sign of it, so the answer is kept."""
    return pattern.search(line) is not None


def pattern_literal(site: Site) -> bool:
    """A literal between two signs is a pattern: `LIKE '%20%'`."""
    literal = site.around.literal
    if literal is None:
        return False
    line = site.around.line
    sql = _holds(_SQL, line)
    if sql and _LIKE.search(site.text, max(0, site.run.start - 100), site.run.start):
        return True
    closes = site.after == "%" and not PAIR.match(site.text, site.run.end)
    return closes and (sql or _is_between_signs(line, literal.span))


def _is_between_signs(line: str, span: Span) -> bool:
    return line.startswith("%", span.start) and line.endswith("%", span.start, span.end)


_ATOM = re.compile(r"\d*[lcv<>]")
_SQL = re.compile(r"\bI?LIKE\b|\b(?:select|where)\b.{0,200}\bi?like\b")
_LIKE = re.compile(r"\bI?LIKE\s*\(?\s*[NE]?[\"'][^\"']*\Z", re.IGNORECASE)


def vim_atom(site: Site) -> bool:
    r"""A sign after a backslash is a column or line atom of Vim: `\%23l`, `\%73c`."""
    return site.before == "\\" and _ATOM.match(site.text, site.run.end) is not None


def percent_comment(site: Site) -> bool:
    """In TeX, Erlang, Prolog, MATLAB and PostScript a sign begins a comment."""
    if not site.host.percent_comments or site.around.literal is not None:
        return False
    leading = _LEADING.match(site.text)
    return leading is not None and leading.end() >= site.index


_LEADING = re.compile(r"[ \t%]*")


def packed_data(site: Site) -> bool:
    """Packed or encrypted data in a literal: most of what stands around the sign is no text."""
    window = site.text[max(0, site.run.start - 30) : site.run.end + 30]
    odd = sum(1 for char in window if not char.isalnum() and char not in " %/=&?+._-'\"`:;,()")
    return len(window) >= 40 and odd > len(window) * 0.3


def doubled_in_code(site: Site) -> bool:
    """A doubled sign that nothing here is known to undouble: `'%%20'`."""
    return site.before == "%" and site.host.family is Family.CODE


# --- A sign without two hexadecimal digits, in a URL or link ------------------------------------------------------------------


def named_placeholder(site: Site) -> bool:
    """A named or numbered conversion: `%(name)s`, `%{x}`, `%[1]s`, `%1$s`, `%<x>s`, `%-5s`.

    About 250 of the 3,233 URLs that look malformed, none of them meant as an escape.
    """
    return NAMED.match(site.text, site.index) is not None


def bounded_conversion(site: Site) -> bool:
    """A conversion that ends where it stands: `/search?q=%s`, `//%s:%d/`, `/%Y/%m/`.

    331 of the URLs that look malformed. In a user name or password it has to be the whole of it: there, a raw `%` is likelier.
    """
    match = BOUNDED.match(site.text, site.index)
    if match is None:
        return False
    if site.part in (Part.USER, Part.PASSWORD):
        return match[0] == site.component or (site.around.called and site.host.family is Family.CODE)
    before = site.text[site.index - 1 : site.index]
    return match[0][1] in "sdviuq" or not before.isalnum()


def conversion_of_call(site: Site) -> bool:
    """In a format string, what can be a conversion is one: `server%d.example.com/%s`.

    The string is one by the call that reads it, by the `%` operator behind it, or by another conversion in it.
    """
    if not site.around.format or site.host.family is Family.MARKUP:
        return False
    if site.part in (Part.USER, Part.PASSWORD) and not site.around.called:
        return False
    return conversion_at(site.text, site.index, site.host.dialect or ANY) is not None


def width_conversion(site: Site) -> bool:
    """A zero-padded width is a conversion in any language: `%02d`, `%03i`, `%08x`."""
    return re.match(r"%0\d{0,2}(?:l{1,2})?[dixXu]", site.text[site.index : site.index + 8]) is not None


def doubled(site: Site) -> bool:
    """A doubled sign in code or a template is an escaped one: `%%`, and anywhere before a conversion letter: `%%s`."""
    if re.search(r"%%[sdi](?!\w)", site.text[max(0, site.index - 1) : site.index + 4]):
        return True
    pairs = site.text[site.index + 1 : site.index + 2] == "%" or site.text[site.index - 1 : site.index] == "%"
    return pairs and (site.host.family is Family.CODE or site.around.format or site.host.dialect is not None)


def numbered_placeholder(site: Site) -> bool:
    """Arguments by number in code and in its translations, from `%1` on: `QString("https://%1/%2").arg(a)`."""
    if site.host.family in (Family.PROSE, Family.LOG) or site.host.name == "html":
        return False
    return _NUMBERED.match(site.text, site.index) is not None and _holds(_FIRST_NUMBER, site.text)


_NUMBERED = re.compile("%[1-9](?![0-9A-Za-z])")
_FIRST_NUMBER = re.compile("%1(?![0-9A-Za-z])")


def merge_field(site: Site) -> bool:
    """A field of a mailing between doubled signs: `%%unsubscribe%%`, `%%=Link(x)=%%`."""
    fields = _MERGE_FIELD.finditer(site.text, max(0, site.index - 90))
    return any(field.start() <= site.index < field.end() for field in islice(fields, 3))


_MERGE_FIELD = re.compile(r"%%[=A-Za-z_][^%]{0,80}%%")


def sql_pattern(site: Site) -> bool:
    """A pattern for URLs: `LIKE 'https://example.com/%'`."""
    return site.around.literal is not None and _holds(_SQL, site.around.line)


def goes_on_in_code(site: Site) -> bool:
    """The last character of a literal to which code adds more: `"https://example.com/%" + hex`."""
    literal = site.around.literal
    if literal is None or site.index != len(site.text) - 1 or site.host.family is not Family.CODE:
        return False
    return _CONCATENATION.match(site.around.line, literal.span.end + len(literal.quote)) is not None


_CONCATENATION = re.compile(r"\s*(?:\+|\.\.|<<|\|\||&|\.\s*\$)")


def file_argument(site: Site) -> bool:
    """Arguments, back references and unit specifiers of the file's own reader: `%1` in batch and Apache files, `%i` in units."""
    behind = site.text[site.index + 1 : site.index + 2]
    if site.host.reader == "cmd":
        return behind.isdecimal() or behind in ("*", "~", "%")
    if site.host.reader == "systemd":
        return behind.isalpha() and not site.text[site.index + 2 : site.index + 3].isalnum()
    return (
        site.host.name in ("config", "apache")
        and behind.isdecimal()
        and site.text[site.index + 2 : site.index + 3] in ("", "/", "?", "%")
    )


def pattern(site: Site) -> bool:
    """The text is a regular expression or a glob of URLs: `https?://[^/@%]+`, `(?:…)`, `.*`."""
    return _holds(_PATTERN, site.text)


_PATTERN = re.compile(r"://\*|\[\^|\(\?[:=!<]|\.\*|\.\+|\[[^\]]{0,40}(?:a-z|A-Z|0-9)|\\[dwsS(%]|\{\d+,?\d*\}|\)\?|\)\*")


def tag_delimiter(site: Site) -> bool:
    """The edge of a template tag whose other edge is not in sight: `{%`, `%}`, `<%`, `%>`."""
    return site.text[site.index - 1 : site.index] in ("{", "<") or site.text[site.index + 1 : site.index + 2] in ("}", ">")


def zsh_prompt(site: Site) -> bool:
    """Colours of zsh prompts: `%F{red}`, `%f`."""
    behind = site.text[site.index + 1 : site.index + 3]
    return site.host.name == "shellscript" and behind[:1] in tuple("fbukFBUKnmT~#") and not behind[1:].isalnum()


def data_percentage(site: Site) -> bool:
    """A percentage in the markup that a `data:` URL holds: `width='100%'`."""
    return site.part is Part.OPAQUE and site.text[site.index - 1 : site.index].isdecimal()


def bare_percentage(site: Site) -> bool:
    """A link that is only a number with its percent sign."""
    return re.fullmatch(r"[-+]?[\d.,]+%", site.text) is not None


def closing_delimiter(site: Site) -> bool:
    """The end of a template tag that begins outside the URL: `%>`, `%}`, `%)`."""
    return site.index == len(site.text) - 1 and re.search(r"[{<(]%|%[}>]", site.around.line) is not None


#: Why a sign with two hexadecimal digits is no escape, in text that no URL surrounds. The first that holds names the reason.
IN_TEXT: tuple[Context, ...] = (
    Context("template-hole", template_hole),
    Context("percent-comment", percent_comment),
    Context("status-condition", status_condition),
    Context("implausible-bytes", implausible_bytes),
    Context("plural-form", plural_form),
    Context("vim-atom", vim_atom),
    Context("pattern-literal", pattern_literal),
    Context("placeholder", placeholder),
    Context("modulo", modulo),
    Context("percentage", percentage),
    Context("conversion-in-format", conversion_in_format),
    Context("lone-conversion", lone_conversion),
    Context("width-of-control", width_of_control),
    Context("doubled-in-code", doubled_in_code),
    Context("packed-data", packed_data),
)

#: The same where the host's own spelling says that the sign is meant for the text: ``%%20`` in a format, ``\\%20`` in LaTeX.
WRAPPED: tuple[Context, ...] = (
    Context("template-hole", template_hole),
    Context("implausible-bytes", implausible_bytes),
)

#: The same in a URL or link: there it takes much more to be no escape.
IN_URL: tuple[Context, ...] = (
    Context("template-hole", template_hole),
    Context("width-of-control", width_of_control),
    Context("conversion-in-format", conversion_in_format),
    Context("macro", macro),
    Context("placeholder", placeholder),
)

#: Why a sign without two hexadecimal digits in a URL or link is no malformed escape.
NOT_MALFORMED: tuple[Context, ...] = (
    Context("template-hole", template_hole),
    Context("named-placeholder", named_placeholder),
    Context("placeholder", placeholder),
    Context("macro", macro),
    Context("bounded-conversion", bounded_conversion),
    Context("conversion-of-call", conversion_of_call),
    Context("width-conversion", width_conversion),
    Context("doubled", doubled),
    Context("merge-field", merge_field),
    Context("file-argument", file_argument),
    Context("numbered-placeholder", numbered_placeholder),
    Context("sql-pattern", sql_pattern),
    Context("goes-on-in-code", goes_on_in_code),
    Context("tag-delimiter", tag_delimiter),
    Context("zsh-prompt", zsh_prompt),
    Context("pattern", pattern),
    Context("data-percentage", data_percentage),
    Context("bare-percentage", bare_percentage),
    Context("closing-delimiter", closing_delimiter),
)

#: What a sign is taken for where no rule speaks against it, by the id that ``Sign.rule`` then has.
TAKEN: dict[str, str] = {
    "in-url": "It stands in a URL with a scheme.",
    "in-link": "It stands in a reference where the syntax says so: a Markdown target, `href`, `src`, `url()`, `filename*=`.",
    "in-form": "It stands in query or form text: `a=1&b=%C3%BC`.",
    "in-path": "It stands in a path: `/wiki/That%27s`.",
    "in-text": 'It is a run of escapes for printable UTF-8, and nothing says that it is something else: `"%20"`.',
    "plain": "Two hexadecimal digits do not follow it, and no URL or link is round it.",
}


def explain(rule: str) -> str:
    """What the rule with this id says, in a sentence or two of Markdown; empty for an unknown id."""
    if rule in TAKEN:
        return TAKEN[rule]
    known = (*IN_TEXT, *IN_URL, *NOT_MALFORMED)
    return next((context.summary for context in known if context.id == rule), "")

"""When a percent sign with two hexadecimal digits behind it is no escape."""

from __future__ import annotations

import re

from pctlens.core.contexts.base import UNRESERVED, holds, is_before_macro, printable, speaks_sql, takes_arguments
from pctlens.core.formats import conversion, conversion_at
from pctlens.core.hosts import ANY, Family
from pctlens.core.patterns import regex
from pctlens.core.sites import PAIR, Site
from pctlens.core.urls import Kind, Part


def implausible_bytes(site: Site) -> bool:
    """Outside a URL, the escapes have to be UTF-8 for printable text.

    The best single rule there is, in any language: it drops 84 % of the look-alikes (`%02x`, `%de`, `%ca`, `%eax`, `n%100`) and
    keeps 94 % of the escapes. Paths and forms that are quoted, logged or requested may be in a legacy charset, and so may runs of
    several bytes.
    """
    escapes = site.run.of(site.text)
    return not printable(escapes) and not _control_in_path(site) and not _legacy_bytes(site, escapes)


def _rooted(site: Site) -> bool:
    """Whether the literal around the sign begins with ``/``: a path."""
    literal = site.around.literal
    return literal is not None and site.around.kind is Kind.PATH and site.text.startswith("/", literal.span.start)


def _control_in_path(site: Site) -> bool:
    """Whether one control character ends a segment of a quoted path: ``"/foo%19/bar"``."""
    if not _rooted(site) or len(site.run) != 3 or int(site.pair, 16) >= 0x20 or site.around.format:
        return False
    return site.after in ("/", "[", "", "'", '"')


_HIGH = regex(r"%[89A-Fa-f][0-9A-Fa-f]")
_PRINTABLE_PAIR = regex(r"%(?:2[0-9A-F]|[3-6][A-F]|7[B-E])(?![a-z])")
_HIGH_RUN = regex(f"(?:{_HIGH.pattern})+(?:(?:{_PRINTABLE_PAIR.pattern})+(?:{_HIGH.pattern})+)*(?:{_PRINTABLE_PAIR.pattern})*")


_FORMATS = ("format=", "format:")  # of Git: ``--format=%ae``
_WIDTHS = regex(r"%[89]([a-f])(?:%[89]\1)+")  # conversions one by one: ``"%8d%8d"``


def _legacy_bytes(site: Site, escapes: str) -> bool:
    """Whether bytes of no UTF-8, perhaps with blanks among them, stand where text is quoted or logged, and no format reads them.

    One byte alone has to be in a path or form and be no conversion; two or more speak for themselves, and so does a plain
    escape in the same component.
    """
    if site.around.format or not _HIGH_RUN.fullmatch(escapes) or _WIDTHS.fullmatch(escapes):
        return False
    logged, requested = site.host.family is Family.LOG, _in_request_line(site)
    if site.around.literal is None and not logged and not requested:
        return False
    if len(escapes) > 3 or _PRINTABLE_PAIR.search(site.component):
        return True
    if site.text.endswith(_FORMATS, 0, site.index):
        return False
    in_path = requested or _rooted(site) or (logged and site.around.kind is Kind.PATH)
    if not in_path and site.part not in (Part.KEY, Part.VALUE):
        return False
    if logged and (in_path or escapes.isupper()):
        return True
    ends = site.after in ("", "'", '"', "`", "/", "&", "+", "%", "-", ".") or (requested and site.after in (" ", "?"))
    ends = ends or (site.host.family is Family.CONFIG and site.text.find("&", site.run.end, site.run.end + 200) >= 0)
    return conversion_at(site.text, site.index, site.host.dialect or ANY) is None or (ends and escapes.isupper())


_REQUEST = regex(r"\b(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|PROPFIND) /[^\s\"'<>]*\Z")
_METHOD = 9  # the longest of the methods, and what stands before it


def _in_request_line(site: Site) -> bool:
    """Whether the sign stands in what an HTTP request asks for (RFC 9112 section 3.2.1): ``GET /caf%E9 HTTP/1.1``."""
    blank = site.text.rfind(" ", max(0, site.run.start - 2_000), site.run.start)
    return blank >= 0 and _REQUEST.search(site.text, max(0, blank - _METHOD), site.run.start) is not None


def conversion_in_format(site: Site) -> bool:
    """In a format string, what can be a conversion is one: `%2d:%2d`, `%20s`, `%20(%m%)`.

    934 hits. A capital at the end of the pair (`%2F`, `%3A`), or a second pair right behind it, is an escape all the same, but
    not of a letter, a digit or `-._~`, which nobody encodes there, nor in Verilog, whose conversions may be capitals. In a URL
    that a call reads it is a clash. Nor does a width stand behind a letter in a path of a configuration:
    `/my%20file?host=%{HTTP_HOST}`.
    """
    if not site.around.format or (len(site.run) > 3 and (site.around.kind is Kind.URL or not site.around.called)):
        return False
    own = site.host.dialect
    dialect = own if own is not None and (own.widths or not _is_apart(site)) else ANY  # a library may know them
    found = conversion_at(site.text, site.index, dialect)
    if site.around.kind is Kind.URL:
        if printable(site.run.of(site.text)) and (site.around.called or found is None or len(found) != 3):
            return False
    elif site.host.family is Family.CONFIG and site.around.kind is Kind.PATH and site.before.isalnum():
        return False
    elif UNRESERVED.match(site.text, site.index) or (site.after == "(" and site.around.literal is None):
        return True
    elif site.around.called and found is None:
        literal = site.around.literal
        if literal is not None and site.run.end == literal.span.end and is_before_macro(site, literal.span.end + 1):
            return True
        return _LONG_WIDTH.match(site.text, site.index) is not None or _OWN_WIDTH.match(site.text, site.index) is not None
    return found is not None and (len(found) > 3 or site.host.name == "verilog" or site.text[found.end - 1].islower())


_LONG_WIDTH = regex(r"%\d{1,20}(?:\.(?:\d{1,20}|\*)[a-zA-Z]|\$)|%\d{5,20}[a-zA-Z]")
#: A conversion of a project's own, or of a newer standard, behind no word: ``"%20b"``, ``"\\t%40r"``.
_OWN_WIDTH = regex(r"%(?:(?<=[\"'`\s(\[:|,]%)|(?<=\\[nrt]%))\d{1,2}[a-zA-Z](?![A-Za-z0-9])")


def lone_conversion(site: Site) -> bool:
    """A width and a conversion that stand alone: `"%2d"`, `%5c`, `"%20s"`, where the language has such conversions.

    Not where the line speaks of URLs, encoding or replacing, nor what was encoded twice: `"%252f"`. Also a checksum of Perl,
    `unpack("%32C*", $x)`, and a width before a macro that tells the rest: `"%20" PRIu64`.
    """
    if site.around.kind is Kind.URL:
        return False
    if (
        _is_printed(site)
        or _completed_by_macro(site)
        or (_CHECKSUM.match(site.text, site.index) and "unpack" in site.around.line)
    ):
        return True
    if (len(site.run) > 3 and not _CHAIN.fullmatch(site.run.of(site.text))) or holds(_SPEAKS_OF_ENCODING, site.around.line):
        return False
    if _ENCODED_TWICE.match(site.text, site.index):
        return False
    if site.host.family is Family.MARKUP or (site.host.dialect is not None and not site.host.dialect.widths):
        return False
    found = conversion(site.host.dialect or ANY).match(site.text, site.index)
    if found is None or found.end() < site.index + 3 or not found[0][-1].islower():
        return False
    behind = site.text[found.end() : found.end() + 1]
    if behind.isalnum() or behind == "/":
        return False
    if site.before == "=":  # nobody encodes one letter or hyphen
        return behind != "&" and site.component == found[0] and UNRESERVED.fullmatch(found[0]) is not None
    return _is_apart(site) or (site.before == "-" and (behind.isspace() or found[0] == "%2d"))


def _is_apart(site: Site) -> bool:
    """Whether the sign stands behind no word, nor in a path or form."""
    return _APART.search(site.text, max(0, site.index - 2), site.index) is not None


def _is_printed(site: Site) -> bool:
    """Whether ``printf`` reads the literal, in a file of which nothing is known."""
    literal = site.around.literal
    if literal is None or site.host.dialect is not None or not _is_apart(site):
        return False
    before = site.around.line[max(0, literal.span.start - _FAR) : literal.span.start]
    return _WIDE.match(site.text, site.index) is not None and _PRINTF.search(before) is not None


def _completed_by_macro(site: Site) -> bool:
    literal = site.around.literal
    return (
        literal is not None
        and site.run.end == literal.span.end
        and _MACRO.match(site.around.line, literal.span.end + 1) is not None
    )


_APART = regex(r"(?:[^\w/=&?.@-]|\\[nrt]|\A)\Z")
_FAR = 80
_PRINTF = regex(r"printf\b[^\"'`]{0,40}[\"'`]\Z")
_WIDE = regex(r"%\d{1,2}[A-Za-z](?![A-Za-z0-9])")
_CHAIN = regex(r"(?!(?:%3d)+\Z)(?:%[1-9]d)+")
_CHECKSUM = regex(r"%\d{1,2}[A-Za-z]\*")
_MACRO = regex(r"\s*(?:PRI|SCN)[diouxX]\w")


_SPEAKS_OF_ENCODING = regex(
    r"UR[IL]|Ur[il]|(?<![a-z])ur[il]|(?i:(?:\b|_)(?:en|de)c(?:\b|_)|encod|decod|quot|escap|replac|g?sub\(|percent|query|href)|\bs([^\w\s]).{1,4}\1%"
)
_ENCODED_TWICE = regex(r"%25(?:2[0-9A-Fa-f]|[3-7][A-Fa-f])")


def width_of_control(site: Site) -> bool:
    """A pair for a control character with a conversion letter behind it is a width: `/path/%04d`, `frame%03d.png`, also in a URL.

    3,450 hits of widths in 843 files; no URL was seen that holds such a control character before such a letter, save a NUL, and
    no width is `%00`: `password.properties%00en` is an attack. In C the letter may come from a macro: `"/item/%016" PRIx64`.
    """
    if len(site.run) > 3 or int(site.pair, 16) >= 0x20:
        return False
    if _WIDTH.match(site.text, site.index, site.index + 8):
        return True
    literal = site.around.literal
    return (
        literal is not None
        and _CUT_WIDTH.match(site.text, site.index) is not None
        and is_before_macro(site, literal.span.end + 1)
    )


_CUT_WIDTH = regex(r"%\d{2,3}(?:\Z|[\"'])")
_WIDTH = regex(r"%(?!00[a-z])\d{2}\d?(?:hh?|ll?|z)?[dixXuscfo]")


def qt_argument(site: Site) -> bool:
    """A number that Qt's `arg` fills in, with a letter behind it: `QString("file://%1fipid.xml").arg(folder)`.

    Also in Qt's translations, `<source>%1y %2d</source>`, and where the first two stand before it: `%1X%2Y%3F`.
    """
    if len(site.run) > 3 or site.pair[0] not in "123456789" or not site.pair[1].isalpha():
        return False
    if site.around.kind is Kind.TEXT and site.pair[0] > "2" and set(_NUMBERS.findall(site.text)).issuperset("12"):
        return True
    if site.pair[0] == "1" and takes_arguments(site):
        return True
    return site.around.kind is Kind.TEXT and site.pair[1].islower() and holds(_TRANSLATION, site.around.line)


_NUMBERS = regex("%([12])(?![0-9A-Fa-f])")
_TRANSLATION = regex("</?source>|</?translation[ >]")


def scan_set(site: Site) -> bool:
    """A width and a set of characters that scanf reads: `http://%99[^/]/%31[a-z]`."""
    return site.host.family is Family.CODE and _SCAN_SET.match(site.text, site.index) is not None


_SCAN_SET = regex(r"%\d{2,4}\[(?:\^|\w-\w)")


def status_condition(site: Site) -> bool:
    """Status codes before a brace are a log format: `%400,501{User-agent}i`."""
    return _STATUS.match(site.text, site.index, site.index + 60) is not None


_STATUS = regex(r"%!?\d{3}(?:,\d{3})*\{")


def plural_form(site: Site) -> bool:
    """Plural rules of gettext: `n%10==1 && n%100!=11`.

    3,282 hits in 508 files, most of them on a line that says `plural`.
    """
    operator = _OPERATOR.match(site.text, site.run.end) is not None
    operand = site.before.isalnum() or site.before in (" ", ")")
    return site.digits_only and operand and operator and holds(_PLURAL, site.around.line)


def modulo(site: Site) -> bool:
    """An operand before the sign and digits behind it are a remainder: `i%20`, `(x)%26`, `a[i]%64 == 0`.

    677 hits in 262 files. Only where statements stand: outside literals, or with a comparison right behind it. A blank before the
    sign alone is prose (`decode %20 as well`) unless the statement goes on behind the number.
    """
    if not site.digits_only or site.around.kind is Kind.URL or (site.around.commented and site.component.count("%") > 1):
        return False
    before, after = site.before, site.after
    if _COMPARISON.match(site.text, site.run.end) and (before.isalnum() or before in ")] "):
        return True
    if after == ";" and before.isalnum() and site.around.literal is not None and _ASSIGNED.search(site.text, 0, site.index):
        return True
    if before and before in ")]" and ((after and after in ";,)") or _LONG_DIVISOR.match(site.text, site.run.end)):
        return site.around.literal is None
    if site.host.family is not Family.CODE:
        return before.isdecimal() and site.part is not Part.VALUE and (not after or after in " .,;)")
    statement = site.around.literal is None or site.in_hole or holds(_ARITHMETIC, site.around.line)
    goes_on = not site.around.commented and _STATEMENT.match(site.text, site.run.end) is not None
    operand = (_SPACED_OPERAND if goes_on else _OPERAND).search(site.text, max(0, site.run.start - 2), site.run.start) is not None
    return statement and operand and _NUMBER_END.match(site.text, site.run.end) is not None and after != "/"


_ASSIGNED = regex(r"[\w\])] [-+*/|&^]?= [^=\"']{1,80}\Z")  # code in a literal: ``"int i = n%32;\\n"``
_LONG_DIVISOR = regex(r"\d+\s*[-+*/)]")
_ARITHMETIC = regex(r"\bset\s+/a\b|\bmath\(EXPR\b", re.IGNORECASE)
_OPERATOR = regex(r"\d*\s*(?:[=!<>?:&|)]|$)")
_COMPARISON = regex(r"\d*\s*(?:[=!<>]=|[<>]\s*\d|=\s*\d)")
_OPERAND = regex(r"(?:[\w)\]}]|\+\+|--)\Z")
_SPACED_OPERAND = regex(r"(?:[\w)\]}]|\+\+|--)\s?\Z")
_STATEMENT = regex(r"\d*\s*(?:[;)\]}*+/&|?<>=!-]|\Z)")
_NUMBER_END = regex(r"\d*[uUlL]{0,3}(?![A-Za-z%])")
_PLURAL = regex("plural", re.IGNORECASE)


def pattern_literal(site: Site) -> bool:
    """A literal between two signs is a pattern: `LIKE '%20%'`."""
    literal = site.around.literal
    if literal is None:
        return False
    line = site.around.line
    sql = speaks_sql(line)
    if sql and _LIKE.search(site.text, max(0, site.run.start - 100), site.run.start):
        return True
    closes = site.after == "%" and not PAIR.match(site.text, site.run.end)
    return (closes and sql) or _BETWEEN_SIGNS.fullmatch(line, literal.span.start, literal.span.end) is not None


_BETWEEN_SIGNS = regex(r"%[^%]+%")

_ATOM = regex(r"\d*[lcv<>]")
_LIKE = regex(r"\bI?LIKE\s*\(?\s*[NE]?[\"'][^\"']*\Z", re.IGNORECASE)


def binary_number(site: Site) -> bool:
    """A binary number of assemblers and Pascal: `lda #%00011000`; or the label before a macro of NASM, `%00`."""
    if site.host.name == "asm" and site.pair == "00":
        return True
    return not site.before.isalnum() and _BINARY.match(site.text, site.index) is not None


_BINARY = regex(r"%[01]{4,}(?![0-9A-Za-z%])|%[01]{1,4}(?:[_'][01]{1,4})+(?![0-9A-Za-z%])")


def vim_atom(site: Site) -> bool:
    r"""A sign after a backslash is a column or line atom of Vim: `\%23l`, `\%73c`."""
    return site.before == "\\" and _ATOM.match(site.text, site.run.end) is not None


def percent_comment(site: Site) -> bool:
    """In TeX, Erlang, Prolog, MATLAB and PostScript a sign begins a comment, and behind a statement of code: `x = 1; %20 s`."""
    is_code = site.host.family is Family.CODE and site.around.literal is None and not site.around.commented
    if is_code and _STATEMENT_BEFORE.search(site.text, max(0, site.index - 20), site.index):
        return True
    if not site.host.percent_comments or site.around.literal is not None:
        return False
    leading = _LEADING.match(site.text)
    return leading is not None and leading.end() >= site.index


_LEADING = regex(r"[ \t%]*")
_STATEMENT_BEFORE = regex(r"[\w)\]];\s*\Z")


def packed_data(site: Site) -> bool:
    """Packed or encrypted data in a literal: most of what stands around the sign is no text."""
    literal = site.around.literal
    if site.host.family is Family.MARKUP if literal is None else len(literal.span) < 30:
        return False
    window = site.text[max(0, site.run.start - 30) : site.run.end + 30]
    return len(window) >= 40 and len(_TEXTUAL.sub("", window)) > len(window) * 0.3


_TEXTUAL = regex(r"[\w %/=&?+.\-'\"`:;,()]+")


def doubled_in_code(site: Site) -> bool:
    """A doubled sign that nothing here is known to undouble: `'%%20'`."""
    return site.before == "%" and site.host.family is Family.CODE

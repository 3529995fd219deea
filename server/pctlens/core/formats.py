"""Format strings: the conversions that a ``%`` may begin, and the calls that read them.

One conversion makes a whole string a format, and then each ``%`` in it may be one.
"""

from __future__ import annotations

import re
from functools import cache

from pctlens.core.hosts import Dialect, Host
from pctlens.core.literals import Literal
from pctlens.core.patterns import regex
from pctlens.core.text import Span

_LENGTH = "(?:hh|h|ll|l|L|q|j|z|t)?"


@cache
def conversion(dialect: Dialect) -> re.Pattern[str]:
    """One whole conversion of the dialect, from its ``%`` on (C23 section 7.23.6.1 and its kin)."""
    if not dialect.widths:
        return re.compile(f"%[{dialect.conversions}]")
    return re.compile(
        r"%(?:\d{1,2}\$|\[\d{1,2}\]|\(\w{1,60}\)|<\w{1,60}>)?[-+ #0,'!]{0,5}(?:\d{1,4}|\*)?(?:\.(?:\d{1,4}|\*)?)?"
        + f"{_LENGTH}[{re.escape(dialect.conversions)}]"
    )


#: Placeholders that no percent-encoded text holds, in any language: %(name)s %{x} %[1]s %1$s %<x>s %@ %-5s %.2f %*d %+d, and
#: the samples of HAProxy: %[hdr(host),lower]. A name in parentheses may be any where a conversion follows: %(a-name)s. No
#: argument has a number from 20 on: ``%20$name`` is a blank before a variable.
NAMED = regex(
    r"%(?:\([\w:]{1,60}\)|\([^\s()%]{1,60}\)[diouxXeEfFgGcrsa]"
    r"|!?\{|#?\[[\w@][^\s\[\]%]{0,120}(?:\]|\Z)|1?\d\$|<\w{1,60}>|[-+#]?\*|[-+#]\d{1,4}[a-zA-Z(]"
    r"|\.\d{1,3}[a-zA-Z]|\+\{|1[cd](?![0-9A-Fa-f])|(?![A-Fa-f][0-9A-Fa-f])[A-Za-z]\w{0,19}[\[{])"
)

#: A conversion that ends where it stands: ``%s``, ``%d`` … with no letter or digit behind it.
BOUNDED = regex(r"%(?:(?:hh|h|ll|l|z)[diux]|[sdiuvqfgSTYmHMyjBbIpLnNkEDhPWUw@](?!%?[A-Za-z0-9_]))")

#: A conversion by its width, which is that of no character of a text (``%02d``, ``%15s``, ``%16.8g``, ``%4x``), or by what stands
#: beside it: ``%4d-%2d``, ``%s%3d``; but ``%3d`` may be a ``=``.
WIDE = regex(
    r"%(?:0[1-9]|1[0-9])\d?(?:\.\d{1,3}[a-zA-Z]|[diouxXeEfgGcs](?![A-Za-z0-9]))"
    r"|%[1-9][gGiosuxX](?![A-Za-z0-9_])|(?!%3d)%[1-9]d[:/., -]%[1-9]d|%[sd]%\d{1,2}[ds](?![A-Za-z0-9])"
)

#: A name between two percent signs: ``%PATH%``, ``%typedarray%``, ``%kernel.project_dir%``, ``%ProgramFiles(x86)%``, ``%$name%``,
#: ``%REQ(X-URL?:PATH)%``, ``%name:~0,7%``, but not the first byte of a character that was cut: ``%C3%``
PLACEHOLDER = regex(
    r"%(?![A-Fa-f]\d%)[~$#]?[A-Za-z_][\w.:-]{0,60}(?:\([\w:?-]{0,60}\)|:~[\d,-]{1,12}|:[^%\s=]{1,20}=[^%\s]{0,20})?%"
)

#: A name in capitals with nothing behind it: ``%HOSTIP``, ``%LOGDIR`` (macros of test suites and RPM)
MACRO = regex(r"%(?=[A-Z0-9_]{3})[A-Z][A-Z_]*[G-Z_][A-Z0-9_]*(?![a-z%])")

#: What a name may begin with.
WILD = r"\w*"

_BACK = 200  # so many characters before a literal are read

#: Calls whose string argument is a format, by the dialect's host. The name is enough: what it belongs to is not known.
_CALLS = {
    "any": r"\w*[pP]rintf\w*",
    "c": r"\w*[pP]rintf\w*|\w*scanf\w*|\w*(?:add|append|cat|log|err|error|warn|msg|die|fatal|debug|trace|info)f"
    r"|g_(?:message|warning|critical|debug|error|info|log)|(?:av|ap|ngx)_log\w*|v?warnx?|v?errx?"
    r"|syslog|boost::format|String::format|(?<=String::)Format\w*|sn?format|Str(?:Append)?Format"
    r"|q(?:Debug|Info|Warning|Critical|Fatal)",  # std::format reads braces
    "objective-c": r"NSLog|\w*[pP]rintf\w*|(?:string|init|predicate)WithFormat:|(?:append)?[fF]ormat:",
    "swift": r"NSLog|String\(format:|os_log|\w*[pP]rintf\w*|localizedStringWithFormat",
    "go": r"\w*(?:[pP]rint|[eE]rror|[fF]atal|[pP]anic|[lL]og|[sS]kip|[dD]ebug|[iI]nfo|[wW]arn(?:ing)?|[tT]race|[wW]rap|[sS]can"
    r"|[aA]ppend|[eE]xit|[nN]otice|[cC]ritical|[mM]sg|[mM]essage|[fF]ail|[rR]eport|[oO]utput|[vV]erbose)f|Format",
    "java": r"\w*[pP]rintf|(?<!MessageFormat\.)(?<!MessageFormatter\.)format|formatted"
    r"|(?:debug|info|warn|error|trace|log|fatal)f",
    "groovy": r"\w*[pP]rintf|(?<!MessageFormat\.)(?<!MessageFormatter\.)format|formatted",
    "php": r"v?[sf]?n?printf",
    "ruby": r"s?printf|format|Kernel\.format",
    "crystal": r"s?printf|format",
    "lua": r"\w*[pP]rintf|format|formatted",
    "perl": r"\w*printf",
    "python": r"",
    "logging": r"debug|info|warn(?:ing)?|error|critical|exception|fatal|log",  # Python's, where arguments come with the message
    "starlark": r"",
    "shellscript": r"printf(?:\s+-v\s+\w+)?(?:\s+--)?",
    "r": r"\w*[pP]rintf\w*|gettextf",
    "fsharp": r"\w*printf\w*|failwithf",
    "verilog": r"\$f?(?:display|write|monitor|strobe)[bho]?|\$s(?:write|formatf?)|\$(?:error|warning|info|fatal)",
    "terraform": r"format|formatlist",
    "viml": r"printf",
    "tcl": r"format",
    "matlab": r"\w*printf|error|warning",
    "d": r"\w*[wf]ritef\w*|format",
    "ocaml": r"\w*printf\w*|failwithf",
    "julia": r"@s?printf",
    "clojure": r"(?<=\()(?:format|printf|message|error|user-error)",  # names may hold a '-': ``(defvar my-format "…")``
}


def _calls(name: str, own: tuple[str, ...]) -> str:
    """The names of the calls that take a format, as alternatives of a pattern: the language's and the user's own."""
    return "|".join(filter(None, (_CALLS.get(name, _CALLS["any"]), *map(re.escape, own))))


#: A stream, a buffer with an offset or a cast, a size: ``stderr``, ``buf + n``, ``(char *)buf``, ``sizeof buf``,
#: ``sizeof(buf) - n``.
_ARGUMENT_BEFORE = r"(?:\(\w[\w ]{0,30}\*{0,2}\)\s?)?(?:sizeof\s)?[\w.&*>:()\[\]+-]+(?:\s[+-]\s[\w.()-]+)?"


@cache
def _call(name: str, own: tuple[str, ...]) -> re.Pattern[str] | None:
    names = _calls(name, own)
    if not names:
        return None
    # The call, what may stand before the format (a stream, a buffer and its size, a locale), and the literal's quote.
    return re.compile(
        rf"(?<![\w.])(?:[\w.:>-]*[.:>])?(?:{names})!?(?:\s*[(\s]\s*|(?<=:)\s*)(?:{_ARGUMENT_BEFORE}\s*,\s*){{0,3}}[@LuURr$]?[\"'`]$"
    )


def is_format_argument(line: str, literal: Literal, host: Host, above: str = "", below: str = "") -> bool:
    """Whether the literal is what a printf-like call or operator of the host's language reads as a format."""
    if host.dialect is None or not host.dialect.widths:
        return False
    before = line[max(0, literal.span.start - _BACK) : literal.span.start]
    end = literal.span.end + len(literal.quote)
    after = (line[end : end + 200] if line[end : end + 200].strip() else below).lstrip('"')
    if host.name in _OPERATOR and literal.closed:
        operator = _OPERATOR[host.name].match(after)
        if operator and not (after[0] == ")" and _is_result(before, literal.span.of(line))):
            return True
    readers = [_call(host.name, host.functions)]
    if host.name == "python" and _has_arguments(literal.span.of(line), after):
        readers.append(_call("logging", ()))
    return any(_is_called(reader, before, above) for reader in readers if reader)


def _is_called(reader: re.Pattern[str], before: str, above: str) -> bool:
    """Whether the call stands before the literal, or at the end of the line above."""
    if reader.search(before):
        return True
    return not before[:-1].strip() and reader.search(above.rstrip()[-200:] + '"') is not None


def may_be_format_argument(line: str, host: Host, above: str, below: str) -> bool:
    """A cheap test that is true wherever ``is_format_argument`` is for a literal of the line, and seldom elsewhere.

    Each of the three may be several lines: then it is true wherever it is for one of them.
    """
    if host.dialect is None or not host.dialect.widths:
        return False
    if host.name in _OPERATOR and (_may_have_operator(line) or _may_have_operator(below)):  # it may begin the next line
        return True
    if host.name == "python" and not host.functions and "," not in line and _COMMA_FIRST.search(below) is None:
        return False  # logging takes arguments
    return _may_call(host, line, above)


#: What makes a format of the literal before it, an operator or a method, by the languages that have one.
_OPERATOR = {
    **dict.fromkeys(("ruby", "crystal", "python", "starlark"), regex(r"\)?\s{0,2}%(?!\s*[=}>])\s*(?:[\w(\[{\"']|\\?\Z)")),
    **dict.fromkeys(("java", "groovy"), regex(r"\s*\.(?:format|formatted)\(")),
    "lua": regex(r"\)?\s?:format\("),
}
_CALLED = regex(r"([\w.]+)\s?\(\s*[A-Za-z]{0,2}[\"'`]+$")
#: What stands before a parenthesis and yet gives the operator the literal itself, or a translation of it.
_TRANSPARENT = regex(
    r"(?:.*\.)?(?:_|N_|tr?|\w*gettext\w*|trans\w*|print|dedent|mark_safe|Markup|str|unicode)"
    r"|return|yield|in|is|and|or|not|assert|raise|if|elif|else|await"
)


def _is_result(before: str, text: str) -> bool:
    """Whether the operator behind a call reads what the call returns: ``hash("…") % 16``, not ``_("…%s") % name``."""
    called = _CALLED.search(before)
    return called is not None and _TRANSPARENT.fullmatch(called[1]) is None and not is_format(text)


def _has_arguments(text: str, after: str) -> bool:
    """Whether Python's logging reads a message as a format: only where arguments come with it, other than by keyword."""
    return is_format(text) and _ARGUMENT.match(after) is not None


_ARGUMENT = regex(r"\s*,\s*(?![a-z_]+=|\))\S")
#: A sign behind a blank, quote or parenthesis, or behind nothing.
_APART = regex(r"%(?<![^\"')`\s]%)")
#: A sign behind a quote or parenthesis; it begins with the sign, so that the search is for one character.
_OPERATOR_HINT = regex(r"%(?:(?<=[\"')`]%)|(?<=[\"')`]\s%)|(?<=[\"')`]\s\s%))")

_COMMA_FIRST = regex(r"^\"*+[^\S\n]*+,", re.MULTILINE)
_SIGN_FIRST = regex(r"^[ \t)\"']*+%", re.MULTILINE)


def _may_have_operator(line: str) -> bool:
    if ".format" in line or ":format" in line:
        return True
    return _APART.search(line) is not None and (_OPERATOR_HINT.search(line) is not None or _SIGN_FIRST.search(line) is not None)


def _may_call(host: Host, line: str, above: str) -> bool:
    hint = _call_hint(host.name, host.functions)
    return hint is not None and (hint.search(line) is not None or hint.search(above) is not None)


@cache
def _call_hint(name: str, own: tuple[str, ...]) -> re.Pattern[str] | None:
    names = _calls("logging" if name == "python" else name, own)
    # Leading wildcards cost a scan from each letter and narrow nothing: what they stand for may be anything. The others go no
    # further than `is_format_argument` looks back, or a line full of such names is gone over once for each.
    names = names.replace("|" + WILD, "|").removeprefix(WILD).replace(WILD, rf"\w{{0,{_BACK}}}+")
    return re.compile(rf"(?:{names})!?(?:\s*[(\s]|(?<=:))") if names else None


def is_format(text: str) -> bool:
    """Whether a string holds a conversion or placeholder that no percent-encoded text holds."""
    if "%" not in text:
        return False
    if NAMED.search(text) or WIDE.search(text):
        return True
    return any(_stands(text, match) for match in BOUNDED.finditer(text))


def _stands(text: str, match: re.Match[str]) -> bool:
    """Whether the conversion is no hexadecimal pair and no ``%%``-escaped text."""
    start = match.start()
    return text[start - 1 : start] != "%" or text[start - 2 : start - 1] == "%"


def conversion_at(text: str, index: int, dialect: Dialect) -> Span | None:
    """The conversion that begins at ``text[index]``, as the dialect's reader would take it."""
    match = conversion(dialect).match(text, index)
    return Span(*match.span()) if match else None

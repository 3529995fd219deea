"""``%`` that begins no escape: two hex digits do not follow it, or the text is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line, Reading
from pctlens.core.codec import Reason, decode
from pctlens.core.hosts import Family, Host
from pctlens.core.rules.base import Edit, Fix, Problem, Rule, Severity
from pctlens.core.rules.places import USERINFO, component_at, index_at, is_unicode_escape, rewritten
from pctlens.core.text import Span
from pctlens.core.unseen import visible
from pctlens.core.urls import Component, Kind, Part, Url

_TEXT: Final = frozenset({Family.PROSE, Family.MARKUP})


def _check(line: Line) -> Iterator[Problem]:
    """Each ``%`` in a URL or link that two hex digits do not follow (RFC 3986 section 2.1)."""
    for sign in line.signs:
        if sign.reading is not Reading.MALFORMED or is_unicode_escape(line, sign):
            continue
        if found := component_at(line, sign.span):
            url, component = found
            cut = len(sign.span) <= 2 and sign.span.end == url.span.end
            yield Problem(
                RULE.id,
                sign.span,
                _message(sign.span.of(line.text), component, cut),
                _severity(line.host, url, component.part, cut),
                tuple(_fixes(line, sign.span, component, cut and component.part not in USERINFO)),
            )


def _severity(host: Host, url: Url, part: Part, cut: bool) -> Severity:
    """Connection strings and HTTP libraries fail; browsers and link checkers mostly read on."""
    if part in USERINFO:
        return Severity.ERROR
    lenient = url.scheme in ("http", "https") and (cut or host.family in _TEXT)
    return Severity.WARNING if url.kind is not Kind.URL or part is Part.FRAGMENT or lenient else Severity.ERROR


def _message(written: str, component: Component, cut: bool) -> str:
    """What is wrong; of a user name or password nothing but the ``%`` is repeated."""
    if component.part in USERINFO:
        name = USERINFO[component.part]
        return f"A '%' in the {name} is no escape: two hex digits must follow it, and a plain '%' is written '%25'"
    if component.part is Part.HOST and component.source.text.startswith("["):
        return "The '%' before an IPv6 zone id is written '%25' (RFC 6874)"
    if cut:
        return f"'{visible(written)}' is cut off at the end of the URL: two hex digits must follow '%'"
    return f"'{visible(written)}' is no escape: two hex digits must follow '%'; Go, Java, Ruby and Node refuse it"


def _fixes(line: Line, span: Span, component: Component, cut: bool) -> Iterator[Fix]:
    """Read the ``%`` as itself; where the text was cut, perhaps rather complete it or drop the rest."""
    index = index_at(component, span.start)
    literal = rewritten(line, component, index, index + 1, "%25")
    yield Fix("Write the '%' as '%25'", (literal,), preferred=not cut, safe=not cut)
    if cut:
        if span.of(line.text) == "%2":
            yield Fix("Complete to '%20', a space", (Edit(Span(span.end, span.end), "0"),))
        rest = Span(component.source.at(_last_whole(component.source.text, index)), span.end)
        yield Fix(f"Drop '{visible(rest.of(line.text))}'", (Edit(rest, ""),))


def _last_whole(text: str, index: int) -> int:
    """Where the character that was cut at ``index`` begins: its first bytes may stand before as whole escapes."""
    flaws = decode(text[:index]).problems
    torn = flaws and flaws[-1].span.end == index and flaws[-1].reason is Reason.TRUNCATED
    return flaws[-1].span.start if torn else index


RULE: Final = Rule(
    id="malformed-escape",
    summary="A '%' without two hex digits after it, or cut off, in a URL, a connection string or a link",
    why=(
        "A '%' in a URL begins an escape of exactly two hex digits; as a plain character it has to be written '%25' (RFC"
        " 3986 section 2.4). Readers disagree on anything else: browsers keep it, most libraries fail the whole request or"
        " refuse the connection string. It is often a '%' in a password, a percentage in a query, or a link cut in"
        " copying."
    ),
    refused_by=(
        'Go net/url: invalid URL escape "%zz"',
        "JavaScript decodeURIComponent and decodeURI: URIError: URI malformed",
        "Java java.net.URI: Malformed escape pair at index 17",
        "Java URLDecoder: Illegal hex characters in escape (%) pattern; Incomplete trailing escape (%) pattern",
        "Ruby URI.decode_www_form_component: invalid %-encoding (%zz)",
        'PostgreSQL libpq: invalid percent-encoded token: "50%off"',
        "MongoDB for Node: MongoParseError: URI malformed",
    ),
    before="postgres://app:50%off@db:5432/app",
    after="postgres://app:50%25off@db:5432/app",
    default=Severity.ERROR,
    check=_check,
)

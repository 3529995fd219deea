"""Escapes in a host name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line
from pctlens.core.codec import decode
from pctlens.core.domain import to_ascii
from pctlens.core.excerpt import quoted
from pctlens.core.patterns import regex
from pctlens.core.rules.base import Fix, Problem, Rule, Severity
from pctlens.core.rules.places import WEB, components, rewritten
from pctlens.core.urls import Component, Part

_BEYOND: Final = regex(r"\A\[|[${<]")
_NAME: Final = regex(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.?")


def _check(line: Line) -> Iterator[Problem]:
    """Each host with escapes, but for IPv6 zone ids (RFC 6874), and for variables, whose values may reach into the path.

    Elsewhere than on the web the place of a host may hold a path (``postgresql://%2Frun%2Fdb/``) or an id (``message://%3c…%3e``),
    so that only what is a host name once decoded counts.
    """
    for url, component in components(line):
        text = component.source.text
        if component.part is not Part.HOST or _BEYOND.search(text):
            continue
        decoded = decode(text)
        fixes = _fixes(line, component, decoded.text)
        if decoded.problems or (url.scheme not in WEB and not fixes):
            continue
        yield Problem(
            RULE.id,
            component.span,
            f"The host is written with escapes and means {quoted(decoded.text)}: DNS knows none, and only browsers decode them",
            RULE.default,
            fixes,
        )


def _fixes(line: Line, component: Component, decoded: str) -> tuple[Fix, ...]:
    """The host in plain letters or in Punycode, where it is a host name at all."""
    plain = to_ascii(decoded)
    if plain is None or not _NAME.fullmatch(plain):
        return ()
    edit = rewritten(line, component, 0, len(component.source.text), plain)
    return (Fix(f"Write the host as '{plain}'", (edit,), preferred=True),)


RULE: Final = Rule(
    id="percent-in-host",
    summary="An escape in a host name",
    why=(
        "RFC 3986 section 3.2.2 allows escapes in a host, but DNS names are written in letters, digits and hyphens, other"
        " scripts in Punycode (xn--). Browsers decode them, most libraries refuse the URL or ask DNS for a name with a '%'"
        " in it."
    ),
    refused_by=(
        'Go net/url: invalid URL escape "%41"',
        "Java java.net.URI: nothing is refused, but getHost() is null",
        "Node, where a forbidden character is meant: TypeError: Invalid URL",
        "curl, where a forbidden character is meant: (3) URL using bad/illegal format or missing URL",
    ),
    before="https://m%C3%BCnchen.example/",
    after="https://xn--mnchen-3ya.example/",
    default=Severity.WARNING,
    check=_check,
)

"""User names and passwords that break their URL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line
from pctlens.core.codec import Place, encode
from pctlens.core.credentials import Credential, unescaped
from pctlens.core.rules.base import Edit, Fix, Problem, Rule, Severity
from pctlens.core.rules.places import USERINFO
from pctlens.core.text import Span
from pctlens.core.wrappers import wrap


def _check(line: Line) -> Iterator[Problem]:
    """Each user name and password with a raw delimiter; nothing of it but the delimiters is repeated."""
    for credential in unescaped(line.text, line.host):
        source, name = credential.source, USERINFO[credential.part]
        characters = sorted({source.text[index] for index in credential.raw})
        raw = ", ".join("a space" if character == " " else f"'{character}'" for character in characters)
        escapes = ", ".join(f"'{encode(character, Place.USERINFO)}'" for character in characters)
        yield Problem(
            RULE.id,
            Span(source.at(credential.raw[0]), source.at(credential.raw[-1] + 1)),
            f"A raw {raw.removeprefix('a ')} in the {name} ends it too early for many readers: it is written {escapes}",
            RULE.default,
            (Fix(f"Encode the {name}", tuple(_edits(credential)), preferred=True),),
        )


def _edits(credential: Credential) -> Iterator[Edit]:
    source = credential.source
    for index in credential.raw:
        escape = wrap(encode(source.text[index], Place.USERINFO), source.wrapping)
        yield Edit(Span(source.at(index), source.at(index + 1)), escape)


RULE: Final = Rule(
    id="unescaped-credential",
    summary="A raw '@', ':', '/', '#', '?', '[', ']' or space in the user name or password of a URL",
    why=(
        "The userinfo of a URL ends at '@', the authority at the first '/', '?' or '#' (RFC 3986 section 3.2). A password"
        " that holds one of them is cut there: the reader then looks for a wrong host, or for a port that is no number."
        " Escape it: '@' is '%40', ':' '%3A', '/' '%2F', '#' '%23', '?' '%3F'. A ':' in a password is only reported in"
        " connection strings, whose drivers refuse it; elsewhere RFC 3986 allows it."
    ),
    refused_by=(
        "MongoDB for Node: MongoParseError: Password contains unescaped characters; Invalid connection string",
        "PyMongo: InvalidURI: Username and password must be escaped according to RFC 3986",
        'PostgreSQL libpq: could not translate host name "ss@db.example" to address',
        'PostgreSQL libpq: invalid integer value "pa" for connection option "port"',
        'Go net/url: invalid port ":pa" after host; net/url: invalid userinfo',
        "Python urllib.parse: ValueError: Port could not be cast to integer value as 'pa'; Invalid IPv6 URL",
        "Node: TypeError: Invalid URL",
        "Prisma: P1013: The provided database string is invalid. invalid port number in database URL",
        "curl: (3) URL using bad/illegal format or missing URL",
    ),
    before="postgres://app:p@ss/word@db.example:5432/app",
    after="postgres://app:p%40ss%2Fword@db.example:5432/app",
    default=Severity.WARNING,
    check=_check,
)

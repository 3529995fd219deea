"""User names and passwords in URLs and connection strings whose own characters break the URL.

A URL recogniser cannot see them: by RFC 3986 section 3.2 ``scheme://user:pa/ss@host`` has the host ``user`` and a bad port. So
the line is read again here, as a person means it, and only where nothing else can be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pctlens.core.hosts import Host
from pctlens.core.literals import literal_at, literals
from pctlens.core.patterns import regex
from pctlens.core.urls import Part
from pctlens.core.wrappers import Unwrapped, unwrap

_CONNECTION: Final = regex(
    r"(?:amqps?|bolt|cassandra|clickhouse|cockroachdb|couchbase|couchdb|db2|elasticsearch|firebird|imaps?|kafka|ldaps?|mariadb|mongodb"
    r"|mqtts?|mssql|mysqlx?|mysql2|nats|neo4j|oracle|pgx|pop3s?|postgres|postgresql|presto|rediss?|redshift|smtps?|snowflake|sqlserver"
    r"|trino|vertica)(?:\+.*)?"
)
"""Schemes of connection strings, with or without a driver (``+psycopg``): behind ``user:`` stands a password, never a path."""

_PROXY: Final = regex(r"https?|s?ftp|ftps|wss?|socks[45]h?")
_SCHEME: Final = regex(r"(?<![A-Za-z0-9+.-])([A-Za-z][A-Za-z0-9+.-]*)://")
_TOKEN: Final = regex(r"[^\s\"'<>`]{0,500}")
_USER: Final = regex(r"(?:[\w.%+~-]+(?:@[\w.-]+)?)?")
_HOST: Final = r"(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]+\])"
_LATER_HOST: Final = regex(rf"[^?]*@{_HOST}:[0-9]+(?=[/?]|\Z)")
_AFTER_HOST: Final = regex(rf"@{_HOST}(?::[0-9]+)?(?=[/?#,;)\]]|\.?\Z)")
_PLACEHOLDER: Final = regex(r"\A%(?:[a-z](?![0-9a-f])|\[)|[{}<>]|\$\(|\[\^|\A\[.*\]\Z")
_SEVERAL: Final = regex(rf"@{_HOST}(?::[0-9]+)?[,;]")
"""A host of a list (memcached, Sentinel, MongoDB): each may have a user and a password of its own."""

_LONGEST: Final = 500
_SPACED: Final = regex(
    rf"(?P<user>[\w.%+~-]*):(?P<password>(?![0-9]+[ ])[^@/?#\s]+(?:[ ]+[^@/?#\s]+)+)@{_HOST}(?::[0-9]+)?(?:[/?#]\S*)?"
)


class Credential(NamedTuple):
    """A user name or a password with raw characters that have to be escaped there.

    ``source`` is its text without the host's wrapping; ``raw`` holds the indices of those characters in it.
    """

    part: Part
    source: Unwrapped
    raw: tuple[int, ...]


def unescaped(line: str, host: Host) -> Iterator[Credential]:
    """The user names and passwords of a line that hold a raw ``@ : / # ? [ ]`` or a space."""
    if "://" not in line or "@" not in line or (host.name == "texinfo" and "@@" in line):  # which is how it writes "@"
        return
    found = literals(line, host)
    for match in _SCHEME.finditer(line):
        start = match.end()
        literal = literal_at(found, match.start())
        wrapping = host.wrapping | host.literal if literal else host.wrapping
        token = _TOKEN.match(line, start)
        source = unwrap(line, start, token.end() if token else start, wrapping)
        scheme = match[1].lower()
        if "@" not in source.text:
            spaced = _value_end(line, match.start(), literal.span.end if literal and literal.span.start == match.start() else 0)
            source = unwrap(line, start, spaced, wrapping) if spaced else source
        yield from _credentials(source, scheme)


def _value_end(line: str, scheme: int, literal_end: int) -> int:
    """Where a URL with spaces would end: with the literal that it begins, or with the line behind ``KEY=``; else 0."""
    end = literal_end or (len(line.rstrip()) if line[scheme - 1 : scheme] == "=" else 0)
    return end if end - scheme < _LONGEST else 0


def _credentials(source: Unwrapped, scheme: str) -> Iterator[Credential]:
    """The broken user name and password of what follows ``scheme://``."""
    connects = _CONNECTION.fullmatch(scheme) is not None
    end = _userinfo_end(source.text, connects=connects, proxies=_PROXY.fullmatch(scheme) is not None)
    user, _, password = source.text[:end].partition(":")
    if not password or _SEVERAL.search(source.text, 0, end) or _PLACEHOLDER.search(password) or not _USER.fullmatch(user):
        return
    # RFC 3986 lets ":" stand in a password; the drivers that take connection strings do not.
    delimiters = "@/?#[] :" if connects else "@/?#[] "
    for part, start, stop in ((Part.USER, 0, len(user)), (Part.PASSWORD, len(user) + 1, end)):
        raw = tuple(index - start for index in range(start, stop) if source.text[index] in delimiters)
        if raw:
            yield Credential(part, source.cut(start, stop), raw)


def _userinfo_end(text: str, *, connects: bool, proxies: bool) -> int:
    """The index of the ``@`` that a person means to end the userinfo; 0 where there is none or it may be something else."""
    authority = re.split("[/?#]", text, maxsplit=1)[0]
    if "@" in authority:
        if connects and (later := _LATER_HOST.match(text, len(authority))):
            return text.rindex("@", 0, later.end())
        at = authority.rindex("@")
        return at if _AFTER_HOST.match(text, at) else 0
    if not (connects or proxies):
        return 0
    if spaced := _SPACED.fullmatch(text):
        return spaced.end("password")
    user, colon, password = authority.partition(":")
    may_be_port = not password or password.isdigit() or "port" in password.lower() or password.startswith("$")
    if not colon or may_be_port or " " in text or (proxies and "." in user):
        return 0
    after = _AFTER_HOST.search(text, len(authority))
    return after.start() if after else 0

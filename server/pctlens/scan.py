"""Whole files checked: from the bytes on the disk to the findings."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from pctlens.core import rules
from pctlens.core.credentials import unescaped
from pctlens.core.discretion import passwords
from pctlens.core.hosts import Host, host_of
from pctlens.core.rules import Problem, Severity
from pctlens.core.suppression import HEAD
from pctlens.core.suspects import CREDENTIALS
from pctlens.core.text import Span, split_lines
from pctlens.core.urls import Part
from pctlens.core.wrappers import SIGN_IN_LITERAL, SIGN_IN_MARKUP
from pctlens.files import Source, UnreadableError, read_bytes, text_of
from pctlens.finder import Finder
from pctlens.settings import Settings

UTF16_BOMS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

AROUND: Final = 240
"""So many code points of the line are kept on each side of a finding."""

_IN_LITERAL: Final = re.compile(SIGN_IN_LITERAL.encode())
_CREDENTIALS: Final = re.compile(CREDENTIALS.encode())
_IN_MARKUP: Final = re.compile(SIGN_IN_MARKUP.encode())

_BROKEN: Final = 3  # the code points of an escape that is none: what it hides of a password is not much


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem in its file.

    ``row`` counts lines from 0; ``excerpt`` is the line near the problem, from the code point ``start`` on.
    """

    path: str
    row: int
    problem: Problem
    excerpt: str
    start: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """What a file has to say: ``failure`` tells why it could not be checked, or mended; ``fixed`` counts the findings mended."""

    path: str
    findings: tuple[Finding, ...] = ()
    failure: str = ""
    fixed: int = 0
    diff: str = ""


def suspicious(data: bytes) -> bool:
    """Whether a file with these bytes can have anything to show: all others need no decoding.

    Without a ``%`` that is credentials, characters that cannot be seen, and a ``%`` that is spelt otherwise, each in a URL. What
    is searched for fastest is asked first.
    """
    return (
        b"%" in data
        or (b"@" in data and _CREDENTIALS.search(data) is not None)
        or (not data.isascii() and (b"://" in data or data.startswith(UTF16_BOMS)))
        or (b"\\" in data and _IN_LITERAL.search(data) is not None and b"://" in data)
        or (b"&" in data and _IN_MARKUP.search(data) is not None and b"://" in data)
    )


def source_of(data: bytes) -> Source | None:
    """The bytes of a file as text; ``None`` where there is nothing in them to look at."""
    return text_of(data) if suspicious(data) else None


def read(path: str, settings: Settings) -> Source | None:
    """A file's text; ``None`` where there is nothing in it to look at. Raises ``UnreadableError``."""
    data = read_bytes(path, settings.max_file_size)
    return text_of(data) if data is not None and suspicious(data) else None


def check_text(text: str, path: str, settings: Settings) -> Iterator[Finding]:
    """The findings of a text in the order of their places; ``path`` tells its language."""
    finder = Finder(settings.host(host_of(path)), settings.rules)
    found = ((at, problem) for at in finder.places(text) for problem in finder.find(at.line, at.above, at.below))
    if (first := next(found, None)) is None or finder.ignores(split_lines(text)[:HEAD]):
        return
    for place, problem in chain((first,), found):
        start = max(problem.span.start - AROUND, 0)
        near = place.line[start : problem.span.end + AROUND]
        yield Finding(path, place.row, problem, without_passwords(near, finder.host, problem.span.shifted(-start)), start)


def without_passwords(text: str, host: Host, but: Span) -> str:
    """``text`` with the passwords of its URLs hidden, one ``•`` a code point: a report may end up in a public log.

    Of the span ``but``, which a finding is about, the delimiters stay, and all of it where it is no longer than an escape.
    """
    raw = [found.source for found in unescaped(text, host) if found.part is Part.PASSWORD]
    secrets = [*passwords(text), *(Span(source.at(0), source.at(len(source.text))) for source in raw)]
    if not secrets:
        return text
    characters = list(text)
    for at in (at for secret in secrets for at in range(secret.start, secret.end)):
        told = but.start <= at < but.end and (len(but) <= _BROKEN or not text[at].isalnum())
        characters[at] = text[at] if told else "•"
    return "".join(characters)


def check_file(path: str, settings: Settings) -> Report | None:
    """Check one file of the disk; ``None`` where there is nothing to tell of it."""
    try:
        source = read(path, settings)
    except UnreadableError as error:
        return Report(path, failure=str(error))
    findings = tuple(check_text(source.text, path, settings)) if source else ()
    return Report(path, findings) if findings else None


def overruled(settings: Settings, select: Sequence[str], ignore: Sequence[str]) -> Settings:
    """The settings with only the ``select``ed rules (all where there are none) and without the ``ignore``d ones.

    A selected rule that is off is a warning.
    """
    if not select and not ignore:
        return settings
    severities = dict(settings.rules)
    for rule in rules.RULES.values():
        own = severities.get(rule.id, rule.default)
        if rule.id in ignore or (select and rule.id not in select):
            severities[rule.id] = Severity.OFF
        elif select and own is Severity.OFF:
            severities[rule.id] = Severity.WARNING
    return replace(settings, rules=severities)

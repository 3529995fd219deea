"""Escapes that are right but not in the normal form of RFC 3986 section 6.2.2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pctlens.core.analysis import Line
from pctlens.core.codec import decode
from pctlens.core.excerpt import cut
from pctlens.core.patterns import regex
from pctlens.core.rules.base import Fix, Problem, Rule, Severity
from pctlens.core.rules.places import components, rewritten, spot

_UNRESERVED: Final = regex("%(?:2D|2E|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)", re.IGNORECASE)
_ESCAPE: Final = regex("%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*")
_LOWER: Final = regex("[a-f]")


def _needless(line: Line) -> Iterator[Problem]:
    """Each escape of an unreserved character, unless decoding it would make up a new escape with the ``%`` before it."""
    for _, component in components(line):
        if decode(component.source.text).problems:
            continue
        for escape in _UNRESERVED.finditer(component.source.text):
            plain = decode(escape[0]).text
            yield Problem(
                NEEDLESS.id,
                spot(component, *escape.span()),
                f"'{escape[0]}' is '{plain}', which needs no escape anywhere",
                Severity.HINT,
                (Fix(f"Write '{plain}'", (rewritten(line, component, *escape.span(), plain),), preferred=True, safe=True),),
            )


def _lower(line: Line) -> Iterator[Problem]:
    """Each run of escapes with lower-case hex digits."""
    for _, component in components(line):
        for run in _ESCAPE.finditer(component.source.text):
            if _LOWER.search(run[0]):
                upper = run[0].upper()
                yield Problem(
                    LOWERCASE.id,
                    spot(component, *run.span()),
                    f"Hex digits are written in upper case: '{cut(upper)}'",
                    Severity.HINT,
                    (
                        Fix(
                            "Write the hex digits in upper case",
                            (rewritten(line, component, *run.span(), upper),),
                            preferred=True,
                            safe=True,
                        ),
                    ),
                )


NEEDLESS: Final = Rule(
    id="needless-escape",
    summary="An escaped letter, digit, '-', '.', '_' or '~'",
    why=(
        "Unreserved characters mean the same with and without an escape (RFC 3986 section 2.3), and should stand plainly."
        " The two spellings are still two cache keys, two signatures and two lines in a log. Old encoders escaped '~'."
    ),
    refused_by=("OAuth 1.0 and AWS signatures: signature mismatch (SignatureDoesNotMatch)",),
    before="https://example.com/%7Euser",
    after="https://example.com/~user",
    default=Severity.OFF,
    check=_needless,
)

LOWERCASE: Final = Rule(
    id="lowercase-hex",
    summary="An escape with lower-case hex digits",
    why=(
        "'%c3' and '%C3' mean the same; RFC 3986 section 2.1 asks writers for upper case, so that one URL has one"
        " spelling for caches, signatures and comparisons."
    ),
    refused_by=("OAuth 1.0 and AWS signatures: signature mismatch (SignatureDoesNotMatch)",),
    before="https://example.com/caf%c3%a9",
    after="https://example.com/caf%C3%A9",
    default=Severity.OFF,
    check=_lower,
)

"""Passwords of URLs, which no message, title or preview repeats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pctlens.core.patterns import regex
from pctlens.core.text import Span

SECRET: Final = "•••"
"""What stands for a password, save in the hover of its own escapes: there its encoded form is before the reader's eyes anyway."""

# Each delimiter of RFC 3986 section 3.2 plainly, encoded, or encoded several times.
_COLON: Final = "(?::|%(?:25)*3[Aa])"
_SLASH: Final = "(?:/|%(?:25)*2[Ff])"
_AT: Final = "(?:@|%(?:25)*40)"
_PASSWORD: Final = regex(
    rf"({_COLON}{_SLASH}{_SLASH}(?:(?!{_COLON}|{_SLASH}|{_AT})[^\s?#])*+{_COLON})((?:(?!{_SLASH}|{_AT})[^\s?#])++)(?={_AT})"
)


def passwords(text: str) -> Iterator[Span]:
    """Where the passwords of the URLs in ``text`` stand, also where such a URL is a value of another one and so is encoded."""
    if "@" in text or "40" in text:
        for match in _PASSWORD.finditer(text):
            yield Span(*match.span(2))


def without_passwords(text: str) -> str:
    """``text`` with the passwords of the URLs in it hidden."""
    return _PASSWORD.sub(rf"\1{SECRET}", text) if "@" in text or "40" in text else text

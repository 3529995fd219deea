"""That the judge of the torture lets no wrong rewrite pass."""

from __future__ import annotations

import pytest

from pctlens.core.hosts import host_of
from pctlens.core.text import Span
from torture.meaning import check

PLAIN = host_of("a.txt")
DOUBLED = host_of("a.service")


@pytest.mark.parametrize(
    ("text", "new", "variant", "title"),
    [
        ("caf%C3%A9", "café", "decode", 'Decode to "café"'),
        ("%2525", "%25", "decode", 'Decode to "%25"'),
        ("a%22%2Fb", "a%22/b", "decode", 'Decode to "a%22/b", keeping %22'),
        ("a+b%20c", "a b c", "decode.form", 'Decode as form data to "a b c"'),
        ("é b", "%C3%A9%20b", "encode.component", 'Encode as a URL component to "%C3%A9%20b"'),
        ("é b", "%C3%A9+b", "encode.form", 'Encode as form data to "%C3%A9+b"'),
    ],
)
def test_a_right_rewrite_passes(text: str, new: str, variant: str, title: str) -> None:
    check(text, Span(0, len(text)), [(0, len(text), new)], variant, title, PLAIN)


@pytest.mark.parametrize(
    ("text", "new", "variant", "title"),
    [
        ("caf%C3%A9", "cafe", "decode", 'Decode to "cafe"'),
        ("caf%C3%A9", "café", "decode", 'Decode to "cafe"'),
        ("%FF", "\ufffd", "decode", 'Decode to "\ufffd"'),
        ("%2541", "A", "decode", 'Decode to "A"'),
        ("a%2Fb", "a/b", "decode.readable", 'Decode to "a/bc"'),
        ("a%2Fb", "a%2fb", "encode.component", 'Encode to "a%2fb"'),
        ("é b", "%C3%A9+b", "encode.component", 'Encode to "%C3%A9+b"'),
        ("é b", "%E9%20b", "encode.component", 'Encode to "%E9%20b"'),
        ("é/b", "%C3%A9/b", "encode.path", 'Encode to "%C3%A9/b"'),
        ("é", "w6k=", "base64url.encode", 'Encode in Base64url to "w6k="'),
    ],
)
def test_a_wrong_rewrite_does_not(text: str, new: str, variant: str, title: str) -> None:
    with pytest.raises((AssertionError, UnicodeDecodeError)):
        check(text, Span(0, len(text)), [(0, len(text), new)], variant, title, PLAIN)


def test_a_percent_sign_is_doubled_where_the_file_says_so() -> None:
    title = 'Encode as a URL component to "%C3%A9"'
    check("U=é", Span(2, 3), [(2, 3, "%%C3%%A9")], "encode.component", title, DOUBLED)
    with pytest.raises(AssertionError):
        check("U=é", Span(2, 3), [(2, 3, "%%C3%%a8")], "encode.component", title, DOUBLED)


def test_a_rewrite_stays_in_its_selection() -> None:
    with pytest.raises(AssertionError):
        check("%20%20", Span(0, 3), [(0, 6, "  ")], "decode", 'Decode to "  "', PLAIN)

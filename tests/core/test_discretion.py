"""Passwords of URLs are hidden wherever the URL stands, and nothing else is."""

import pytest

from pctlens.core.discretion import without_passwords
from pctlens.core.excerpt import quoted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://me:s3cret@e.example/", "https://me:•••@e.example/"),
        ("a https://:s3cret@e.example b ftp://x:y@z", "a https://:•••@e.example b ftp://x:•••@z"),
        ("?u=https%3A%2F%2Fme%3As3cret%40e.example%2F", "?u=https%3A%2F%2Fme%3A•••%40e.example%2F"),
        ("?u=https%3a%2f%2fme%3as3%2525cret%40e.example", "?u=https%3a%2f%2fme%3a•••%40e.example"),
        ("?u=https%253A%252F%252Fme%253As3cret%2540e", "?u=https%253A%252F%252Fme%253A•••%2540e"),
        ("?u=https://me:s3cret%40e.example", "?u=https://me:•••%40e.example"),
        ("https://e.example:80/@x", "https://e.example:80/@x"),
        ("https://e.example/a:b@c", "https://e.example/a:b@c"),
        ("https://me@e.example/?a=b:c@d", "https://me@e.example/?a=b:c@d"),
        ("https://e.example:80 me@x", "https://e.example:80 me@x"),
        ("a://b:c", "a://b:c"),
        ("%40", "%40"),
        ("", ""),
    ],
)
def test_without_passwords(text: str, shown: str) -> None:
    assert without_passwords(text) == shown


def test_quotes_hide_before_they_cut() -> None:
    assert quoted("https://a-user:" + "s" * 60 + "@e.example/") == '"https://a-user:•••@e.example/"'

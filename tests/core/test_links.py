"""Which URLs are links, and what they open."""

from __future__ import annotations

import pytest

from pctlens.core.analysis import analyse
from pctlens.core.hosts import host_of
from pctlens.core.links import Link, links


def found(text: str, name: str = "a.md") -> list[Link]:
    return list(links(analyse(text, host_of(name))))


@pytest.mark.parametrize(
    ("name", "text", "target", "shown"),
    [
        (
            "a.md",
            "https://e.example/caf%c3%a9/%7Ea?q=%2f",
            "https://e.example/caf%C3%A9/~a?q=%2F",
            "https://e.example/café/~a?q=%2f",
        ),
        ("a.md", "https://müller.example/ü", "https://xn--mller-kva.example/%C3%BC", "https://müller.example/ü"),
        ("a.md", "http://xn--mller-kva.example/", "http://xn--mller-kva.example/", "http://müller.example/"),
        ("a.md", "file:///a%20b", "file:///a%20b", "file:///a%20b"),
        ("a.md", "https://e.example/100%zz", "https://e.example/100%25zz", "https://e.example/100%zz"),
        ("a.html", "https://e.example/?a=1&amp;b=%C3%A9", "https://e.example/?a=1&b=%C3%A9", "https://e.example/?a=1&b=é"),
        ("alembic.ini", "https://e.example/%%C3%%A9", "https://e.example/%C3%A9", "https://e.example/é"),
    ],
)
def test_a_link_opens_the_normal_form(name: str, text: str, target: str, shown: str) -> None:
    lead = "x = " if name.endswith(".ini") else "x "
    (link,) = found(lead + text, name)
    assert (link.span.of(lead + text), link.target, link.text) == (text, target, shown)


@pytest.mark.parametrize(
    "text",
    [
        "https://u:secret@e.example/",
        "https://u:sec/ret@e.example/x",
        "https://e.example/{id}",
        "https://$(host)/a",
        "https://e.example/a…",
        "ftp://e.example/a",
        "mailto:a@e.example",
        "view-source:https://e.example/",
        "https://",
        "a%20b",
    ],
)
def test_no_link(text: str) -> None:
    assert found(text) == []


def test_a_template_is_no_link() -> None:
    assert found('printf("https://e.example/%s")', "a.c") == []

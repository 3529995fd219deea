"""The worked examples of the texts that the product grew from, as a person in an editor meets them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lsp.editor import EDITORS, Editor, editing

REWRITE = "refactor.rewrite.pctlens."


@pytest.fixture(params=EDITORS, scope="module")
def editor(request: pytest.FixtureRequest) -> Iterator[Editor]:
    with editing(request.param, {"rules": {"needless-escape": "hint", "encoded-traversal": "warning"}}) as editor:
        yield editor


@pytest.mark.parametrize(
    ("kind", "plain", "encoded"),
    [
        ("component", "şehir merkezi/İstanbul?", "%C5%9Fehir%20merkezi%2F%C4%B0stanbul%3F"),
        ("component", "hello world!", "hello%20world%21"),
        ("javascript", "hello world!", "hello%20world!"),
        ("component", "café & thé", "caf%C3%A9%20%26%20th%C3%A9"),
        ("form", "café & thé", "caf%C3%A9+%26+th%C3%A9"),
        ("component", "café & bar", "caf%C3%A9%20%26%20bar"),
        ("uri", "https://example.com/a b?q=1", "https://example.com/a%20b?q=1"),
        ("component", "A54C6FE2#info", "A54C6FE2%23info"),
        ("component", "../../../etc/passwd", "..%2F..%2F..%2Fetc%2Fpasswd"),
    ],
)
def test_an_encoding_and_back(editor: Editor, kind: str, plain: str, encoded: str) -> None:
    editor.open(plain, "a.txt")
    (action,) = editor.actions(0, len(plain), f"{REWRITE}encode.{kind}")
    assert editor.applied(action["edit"]) == encoded
    decode = "decode.form" if kind == "form" else "decode"
    editor.open(encoded, "a.txt")
    best = editor.actions(0, len(encoded), f"{REWRITE}{decode}")[0]
    assert (best["kind"], editor.applied(best["edit"])) == (f"{REWRITE}{decode}", plain)


def test_lengths_are_counted(editor: Editor) -> None:
    editor.open("hello%20world%21", "a.txt")
    assert "16 characters decode to 12 characters" in (editor.hover(6) or "")


def test_latin_5_is_named(editor: Editor) -> None:
    (found,) = editor.open("ara: https://ornek.com.tr/?q=%FEehir\n", "a.txt")
    assert found == ("invalid-utf8", "%FE")
    assert 'in windows-1254 it reads "şehir"' in editor.findings[0]["message"]


@pytest.mark.parametrize(
    ("text", "finding", "mended"),
    [
        ("https://example.com/a%2520b", ("double-encoding", "%2520"), "https://example.com/a%20b"),
        ("https://example.com/%7Euser", ("needless-escape", "%7E"), "https://example.com/~user"),
        ("https://example.com/..%2Fetc", ("encoded-traversal", "..%2F"), None),
    ],
)
def test_a_finding_and_its_fix(editor: Editor, text: str, finding: tuple[str, str], mended: str | None) -> None:
    assert editor.open(text, "a.txt") == [finding]
    at = text.index("%")
    fixes = [action for action in editor.actions(at, at + 1, "quickfix") if action.get("isPreferred")]
    assert [editor.applied(fix["edit"]) for fix in fixes] == ([mended] if mended else [])

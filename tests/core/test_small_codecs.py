"""Hidden characters, base64url, Punycode and mojibake."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pctlens.core import base64url, domain, mojibake
from pctlens.core.unseen import HIDDEN, visible

ANY_TEXT = st.text(st.characters(exclude_categories=[]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("café & 日本", "café & 日本"),
        ("a\u200bb", "a‹U+200B›b"),
        ("\u202egpj.exe", "‹U+202E›gpj.exe"),
        ("a\tb\r\nc", "a‹U+0009›b‹U+000D›‹U+000A›c"),
        ("a\u00a0b\u3000c", "a‹U+00A0›b‹U+3000›c"),
        ("\ud800", "‹U+D800›"),
        ("\U000e0041", "‹U+E0041›"),
        ("\u0378\ue000", "\u0378\ue000"),  # unassigned and private: drawn as something
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(ANY_TEXT)
def test_what_is_visible_has_nothing_unseen(text: str) -> None:
    shown = visible(text)
    assert all(unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} and (c == " " or not c.isspace()) for c in shown)
    assert visible(shown) == shown


def test_hidden_characters() -> None:
    hidden = "\x00\x1f\x7f\u200b\u2060\ufeff\u202a\u202e\u2066\u2069"
    assert HIDDEN.findall(hidden + "\u200c\u200d\u00a0 aé") == list(hidden)


@given(st.binary())
def test_base64url_round_trip(raw: bytes) -> None:
    text = base64url.encode(raw)
    assert not set(text) & set("+/=")
    assert base64url.decode(text) == (raw or None)
    assert base64url.decode(text + "=" * (-len(text) % 4)) == (raw or None)


@pytest.mark.parametrize("text", ["", "a", "ab=", "ab===", "a+b/", "YR", "é", "YQ==\n", "a b"])
def test_not_base64url(text: str) -> None:
    assert base64url.decode(text) is None


@pytest.mark.parametrize(
    ("unicode", "ascii"),
    [
        ("bücher.example", "xn--bcher-kva.example"),
        ("straße.de", "xn--strae-oqa.de"),
        ("💩.la", "xn--ls8h.la"),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
        ("a_b.example", "a_b.example"),
        ("şehir.com.tr", "xn--ehir-45a.com.tr"),
    ],
)
def test_punycode_both_ways(unicode: str, ascii: str) -> None:
    assert (domain.to_ascii(unicode), domain.to_unicode(ascii)) == (ascii, unicode)


@pytest.mark.parametrize("host", ["xn--", "xn--a", "xn--a-ecp", "xn--zz--", "xn--abc-"])
def test_what_is_no_punycode_is_not_shown(host: str) -> None:
    assert domain.to_unicode(host) is None


@pytest.mark.parametrize("host", ["\U0003e8ac.example", "a\U0003e8ac", "xn--t92s"])
def test_a_character_that_is_none_yet_stands_in_no_host(host: str) -> None:
    """By UTS 46 section 4.1; Python has given such characters a direction since 3.15."""
    assert domain.to_ascii(host) is None


@given(ANY_TEXT)
def test_punycode_is_total_and_comes_back(host: str) -> None:
    name = domain.to_ascii(host)
    if name is not None:
        shown = domain.to_unicode(name)
        assert shown is not None and domain.to_ascii(shown) == name
    domain.to_unicode(host)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("cafÃ©", "café"),
        ("ÅŸehir", "şehir"),
        ("Itâ€™s", "It’s"),
        ("ðŸ˜€", "😀"),
        ("Ã©\u00c3\u00a0", "éà"),
        ("日本 Ã©", "日本 é"),
        ("café", None),
        ("São", None),
        ("Ã© et é", None),
        ("plain", None),
        ("Â\u0085", None),
    ],
)
def test_mojibake(text: str, meant: str | None) -> None:
    assert mojibake.repair(text) == meant


@given(st.text(st.characters(min_codepoint=0xA0, exclude_categories=["Cs"]), min_size=1))
def test_mojibake_made_is_mojibake_undone(text: str) -> None:
    assert mojibake.repair(text.encode().decode("latin-1")) == text


@given(ANY_TEXT)
def test_mojibake_is_total(text: str) -> None:
    mojibake.repair(text)

"""Encoding for a place, strict decoding, and what lies between: normal form, readable form, layers."""

from urllib.parse import quote, unquote, unquote_to_bytes

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pctlens.core.codec import Flaw, Place, Reason, decode, encode, escaped, layers, normalize, readable, to_bytes
from pctlens.core.text import Span

ANY_TEXT = st.text(st.characters(exclude_categories=[]))
# Text in which percent signs, hex digits and odd bytes meet far more often than by chance.
ENCODED = st.lists(
    st.one_of(
        st.sampled_from(
            ["%", "%%", "%4", "%zz", "%u", "%u2019", "+", "é", "a", "4", "1", "F", "%2F", "%25", "%41", "%20", "\ud800"]
        ),
        st.binary(max_size=6).map(escaped),
        st.text(max_size=3).map(lambda text: quote(text, errors="replace").lower()),
    ),
    max_size=12,
).map("".join)


@pytest.mark.parametrize(
    ("place", "text", "encoded"),
    [
        (Place.COMPONENT, "şehir merkezi/İstanbul?", "%C5%9Fehir%20merkezi%2F%C4%B0stanbul%3F"),
        (Place.COMPONENT, "hello world!", "hello%20world%21"),
        (Place.COMPONENT, "café & thé", "caf%C3%A9%20%26%20th%C3%A9"),
        (Place.JAVASCRIPT, "it's (a) *b*! / é", "it's%20(a)%20*b*!%20%2F%20%C3%A9"),
        (Place.FORM, "a b+c*~", "a+b%2Bc*%7E"),
        (Place.PATH, "a/b c;v=1@x:+", "a%2Fb%20c;v=1@x:+"),
        (Place.USERINFO, "p@ss:w/rd#?[]%", "p%40ss%3Aw%2Frd%23%3F%5B%5D%25"),
        (Place.ALL, "Aé", "%41%C3%A9"),
        (Place.URI, "https://[::1]/a b?q=é&r=%20#x", "https://[::1]/a%20b?q=%C3%A9&r=%20#x"),
        (Place.URI, "100%/%zz/%4", "100%25/%25zz/%254"),
        (Place.COMPONENT, "a\ud800b ", "a\ud800b%20"),
        (Place.FORM, "\udc00 é", "\udc00+%C3%A9"),
    ],
)
def test_encode(place: Place, text: str, encoded: str) -> None:
    assert encode(text, place) == encoded


@given(ANY_TEXT, st.sampled_from([place for place in Place if place is not Place.URI]))
@example("+ %", Place.FORM)
def test_decode_undoes_encode(text: str, place: Place) -> None:
    decoded = decode(encode(text, place), plus_as_space=place is Place.FORM)
    assert (decoded.text, decoded.problems) == (text, ())


@given(ENCODED)
def test_encoding_a_url_keeps_what_it_says(text: str) -> None:
    said = decode(text)
    encoded = encode(text, Place.URI)
    assert encode(encoded, Place.URI) == encoded
    if all(flaw.reason in (Reason.MALFORMED, Reason.CUT, Reason.UNICODE) for flaw in said.problems):
        assert decode(encoded).text == said.text


@given(st.text())
def test_component_encoding_is_what_urllib_does(text: str) -> None:
    assert encode(text, Place.COMPONENT) == quote(text, safe="")


@pytest.mark.parametrize(
    ("text", "said", "flaws"),
    [
        ("caf%C3%A9%20%26", "café &", []),
        ("a+b", "a+b", []),
        ("%zz%20", "%zz ", [(0, 3, Reason.MALFORMED)]),
        ("98%-x", "98%-x", [(2, 3, Reason.MALFORMED)]),
        ("50%off", "50%off", [(2, 5, Reason.MALFORMED)]),
        ("%zz%q1%", "%zz%q1%", [(0, 6, Reason.MALFORMED), (6, 7, Reason.CUT)]),
        ("%20%4", " %4", [(3, 5, Reason.CUT)]),
        ("x%", "x%", [(1, 2, Reason.CUT)]),
        ("%%34%31", "%41", [(0, 1, Reason.MALFORMED)]),
        ("it%u2019s", "it%u2019s", [(2, 8, Reason.UNICODE)]),
        ("%u201", "%u201", [(0, 3, Reason.MALFORMED)]),
        ("caf%E9", "caf%E9", [(3, 6, Reason.LEGACY)]),
        ("%C7%D1%B1%B9", "%C7%D1%B1%B9", [(0, 12, Reason.LEGACY)]),
        ("%CF%F0%E8%E2%E5%F2%20x", "%CF%F0%E8%E2%E5%F2 x", [(0, 18, Reason.LEGACY)]),
        ("%8AO%91%95", "%8AO%91%95", [(0, 3, Reason.LEGACY), (4, 10, Reason.LEGACY)]),
        ("%E6%97%A5%FF%E6%9C%AC", "日%FF本", [(9, 12, Reason.LEGACY)]),
        ("%C3%A9%C3%A8%E9x", "éè%E9x", [(12, 15, Reason.TRUNCATED)]),
        ("%E6%97%A5%E6%9C", "日%E6%9C", [(9, 15, Reason.TRUNCATED)]),
        ("%F0%9F%98", "%F0%9F%98", [(0, 9, Reason.TRUNCATED)]),
        ("..%c0%af", "..%c0%af", [(2, 8, Reason.OVERLONG)]),
        ("%E0%80%AF", "%E0%80%AF", [(0, 9, Reason.OVERLONG)]),
        ("%ED%A0%BD%ED%B8%80", "%ED%A0%BD%ED%B8%80", [(0, 18, Reason.SURROGATE)]),
        ("%F4%90%80%80", "%F4%90%80%80", [(0, 12, Reason.RANGE)]),
        ("%ED%95%9C", "한", []),
        ("%00%7F", "\x00\x7f", []),
        ("\ud800%C3%A9", "\ud800é", []),
    ],
)
def test_decode(text: str, said: str, flaws: list[tuple[int, int, Reason]]) -> None:
    decoded = decode(text)
    assert decoded.text == said
    assert decoded.problems == tuple(Flaw(Span(start, end), reason) for start, end, reason in flaws)


def test_plus_as_space() -> None:
    assert decode("a+b%2Bc", plus_as_space=True).text == "a b+c"
    assert decode("a+%zz", plus_as_space=True).problems == (Flaw(Span(2, 5), Reason.MALFORMED),)


@given(st.one_of(ENCODED, ANY_TEXT))
def test_decode_agrees_with_urllib_where_nothing_is_wrong(text: str) -> None:
    decoded = decode(text)
    if not decoded.problems:
        assert decoded.text == unquote(text)
    else:
        assert all(flaw.span.of(text).startswith("%") for flaw in decoded.problems)
        ends = [0] + [edge for flaw in decoded.problems for edge in (flaw.span.start, flaw.span.end)]
        assert ends == sorted(ends) and ends[-1] <= len(text)
        kept = "".join(flaw.span.of(text) for flaw in decoded.problems)
        assert "\ufffd" in unquote(text) or "%" in kept


@given(st.binary())
def test_bytes_are_found_bad_exactly_where_python_finds_them_bad(raw: bytes) -> None:
    try:
        said = raw.decode()
    except UnicodeDecodeError:
        assert decode(escaped(raw)).problems
    else:
        assert (decode(escaped(raw)).text, decode(escaped(raw)).problems) == (said, ())


@given(ENCODED)
def test_to_bytes_is_what_urllib_reads(text: str) -> None:
    assert to_bytes(text) == b"".join(
        unquote_to_bytes(part) if part != "\ud800" else b"\xed\xa0\x80" for part in text.replace("\ud800", "|\ud800|").split("|")
    )


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("%7Euser/%c3%a9%2f", "~user/%C3%A9%2F"),
        ("%41%2D%20", "A-%20"),
        ("%e9", "%E9"),
        ("%%34%31", "%%341"),
        ("%4%31", "%4%31"),
        ("%zz%7e", "%zz~"),
    ],
)
def test_normalize(text: str, normal: str) -> None:
    assert normalize(text) == normal


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/%C5%9Fehir/caf%c3%a9", "/şehir/café"),
        ("a%2Fb%3fc%23%26%3D%2B%25%5C%40%3A%5B%3B", "a%2Fb%3fc%23%26%3D%2B%25%5C%40%3A%5B%3B"),
        ("%20%09%0A%E2%80%8B%E2%80%AE%C2%A0x", "%20%09%0A%E2%80%8B%E2%80%AE%C2%A0x"),
        ("%41%E9%E6%97%A5-%E6%97%A5", "A%E9%E6%97%A5-日"),
        ("%2541", "%2541"),
        ("%%34%31", "%%341"),
        ("%zz", "%zz"),
    ],
)
def test_readable(text: str, shown: str) -> None:
    assert readable(text) == shown


@given(ENCODED)
@example("%u2%30%31%39")
@example("%25%34%31")
@example("%c2%a1%c2%80%80%80")
@example("%C2%A1%27%80")
def test_normal_and_readable_forms_say_the_same(text: str) -> None:
    assert decode(normalize(text)).text.upper() == decode(text).text.upper()  # escapes that say nothing change their case
    assert decode(readable(text)).text == decode(text).text
    assert normalize(normalize(text)) == normalize(text)
    assert readable(readable(text)) == readable(text)


def test_layers() -> None:
    assert layers("%25252F") == ("%252F", "%2F", "/")
    assert layers("%2520") == ("%20", " ")
    assert layers("plain %zz") == ()
    assert len(layers("%" + "25" * 20 + "41")) == 5
    assert layers("%252541", limit=1) == ("%2541",)


@given(ANY_TEXT)
def test_every_function_is_total(text: str) -> None:
    for place in Place:
        encode(text, place)
    decode(text)
    normalize(text)
    readable(text)
    layers(text)
    to_bytes(text)

"""The rewrites: which are offered where, in which order and words, and what they make of the text.

In a marked text ``⟦`` and ``⟧`` stand round the selection, and ``|`` is a cursor.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pctlens.core import base64url, codec
from pctlens.core.analysis import Line, analyse
from pctlens.core.hosts import host_of
from pctlens.core.refactors import PREFIX, Refactor, refactors
from pctlens.core.rewrites import Variant, rewrite
from pctlens.core.text import Span, split_lines, strip_end
from rules.reader import applied


def selection_of(marked: str) -> tuple[str, Span]:
    if "⟦" in marked:
        start, end = marked.index("⟦"), marked.index("⟧") - 1
        return marked.replace("⟦", "").replace("⟧", ""), Span(start, end)
    at = marked.index("|")
    return marked.replace("|", "", 1), Span(at, at)


def first_line(text: str, file: str) -> Line:
    return analyse(strip_end((split_lines(text) or [""])[0]), host_of(file))


def offered(marked: str, file: str = "a.txt", only: Sequence[str] = ()) -> tuple[Refactor, ...]:
    text, selection = selection_of(marked)
    return refactors(text, selection, first_line(text, file), only)


def rewritten(marked: str, variant: Variant, file: str = "a.txt", *, charset: str = "", per_line: bool = False) -> str | None:
    """The whole text after one variant, ``None`` where there is nothing to do."""
    text, selection = selection_of(marked)
    edits = rewrite(text, selection, host_of(file), variant, charset=charset, per_line=per_line)
    return None if edits is None else applied(text, edits)


@pytest.mark.parametrize(
    ("variant", "text", "result"),
    [
        (Variant.DECODE, "caf%C3%A9%20%26%20th%C3%A9", "café & thé"),
        (Variant.READABLE, "caf%C3%A9%20%26%2Fth%C3%A9", "café%20%26%2Fthé"),
        (Variant.DECODE_FORM, "a+b%2Bc", "a b+c"),
        (Variant.COMPONENT, "şehir merkezi/İstanbul?", "%C5%9Fehir%20merkezi%2F%C4%B0stanbul%3F"),
        (Variant.JAVASCRIPT, "it's (a) b", "it's%20(a)%20b"),
        (Variant.URI, "https://h.example/a b%20c?q=é&r=5%", "https://h.example/a%20b%20c?q=%C3%A9&r=5%25"),
        (Variant.FORM, "a b*c~", "a+b*c%7E"),
        (Variant.PATH, "a b/c:d", "a%20b%2Fc:d"),
        (Variant.USERINFO, "p@ss:w/rd", "p%40ss%3Aw%2Frd"),
        (Variant.ALL, "aé", "%61%C3%A9"),
        (Variant.NORMALIZE, "%7euser%2f", "~user%2F"),
        (Variant.TO_BASE64URL, "café?", "Y2Fmw6k_"),
        (Variant.FROM_BASE64URL, "Y2Fmw6k_", "café?"),
        (Variant.PUNYCODE, "münchen.example", "xn--mnchen-3ya.example"),
        (Variant.UNICODE, "xn--mnchen-3ya.example", "münchen.example"),
    ],
)
def test_each_variant(variant: Variant, text: str, result: str) -> None:
    assert rewritten(f"⟦{text}⟧", variant) == result


def test_a_charset_is_decoded_also_where_a_second_byte_is_a_letter() -> None:
    assert rewritten("⟦%8AO%91%95%95s%97%C7⟧", Variant.CHARSET, charset="shift_jis") == "外装不良"
    assert rewritten("⟦t%FCrk%E7e+x⟧", Variant.CHARSET, charset="windows-1254") == "türkçe+x"
    assert rewritten("⟦%81⟧", Variant.CHARSET, charset="windows-1252") is None


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        (Variant.DECODE, "plain"),
        (Variant.DECODE, "%FE%zz"),
        (Variant.DECODE_FORM, "plain"),
        (Variant.COMPONENT, "plain"),
        (Variant.NORMALIZE, "%C3%A9"),
        (Variant.FROM_BASE64URL, "hello"),
        (Variant.FROM_BASE64URL, "____"),
        (Variant.TO_BASE64URL, "\ud800"),
        (Variant.PUNYCODE, "plain.example"),
        (Variant.PUNYCODE, "a b.example"),
        (Variant.UNICODE, "plain.example"),
        (Variant.DECODE, ""),
        (Variant.COMPONENT, ""),
    ],
)
def test_what_changes_nothing_or_cannot_be_done_is_left_out(variant: Variant, text: str) -> None:
    assert rewritten(f"⟦{text}⟧", variant) is None
    assert variant not in {refactor.variant for refactor in offered(f"⟦{text}⟧")}


@pytest.mark.parametrize(
    ("file", "marked", "variant", "result"),
    [
        ("a.html", '<a href="/?q=⟦a%26b%22c⟧&amp;d">', Variant.DECODE, '<a href="/?q=a&amp;b&quot;c&amp;d">'),
        ("a.html", '<a href="⟦/?q=é&amp;r=ö⟧">', Variant.URI, '<a href="/?q=%C3%A9&amp;r=%C3%B6">'),
        ("a.md", "⟦a%26b%22⟧", Variant.DECODE, 'a&b"'),
        ("alembic.ini", "u = postgresql://me:⟦p@ss⟧@h/d", Variant.USERINFO, "u = postgresql://me:p%%40ss@h/d"),
        ("alembic.ini", "u = postgresql://me:⟦p%%40s%%25⟧@h/d", Variant.DECODE, "u = postgresql://me:p@s%%@h/d"),
        ("crontab", r"1 2 * * * curl http://h/⟦a\%20b⟧", Variant.DECODE, "1 2 * * * curl http://h/a b"),
        ("a.tex", r"\href{http://h/⟦a b⟧}", Variant.COMPONENT, r"\href{http://h/a\%20b}"),
        ("a.py", 'u = "http://h/%s/⟦a b⟧" % x', Variant.COMPONENT, 'u = "http://h/%s/a%%20b" % x'),
        ("a.py", 'u = "http://h/⟦a b⟧"', Variant.COMPONENT, 'u = "http://h/a%20b"'),
        ("a.go", 'fmt.Sprintf("http://h/⟦a%%20b⟧/%s", x)', Variant.DECODE, 'fmt.Sprintf("http://h/a b/%s", x)'),
        ("a.js", 'x = "⟦say%20%22hi%22%5Cn%0A%27⟧"', Variant.DECODE, 'x = "say %22hi%22%5Cn%0A\'"'),
        ("a.js", "x = '⟦it%27s %22⟧'", Variant.DECODE, "x = 'it%27s \"'"),
        ("a.js", "x = `⟦%60%24{a}⟧%20`", Variant.DECODE, None),
        ("a.json", r'{"u": "⟦a\/b é⟧"}', Variant.COMPONENT, '{"u": "a%2Fb%20%C3%A9"}'),
        ("a.sh", 'curl "https://h/⟦a%20%24b%60⟧"', Variant.DECODE, 'curl "https://h/a %24b%60"'),
        ("a.rb", 'get "⟦%23{x}%20⟧"', Variant.DECODE, 'get "%23{x} "'),
        ("a.json", '⟦{"u": "a%20b%22"}⟧', Variant.DECODE, '{"u": "a b%22"}'),
        ("a.txt", "⟦a%0Ab%00⟧", Variant.DECODE, "a\nb%00"),
        ("a.css", 'a{background:url("⟦a%20b%22⟧")}', Variant.DECODE, 'a{background:url("a b%22")}'),
    ],
)
def test_a_rewrite_respects_its_surroundings(file: str, marked: str, variant: Variant, result: str | None) -> None:
    assert rewritten(marked, variant, file) == result


def test_the_title_shows_the_result_and_what_is_kept() -> None:
    (first, *_) = offered("⟦caf%C3%A9%20%26%20th%C3%A9⟧")
    assert (first.kind, first.title) == ("refactor.rewrite.pctlens.decode", 'Decode to "café & thé"')
    (first, *_) = offered('x = "⟦say%20%22hi%22⟧"', "a.js")
    assert first.title == 'Decode to "say %22hi%22", keeping %22'
    (first, *_) = offered("⟦" + "%C3%A9" * 60 + "⟧")
    assert first.title == f'Decode to "{"é" * 39}…"'
    (first, *_) = offered("⟦a%E2%80%8Bb⟧")
    assert first.title == 'Decode to "a‹U+200B›b"'


def test_in_a_url_the_decoder_that_keeps_its_meaning_comes_first() -> None:
    found = offered("https://h.example/⟦caf%C3%A9%2Fb⟧")
    assert [refactor.title for refactor in found[:2]] == [
        'Decode what is safe to read, to "café%2Fb"',
        'Decode to "café/b", which changes the URL',
    ]


@pytest.mark.parametrize(
    "marked",
    [
        "postgres://app:s3cret%4|0w@h.example/db",
        "postgres://app:⟦s3cret%40w⟧@h.example/db",
        "⟦postgres://app:s3cret%40w@h.example/db⟧",
        "x\n⟦postgres://app:s3cret%40w@h.example/db\n⟧",
        "postgres://app:⟦s3cret/w⟧@h.example/db",
    ],
)
def test_a_title_never_shows_a_password(marked: str) -> None:
    found = offered(marked)
    assert found
    assert not [refactor.title for refactor in found if "s3cret" in refactor.title]
    assert not [refactor.title for refactor in found if "czNjcmV0" in refactor.title]  # the same in Base64url


def variants(found: Sequence[Refactor]) -> list[str]:
    return [str(refactor.variant) for refactor in found]


def test_the_best_come_first_and_at_most_eight() -> None:
    assert variants(offered("⟦a b/:'(+⟧")) == [
        "decode.form",
        "encode.component",
        "encode.javascript",
        "encode.form",
        "encode.uri",
        "encode.path",
        "encode.userinfo",
        "encode.all",
    ]
    assert variants(offered("⟦https://h.example/é⟧"))[0] == "encode.uri"
    assert variants(offered("⟦Gesch%E4ft+a⟧"))[:2] == ["decode.form", "decode.charset"]


def test_only_the_kinds_asked_for_are_given_however_many_come_before() -> None:
    marked = "⟦a b/:'(+⟧"
    assert variants(offered(marked, only=[PREFIX + "base64url.encode"])) == ["base64url.encode"]
    assert variants(offered(marked, only=[PREFIX + "decode"])) == ["decode.form"]
    assert len(offered(marked, only=["refactor"])) == 8
    assert offered(marked, only=["refactor.extract"]) == ()
    assert offered(marked, only=[PREFIX + "enc"]) == ()
    # The same result under another name is left out, unless that name is asked for.
    assert variants(offered("⟦a b⟧", only=[PREFIX + "encode.javascript"])) == ["encode.javascript"]
    assert "encode.javascript" not in variants(offered("⟦a b⟧"))


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ("https://h.example/wiki/caf%C3|%A9?x=a+b", ["decode"]),
        ("https://h.example/?x=a+b%20|c", ["decode", "decode.form"]),
        ("https://h.example/?x=%CF%F0%E8%E2%E5%F2|&y", ["decode.charset"] * 3),
        ("https://xn--mnchen-|3ya.example/", ["unicode"]),
        ("https://h.example/pl|ain", []),
        ("no U|RL, 100% text", []),
        ("|", []),
    ],
)
def test_a_cursor_gets_what_belongs_to_its_component_and_never_an_encode(marked: str, found: list[str]) -> None:
    assert variants(offered(marked)) == found


def test_one_character_may_be_a_cursor_so_that_no_encode_comes_first() -> None:
    assert variants(offered("https://h.example/⟦c⟧af%C3%A9"))[0] == "decode"
    assert offered("⟦é⟧") == ()
    assert variants(offered("⟦é⟧", only=[PREFIX + "encode.component"])) == ["encode.component"]


def test_lines_are_rewritten_as_one_or_one_by_one() -> None:
    assert rewritten("⟦a b\r\nc d\r\n⟧e f", Variant.COMPONENT) == "a%20b%0D%0Ac%20d\r\ne f"
    assert rewritten("⟦a b\r\nc d\r\n⟧e f", Variant.COMPONENT, per_line=True) == "a%20b\r\nc%20d\r\ne f"
    assert rewritten("x⟦ é\nplain\nö⟧ y", Variant.URI) == "x%20%C3%A9\nplain\n%C3%B6 y"
    assert rewritten("a%20b ⟦c%20d\nx\ny%20⟧z", Variant.DECODE) == "a%20b c d\nx\ny z"
    assert rewritten("⟦\n⟧", Variant.COMPONENT) is None


def test_a_large_selection_is_only_decoded_unless_one_kind_is_asked_for() -> None:
    marked = "⟦" + "a b%20c\n" * 4000 + "⟧"
    found = offered(marked)
    assert variants(found) == ["decode"]
    text = "a b%20c\n" * 4000
    assert applied(text, found[0].edits) == text.replace("%20", " ")
    assert variants(offered(marked, only=[PREFIX + "encode.component"])) == ["encode.component"]


def test_many_edits_that_stand_near_each_other_are_one() -> None:
    crowd, gap = "&amp;%C3%A9&#38;" * 65, "-" * 300
    text = f"{crowd}{gap}%20{gap}{crowd}"
    edits = rewrite(text, Span(0, len(text)), host_of("a.html"), Variant.DECODE) or ()
    assert [edit.span.of(text)[:6] for edit in edits] == ["%C3%A9", "%20", "%C3%A9"]
    assert applied(text, edits) == text.replace("%C3%A9", "é").replace("%20", " ")
    few = "&amp;%C3%A9&#38;" * 64
    assert len(rewrite(few, Span(0, len(few)), host_of("a.html"), Variant.DECODE) or ()) == 64


SELECTED = st.lists(
    st.sampled_from(
        [*"%aF2é+\"'\\&;<\n\r`$ ", "%C3", "%A9", "%22", "%5C", "%0A", "%25", "%FE", "%u20", "&amp;", "https://", "\ud800", "😀"]
    ),
    max_size=14,
).map("".join)
FILES = st.sampled_from(["a.py", "a.md", "a.html", "alembic.ini", "crontab", "a.json", "a.go", "a.js", "a.txt"])


@given(SELECTED, st.integers(0, 14), st.integers(0, 14), FILES)
def test_any_selection_in_any_file_gives_ordered_edits_inside_it(text: str, start: int, length: int, file: str) -> None:
    selection = Span(min(start, len(text)), min(start + length, len(text)))
    line = first_line(text[text.rfind("\n", 0, selection.start) + 1 :], file)
    found = refactors(text, selection, first_line(text, file) if "\n" not in text[: selection.start] else line)
    assert len(found) <= 8
    for refactor in found:
        if len(selection) > 1:
            ends = [selection.start, *(at for edit in refactor.edits for at in (edit.span.start, edit.span.end)), selection.end]
            assert ends == sorted(ends)
        assert "\ufffd" not in "".join(edit.text for edit in refactor.edits)
        assert applied(text, refactor.edits) != text


@given(st.text(max_size=12))
def test_what_is_encoded_in_plain_text_says_the_same(text: str) -> None:
    for variant in (Variant.COMPONENT, Variant.JAVASCRIPT, Variant.PATH, Variant.USERINFO, Variant.ALL):
        edits = rewrite(text, Span(0, len(text)), host_of("a.txt"), variant)
        if edits is not None:
            assert codec.decode(applied(text, edits)).text == text
    if edits := rewrite(text, Span(0, len(text)), host_of("a.txt"), Variant.TO_BASE64URL):
        (edit,) = edits
        assert base64url.decode(edit.text) == edit.span.of(text).encode()


@given(SELECTED)
def test_decoding_in_a_literal_never_ends_it(text: str) -> None:
    source = 'x = "' + text.translate(dict.fromkeys(map(ord, '"\\\n\r'))) + '"'
    edits = rewrite(source, Span(5, len(source) - 1), host_of("a.js"), Variant.DECODE) or ()
    assert all(not set(edit.text) & set('"\\\n\r') for edit in edits)

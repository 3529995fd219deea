"""What the hover knows: the cursor stands at the ``|`` of the text."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pctlens.core.analysis import analyse
from pctlens.core.hosts import host_of
from pctlens.core.preview import ROWS, Escape, Options, Preview, Row, preview
from pctlens.core.render import markdown, plain
from pctlens.core.text import Span
from pctlens.core.urls import Part


def look(marked: str, file: str = "links.md", options: Options | None = None) -> Preview | None:
    at = marked.index("|")
    return preview(analyse(marked.replace("|", "", 1), host_of(file)), at, options)


def see(marked: str, file: str = "links.md", options: Options | None = None) -> Preview:
    found = look(marked, file, options)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("marked", "part", "text"),
    [
        ("https://example.com/caf%|C3%A9/x%20y", Part.SEGMENT, "café"),
        ("https://example.com/?q=caf%C3%A9%20%26%|20th%C3%A9", Part.VALUE, "café & thé"),
        ("https://example.com/?a|%5B0%5D=x", Part.KEY, "a[0]"),
        ("https://example.com/#a%|20b", Part.FRAGMENT, "a b"),
        ("https://us%|C3%A9r@example.com/", Part.USER, "usér"),
        ('print("a%2|0b")', Part.TEXT, "a b"),
        ("https://example.com/a%252|0b", Part.SEGMENT, "a%20b"),
    ],
)
def test_the_smallest_component_is_decoded(marked: str, part: Part, text: str) -> None:
    found = see(marked, "t.py" if marked.startswith("print") else "links.md")
    assert (found.part, found.text) == (part, text)
    assert found.span.of(marked.replace("|", "", 1)).count("%") > 0


@pytest.mark.parametrize(
    ("marked", "file"),
    [
        ("100|% of", "a.md"),
        ("https://example.com/|plain?q=x", "a.md"),
        ('printf("%|20s %d", a, b);', "a.c"),
        ("x = a |%20", "a.py"),
        ("no percent he|re", "a.md"),
        ("|", "a.md"),
    ],
)
def test_nothing_to_show(marked: str, file: str) -> None:
    assert look(marked, file) is None


def test_html_entities_are_taken_off() -> None:
    found = see('<a href="https://example.com/?a=%26|&amp;b=%20c">', "a.html".replace("|", ""))
    assert found.rows == (Row("a", "&"), Row("b", " c"))


def test_a_plus_is_read_both_ways() -> None:
    query = see("https://example.com/?q=tt%2Bp+|x")
    assert (query.text, query.other, query.plus_is_space) == ("tt+p x", "tt+p+x", True)
    path = see("https://example.com/c+%2|B")
    assert (path.text, path.other, path.plus_is_space) == ("c++", "c +", False)
    assert see("https://example.com/?q=a%|20b").other is None
    never = see("https://example.com/?q=a+%|20", options=Options(plus_as_space=False))
    assert (never.text, never.other) == ("a+ ", "a  ")


def test_the_table_keeps_order_duplicates_and_empty_values() -> None:
    found = see("https://example.com/?b=1&a=%|20&b=2&a=&flag&e=x+y")
    assert found.rows == (Row("b", "1"), Row("a", " "), Row("b", "2"), Row("a", ""), Row("flag", None), Row("e", "x y", "x+y"))


def test_a_nested_url_is_opened_one_level() -> None:
    found = see("https://example.com/?u=https%3A%2F%2Fh.example%2F%3Fa%3D1%26b%3Dhttps%253A%252F%252Fk%252F%253Fc%253D2|%23f")
    assert found.rows == (
        Row("u", "https://h.example/?a=1&b=https%3A%2F%2Fk%2F%3Fc%3D2#f"),
        Row("a", "1", nested=True),
        Row("b", "https://k/?c=2", nested=True),
    )


def test_a_nested_path_is_opened() -> None:
    found = see("https://example.com/?next=%2Flogin%3Fa%3D1|%262")
    assert found.rows == (Row("next", "/login?a=1&2"), Row("a", "1", nested=True), Row("2", None, nested=True))


def test_a_long_table_is_counted() -> None:
    found = see("https://example.com/?" + "&".join(f"k{number}=%20" for number in range(100)) + "%|41")
    assert (len(found.rows), found.more_rows) == (ROWS, 100 - ROWS)
    assert "60 more parameters" in markdown(found)


def test_layers() -> None:
    assert see("https://example.com/%25252|F").layers == ("%2F", "/")
    assert see("https://example.com/%2|F").layers == ()


@pytest.mark.parametrize(
    ("marked", "escape"),
    [
        ("/a/%|20", Escape("%20", 0x20, " ")),
        ("/a/|%C3%A9", Escape("%C3", 0xC3, "é", 1, 2)),
        ("/a/%C3%A|9", Escape("%A9", 0xA9, "é", 2, 2)),
        ("/a/%F0%9F%98%8|0%41", Escape("%80", 0x80, "😀", 4, 4)),
        ("/a/%E6%97%A5%E6%9C%A|C", Escape("%AC", 0xAC, "本", 3, 3)),
        ("/a/x%E|4y", Escape("%E4", 0xE4)),
        ("/a/%C7%D|1%B1%B9", Escape("%D1", 0xD1)),
        ("/a/%20b|c", None),
    ],
)
def test_the_escape_under_the_cursor(marked: str, escape: Escape | None) -> None:
    assert see("https://example.com" + marked).escape == escape


def test_an_escape_written_as_the_host_language_writes_it() -> None:
    found = see('String.format("https://example.com/%s?q=%%C3%%A|9", id);', "T.java")
    assert (found.text, found.escape) == ("é", Escape("%A9", 0xA9, "é", 2, 2))


@pytest.mark.parametrize(
    ("marked", "charset", "text"),
    [
        ("https://example.com/?q=Gesch%|E4ftsbedingungen", "windows-1252", "Geschäftsbedingungen"),
        ("https://ornek.com.tr/?q=kar%FE%|FD", "windows-1254", "karşı"),
        ("https://example.com/?s=%CF%F0%E8%E2%|E5%F2", "windows-1251", "Привет"),
        ("https://example.com/?s=%C5%EB%EB%DC%E4%|E1", "windows-1253", "Ελλάδα"),
        ("https://example.com/?q=%8AO%91%95%|95s%97%C7", "shift_jis", "外装不良"),
        ("https://example.com/?q=%D6%D0%CE%|C4", "gbk", "中文"),
        ("https://example.com/?q=%C7%D1%B1%|B9", "euc-kr", "한국"),
    ],
)
def test_likely_charsets(marked: str, charset: str, text: str) -> None:
    found = see(marked)
    assert (found.readings[0].charset, found.readings[0].text) == (charset, text)
    assert "not UTF-8" in " ".join(found.flaws)
    assert "\ufffd" not in markdown(found)


def test_a_charset_that_the_text_names_wins() -> None:
    found = see("https://example.com/?ie=koi8-r&q=%D6%D0%CE%|C4")
    assert (found.text, found.charset, found.flaws) == ("жпнд", "koi8-r", ())
    assert found.readings[0].text == "中文"


def test_the_charsets_of_the_settings_come_first() -> None:
    line = analyse("https://example.com/?q=%D6%D0%CE%C4", host_of("a.md").with_charsets(("koi8-r",)))
    found = preview(line, line.text.index("%"))
    assert found and [reading.charset for reading in found.readings[:2]] == ["koi8-r", "gbk"]


def test_hosts_in_both_spellings() -> None:
    assert see("https://xn--bcher-kva.ex|ample/").host == ("xn--bcher-kva.example", "bücher.example")
    assert see("https://bücher.example/%2|0").host == ("bücher.example", "xn--bcher-kva.example")
    assert see("https://example.com/%2|0").host is None


@pytest.mark.parametrize(
    "marked",
    [
        "https://me:s3cr%25t@exam|ple.com/a%20b",
        "https://me:s3cr%25t@example.com/a%|20b?q=1",
        "https://me:s3cr%25t@example.com/a?q=1+|2",
        "https://example.com/?u=https%3A%2F%2Fme%3As3cr%2525t%40h.example%2|F",
        "https://example.com/%|20?u=https%3A%2F%2Fme%3As3cr%2525t%40h.example%2F%3Fa%3D1",
        "postgres://me:p%25@s3cr/%2|5t@db.example:5432/x",
        "postgres://me:p?s3cr%20=s3cr@db.example:5432/x%2|0",
    ],
)
def test_a_password_is_hidden_wherever_else_the_cursor_is(marked: str) -> None:
    found = see(marked)
    for text in (markdown(found), plain(found)):
        assert "s3cr" not in text


def test_a_password_is_told_where_its_own_escapes_are_asked_about() -> None:
    found = see("postgres://app:p%40s|s@db/app")
    assert (found.part, found.text) == (Part.PASSWORD, "p@ss")


def test_of_a_raw_password_only_its_length_is_told() -> None:
    found = see("postgres://me:p%25@s3cr/%2|5t@db.example:5432/x")
    assert (found.part, found.text, found.escape) == (Part.PASSWORD, "•••", None)
    assert plain(found).startswith("•••\n\nPassword, which is not shown: ")


def test_json_token_and_base64() -> None:
    as_json = see("https://example.com/?f=%7B%22a%22:[1,2.50,{}],%22b%22:%22x,y%22%|7D").payloads[0]
    assert (as_json.title, json.loads(as_json.text)) == ("JSON", {"a": [1, 2.5, {}], "b": "x,y"})
    assert "2.50" in as_json.text and as_json.text.count("\n") > 5

    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    token = f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part({'sub': '1234', 'exp': 1700000000})}.c2lnbmF0dXJl"
    header, claims = see(f"https://example.com/?t=|{token}").payloads
    assert json.loads(header.text) == {"alg": "HS256", "typ": "JWT"} and json.loads(claims.text)["sub"] == "1234"
    assert "not verified" in claims.title
    encoded = base64.b64encode(b"hello from base64").decode().replace("=", "%3D")
    assert see(f"https://example.com/?s=|{encoded}").payloads[0].text == "hello from base64"
    assert see("https://example.com/?q=internationalization%2|0").payloads == ()


@pytest.mark.parametrize(
    ("marked", "title", "text"),
    [
        ("data:image/svg+xml,%3Csvg%2|F%3E", "data: URL, image/svg+xml, 6 bytes", "<svg/>"),
        ("data:text/plain;charset=utf-8;base64,aGVsbG8%|3D", "data: URL, text/plain;charset=utf-8, 5 bytes", "hello"),
        ("data:,a%20|b", "data: URL, text/plain, 3 bytes", "a b"),
        ("data:image/png;base64,iVBORw0KGgo%|3D", "data: URL, image/png, 8 bytes", ""),
        ("data:image/png;base64,iVBO!w0K%|3D", "data: URL, image/png: its Base64 is broken", ""),
    ],
)
def test_data_urls(marked: str, title: str, text: str) -> None:
    payload = see(f"<{marked}>").payloads[-1]
    assert (payload.title, payload.text) == (title, text)


def test_notes() -> None:
    assert "It holds U+200B ZERO WIDTH SPACE, which cannot be seen" in see("https://example.com/api%E2%80%|8B").notes
    assert "It went through a wrong charset; it was probably “café”" in see("https://example.com/caf%C3%83%C2%|A9").notes
    assert any("'..'" in note for note in see("https://example.com/..%2|Fetc").notes)


def test_a_url_without_an_escape_under_the_cursor() -> None:
    found = see("see https://exam|ple.com/caf%C3%A9%2Fx?q=1 there")
    assert (found.part, found.text, found.span) == (None, "https://example.com/café%2Fx?q=1", Span(4, 41))
    assert found.rows == (Row("q", "1"),)


def test_a_url_with_a_hidden_character() -> None:
    found = see("see https://exam\u200bple.com/|x there")
    assert any("U+200B" in note for note in found.notes)


def test_broken_utf8_is_no_legacy_charset() -> None:
    assert see("https://example.com/%ED%A0%B|D").readings == ()


def test_a_form_body_has_a_table() -> None:
    assert see('requests.post(url, data="a%5B0%5D=x&b=%C3%|BC")', "t.py").rows == (Row("a[0]", "x"), Row("b", "ü"))


PIECES = st.one_of(
    st.sampled_from(["https://", "h.example", "xn--bcher-kva", "data:,", "/", "?", "&", "=", "#", "+", "@", ":", "é", "\ud800"]),
    st.sampled_from(
        ["%20", "%C3%A9", "%E9", "%", "%25", "%7B%22a%22%3A1%7D", "%00", "%E2%80%AE", "%u2019", "%%20", "%2F%2Fa%3Ab%40c%2F"]
    ),
    st.sampled_from(["`", "|", "](", "<", "\\", '"']),
)


@given(
    st.lists(PIECES, max_size=14).map("".join), st.integers(0, 60), st.sampled_from(["a.md", "a.py", "a.html", "a.ini", "a.txt"])
)
def test_previews_are_total_and_hold_the_cursor(text: str, offset: int, file: str) -> None:
    line = analyse(text, host_of(file))
    found = preview(line, offset)
    if found is not None:
        assert found.span.start <= offset < found.span.end <= len(text)
        assert markdown(found).encode() and plain(found).encode()

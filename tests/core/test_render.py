"""The hover as text: exact layouts, and that no value takes effect in Markdown."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pctlens.core.charsets import Reading
from pctlens.core.payloads import Payload
from pctlens.core.preview import Escape, Preview, Row
from pctlens.core.render import markdown, plain
from pctlens.core.text import Span
from pctlens.core.unseen import visible
from pctlens.core.urls import Part

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
PAIRED = ["paragraph", "bullet_list", "list_item", "table", "thead", "tbody", "tr", "th", "td"]
HARMLESS = {f"{name}_{edge}" for name in PAIRED for edge in ("open", "close")} | {
    "fence",
    "inline",
    "text",
    "text_special",
    "code_inline",
}
LINKED = re.compile(r"https?://|ftp://|www\.\w|\w@\w", re.IGNORECASE)  # what GitHub's Markdown makes a link of by itself

HOSTILE = [
    "```\n# out",
    "~~~~",
    "`",
    "` ``` `````````` ",
    "[x](command:workbench.action.quit)",
    "![x](https://evil.example/p.png)",
    "<img src=x onerror=alert(1)>",
    "<https://evil.example>",
    "https://evil.example/ www.evil.example me@evil.example",
    "a | b \\| c \\\\| d",
    "|",
    "\\",
    "\\`",
    "[a]: https://evil.example\n[a]",
    "# h\n- l\n1. n\n> q\n---",
    "*e* **s** _e_ ~~d~~ &lt; &#60;b&#62; $(theme) $x$",
    "<!-- c --> <script>",
    "\u202e\u200b\ud800\x00\r\n",
    "  leading and trailing  ",
    "--",
    "+ a",
    "12. a",
    "    a",
    "",
]


def of_everything(text: str) -> Preview:
    """A preview that has the text wherever a text can stand."""
    return Preview(
        span=Span(0, 1),
        part=Part.VALUE,
        text=text,
        written=3,
        other=text,
        plus_is_space=True,
        escape=Escape("%20", 0x20, text[:1], 1, 2),
        layers=(text, text),
        flaws=(text,),
        readings=(Reading("gbk", text),),
        rows=(Row(text, text, text), Row(text, None, nested=True)),
        host=(text, text),
        payloads=(Payload("JSON", text, "json"), Payload(text, "")),
        notes=(text,),
    )


def tokens(source: str) -> list[Token]:
    found = []
    for token in PARSER.parse(source):
        found += [token, *(token.children or [])]
    return found


def check_harmless(text: str) -> None:
    source = markdown(of_everything(text) if text else of_everything("x"))
    parsed = tokens(source)
    assert {token.type for token in parsed} <= HARMLESS
    assert next(token.content for token in parsed if token.type == "fence") == visible(text or "x") + "\n"
    values = [token.content for token in parsed if token.type == "code_inline"]
    assert "%20" in values
    for token in parsed:
        if token.type == "inline":
            bare = re.sub(r"(?<!\\)(`+)(?!`).*?(?<!`)\1(?!`)", "", token.content, flags=re.DOTALL)
            assert not LINKED.search(bare)
            assert "<" not in re.sub(r"\\.", "", bare) and "[" not in re.sub(r"\\.", "", bare)
    assert sum(token.type == "tr_open" for token in parsed) == 3
    assert sum(token.type == "td_open" for token in parsed) == 4


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_values_do_nothing(text: str) -> None:
    check_harmless(text)


@given(st.text(st.one_of(st.sampled_from("`~|\\[]()<>!*_#&:/.@\n $-+"), st.characters(exclude_categories=[])), max_size=40))
def test_no_value_does_anything(text: str) -> None:
    check_harmless(text)


@pytest.mark.parametrize(
    "text", ["a|b", "`a`", "a``b", " a", "a ", "  ", "`", "\\", "\\\\", "x\\|y", "|\\", "*a*", "&lt;", "<b>"]
)
def test_a_cell_shows_its_value_exactly(text: str) -> None:
    source = markdown(Preview(Span(0, 1), Part.VALUE, "x", 1, rows=(Row("name", text),)))
    cells = [token for token in PARSER.parse(source) if token.type == "inline" and token.map and token.level > 2]
    shown = "".join(child.content for child in cells[-1].children or [])
    assert shown == text


def test_markdown_layout() -> None:
    found = Preview(
        Span(0, 30),
        Part.VALUE,
        "café & thé",
        26,
        other="café+&+thé",
        plus_is_space=True,
        escape=Escape("%C3", 0xC3, "é", 1, 2),
        rows=(Row("q", "café & thé", "café+&+thé"), Row("u", "https://h/?a=1"), Row("a", "1", nested=True), Row("flag", None)),
        more_rows=2,
        notes=("'..%2F' decodes to a step to the folder above ('..')",),
    )
    assert markdown(found) == (
        "```text\ncafé & thé\n```\n\n"
        "Query value: 26 characters decode to 10 characters, 12 bytes\n\n"
        "`%C3` is the byte C3, the first of the 2 of `é` U+00E9 LATIN SMALL LETTER E WITH ACUTE\n\n"
        "With each + as a plus:\n\n"
        "```text\ncafé+&+thé\n```\n\n"
        "| Name | Value |\n|:--|:--|\n"
        "| `q` | `café & thé` or, with the other reading of +, `café+&+thé` |\n"
        "| `u` | `https://h/?a=1` |\n"
        "| ↳ `a` | `1` |\n"
        "| `flag` | (no value) |\n\n"
        "and 2 more parameters\n\n"
        "- '..%2F' decodes to a step to the folder above ('..')"
    )
    assert plain(found).splitlines()[0] == "café & thé"
    assert "q = café & thé or, with the other reading of +, café+&+thé" in plain(found)


def test_charsets_and_flaws() -> None:
    found = Preview(
        Span(0, 3),
        Part.SEGMENT,
        "%E9",
        3,
        escape=Escape("%E9", 0xE9),
        flaws=("one", "two", "three", "four", "five"),
        readings=(Reading("windows-1252", "é"), Reading("windows-1251", "й")),
    )
    assert markdown(found).endswith(
        "`%E9` is the byte E9, no character in UTF-8\n\n- one\n- two\n- three\n- and 2 more\n\n"
        "Likely charsets, best first:\n\n- windows-1252: `é`\n- windows-1251: `й`"
    )


def test_long_values_are_cut_with_a_count() -> None:
    found = Preview(Span(0, 9), Part.VALUE, "x" * 5000, 15000, rows=(Row("k", "x" * 5000),))
    assert f"{'x' * 1000}… (4,000 more characters)" in markdown(found)
    assert f"`{'x' * 80}… (4,920 more characters)`" in markdown(found)
    assert f"{'x' * 10}… (4,990 more characters)" in plain(found, limit=10)
    assert "15,000 characters decode to 5,000 characters, 5,000 bytes" in plain(found)


def test_what_cannot_be_seen_is_spelt() -> None:
    found = Preview(Span(0, 9), Part.VALUE, "a\u200bb\nc", 20, payloads=(Payload("JSON", "[\n\u202e\n]", "json"),))
    assert "a‹U+200B›b‹U+000A›c" in markdown(found)
    assert "```json\n[\n‹U+202E›\n]\n```" in markdown(found)

"""Each kind of code action with its title and what it makes of a text, in every editor and in the spelling of every file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from lsp.editor import EDITORS, Editor, editing
from pctlens.core.rewrites import Variant

PREFIX = "refactor.rewrite.pctlens."


@dataclass(frozen=True, slots=True)
class Case:
    """One action: ``marked`` has ``«»`` round the selection, or ``‸`` for a cursor; the first action of ``kind`` is meant."""

    kind: Variant
    file: str
    marked: str
    title: str
    result: str

    @property
    def text(self) -> str:
        return self.marked.replace("«", "").replace("»", "").replace("‸", "")

    @property
    def selection(self) -> tuple[int, int]:
        if "‸" in self.marked:
            return self.marked.index("‸"), self.marked.index("‸")
        return self.marked.index("«"), self.marked.index("»") - 1


KINDS = [
    Case(Variant.DECODE, "a.txt", "😀 «caf%C3%A9%20%26%20th%C3%A9»", 'Decode to "café & thé"', "😀 café & thé"),
    Case(Variant.DECODE, "a.txt", "😀 caf%C3‸%A9", 'Decode to "café"', "😀 café"),
    Case(
        Variant.DECODE,
        "a.md",
        "https://e.example/«a%2Fb»",
        'Decode to "a/b", which changes the URL',
        "https://e.example/a/b",
    ),
    Case(Variant.DECODE, "a.txt", "«a%20b\n%C3%A9»", 'Decode to "a b‹U+000A›é"', "a b\né"),
    Case(
        Variant.READABLE,
        "a.md",
        "https://e.example/«%2F%20%C3%A9x%FF%3F%23%26%3D%2B%25%7E%0A»",
        'Decode what is safe to read, to "%2F%20éx%FF%3F%23%26%3D%2B%25~%0A"',
        "https://e.example/%2F%20éx%FF%3F%23%26%3D%2B%25~%0A",
    ),
    Case(Variant.DECODE_FORM, "a.txt", "«a+b%20c»", "Decode as form data ('+' is a space) to \"a b c\"", "a b c"),
    Case(Variant.CHARSET, "a.md", "«%DEehir»", 'Decode from windows-1254 to "Şehir"', "Şehir"),
    Case(Variant.CHARSET, "a.md", "«%93%FA%96%7B»", 'Decode from shift_jis to "日本"', "日本"),
    Case(
        Variant.COMPONENT,
        "a.txt",
        "«it's café & thé!»",
        'Encode as a URL component to "it%27s%20caf%C3%A9%20%26%20th%C3%A9%21"',
        "it%27s%20caf%C3%A9%20%26%20th%C3%A9%21",
    ),
    Case(
        Variant.JAVASCRIPT,
        "a.txt",
        "«it's (é)*!»",
        'Encode as encodeURIComponent does, to "it\'s%20(%C3%A9)*!"',
        "it's%20(%C3%A9)*!",
    ),
    Case(
        Variant.URI,
        "a.txt",
        "«https://e.example/a b?q=é&r=50%&s=%20»",
        'Encode as a whole URL to "https://e.example/a%20b?q=%C3%A9&r=50%2…"',
        "https://e.example/a%20b?q=%C3%A9&r=50%25&s=%20",
    ),
    Case(Variant.FORM, "a.txt", "«a b~*é&»", 'Encode as form data to "a+b%7E*%C3%A9%26"', "a+b%7E*%C3%A9%26"),
    Case(Variant.PATH, "a.txt", "«a/b:c é?»", 'Encode as a path segment to "a%2Fb:c%20%C3%A9%3F"', "a%2Fb:c%20%C3%A9%3F"),
    Case(
        Variant.USERINFO,
        "a.txt",
        "«p@ss:w/rd!»",
        'Encode as a user name or password to "p%40ss%3Aw%2Frd!"',
        "p%40ss%3Aw%2Frd!",
    ),
    Case(Variant.ALL, "a.txt", "«a é»", 'Encode every byte to "%61%20%C3%A9"', "%61%20%C3%A9"),
    Case(Variant.NORMALIZE, "a.txt", "«a%7eb%c3%a9%2f»", 'Normalise escapes to "a~b%C3%A9%2F"', "a~b%C3%A9%2F"),
    Case(Variant.TO_BASE64URL, "a.txt", "«ÿ?~>»", 'Encode in Base64url to "w78_fj4"', "w78_fj4"),
    Case(Variant.FROM_BASE64URL, "a.txt", "«w78_fj4»", 'Decode from Base64url to "ÿ?~>"', "ÿ?~>"),
    Case(
        Variant.PUNYCODE,
        "a.txt",
        "«München.example»",
        'Write the host in Punycode as "xn--mnchen-3ya.example"',
        "xn--mnchen-3ya.example",
    ),
    Case(
        Variant.PUNYCODE,
        "a.md",
        "https://mün‸chen.example/",
        'Write the host in Punycode as "xn--mnchen-3ya.example"',
        "https://xn--mnchen-3ya.example/",
    ),
    Case(
        Variant.UNICODE,
        "a.md",
        "https://xn--mnchen‸-3ya.example/",
        'Write the host in Unicode as "münchen.example"',
        "https://münchen.example/",
    ),
]

SURROUNDINGS = [
    Case(
        Variant.URI,
        "a.html",
        '<a href="«?a=é&amp;b=1»">',
        'Encode as a whole URL to "?a=%C3%A9&b=1"',
        '<a href="?a=%C3%A9&amp;b=1">',
    ),
    Case(
        Variant.DECODE, "a.html", '<a href="«a%22%26b»">', 'Decode to "a"&b", which changes the URL', '<a href="a&quot;&amp;b">'
    ),
    Case(Variant.DECODE, "a.json", '{"a": "«%C3%A9\\u0025C3%A9»"}', 'Decode to "éé"', '{"a": "éé"}'),
    Case(
        Variant.DECODE,
        "a.py",
        'x = "«%C3%A9%22%0A%5C»"',
        'Decode to "é%22%0A%5C", keeping %22%0A%5C',
        'x = "é%22%0A%5C"',
    ),
    Case(Variant.DECODE, "a.py", "x = '«%22%27»'", 'Decode to ""%27", keeping %27', "x = '\"%27'"),
    Case(Variant.DECODE, "a.sh", 'curl "«%C3%A9%24HOME»"', 'Decode to "é%24HOME", keeping %24', 'curl "é%24HOME"'),
    Case(
        Variant.COMPONENT,
        "x.service",
        "Environment=U=«é b»",
        'Encode as a URL component to "%C3%A9%20b"',
        "Environment=U=%%C3%%A9%%20b",
    ),
    Case(
        Variant.COMPONENT,
        "a.py",
        'x = "%s/«é»" % y',
        'Encode as a URL component to "%C3%A9"',
        'x = "%s/%%C3%%A9" % y',
    ),
    Case(
        Variant.COMPONENT,
        "crontab",
        "1 * * * * curl «é»",
        'Encode as a URL component to "%C3%A9"',
        "1 * * * * curl \\%C3\\%A9",
    ),
    Case(
        Variant.COMPONENT,
        "a.tex",
        "\\href{«é»}{x}",
        'Encode as a URL component to "%C3%A9"',
        "\\href{\\%C3\\%A9}{x}",
    ),
    Case(
        Variant.DECODE,
        "a.env",
        "DB=postgres://app:«p%40ss»@db.example/x",
        "Decode to •••, which changes the URL",
        "DB=postgres://app:p@ss@db.example/x",
    ),
    Case(
        Variant.DECODE,
        "a.txt",
        "«%FFx%C3%A9y%ED%A0%80»",
        'Decode to "%FFxéy%ED%A0%80"',
        "%FFxéy%ED%A0%80",
    ),
]


@pytest.fixture(params=EDITORS, scope="module")
def editor(request: pytest.FixtureRequest) -> Iterator[Editor]:
    with editing(request.param) as editor:
        yield editor


@pytest.mark.parametrize("case", [*KINDS, *SURROUNDINGS], ids=lambda case: f"{case.kind} in {case.file}")
def test_an_action(editor: Editor, case: Case) -> None:
    editor.open(case.text, case.file)
    start, end = case.selection
    for selection in ((start, end), (end, start)):
        actions = editor.actions(*selection, PREFIX + case.kind)
        assert all(f"{action['kind']}.".startswith(f"{PREFIX}{case.kind}.") for action in actions)
        action = next(action for action in actions if action["kind"] == PREFIX + case.kind)
        assert (action["title"], editor.applied(action["edit"])) == (case.title, case.result)


def test_an_editor_that_asks_by_itself_hears_no_rewrite_of_a_large_selection(editor: Editor) -> None:
    row = "GET /caf%C3%A9 HTTP/1.1\n"
    text = row * (16_384 // len(row) + 1)
    editor.open(text, "access.log")
    everything, asking = editor.range(0, len(text)), {"diagnostics": []}
    by_itself = {**asking, "triggerKind": 2}
    assert editor.ask("codeAction", range=everything, context=by_itself) == []
    for context in (asking, {**asking, "triggerKind": 1}, {**by_itself, "only": ["refactor"]}):
        (action,) = editor.ask("codeAction", range=everything, context=context)
        assert editor.applied(action["edit"]) == text.replace("%C3%A9", "é")
    (action,) = editor.ask("codeAction", range=editor.range(0, 16_384), context=by_itself)
    assert action["kind"] == PREFIX + "decode"


def test_every_kind_has_its_row() -> None:
    assert {case.kind for case in KINDS} == set(Variant)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (
            "caf%C3%A9%20au+lait",
            "decode decode.readable decode.form encode.component encode.path encode.all base64url.encode",
        ),
        (
            "https://e.example/a b?q=é",
            "encode.uri encode.component encode.form encode.path encode.userinfo encode.all base64url.encode",
        ),
        (
            "café & thé/it's",
            "encode.component encode.javascript encode.form encode.uri encode.path encode.all base64url.encode",
        ),
        ("%DEehir", "decode.charset decode.charset decode.charset encode.component encode.all base64url.encode"),
        ("plain", "encode.all base64url.encode"),
    ],
)
def test_the_best_comes_first_and_at_most_eight(editor: Editor, text: str, kinds: str) -> None:
    editor.open(text, "a.txt")
    actions = editor.actions(0, len(text), "refactor")
    assert [action["kind"].removeprefix(PREFIX) for action in actions] == kinds.split()


@pytest.mark.parametrize(
    ("command", "argument", "result"),
    [
        ("encode", {}, "%C3%A9%20a\nb%20%26%20c"),
        ("encode", {"variant": "encode.form"}, "%C3%A9+a\nb+%26+c"),
        ("encode", {"variant": "encode.all"}, "%C3%A9%20%61\n%62%20%26%20%63"),
        ("decode", {}, None),
        ("encode", {"variant": "base64url.encode"}, "w6kgYQ\nYiAmIGM"),
    ],
)
def test_a_command_for_many_cursors(editor: Editor, command: str, argument: dict[str, str], result: str | None) -> None:
    editor.open("é a\nb & c", "a.txt")
    ranges = [editor.range(0, 3), editor.range(9, 4)]
    answer = editor.wire.result(
        "workspace/executeCommand",
        {"command": f"pctlens.server.{command}", "arguments": [{"uri": editor.uri, "ranges": ranges, **argument}]},
    )
    assert (None if answer is None else editor.applied(answer)) == result


def test_a_command_line_by_line(editor: Editor) -> None:
    editor.open("é a\nb & c\n", "a.txt")
    wanted = {"uri": editor.uri, "ranges": [editor.range(0, 10)]}
    for per_line, result in ((True, "%C3%A9%20a\nb%20%26%20c\n"), (False, "%C3%A9%20a%0Ab%20%26%20c\n")):
        answer = editor.wire.result(
            "workspace/executeCommand", {"command": "pctlens.server.encode", "arguments": [{**wanted, "perLine": per_line}]}
        )
        assert editor.applied(answer) == result

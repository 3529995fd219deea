"""Each finding with its severity, its words, its squiggle and its first fix, as every editor gets them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lsp.editor import EDITORS, Editor, editing
from pctlens.core.rules import RULES, Severity

ERROR, WARNING, INFORMATION, HINT = 1, 2, 3, 4
PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").resolve()


@dataclass(frozen=True, slots=True)
class Case:
    """One finding: ``marked`` has ``«»`` round what is squiggled; ``fixed`` is the text after the first quick fix."""

    rule: str
    file: str
    marked: str
    severity: int
    message: str
    fix: str = ""
    fixed: str = ""
    preferred: bool = True

    @property
    def text(self) -> str:
        return self.marked.replace("«", "").replace("»", "")

    @property
    def start(self) -> int:
        return self.marked.index("«")

    @property
    def end(self) -> int:
        return self.marked.index("»") - 1


NO_ESCAPE = "'%zz' is no escape: two hex digits must follow '%'; Go, Java, Ruby and Node refuse it"
TO_25 = "Write the '%' as '%25'"
ZWSP = "U+200B ZERO WIDTH SPACE"

BY_DEFAULT = [
    Case("malformed-escape", "a.env", "U=https://e.example/100«%zz»", ERROR, NO_ESCAPE, TO_25, "U=https://e.example/100%25zz"),
    Case(
        "malformed-escape",
        "a.md",
        "😀 [x](https://e.example/100«%zz»)",
        WARNING,
        NO_ESCAPE,
        TO_25,
        "😀 [x](https://e.example/100%25zz)",
    ),
    Case(
        "malformed-escape",
        "a.html",
        '<a href="/100«%zz»">',
        WARNING,
        NO_ESCAPE,
        TO_25,
        '<a href="/100%25zz">',
    ),
    Case(
        "malformed-escape",
        "a.env",
        "U=https://e.example/a#100«%zz»",
        WARNING,
        NO_ESCAPE,
        TO_25,
        "U=https://e.example/a#100%25zz",
    ),
    Case(
        "malformed-escape",
        "a.env",
        "U=https://e.example/a«%2»",
        WARNING,
        "'%2' is cut off at the end of the URL: two hex digits must follow '%'",
        TO_25,
        "U=https://e.example/a%252",
        preferred=False,
    ),
    Case(
        "malformed-escape",
        "a.env",
        "DB=postgres://app:p«%of»@db.example/x",
        ERROR,
        "A '%' in the password is no escape: two hex digits must follow it, and a plain '%' is written '%25'",
        TO_25,
        "DB=postgres://app:p%25of@db.example/x",
    ),
    Case(
        "unicode-escape",
        "a.js",
        'f("https://e.example/?q=it«%u2019»s")',
        ERROR,
        "'%uXXXX' is JavaScript's old escape(), which no URL reader knows; it means \"’\"",
        'Write "’" in UTF-8',
        'f("https://e.example/?q=it%E2%80%99s")',
    ),
    Case(
        "invalid-utf8",
        "a.md",
        "https://e.example/?q=«%DE»ehir",
        WARNING,
        'Byte DE is no UTF-8; in windows-1254 it reads "Şehir"',
        'Encode "Şehir" in UTF-8, read as windows-1254',
        "https://e.example/?q=%C5%9Eehir",
        preferred=False,
    ),
    Case(
        "invalid-utf8",
        "a.md",
        "https://e.example/«%E3%81» x",
        WARNING,
        "Bytes E3 81 are the start of a character in UTF-8 whose last byte is missing",
        "Drop the cut character",
        "https://e.example/ x",
        preferred=False,
    ),
    Case(
        "invalid-utf8",
        "a.md",
        "https://e.example/«%C0%AF»",
        WARNING,
        'Bytes C0 AF are no UTF-8 but an overlong spelling of "/", which RFC 3629 forbids',
        'Write "/" in UTF-8',
        "https://e.example/%2F",
    ),
    Case(
        "invalid-utf8",
        "a.md",
        "https://e.example/«%ED%A0%BD%ED%B8%80»",
        WARNING,
        'Bytes ED A0 BD ED B8 80 are no UTF-8 but UTF-16 surrogates in the place of "😀", which RFC 3629 forbids',
        'Write "😀" in UTF-8',
        "https://e.example/%F0%9F%98%80",
    ),
    Case(
        "double-encoding",
        "a.md",
        "https://e.example/my«%2520»page",
        INFORMATION,
        'Encoded twice: decoded once it says "my%20page", decoded twice "my page"',
        'Take one layer off: "my%20page"',
        "https://e.example/my%20page",
    ),
    Case(
        "format-clash",
        "alembic.ini",
        "sqlalchemy.url = postgresql://a:p«%40»s@db.example/d",
        ERROR,
        "configparser interpolates '%' and refuses this: here it is written '%%'",
        "Write '%%' for '%'",
        "sqlalchemy.url = postgresql://a:p%%40s@db.example/d",
    ),
    Case(
        "format-clash",
        "airflow.cfg",
        "url = https://e.example/a«%20»b",
        ERROR,
        "configparser interpolates '%' and refuses this: here it is written '%%'",
        "Write '%%' for '%'",
        "url = https://e.example/a%%20b",
    ),
    Case(
        "format-clash",
        "x.service",
        "ExecStart=curl https://e.example/a«%20»b",
        ERROR,
        "systemd reads '%' as the start of a specifier: here it is written '%%'",
        "Write '%%' for '%'",
        "ExecStart=curl https://e.example/a%%20b",
    ),
    Case(
        "format-clash",
        "crontab",
        "1 2 * * * curl https://e.example/a«%20»b",
        ERROR,
        "cron ends the command at a plain '%': here it is written '\\%'",
        "Write '\\%' for '%'",
        "1 2 * * * curl https://e.example/a\\%20b",
    ),
    Case(
        "format-clash",
        "a.bat",
        "curl https://e.example/a«%20»b",
        WARNING,
        "cmd.exe reads '%' as the start of a parameter or variable: here it is written '%%'",
        "Write '%%' for '%'",
        "curl https://e.example/a%%20b",
    ),
    Case(
        "format-clash",
        "a.java",
        'String.format("https://e.example/a«%20b»?q=%s", x)',
        ERROR,
        "The format string reads '%' as the start of a conversion: here it is written '%%'",
        "Write '%%' for '%'",
        'String.format("https://e.example/a%%20b?q=%s", x)',
    ),
    Case(
        "mojibake",
        "a.md",
        "https://e.example/caf«%C3%83%C2%A9»",
        INFORMATION,
        'The text went through a wrong charset before it was encoded: "cafÃ©" was "café"',
        'Repair to "café"',
        "https://e.example/caf%C3%A9",
    ),
    Case(
        "hidden-character",
        "a.md",
        "https://e.example/guide«%E2%80%8B»",
        WARNING,
        f"The URL holds an escaped {ZWSP}, which cannot be seen",
        f"Remove {ZWSP}",
        "https://e.example/guide",
    ),
    Case(
        "hidden-character",
        "a.md",
        "https://e.example/gui«\u200b»de",
        WARNING,
        f"The URL holds a raw {ZWSP}, which cannot be seen",
        f"Remove {ZWSP}",
        "https://e.example/guide",
    ),
    Case(
        "percent-in-host",
        "a.md",
        "https://«m%C3%BCnchen.example»/",
        WARNING,
        'The host is written with escapes and means "münchen.example": DNS knows none, and only browsers decode them',
        "Write the host as 'xn--mnchen-3ya.example'",
        "https://xn--mnchen-3ya.example/",
    ),
    Case(
        "unescaped-credential",
        "a.env",
        "DB=postgres://app:p«@ss/»word@db.example:5432/app",
        WARNING,
        "A raw '/', '@' in the password ends it too early for many readers: it is written '%2F', '%40'",
        "Encode the password",
        "DB=postgres://app:p%40ss%2Fword@db.example:5432/app",
    ),
]

ON_DEMAND = [
    Case(
        "needless-escape",
        "a.md",
        "https://e.example/«%7E»user",
        HINT,
        "'%7E' is '~', which needs no escape anywhere",
        "Write '~'",
        "https://e.example/~user",
    ),
    Case(
        "lowercase-hex",
        "a.md",
        "https://e.example/caf«%c3%a9»",
        HINT,
        "Hex digits are written in upper case: '%C3%A9'",
        "Write the hex digits in upper case",
        "https://e.example/caf%C3%A9",
    ),
    Case(
        "encoded-traversal",
        "a.md",
        "https://e.example/?f=«..%2F»etc",
        HINT,
        "'..%2F' decodes to a step to the folder above ('..'), hidden from checks that run before decoding",
    ),
]


def name(case: Case) -> str:
    return f"{case.rule}: {case.file}"


@pytest.fixture(params=EDITORS, scope="module")
def editor(request: pytest.FixtureRequest) -> Iterator[Editor]:
    with editing(request.param) as editor:
        yield editor


@pytest.fixture(params=EDITORS, scope="module")
def demanding(request: pytest.FixtureRequest) -> Iterator[Editor]:
    with editing(request.param, {"rules": {case.rule: "hint" for case in ON_DEMAND}}) as editor:
        yield editor


def check(editor: Editor, case: Case) -> None:
    assert editor.open(case.text, case.file) == [(case.rule, case.text[case.start : case.end])]
    (finding,) = editor.findings
    assert editor.range(case.start, case.end) == finding["range"]
    assert (finding["source"], finding["severity"], finding["message"]) == ("pctlens", case.severity, case.message)
    assert "data" not in finding
    if editor.links_codes:
        assert finding["codeDescription"] == {"href": f"{PAGE.as_uri()}#{case.rule}"}
        assert f"\n## {case.rule}\n" in PAGE.read_text("utf-8")
    else:
        assert "codeDescription" not in finding
    for start, end in ((case.start, case.start), (case.end, case.start), (0, len(case.text))):
        fixes = editor.actions(start, end, "quickfix")
        own = [fix for fix in fixes if not fix["title"].startswith(("Ignore ", "Turn "))]
        if not case.fix:
            assert own == []
            continue
        assert (own[0]["title"], own[0].get("isPreferred", False)) == (case.fix, case.preferred)
        assert editor.applied(own[0]["edit"]) == case.fixed
        assert [one["code"] for one in own[0]["diagnostics"]] == [case.rule]
    if case.fix:
        assert case.rule not in [rule for rule, _ in editor.open(case.fixed, case.file)]


@pytest.mark.parametrize("case", BY_DEFAULT, ids=name)
def test_a_finding(editor: Editor, case: Case) -> None:
    check(editor, case)


@pytest.mark.parametrize("case", ON_DEMAND, ids=name)
def test_a_finding_that_has_to_be_asked_for(editor: Editor, demanding: Editor, case: Case) -> None:
    assert editor.open(case.text, case.file) == []
    check(demanding, case)


@pytest.mark.parametrize("comment", ["<!-- pctlens: ignore -->", "<!-- pctlens: ignore[malformed-escape] -->"])
def test_a_comment_silences_a_finding(editor: Editor, comment: str) -> None:
    link = "[x](https://e.example/%zz)"
    assert editor.open(f"{link}\n{link} {comment}\n\n{comment}\n{link}") == [("malformed-escape", "%zz")]
    assert editor.open(f"<!-- pctlens: ignore-file -->\n\n{link}") == []


def test_a_thousand_findings_and_a_count() -> None:
    with editing("vscode") as editor:
        found = editor.open("https://e.example/%zz\n" * 1_500, "a.env")
        assert found == [*[("malformed-escape", "%zz")] * 999, ("", "%zz")]
        assert editor.findings[-1]["message"] == "501 more findings in this file are not shown"


def test_every_rule_has_its_row() -> None:
    assert {case.rule for case in BY_DEFAULT} | {case.rule for case in ON_DEMAND} == set(RULES)
    assert {case.rule for case in ON_DEMAND} == {rule.id for rule in RULES.values() if rule.default is Severity.OFF}

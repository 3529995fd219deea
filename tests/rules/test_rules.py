"""What the rules say, and what their fixes make of a line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pctlens.core import rules
from pctlens.core.analysis import Line, analyse
from pctlens.core.hosts import host_of
from pctlens.core.rules import Problem, Severity
from rules.reader import applied

ALL = dict.fromkeys(rules.RULES, Severity.WARNING)


def find(text: str, rule: str, file: str = "a.txt") -> list[Problem]:
    """The findings of one rule, in the severity of their place."""
    return list(rules.RULES[rule].check(analyse(text, host_of(file))))


@pytest.mark.parametrize("rule", rules.RULES.values(), ids=lambda rule: rule.id)
def test_the_example_of_a_rule_is_found_and_mended(rule: rules.Rule) -> None:
    file = "alembic.ini" if rule.id == "format-clash" else "a.txt"
    line = analyse(rule.before, host_of(file))
    assert list(rule.check(line))
    assert not list(rule.check(analyse(rule.after, host_of(file))))


@pytest.mark.parametrize(
    "rule", [rule for rule in rules.RULES.values() if rule.id != "encoded-traversal"], ids=lambda rule: rule.id
)
def test_the_first_fixes_of_the_example_give_its_after(rule: rules.Rule) -> None:
    file = "alembic.ini" if rule.id == "format-clash" else "a.txt"
    problems = list(rule.check(analyse(rule.before, host_of(file))))
    edits = sorted((edit for problem in problems for edit in problem.fixes[0].edits), key=lambda edit: edit.span)
    assert applied(rule.before, edits) == rule.after


@pytest.mark.parametrize(
    ("file", "before", "rule", "after"),
    [
        ("a.txt", "http://h.example/50%off", "malformed-escape", ["http://h.example/50%25off"]),
        (
            "a.md",
            "https://h.example/a%2",
            "malformed-escape",
            ["https://h.example/a%252", "https://h.example/a%20", "https://h.example/a"],
        ),
        ("a.py", 'u = "https://h.example/%s/50%!" % x', "malformed-escape", ['u = "https://h.example/%s/50%%25!" % x']),
        (
            "a.log",
            "http://h.example/%C3%A9%E3%8",
            "malformed-escape",
            ["http://h.example/%C3%A9%E3%258", "http://h.example/%C3%A9"],
        ),
        ("a.py", 'u = "http://h.example/%s/x%%u0026" % x', "unicode-escape", ['u = "http://h.example/%s/x%%26" % x']),
        ("a.js", 'get("mongodb://user:pass%@h.example/")', "malformed-escape", ['get("mongodb://user:pass%25@h.example/")']),
        ("a.txt", "http://[fe80::1%eth0]/", "malformed-escape", ["http://[fe80::1%25eth0]/"]),
        ("a.txt", "https://h.example/%uD83D%uDE00", "unicode-escape", ["https://h.example/%F0%9F%98%80"]),
        ("a.txt", "https://h.example/%uD83D", "unicode-escape", []),
        ("a.html", "<a href='https://h.example/x%u0026&amp;y'>", "unicode-escape", ["<a href='https://h.example/x%26&amp;y'>"]),
        ("a.md", "https://h.example/?q=%CB%D1&ie=GB2312", "invalid-utf8", ["https://h.example/?q=%E6%90%9C&ie=GB2312"]),
        ("a.md", "https://h.example/%E2%82", "invalid-utf8", ["https://h.example/"]),
        ("a.md", "https://h.example/%c0%ae%c0%ae/", "invalid-utf8", ["https://h.example/%2E%2E/"]),
        ("a.md", "https://h.example/%ED%A0%BD%ED%B8%80", "invalid-utf8", ["https://h.example/%F0%9F%98%80"]),
        ("a.md", "https://h.example/%ED%A0%BD", "invalid-utf8", []),
        ("a.md", "https://h.example/%F5%80%80%80", "invalid-utf8", []),
        ("a.md", "https://h.example/100%252C200%252C300", "double-encoding", ["https://h.example/100%2C200%2C300"]),
        ("page.py", 'u = "https://h.example/a%%2520b/%s" % x', "double-encoding", ['u = "https://h.example/a%%20b/%s" % x']),
        ("crontab", "5 4 * * * curl 'http://h.example/a%20b'", "format-clash", [r"5 4 * * * curl 'http://h.example/a\%20b'"]),
        ("a.txt", "https://h.example/%C3%83%C2%A9", "mojibake", ["https://h.example/%C3%A9"]),
        ("a.md", "https://h.example/gu\u200bide", "hidden-character", ["https://h.example/guide"]),
        ("a.md", "see https://h.example/\ufeff", "hidden-character", ["see https://h.example/"]),
        ("a.txt", "https://ex%61mple.org/", "percent-in-host", ["https://example.org/"]),
        ("a.txt", "https://a%20b.example/", "percent-in-host", []),
        (
            "alembic.ini",
            "url = postgresql://app:p@ss@h.example/db",
            "unescaped-credential",
            ["url = postgresql://app:p%%40ss@h.example/db"],
        ),
        ("a.json", '{"u": "amqp://me:a\\/b@mq:5672"}', "unescaped-credential", ['{"u": "amqp://me:a%2Fb@mq:5672"}']),
    ],
)
def test_fixes_are_written_as_their_place_wants(file: str, before: str, rule: str, after: list[str]) -> None:
    problems = find(before, rule, file)
    assert [applied(before, fix.edits) for problem in problems for fix in problem.fixes] == after


@pytest.mark.parametrize(
    ("text", "rule", "message"),
    [
        (
            "http://h.example/%zz",
            "malformed-escape",
            "'%zz' is no escape: two hex digits must follow '%'; Go, Java, Ruby and Node refuse it",
        ),
        ("http://h.example/%8", "malformed-escape", "'%8' is cut off at the end of the URL: two hex digits must follow '%'"),
        (
            "http://me%:x@h.example/",
            "malformed-escape",
            "A '%' in the user name is no escape: two hex digits must follow it, and a plain '%' is written '%25'",
        ),
        ("http://[fe80::1%eth0]/", "malformed-escape", "The '%' before an IPv6 zone id is written '%25' (RFC 6874)"),
        ("http://h.example/Gesch%E4ft", "invalid-utf8", 'Byte E4 is no UTF-8; in windows-1252 it reads "Geschäft"'),
        (
            "http://h.example/%E2%82",
            "invalid-utf8",
            "Bytes E2 82 are the start of a character in UTF-8 whose last byte is missing",
        ),
        (
            "http://h.example/%c0%ae",
            "invalid-utf8",
            'Bytes C0 AE are no UTF-8 but an overlong spelling of ".", which RFC 3629 forbids',
        ),
        ("http://h.example/a%2520b", "double-encoding", 'Encoded twice: decoded once it says "a%20b", decoded twice "a b"'),
        (
            "http://h.example/a%E2%80%8B",
            "hidden-character",
            "The URL holds an escaped U+200B ZERO WIDTH SPACE, which cannot be seen",
        ),
        (
            "mysql://me:a#b/c@h.example/d",
            "unescaped-credential",
            "A raw '#', '/' in the password ends it too early for many readers: it is written '%23', '%2F'",
        ),
    ],
)
def test_messages_name_the_characters_and_the_reason(text: str, rule: str, message: str) -> None:
    (problem,) = find(text, rule)
    assert problem.message == message


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "alembic.ini",
            "u = postgresql://me:p%40s@h/d",
            "configparser interpolates '%' and refuses this: here it is written '%%'",
        ),
        (
            "a.service",
            "ExecStart=/bin/x http://h/a%20b",
            "systemd reads '%' as the start of a specifier: here it is written '%%'",
        ),
        ("crontab", "1 2 * * * curl http://h/a%20b", r"cron ends the command at a plain '%': here it is written '\%'"),
        ("a.bat", "curl http://h/a%20b", "cmd.exe reads '%' as the start of a parameter or variable: here it is written '%%'"),
        (
            "a.go",
            'fmt.Printf("http://h/a%2Fb%d", n)',
            "The format string reads '%' as the start of a conversion: here it is written '%%'",
        ),
        (
            "a.tex",
            r"\emph{\href{http://h/a%20b}{x}}",
            r"LaTeX reads '%' inside an argument as the start of a comment: here it is written '\%'",
        ),
        ("a.R", r"#' \url{http://h/%5EDJI/}", r"Rd reads '%' as the start of a comment: here it is written '\%'"),
        ("a.lua", 's:gsub(" ", "http://h/%20")', "Lua's patterns read '%' themselves: here it is written '%%'"),
    ],
)
def test_a_clash_names_who_reads_the_percent_sign(file: str, text: str, message: str) -> None:
    assert [problem.message for problem in find(text, "format-clash", file)] == [message]


@pytest.mark.parametrize(
    ("file", "text", "severity"),
    [
        ("a.go", '"http://h.example/%zz"', Severity.ERROR),
        ("a.md", "http://h.example/%zz", Severity.WARNING),
        ("a.go", '"http://h.example/#%zz"', Severity.WARNING),
        ("a.html", '<a href="/x%zz">', Severity.WARNING),
        ("a.md", "http://me:%zz@h.example/", Severity.ERROR),
        ("resp.txt", "filename*=UTF-8''100%.txt", Severity.WARNING),
    ],
)
def test_a_malformed_escape_is_as_loud_as_its_place(file: str, text: str, severity: Severity) -> None:
    (problem,) = find(text, "malformed-escape", file)
    assert problem.severity is severity


@pytest.mark.parametrize(
    ("text", "below", "found"),
    [
        ('u = "http://h.example/%E2%82"', '    "%AC"', False),
        ('u = "http://h.example/%E2%82" + "%AC"', "", False),
        ('u = "http://h.example/%E2%82",', '    "%AC"', True),
        ('u = "http://h.example/%E2%82"', '    "%41"', True),
        ('u = "http://h.example/%E2%82/"', '    "%AC"', True),
    ],
)
def test_a_character_may_go_on_in_the_next_literal(text: str, below: str, found: bool) -> None:
    assert bool(rules.check(analyse(text, host_of("a.py"), "", below), {})) is found


def test_utf8_beside_a_legacy_byte_is_left_as_it_is() -> None:
    text = "https://h.example/?q=%C3%A8ry%DF"
    (problem,) = find(text, "invalid-utf8")
    assert '"èryß"' in problem.message
    assert [edit.span.of(text) for edit in problem.fixes[0].edits] == ["%DF"]


@pytest.mark.parametrize(
    "text",
    [
        "https://h.example/@user",
        "https://h.example/a:b@c",
        "mailto:me@h.example",
        "git@h.example:owner/repo",
        "ssh://git@h.example:owner/repo@v1",
        "git+https://oauth2:token@h.example/o/r@v1",
        "npm install @scope/name@1.2.3 --registry=https://me:pw@h.example/@scope",
        "http://h.example/path?email=a@b.example",
        "https://matrix.example/#/@user:server.example",
        "docker://alpine:latest@sha256:0123",
        "k8s://space:pod/shell@h.example",
        "redis://localhost:6379/0?name=a@b",
        "http://localhost:port/x@y",
        "file://c:/icon@2x.png",
        "mongodb://[username:password@]host1[:port1]",
        "postgres://user:[password]@h.example/db",
        "http://me:${P@SS}@h.example/",
        "http://@HOST:@PORT/client/api",
        "https://me:a:b@h.example/",
        "regex = ://[^:]+:[^@]+@",
        "postgresql://app:p%40ss@h.example/db",
        "mongodb://u:p@h1.example:1,h2.example:2/db",
        "sentinel://u1:p1@h1:26379;:ambiguous@h2:26379/0",
        "mongodb://user:pass1@host1:27017,user:pass2@host2:27017/dbname",
        "GET http://localhost:%d/p/304:b@1k HTTP/1.1",
    ],
)
def test_ordinary_urls_have_no_broken_credential(text: str) -> None:
    assert not find(text, "unescaped-credential")


@pytest.mark.parametrize(
    "text",
    [
        "postgres://app:s3cret%40w@rd@h.example/db",
        "postgres://app:s3cret%off@h.example/db",
        "postgres://app:s3cret%2520w@h.example/db",
        "postgres://app:s3cret%E2%80%8Bw@h.example/db",
        "postgres://app:s3cret%A3w@h.example/db",
        "postgres://app:s3cret%C3%83%C2%A9@h.example/db",
        "postgres://app:s3cret%u0041@h.example/db",
        "postgres://app:s3cret/w@h.example/db",
        "postgres://s3cret:%A3%zz@h.example/db",
    ],
)
def test_no_message_or_title_repeats_a_credential(text: str) -> None:
    problems = rules.check(analyse(text, host_of("alembic.ini")), ALL)
    assert problems
    for words in (word for problem in problems for word in (problem.message, *(fix.title for fix in problem.fixes))):
        assert "s3cret" not in words
        assert "£" not in words


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("nginx.conf", "proxy_pass http://backend$1%20x;"),
        ("a.js", "fetch(`https://${host}%2Fapi`)"),
        ("a.py", 'f"https://{host}%2Fapi"'),
        ("a.txt", "https://<host>%2Fapi"),
        ("a.txt", "http://[fe80::1%25eth0]/"),
    ],
)
def test_a_host_that_is_not_all_there_may_end_in_a_path(file: str, text: str) -> None:
    assert not find(text, "percent-in-host", file)


def test_severities_replace_the_default_and_off_is_off() -> None:
    line = analyse("https://h.example/%zz?q=a%2520b", host_of("a.md"))
    assert [(p.rule, p.severity) for p in rules.check(line, {})] == [
        ("malformed-escape", Severity.WARNING),
        ("double-encoding", Severity.INFORMATION),
    ]
    found = rules.check(line, {"malformed-escape": Severity.HINT, "double-encoding": Severity.OFF})
    assert [(p.rule, p.severity) for p in found] == [("malformed-escape", Severity.HINT)]


@pytest.mark.parametrize(
    ("text", "above", "found"),
    [
        ("https://h.example/%zz # pctlens: ignore", "", False),
        ("https://h.example/%zz // pctlens: ignore[malformed-escape, mojibake]", "", False),
        ("https://h.example/%zz /* pctlens: ignore[mojibake] */", "", True),
        ("https://h.example/%zz", "<!-- pctlens: ignore -->", False),
        ("https://h.example/%zz", "REM pctlens: ignore[malformed-escape]", False),
        ("https://h.example/%zz", 'x = "y"  # pctlens: ignore', True),
        ("https://h.example/%zz", "# pctlens: ignore-file", True),
        ("https://h.example/%zz pctlens: ignored", "", True),
    ],
)
def test_comments_silence_findings(text: str, above: str, found: bool) -> None:
    line = analyse(text, host_of("a.txt"), above)
    assert bool(rules.check(line, {})) is found


@pytest.mark.parametrize(
    ("file", "text", "comment"),
    [
        ("a.py", '    get("https://h.example/%zz")', "    # pctlens: ignore[malformed-escape]"),
        ("a.go", '\tget("https://h.example/%zz")', "\t// pctlens: ignore[malformed-escape]"),
        ("a.md", "https://h.example/%zz", "<!-- pctlens: ignore[malformed-escape] -->"),
        ("a.html", '<a href="/%zz">', "<!-- pctlens: ignore[malformed-escape] -->"),
        ("a.css", "a{background:url(/%zz)}", "/* pctlens: ignore[malformed-escape] */"),
        ("a.rst", "https://h.example/%zz", ".. pctlens: ignore[malformed-escape]"),
        ("a.erl", 'get("https://h.example/%zz")', "% pctlens: ignore[malformed-escape]"),
        (".env", "DB=postgres://me:50%off@h.example/db", "# pctlens: ignore[malformed-escape]"),
        ("a.bat", "curl http://h.example/%zz", "rem pctlens: ignore[malformed-escape]"),
    ],
)
def test_a_comment_above_silences_a_finding(file: str, text: str, comment: str) -> None:
    line = analyse(text, host_of(file))
    (problem,) = rules.check(line, {"format-clash": Severity.OFF})
    fix = rules.silencing(line, problem, "\r\n")
    assert fix is not None
    assert applied(text, fix.edits) == f"{comment}\r\n{text}"
    assert not rules.check(analyse(text, host_of(file), comment), {"format-clash": Severity.OFF})
    assert rules.silencing(analyse(text, host_of(file), "# pctlens: ignore[mojibake]"), problem) is None


def test_a_file_without_comments_cannot_silence_a_finding() -> None:
    for file, text in (("a.json", '{"u": "https://h.example/%zz"}'), ("a.txt", "https://h.example/%zz")):
        line = analyse(text, host_of(file))
        assert rules.silencing(line, rules.check(line, {})[0]) is None


def test_a_whole_file_is_ignored_by_its_first_five_lines() -> None:
    assert rules.ignores_file(["", "", "", "", "# pctlens: ignore-file"])
    assert not rules.ignores_file(["", "", "", "", "", "# pctlens: ignore-file"])
    assert not rules.ignores_file(["# pctlens: ignore"])


PLAIN = (
    "https:// postgres:// me: @ h.example / ? q= & # % %2 %25 %zz %u2019 %uD83D %C3 %A9 %E2%80%8B %00 %ED%A0%80 ..%2F xn-- [ ]"
)
ODD = [*"\"'\\ é😀\u200b\ud800", "&amp;", "%%20", r"\%20", "data:", "info_hash=", "pctlens: ignore["]
PIECES = st.lists(st.sampled_from([*PLAIN.split(), *ODD]), max_size=14).map("".join)


def assert_sound(line: Line) -> None:
    """The findings are in order, lie in the line, and each fix is a list of ordered edits in it with at most one preferred."""
    problems = rules.check(line, ALL)
    assert list(problems) == sorted(problems, key=lambda problem: problem.span)
    for problem in problems:
        assert 0 <= problem.span.start < problem.span.end <= len(line.text)
        assert sum(fix.preferred for fix in problem.fixes) <= 1
        assert not re.search(r"[\n\r]", problem.message)
        for fix in problem.fixes:
            ends = [0, *(offset for edit in fix.edits for offset in (edit.span.start, edit.span.end)), len(line.text)]
            assert fix.edits
            assert ends == sorted(ends)


@given(
    PIECES | st.text(), st.sampled_from(["a.py", "a.md", "a.html", "alembic.ini", "crontab", "a.json", "a.go", "a.tex", "a.bat"])
)
def test_the_rules_take_any_text(text: str, file: str) -> None:
    assert_sound(analyse(text, host_of(file)))


def test_a_fix_that_would_change_nothing_is_not_offered() -> None:
    line = analyse('x "https://h/%82\\u002520"', host_of("a.xml"))
    assert all(fix.edits for problem in rules.check(line, {}) for fix in problem.fixes)

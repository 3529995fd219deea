"""A severity written into a settings file: TOML reads it there, and everything else stays as it is written."""

from __future__ import annotations

import tomllib

import pytest

from pctlens.core.rules import Severity
from pctlens.tomledit import with_severity

RULE = "malformed-escape"
OWN = ("tool", "pctlens")


def edited(text: str, section: tuple[str, ...] = ()) -> str | None:
    edit = with_severity(text, RULE, Severity.OFF, section)
    return None if edit is None else text[: edit.span.start] + edit.text + text[edit.span.end :]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[rules]\nmalformed-escape = "off"\n'),
        ("hover.enable = false # no\n", 'hover.enable = false # no\n\n[rules]\nmalformed-escape = "off"\n'),
        ("hover.enable = false", 'hover.enable = false\n\n[rules]\nmalformed-escape = "off"\n'),
        ("[rules]", '[rules]\nmalformed-escape = "off"\n'),
        (
            '[rules] # mine\r\nmojibake = "hint"\r\n\r\n[hover]\r\nenable = true\r\n',
            '[rules] # mine\r\nmalformed-escape = "off"\r\nmojibake = "hint"\r\n\r\n[hover]\r\nenable = true\r\n',
        ),
        ("[rules]\nmalformed-escape='error' # why\n", '[rules]\nmalformed-escape="off" # why\n'),
        (
            '# malformed-escape = "error"\n[rules]\n"malformed-escape" = "error"\n',
            '# malformed-escape = "error"\n[rules]\n"malformed-escape" = "off"\n',
        ),
        ("rules = {}\n", 'rules = {malformed-escape = "off" }\n'),
        ('rules = { mojibake = "hint" }\n', 'rules = { malformed-escape = "off", mojibake = "hint" }\n'),
        ('rules = { malformed-escape = "hint" }\n', 'rules = { malformed-escape = "off" }\n'),
        ('rules.mojibake = "hint"\n[hover]\n', 'rules.malformed-escape = "off"\nrules.mojibake = "hint"\n[hover]\n'),
        ('rules.malformed-escape = "hint"\n', 'rules.malformed-escape = "off"\n'),
    ],
)
def test_a_file_of_our_own(before: str, after: str) -> None:
    assert edited(before) == after
    assert tomllib.loads(after)["rules"][RULE] == "off"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "[tool.pctlens]\nhover.enable = false\n[tool.other.rules]\nx = 1\n",
            '[tool.pctlens]\nhover.enable = false\n[tool.other.rules]\nx = 1\n\n[tool.pctlens.rules]\nmalformed-escape = "off"\n',
        ),
        (
            '[tool.other]\nrules = {}\n[tool.pctlens]\nrules = { mojibake = "off" }\n',
            '[tool.other]\nrules = {}\n[tool.pctlens]\nrules = { malformed-escape = "off", mojibake = "off" }\n',
        ),
        (
            '[tool.pctlens.rules]\nmojibake = "off"\n[tool.z]\n',
            '[tool.pctlens.rules]\nmalformed-escape = "off"\nmojibake = "off"\n[tool.z]\n',
        ),
    ],
)
def test_a_file_that_tools_share(before: str, after: str) -> None:
    assert edited(before, OWN) == after


@pytest.mark.parametrize("text", ["rules = 3\n", "[rules\n", "rules = 1.2.3"])
def test_what_cannot_be_edited_is_left_alone(text: str) -> None:
    assert edited(text) is None

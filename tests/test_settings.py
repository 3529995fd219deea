"""The schema of settings: reading raw values, and the pages and manifests that are held equal to it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pctlens.core.rules import RULES, Severity
from pctlens.settings import InlayHints, Settings, parse_settings, plain, schema


def test_defaults_come_from_nothing() -> None:
    assert parse_settings(None) == parse_settings({}) == (Settings(), ())


@pytest.mark.parametrize(
    ("raw", "note"),
    [
        ({"huver": {}}, "unknown setting 'huver'"),
        ({"hover.maxLenght": 3}, "unknown setting 'hover.maxLenght'; did you mean 'hover.maxLength'?"),
        ({"hover": {"enable": "yes"}}, "setting 'hover.enable': 'yes' is not true or false"),
        ({"hover": True}, "setting 'hover': True is not a table"),
        ({"hover.maxLength": 0}, "setting 'hover.maxLength': 0 is not a whole number from 1 on"),
        ({"hover.maxLength": True}, "setting 'hover.maxLength': True is not a whole number from 1 on"),
        (
            {"inlayHints": "nonascii"},
            "setting 'inlayHints': 'nonascii' is not one of off, nonAscii, all; did you mean 'nonAscii'?",
        ),
        ({"exclude": "vendor/"}, "setting 'exclude': 'vendor/' is not a list of strings"),
        ({"exclude": ["vendor/", 1]}, "setting 'exclude': ['vendor/', 1] is not a list of strings"),
        ({"legacyCharsets": "gbk"}, "setting 'legacyCharsets': 'gbk' is not a list of strings"),
        ({"legacyCharsets": ["windows1254"]}, "unknown charset 'windows1254'; did you mean 'windows-1254'?"),
        ({"rules": []}, "setting 'rules': [] is not a table of rule ids and severities"),
        ({"rules": {"malformed-escap": "off"}}, "unknown rule 'malformed-escap'; did you mean 'malformed-escape'?"),
        (
            {"rules": {"malformed-escape": "of"}},
            "rule 'malformed-escape': 'of' is not one of off, hint, information, warning, error; did you mean 'off'?",
        ),
        (["rules"], "the settings are not a table: ['rules']"),
    ],
)
def test_a_bad_key_is_named_and_costs_only_itself(raw: Any, note: str) -> None:
    assert parse_settings(raw) == (Settings(), (note,))
    if isinstance(raw, dict):
        good = {**raw, "maxFileSize": 7}
        settings, notes = parse_settings(good)
        assert (settings.max_file_size, notes) == (7, (note,))


def test_keys_may_be_nested_or_joined_by_dots() -> None:
    nested, _ = parse_settings({"hover": {"enable": False, "maxLength": 9}})
    joined, _ = parse_settings({"hover.enable": False, "hover.maxLength": 9})
    mixed, _ = parse_settings({"hover.enable": False, "hover": {"maxLength": 9}})
    assert nested == joined == mixed
    assert (nested.hover.enable, nested.hover.max_length) == (False, 9)


def test_later_settings_win_key_by_key() -> None:
    editor, _ = parse_settings({"inlayHints": "all", "rules": {"mojibake": "error", "lowercase-hex": "hint"}})
    both, _ = parse_settings({"rules": {"mojibake": "off", "needless-escape": "nonsense"}}, editor)
    assert both.inlay_hints is InlayHints.ALL
    assert both.rules == {"mojibake": Severity.OFF, "lowercase-hex": Severity.HINT}


def test_a_charset_may_be_in_any_case_and_one_that_is_unknown_costs_only_itself() -> None:
    settings, notes = parse_settings({"legacyCharsets": ["Windows-1254", "klingon", "gbk"]})
    assert (settings.legacy_charsets, notes) == (("Windows-1254", "gbk"), ("unknown charset 'klingon'",))


def test_keys_of_the_client_are_passed_over() -> None:
    assert parse_settings({"server": {"command": []}, "trace.server": "off"}) == (Settings(), ())


def test_a_whole_float_is_a_number() -> None:
    assert parse_settings({"maxFileSize": 10.0})[0].max_file_size == 10
    assert parse_settings({"maxFileSize": 10.5})[1] == ("setting 'maxFileSize': 10.5 is not a whole number from 0 on",)


def test_every_default_is_a_value_that_the_setting_takes() -> None:
    for row in schema():
        settings, notes = parse_settings({row.key: plain(row.default)})
        assert (settings, notes) == (Settings(), ()), row.key


def test_the_schema_of_rules_names_every_rule() -> None:
    rules = next(row for row in schema() if row.key == "rules").schema()
    assert isinstance(rules["properties"], dict)
    assert list(rules["properties"]) == list(RULES)


def test_every_setting_has_a_sentence() -> None:
    assert all(row.description.endswith(".") and row.description[0].isupper() for row in schema())


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([row.key for row in schema()]) | st.text(), inner),
    max_leaves=8,
)


@given(_JSON)
def test_reading_never_fails(raw: object) -> None:
    settings, notes = parse_settings(raw)
    assert isinstance(settings, Settings)
    assert all(isinstance(note, str) for note in notes)

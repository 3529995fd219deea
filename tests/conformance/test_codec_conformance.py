"""The codec against public suites; each difference is named here with its reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from pctlens.core import charsets, domain
from pctlens.core.codec import Place, decode, encode
from pctlens.core.urls import Kind, parse
from pctlens.core.wrappers import Unwrapped

SUITES = Path(__file__).parents[3] / "shared" / "conformance"


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a suite; the strings between them are comments. Empty where the suites are not there."""
    path = SUITES / name
    return [case for case in json.loads(path.read_text(encoding="utf-8")) if isinstance(case, dict)] if path.exists() else []


needs_suites = pytest.mark.skipif(not SUITES.exists(), reason="the conformance suites are not beside this checkout")

# RFC 3986 lets neither stand in a query, WHATWG keeps both.
KEPT_BY_WHATWG = {"%E2%80%BE\\": "%E2%80%BE%5C", "%C3%A1|": "%C3%A1%7C"}


@needs_suites
def test_percent_encoding_in_utf8() -> None:
    checked = [(case["input"], case["output"]["utf-8"]) for case in cases("percent-encoding.json")]
    assert len(checked) == 7
    for text, encoded in checked:
        assert encode(text, Place.URI) == KEPT_BY_WHATWG.get(encoded, encoded)
        assert decode(encoded).text == text


@needs_suites
def test_legacy_charsets_are_read_back() -> None:
    checked = 0
    for case in cases("percent-encoding.json"):
        for charset, encoded in case["output"].items():
            if charset == "utf-8" or encoded.startswith("%26%23") or encoded.startswith("%0E") or encoded == "%81|":
                continue  # not in the charset, so written as "&#8224;"; %81| is U+2212 by WHATWG and U+FF0D by Microsoft
            assert charsets.decode(encoded, charset) == case["input"]
            checked += 1
    assert checked == 3


@needs_suites
def test_form_parsing() -> None:
    """35 cases; in five a byte is no UTF-8, which WHATWG turns into U+FFFD and we keep as it is written."""
    checked = cases("urlencoded-parser-data.json")
    kept = 0
    for case in checked:
        found = []
        for key, value in parse(Kind.FORM, Unwrapped(case["input"], 0)).pairs:
            texts = [decode(part.source.text, plus_as_space=True) if part else decode("") for part in (key, value)]
            found.append([text.text for text in texts])
        if found != case["output"]:
            kept += 1
            assert "\ufffd" in json.dumps(case["output"], ensure_ascii=False)
            assert [len(pair) for pair in found] == [len(pair) for pair in case["output"]]
    assert (len(checked), kept) == (35, 5)


@needs_suites
def test_hosts_to_punycode() -> None:
    """87 cases; we refuse ASCII labels with a bad ``xn--`` and labels too long for DNS, and allow what only URLs forbid."""
    checked = cases("toascii.json")
    refused_prefix = refused_length = left_to_urls = 0
    for case in checked:
        got = domain.to_ascii(case["input"])
        if got == case["output"]:
            continue
        if got is not None:
            assert case["urlStandardOnly"], case
            left_to_urls += 1
        elif any(len(label) > 63 for label in case["output"].split(".")):
            refused_length += 1
        else:
            assert "xn--" in case["output"], case
            refused_prefix += 1
    assert (len(checked), refused_prefix, refused_length, left_to_urls) == (87, 7, 4, 3)


@needs_suites
def test_hosts_are_never_written_differently_from_uts_46() -> None:
    """2,671 cases: where both give a name it is the same; we also refuse bad ``xn--`` labels, which WHATWG lets pass unread."""
    checked = cases("IdnaTestV2.json")
    for case in checked:
        got, wanted = domain.to_ascii(case["input"]), case["output"]
        if got != wanted:
            assert got is None, case
            assert wanted.startswith("xn--") or ".xn--" in wanted or any(len(label) > 63 for label in wanted.split(".")), case
    assert len(checked) == 2671

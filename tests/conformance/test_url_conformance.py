"""URLs with a percent sign against the WHATWG parser's suite and a validator's: what differs is named, counted and meant.

docs/architecture.md argues each of these differences.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

from conformance.suites import needs_suites, suite
from pctlens.core import rules
from pctlens.core.analysis import analyse
from pctlens.core.hosts import Host, host_of
from pctlens.core.urls import Kind, Part, parse
from pctlens.core.wrappers import Unwrapped

LONE = re.compile("%(?![0-9A-Fa-f]{2})")
ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
DOTENV, HTML = host_of("a.env"), host_of("a.html")


def absolute_urls() -> Iterator[dict[str, Any]]:
    """The cases with a scheme and a percent sign."""
    for case in suite("urltestdata.json"):
        if isinstance(case, dict) and "%" in case["input"] and ABSOLUTE.match(case["input"]):
            yield case


def found(line: str, host: Host) -> list[str]:
    return [problem.rule for problem in rules.check(analyse(line, host), {})]


Difference = Callable[[str, list[str]], object]

VERDICTS: dict[str, Difference] = {
    "characters that cannot be seen are told of": lambda url, rules: rules == ["hidden-character"],
    "escapes in a host are told of": lambda url, rules: rules == ["percent-in-host"],
    "bytes that are no UTF-8 are told of": lambda url, rules: rules == ["invalid-utf8"],
    "a blank, quote or control ends a URL in a text": lambda url, rules: re.search('[\\x00-\\x20"]', url),
    "digits and a letter may be a conversion of printf": lambda url, rules: re.search(r"%(?:[0-9]+[a-z]|G)", url),
    "a word and a colon alone begin no URL": lambda url, rules: re.match(r"\w+:(?!//)", url),
    "only on the web is what stands behind // surely a host": lambda url, rules: not re.match("https?:", url),
}
"""Where our findings differ from "WHATWG refuses it or it has a lone percent sign": the first that fits counts."""


@needs_suites
def test_verdicts_against_whatwg() -> None:
    """The suite tells failures only; a lone percent sign is the standard's validation error "invalid-URL-unit" besides."""
    agreed = 0
    differences: Counter[str] = Counter()
    for case in absolute_urls():
        url = case["input"]
        told = found(f"U={url}", DOTENV)
        if bool(told) == bool(case.get("failure") or LONE.search(url)):
            agreed += 1
        else:
            differences[next(name for name, fits in VERDICTS.items() if fits(url, told))] += 1
    assert (agreed, differences) == (
        72,
        {
            "characters that cannot be seen are told of": 2,
            "escapes in a host are told of": 8,
            "bytes that are no UTF-8 are told of": 1,
            "a blank, quote or control ends a URL in a text": 15,
            "digits and a letter may be a conversion of printf": 19,
            "a word and a colon alone begin no URL": 2,
            "only on the web is what stands behind // surely a host": 7,
        },
    )


PARTS: dict[str, Callable[[str], object]] = {
    "dot segments stay": lambda url: re.search(r"/(?:\.|%2[eE])+(?:[/?]|\Z)", url),
    "a host is shown as it is written": lambda url: re.match(r"\w+://[^/?#]*(?:%|[\x00-\x1f])", url),
    "tabs and line ends stay": lambda url: re.match(r"http[^#]*[\t\r\n]", url),
    "a backslash is no slash": lambda url: "\\" in url and "//" in url,
    "the body of data: and about: goes to the end": lambda url: url.startswith(("data:", "about:")),
}
"""Where our components differ from WHATWG's: the first that fits counts."""


def ours(url: str) -> dict[str, Any]:
    """A URL's components, decoded to bytes, in the names of the suite."""
    parsed = parse(Kind.URL, Unwrapped(url, 0))
    texts: dict[Part, list[str]] = {}
    for part in parsed.parts:
        texts.setdefault(part.part, []).append(part.source.text)

    def joined(part: Part) -> bytes:
        return unquote_to_bytes("".join(texts.get(part, [])))

    return {
        "username": joined(Part.USER),
        "password": joined(Part.PASSWORD),
        "hostname": "".join(texts.get(Part.HOST, [])),
        "port": "".join(texts.get(Part.PORT, [])),
        "pathname": [unquote_to_bytes(text) for text in texts.get(Part.SEGMENT, []) + texts.get(Part.OPAQUE, [])],
        "search": [
            (unquote_to_bytes(key.source.text), value and unquote_to_bytes(value.source.text)) for key, value in parsed.pairs
        ],
        "hash": joined(Part.FRAGMENT),
    }


def theirs(case: dict[str, Any]) -> dict[str, Any]:
    """The suite's components in the same form."""
    pairs = [pair.partition("=") for pair in case["search"][1:].split("&") if pair]
    return {
        "username": unquote_to_bytes(case["username"]),
        "password": unquote_to_bytes(case["password"]),
        "hostname": case["hostname"],
        "port": case["port"],
        "pathname": [unquote_to_bytes(segment) for segment in case["pathname"].split("/") if segment],
        "search": [(unquote_to_bytes(key), unquote_to_bytes(value) if equals else None) for key, equals, value in pairs],
        "hash": unquote_to_bytes(case["hash"][1:]),
    }


@needs_suites
def test_components_against_whatwg() -> None:
    same = 0
    differences: Counter[str] = Counter()
    for case in absolute_urls():
        if case.get("failure"):
            continue
        if ours(case["input"]) == theirs(case):
            same += 1
        else:
            differences[next(name for name, fits in PARTS.items() if fits(case["input"]))] += 1
    assert (same, differences) == (
        39,
        {
            "dot segments stay": 4,
            "a host is shown as it is written": 7,
            "tabs and line ends stay": 1,
            "a backslash is no slash": 1,
            "the body of data: and about: goes to the end": 2,
        },
    )


@needs_suites
def test_verdicts_against_validator_nu() -> None:
    """16 links with a percent sign (9 of them different), all invalid to the validator; we are silent on what RFC 3986 allows."""
    told = {case["url"]: found(f'<a href="{case["url"]}">', HTML) for case in suite("validator-nu-href-cases.json")}
    checked = {url: rules for url, rules in told.items() if "%" in url}
    assert {url for url, rules in checked.items() if not rules} == {
        "http://%25DOMAIN:foobar@foodomain.com",  # an escaped percent sign in a user name
        "/a%2fc",  # refused there because the field wants an absolute URL
        "/a/%2f/c",
    }
    assert Counter(rule for rules in checked.values() for rule in rules) == {"percent-in-host": 4, "malformed-escape": 2}


@needs_suites
def test_nothing_is_found_in_links_that_validator_nu_takes() -> None:
    cases = [case for case in suite("validator-nu-href-cases.json") if case["verdict"] != "invalid"]
    assert len(cases) == 2
    assert not any(found(f'<a href="{case["url"]}">', HTML) for case in cases)

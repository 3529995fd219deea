"""The named encoders against the expansions of URI templates (RFC 6570) and of package URLs (purl)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conformance.suites import SUITES, needs_suites, suite
from pctlens.core.codec import Place, decode, encode
from pctlens.core.urls import Kind, Part, parse
from pctlens.core.wrappers import Unwrapped

SIMPLE = re.compile(r"\{([+#]?)([\w.%]+)\}")
PLACES = {"": Place.COMPONENT, "+": Place.URI, "#": Place.URI}
"""What each operator of RFC 6570 section 3.2 encodes like."""


def expansions() -> Iterator[tuple[str, str, str]]:
    """Operator, value and expansion of each template that is one variable with a text."""
    for name in ("spec-examples", "spec-examples-by-section", "extended-tests"):
        for group in suite(f"{name}.json").values():
            for template, expanded in group["testcases"]:
                simple = SIMPLE.fullmatch(template)
                value = group["variables"].get(simple[2]) if simple else None
                if simple and isinstance(value, str) and isinstance(expanded, str):
                    yield simple[1], value, expanded


@needs_suites
def test_template_expansions() -> None:
    checked = list(expansions())
    assert len(checked) == 21
    for operator, value, expanded in checked:
        assert operator.replace("+", "") + encode(value, PLACES[operator]) == expanded
        if not operator:
            assert decode(expanded).text == value


def purls() -> Iterator[tuple[dict[str, Any], str]]:
    """The components and the canonical form of each package URL that can be built."""
    for path in sorted((SUITES / "purl").glob("*.json")):
        for case in suite(f"purl/{path.name}")["tests"]:
            if case["test_type"] == "build" and not case["expected_failure"]:
                yield case["input"], case["expected_output"]


def as_purl_encodes(text: str) -> str:
    """A component's text: RFC 3986's unreserved characters and the colon stay (purl specification, "Character encoding")."""
    return encode(text, Place.COMPONENT).replace("%3A", ":")


@needs_suites
def test_package_urls() -> None:
    checked = list(purls())
    assert len(checked) == 53
    pieces = 0
    for components, canonical in checked:
        url = parse(Kind.URL, Unwrapped(canonical, 0))
        pairs = {decode(key.source.text).text: decode(value.source.text).text for key, value in url.pairs if value}
        assert pairs == {key: value for key, value in (components["qualifiers"] or {}).items() if value}
        for part in url.parts:
            # "@" parts the version from the name, and "/" the segments of a subpath
            for piece in re.split("[@/]", part.source.text):
                pieces += 1
                assert as_purl_encodes(decode(piece).text) == piece
        path = "/".join(part.source.text for part in url.parts if part.part is Part.SEGMENT)
        named = [decode(piece).text for piece in re.split("[@/]", path)]
        assert str(components["name"]).lower().replace("_", "-") in [piece.lower().replace("_", "-") for piece in named]
    assert pieces == 287

"""What a place stands in."""

from __future__ import annotations

import pytest

from pctlens.core.analysis import analyse
from pctlens.core.hosts import host_of
from pctlens.core.nesting import nested

URL = "https://e.example/caf%C3%A9?q=a%20bc&r=c#f%20g"


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        (f"x {URL}".replace("%A9", "%‸A9"), ["%A9", "caf%C3%A9", URL]),
        (f"x {URL}".replace("%20b", "%2‸0b"), ["%20", "a%20bc", "q=a%20bc", "q=a%20bc&r=c", URL]),
        (f"x {URL}".replace("bc&", "b‸c&"), ["a%20bc", "q=a%20bc", "q=a%20bc&r=c", URL]),
        (f"x {URL}".replace("r=c", "‸r=c"), ["r", "r=c", "q=a%20bc&r=c", URL]),
        (f"x {URL}".replace("#f%", "#f‸%"), ["%20", "f%20g", URL]),
        (f"x {URL}".replace("https", "ht‸tps"), [URL]),
        (f"x‸ {URL}", []),
        ("see a%2‸0b", ["%20", "a%20b"]),
        ("", []),
    ],
)
def test_from_the_inside_out(text: str, inside: list[str]) -> None:
    offset, text = max(text.find("‸"), 0), text.replace("‸", "")
    line = analyse(text, host_of("a.md"))
    assert [span.of(text) for span in nested(line, offset)] == inside
    spans = nested(line, offset)
    assert all(span.touches(offset) for span in spans)

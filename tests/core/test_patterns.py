from __future__ import annotations

import re

import pytest

from pctlens.core.patterns import regex


def test_is_compiled_at_its_first_use() -> None:
    broken = regex("(")
    assert broken.pattern == "("
    with pytest.raises(re.error):
        broken.search("")


def test_gives_what_a_compiled_one_gives() -> None:
    ours, theirs = regex("%([0-9a-f]{2})", re.IGNORECASE), re.compile("%([0-9a-f]{2})", re.IGNORECASE)
    for _ in range(2):  # the second time nothing has to be made
        assert (ours.pattern, ours.flags, ours.groups) == (theirs.pattern, theirs.flags, theirs.groups)
        assert ours.findall("%4A%zz") == theirs.findall("%4A%zz") == ["4A"]
        assert ours.sub("-", "%4A%zz") == theirs.sub("-", "%4A%zz")


def test_takes_bytes() -> None:
    assert regex(rb"%\w").fullmatch(b"%a") is not None

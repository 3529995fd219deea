"""The pages that come from the code are the ones that the code gives now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pctlens import reference
from pctlens.core.rules import RULES
from tools.docs import DOCS, PAGES

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", PAGES)
def test_a_written_page_is_fresh(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "run `make docs`"


def test_the_tables_of_recognition_are_fresh() -> None:
    page = (DOCS / "recognition.md").read_text("utf-8")
    assert page == reference.recognition_page(page), "run `make docs`"
    assert "| `modulo` |" in page


def test_every_rule_has_a_heading_to_link_to() -> None:
    headings = re.findall("^## (.*)$", (DOCS / "rules.md").read_text("utf-8"), re.MULTILINE)
    assert headings == list(RULES)


def test_the_page_of_rules_is_found() -> None:
    assert reference.rules_page_uri() == (DOCS / "rules.md").as_uri()


@pytest.mark.parametrize("page", [*ROOT.glob("*.md"), *DOCS.glob("*.md")], ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)\s#]+)", text):
        assert (page.parent / target).exists(), target

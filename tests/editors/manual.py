"""The configurations of docs/editors.md, which the editors here run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/editors.md"


def configuration(editor: str, language: str) -> str:
    """The first code block of a language in an editor's section."""
    section = re.search(rf"^## {re.escape(editor)}\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert section, f"{PAGE.name} has no section {editor}"
    block = re.search(rf"^```{re.escape(language)}\n(.*?)^```$", section[1], re.DOTALL | re.MULTILINE)
    assert block, f"the section {editor} of {PAGE.name} has no {language} block"
    return block[1]

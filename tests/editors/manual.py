"""The configurations of docs/editors.md, which the editors here run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/editors.md"


def configuration(editor: str, language: str, number: int = 0) -> str:
    """A code block of a language in an editor's section, the first unless another number is given."""
    section = re.search(rf"^## {re.escape(editor)}\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert section, f"{PAGE.name} has no section {editor}"
    blocks: list[str] = re.findall(rf"^```{re.escape(language)}\n(.*?)^```$", section[1], re.DOTALL | re.MULTILINE)
    assert blocks[number:], f"the section {editor} of {PAGE.name} has too few {language} blocks"
    return blocks[number]

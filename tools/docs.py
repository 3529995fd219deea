"""``python -m tools.docs``: write the pages of docs/ that come from the code."""

from __future__ import annotations

from pathlib import Path

from pctlens import reference

DOCS = Path(__file__).resolve().parent.parent / "docs"

PAGES = {"rules.md": reference.rules_page, "settings.md": reference.settings_page}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")
    recognition = DOCS / "recognition.md"
    recognition.write_text(reference.recognition_page(recognition.read_text(encoding="utf-8")), encoding="utf-8")

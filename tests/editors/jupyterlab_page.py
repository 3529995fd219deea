"""Plays the story in JupyterLab's page, run by the Python that JupyterLab is installed for: its results as JSON."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
EDITOR = ".jp-FileEditor .cm-content"
MARK = f"{EDITOR} .cm-lintRange"
HOVER = ".lsp-hover"

FIND = """
marks => marks.map(mark => {
  const line = mark.closest(".cm-line");
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEndBefore(mark);
  const start = [...before.toString()].length;
  const lines = [...line.parentElement.querySelectorAll(".cm-line")];
  return [lines.indexOf(line), start, start + [...mark.textContent].length];
})
"""
"""Where marks stand: lines, and columns in code points."""

PLACE = """
([number, part]) => {
  const texts = document.createTreeWalker(document.querySelectorAll(".cm-line")[number], NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const at = texts.currentNode.data.indexOf(part);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + part.length);
    const box = range.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }
}
"""
"""The middle of a part of a line, in pixels."""


def play(page: Page, story: dict[str, Any]) -> dict[str, Any]:
    page.goto(story["address"], wait_until="domcontentloaded")
    page.wait_for_function("([marks, count]) => document.querySelectorAll(marks).length == count", arg=[MARK, story["findings"]])
    found = page.eval_on_selector_all(MARK, FIND)

    line, part, _ = story["hover"]
    x, y = page.evaluate(PLACE, [line, part])
    page.mouse.move(x, 0)  # from above, where no other URL is on the way
    page.mouse.move(x, y, steps=5)
    hover = page.locator(HOVER, has_text=re.compile(r"\S")).inner_text()
    page.mouse.move(x, 0)

    line, column = story["insert"]
    page.click(EDITOR)
    page.keyboard.press("Control+Home")
    for key in ["ArrowDown"] * line + ["ArrowRight"] * column:
        page.keyboard.press(key)
    page.keyboard.insert_text(story["inserted"])
    page.keyboard.press("Control+s")
    while not is_judged(story):  # until then the editor has moved its old marks by itself
        page.wait_for_timeout(100)
    page.wait_for_timeout(1_000)
    return {"found": found, "hover": hover, "found_late": page.eval_on_selector_all(MARK, FIND)}


def is_judged(story: dict[str, Any]) -> bool:
    """Whether diagnostics have been sent since the text was inserted."""
    session = Path(story["session"]).read_text()
    edited = session.rfind(json.dumps(story["inserted"])[1:-1])
    return 0 < edited < session.rfind('"textDocument/publishDiagnostics"')


def main() -> None:
    story = json.loads(sys.argv[1])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=story["chromium"], args=FLAGS)
        page = browser.new_page(viewport={"width": 1200, "height": 700})
        page.set_default_timeout(40_000)
        try:
            print(json.dumps(play(page, story)))
        finally:
            browser.close()


if __name__ == "__main__":
    main()

"""``python -m tools.pictures``: the hovers of docs/pictures, drawn from what the real server says about the examples.

Needs Debian's ``chromium``; ``CHROMIUM`` names another one. Each picture is made in the colours of a light and of a dark editor.
"""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt

from demo.__main__ import LANGUAGES, ROOT, Spot, found
from demo.client import Client

PICTURES: Final = ROOT / "docs" / "pictures"
CHROMIUM: Final = os.environ.get("CHROMIUM", "chromium")
SECONDS: Final = 60
WIDTH: Final = 1200
"""The width of a picture in CSS pixels."""

COLUMNS: Final = (
    (Spot("examples/GUIDE.md", "%A9+%26"), Spot("puzzles/GUIDE.md", "%252")),
    (Spot("examples/links.js", "%3A%2F%2Fshop.example.com%2F%3Fid%3D7&text"), Spot("puzzles/app.env", "%FEehir")),
)
"""The spots whose hovers make up the picture, column by column."""

THEMES: Final = {
    "light": {"page": "#ffffff", "text": "#3b3b3b", "box": "#f8f8f8", "edge": "#d4d4d4", "code": "#ececec", "mark": "#ffe9a8"},
    "dark": {"page": "#1f1f1f", "text": "#cccccc", "box": "#252526", "edge": "#454545", "code": "#333334", "mark": "#5a4a12"},
}
"""The colours of each theme, by what they paint."""

STYLE: Final = """
* { box-sizing: border-box }
body { margin: 0; padding: 24px 24px 4px; background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif }
main { display: flex; gap: 28px; align-items: flex-start }
main > div { flex: 1 1 0; min-width: 0 }
section { margin: 0 0 26px }
.line { display: flex; gap: 16px; align-items: baseline; margin-bottom: 6px }
.line pre { flex: 1; margin: 0; padding: 0; background: none; white-space: pre; overflow: hidden; text-overflow: ellipsis }
.line mark { background: var(--mark); color: inherit }
.line span { opacity: .65; font-size: 13px }
.hover { border: 1px solid var(--edge); border-radius: 4px; background: var(--box); padding: 2px 12px }
p, pre, table, ul { margin: 8px 0 }
code, pre { font: 13.5px/1.45 "DejaVu Sans Mono", monospace }
code { background: var(--code); border-radius: 3px; padding: 1px 4px; overflow-wrap: anywhere }
pre { background: var(--code); border-radius: 3px; padding: 6px 10px; white-space: pre-wrap }
pre code { background: none; padding: 0 }
table { border-collapse: collapse; width: 100% }
th:first-child { width: 80px }
th, td { border-bottom: 1px solid var(--edge); padding: 4px 10px 4px 0; text-align: left; vertical-align: top }
th { border-bottom-width: 2px }
ul { padding-left: 22px }
"""

_AROUND: Final = 26  # characters of the line that are shown before the pointer


def main() -> None:
    """Draw the pictures anew."""
    with Client(sys.executable, "-m", "pctlens", "serve") as client:
        columns = "".join(f"<div>{''.join(card(client, spot) for spot in spots)}</div>" for spots in COLUMNS)
    for theme, colours in THEMES.items():
        variables = "".join(f"--{name}: {colour};" for name, colour in colours.items())
        style = f"<style>:root {{ {variables} }} {STYLE}</style>"
        page = f'<!doctype html><meta charset="utf-8">{style}<main>{columns}</main>'
        draw(page, PICTURES / f"hover-kinds-{theme}.png")


def card(client: Client, spot: Spot) -> str:
    """A line with the pointed-at text marked, and the hover below, as HTML."""
    path, row, span = found(spot)
    client.open(path, LANGUAGES[path.suffix or path.name])
    hover = MarkdownIt("commonmark").enable("table").render(client.hover(path, row, span.start))
    text = path.read_text("utf-8").splitlines()[row]
    before, pointed, after = text[: span.start], text[span.start : span.start + 3], text[span.start + 3 :]
    shown = ("…" if span.start > _AROUND else "") + before[-_AROUND:]
    line = f"{html.escape(shown)}<mark>{html.escape(pointed)}</mark>{html.escape(after)}"
    head = f'<div class="line"><pre>{line}</pre><span>{path.name}</span></div>'
    return f'<section>{head}<div class="hover">{hover}</div></section>'


def draw(page: str, picture: Path) -> None:
    """A page as a picture, a little denser than its CSS pixels. Raises ``OSError`` or ``CalledProcessError`` without Chromium."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "page.html")
        source.write_text(page + "<script>document.body.dataset.height = document.documentElement.scrollHeight</script>", "utf-8")
        dumped = chromium(folder, source, "--dump-dom", f"--window-size={WIDTH},100")
        height = re.search(r'data-height="(\d+)"', dumped)
        assert height, dumped
        size = f"--window-size={WIDTH},{height[1]}"
        chromium(folder, source, f"--screenshot={picture}", size, "--force-device-scale-factor=1.25", "--hide-scrollbars")
    print(picture.relative_to(ROOT), f"{picture.stat().st_size:,} bytes")


def chromium(profile: str, page: Path, *options: str) -> str:
    """What Chromium prints when it opens a page without a window."""
    command = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={profile}/profile",
        *options,
        page.as_uri(),
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True).stdout


if __name__ == "__main__":
    main()

"""``make demo``: what an editor shows for the examples and the puzzles, in the terminal.

It starts the real server, opens the files, and draws each squiggle under its line; then the hover of a few spans and the
actions offered for a few selections. Columns are code points.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.panel import Panel

from demo.client import Client
from pctlens.core.text import Span
from pctlens.reports import style

ROOT: Final = Path(__file__).resolve().parent.parent

FOLDERS: Final = {
    "examples": "What is underlined: one right answer",
    "puzzles": "What is underlined: a person has to decide",
}
"""The folders whose files are opened, and what is said of each."""

LANGUAGES: Final = {
    ".bat": "bat",
    ".crontab": "crontab",
    ".env": "dotenv",
    ".go": "go",
    ".html": "html",
    ".http": "http",
    ".ini": "ini",
    ".js": "javascript",
    ".json": "json",
    ".log": "log",
    ".md": "markdown",
    ".po": "po",
    ".py": "python",
    ".service": "systemd-unit-file",
    ".tex": "latex",
    ".yml": "yaml",
}

SEVERITIES: Final = {1: ("error", "31"), 2: ("warning", "33"), 3: ("information", "36"), 4: ("hint", "2")}


@dataclass(frozen=True, slots=True)
class Spot:
    """The first ``text`` in the file ``path``, which begins at the root. A selection covers it, a pointer rests on its start."""

    path: str
    text: str


HOVERS: Final = (
    Spot("examples/GUIDE.md", "%A9%20%26%20th"),
    Spot("examples/links.js", "%3A%2F%2Fshop.example.com%2F%3Fid%3D7&text"),
    Spot("puzzles/GUIDE.md", "%252"),
    Spot("puzzles/app.env", "%FEehir"),
    Spot("examples/api.http", "%C5%9Fe%40example"),
)

SELECTIONS: Final = (
    Spot("examples/GUIDE.md", "café & thé"),
    Spot("examples/index.html", "%C5%9Fehir+merkezi"),
    Spot("examples/alembic.ini", "%40"),
)


def main() -> None:
    """Show the three things that an editor shows."""
    colour = style.wants_colour(sys.stdout)
    with Client(sys.executable, "-m", "pctlens", "serve") as client:
        for folder, told in FOLDERS.items():
            headline(told, colour)
            for path in sorted((ROOT / folder).iterdir()):
                diagnostics = client.open(path, LANGUAGES[path.suffix or path.name])
                print(*squiggles(path, diagnostics, colour), sep="\n")
        headline("What the pointer shows", colour)
        for spot in HOVERS:
            show_hover(client, spot, colour)
        headline("What is offered for a selection", colour)
        for spot in SELECTIONS:
            show_actions(client, spot, colour)


def headline(text: str, colour: bool) -> None:
    """A heading between the parts."""
    print(f"\n{style.painted(f' {text} ', '7;1', colour)}\n")


def squiggles(path: Path, diagnostics: list[dict[str, Any]], colour: bool) -> Iterator[str]:
    """The lines of a file that have findings, each with its squiggles and their messages below."""
    yield style.painted(f"{path.relative_to(ROOT)}: {style.counted(len(diagnostics), 'finding')}", "1", colour)
    lines = path.read_text("utf-8").splitlines()
    shown = -1
    for diagnostic in diagnostics:
        start, end = diagnostic["range"]["start"], diagnostic["range"]["end"]
        line, carets = style.underlined(lines[start["line"]], Span(start["character"], end["character"]))
        name, paint = SEVERITIES[diagnostic["severity"]]
        if start["line"] != shown:
            yield f"{start['line'] + 1:5} {line}"
            shown = start["line"]
        told = f"{name} {diagnostic['code']}: {diagnostic['message']}"
        yield f"      {style.painted(carets.replace('^', '~'), paint, colour)} {style.painted(told, paint, colour)}"
    yield ""


def show_hover(client: Client, spot: Spot, colour: bool) -> None:
    """A line with the pointer under it, and the hover in a box."""
    path, row, span = found(spot)
    show_line(path, row, Span(span.start, span.start + 1), colour)
    box = Panel(Markdown(client.hover(path, row, span.start)), width=100, border_style="cyan")
    Console(force_terminal=colour, width=106, highlight=False).print(Padding(box, (0, 0, 1, 6)))


def show_actions(client: Client, spot: Spot, colour: bool) -> None:
    """A line with the selection under it, and the actions as a menu."""
    path, row, span = found(spot)
    show_line(path, row, span, colour)
    selection = {"start": {"line": row, "character": span.start}, "end": {"line": row, "character": span.end}}
    for action in client.actions(path, selection):
        kind = style.painted(action["kind"], "2", colour)
        print(f"      {style.painted('▸', '32', colour)} {action['title']}  {kind}")
    print()


def show_line(path: Path, row: int, span: Span, colour: bool) -> None:
    """A line with a span marked."""
    line, carets = style.underlined(path.read_text("utf-8").splitlines()[row], span)
    print(style.painted(f"{path.relative_to(ROOT)}:{row + 1}", "1", colour))
    print(f"      {line}\n      {style.painted(carets, '35;1', colour)}")


def found(spot: Spot) -> tuple[Path, int, Span]:
    """The file, the line (from 0) and the columns of a spot."""
    path = ROOT / spot.path
    for row, line in enumerate(path.read_text("utf-8").splitlines()):
        if (at := line.find(spot.text)) >= 0:
            return path, row, Span(at, at + len(spot.text))
    raise LookupError(f"{spot.text!r} is not in {spot.path}")


if __name__ == "__main__":
    main()

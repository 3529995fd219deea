"""Helix in a terminal: keys go in, and what is selected comes out through its ``:pipe-to``."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass

from editors.debian import Unpacked
from editors.install import CACHE
from editors.manual import configuration
from editors.stage import Editor, Played, Stage, wait_for
from editors.story import BROKEN, DECODED, HOVERED, INSERTED, MENDED, READ, TAKEN, Spot
from editors.terminal import Screen

ROOT = CACHE / "helix/root"
PROGRAM = ROOT / "usr/lib/hx/hx"


def command() -> list[str]:
    return Unpacked(ROOT).command(PROGRAM)


def environment(stage: Stage) -> dict[str, str]:
    """The stage's, and where Helix finds its own files and its configuration."""
    return {**stage.environment, "HELIX_RUNTIME": str(ROOT / "usr/lib/hx/runtime"), "XDG_CONFIG_HOME": str(stage.home)}


def version(stage: Stage) -> str:
    return _told(stage, "--version").split()[1]


def health(stage: Stage, language: str) -> str:
    """What Helix says of its servers for a language."""
    return _told(stage, "--health", language)


def configure(stage: Stage, languages: str) -> None:
    """Write languages.toml."""
    settings = stage.home / "helix"
    settings.mkdir(exist_ok=True)
    (settings / "languages.toml").write_text(languages)


def _told(stage: Stage, *options: str) -> str:
    words = [*command(), *options]
    return subprocess.run(words, env=environment(stage), capture_output=True, text=True, check=True, timeout=30).stdout


def why_missing() -> str | None:
    if not PROGRAM.exists():
        return "Helix is not installed in .cache/editors"
    return None if shutil.which("tmux") else "tmux, which types into Helix, is not installed"


def play(stage: Stage) -> Played:
    configure(stage, configuration("Helix", "toml"))
    with Screen([*command(), str(stage.file)], environment(stage), stage.folder) as screen:
        helix = Helix(stage, screen)
        screen.shows("is no escape", 20)  # the first finding, on the screen at the end of its line
        found = [helix.finding(1), helix.finding(2)]
        hover = helix.hover(stage.story.spot(HOVERED))
        helix.select(stage.story.spot(BROKEN))
        mended = helix.act("Write the", MENDED)
        helix.select(stage.story.spot(TAKEN))
        decoded = helix.act("Decode to", DECODED)
        helix.insert()
        told = helix.saved(INSERTED)
        wait_for(lambda: stage.session.is_judged, "the findings after the edit")
        found_late = [helix.finding(1)]
        helix.quit()
    return Played(version(stage), found, hover, mended, decoded, told, found_late)


@dataclass(frozen=True)
class Helix:
    """What a person does with Helix in this story."""

    stage: Stage
    screen: Screen

    def select(self, spot: Spot) -> None:
        """Select a part of a line; on these lines a column is as much as a code point."""
        self.screen.press("Escape", *str(spot.line + 1), "g", "g", "g", "h", *str(spot.start), "l")
        self.screen.press("v", *str(spot.end - spot.start - 1), "l")

    def finding(self, number: int) -> Spot:
        """Where the cursor is sent to for the finding of that number, counted from the top."""
        self.screen.press("Escape", "g", "g", *["]", "d"] * number)
        covered = self._selected()
        self.screen.press(";", "v", "g", "g")
        before = self._selected().removesuffix(covered)
        self.screen.press("Escape")
        line = before[before.rfind("\n") + 1 :]
        return Spot(before.count("\n"), len(line), len(line) + len(covered))

    def hover(self, spot: Spot, wanted: str = READ) -> str:
        """The screen with the hover of a spot, which has to say what is wanted."""
        self.select(Spot(spot.line, spot.start + 1, spot.start + 2))
        self.screen.press("Escape", "Space", "k")
        shown = self.screen.shows(wanted)
        self.screen.press("Escape")
        return shown

    def menu(self, title: str) -> str:
        """Open the menu of code actions: the screen, once it has a title."""
        self.screen.press("Space", "a")
        return self.screen.shows(title)

    def take(self, effect: str) -> str:
        """Take the first action of the menu, which is preselected: the text of the file afterwards."""
        self.screen.press("Enter", "Escape")
        return self.saved(effect)

    def act(self, title: str, effect: str) -> str:
        """Take the first action for what is selected: the text of the file afterwards."""
        self.menu(title)
        return self.take(effect)

    def quit(self) -> None:
        self.screen.type(":quit")
        self.screen.press("Enter")
        wait_for(lambda: self.stage.session.has_ended, "the end of the server")

    def insert(self) -> None:
        line, column = self.stage.story.insertion
        self.screen.press("Escape", *str(line + 1), "g", "g", "g", "h", *[*str(column), "l"] * bool(column), "i")
        self.screen.paste(INSERTED[:-1])
        self.screen.type(INSERTED[-1])
        self.screen.press("Escape")

    def saved(self, effect: str) -> str:
        """Save the file, and wait for the effect of what was done before: its text."""

        def is_saved() -> bool:
            self.screen.type(":write")
            self.screen.press("Enter")
            return effect in self.stage.file.read_bytes().decode()

        wait_for(is_saved, f"{effect!r} in the file")
        return self.stage.file.read_bytes().decode()

    def _selected(self) -> str:
        out = self.stage.folder / "selected"
        out.unlink(missing_ok=True)
        self.screen.type(f":pipe-to cat > {out}.part && mv {out}.part {out}")
        self.screen.press("Enter")
        wait_for(out.exists, "the selection")
        return out.read_bytes().decode()


EDITORS = [Editor("Helix", "utf-8", why_missing, play)]

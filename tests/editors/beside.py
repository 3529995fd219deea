"""Editors in which Percent Lens serves a file together with another server: Ruff's, which knows Python."""

from __future__ import annotations

import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from editors import emacs, helix, neovim
from editors.install import CACHE
from editors.manual import configuration
from editors.script import result_of
from editors.stage import Stage
from editors.story import BROKEN, EXPLAINED, HOVERED, MENDED, SAID, SHARED, THEIRS
from editors.terminal import Screen
from tools.helix_languages import configuration as languages_toml
from tools.helix_languages import default_servers

RUFF = Path(sysconfig.get_path("scripts")) / "ruff"
MULTIPLEXER = CACHE / "multiplexer/venv/bin/rass"


@dataclass(frozen=True)
class Shown:
    """What an editor showed of both servers, and the text after our quick fix."""

    version: str
    findings: list[str]
    hovers: list[str]
    actions: list[str]
    told: str


@dataclass(frozen=True)
class Pairing:
    """An editor with two servers, and whether its hovers are both servers' or only the other's."""

    name: str
    why_missing: Callable[[], str | None]
    play: Callable[[Stage], Shown]
    hovers_of_both: bool = True

    @property
    def id(self) -> str:
        return f"{self.name} beside ruff".replace(" ", "-").lower()


def shown(stage: Stage, screen: str) -> Shown:
    """What a script told."""
    result = result_of(stage, screen)
    return Shown(*(result[name] for name in ("version", "findings", "hovers", "actions", "told")))


def in_neovim(stage: Stage) -> Shown:
    ruff = 'vim.lsp.config("ruff", { cmd = { "ruff", "server" }, filetypes = { "python" } })\nvim.lsp.enable("ruff")\n'
    return shown(stage, neovim.run(stage, configuration("Neovim", "lua") + ruff))


def in_emacs(stage: Stage, start: emacs.Start) -> Shown:
    (stage.folder / "bin/rass").symlink_to(MULTIPLEXER)
    return shown(stage, emacs.run(stage, start, "eglot", configuration("Emacs", "elisp", 1)))


def in_helix(stage: Stage) -> Shown:
    """The languages.toml is the one that our tool writes, with the servers that Helix has by default before ours."""
    servers = default_servers(helix.health(stage, "python"))
    helix.configure(stage, "\n".join(languages_toml([("python", servers)])))
    with Screen([*helix.command(), str(stage.file)], helix.environment(stage), stage.folder) as screen:
        editor = helix.Helix(stage, screen)
        findings = findings_in_helix(screen)
        hovers = [editor.hover(SHARED.spot(HOVERED)), editor.hover(SHARED.spot(THEIRS), EXPLAINED)]
        editor.select(SHARED.spot(BROKEN))
        actions = [editor.menu("Ruff")]
        told = editor.take(MENDED)
        editor.quit()
    return Shown(helix.version(stage), findings, hovers, actions, told)


def findings_in_helix(screen: Screen) -> list[str]:
    """The screen with what each server has found in the second line.

    Helix 25.07 may tell a server of the file before it is initialized (LSP 3.17, "initialized"), at which Ruff's ends: a person
    then starts it again.
    """
    screen.press("j")
    try:
        return [screen.shows(said, 20) for said in SAID]
    except AssertionError as error:
        if "Language server exited: ruff" not in str(error):
            raise
    screen.type(":lsp-restart ruff")
    screen.press("Enter", *"2gg")
    return [screen.shows(said, 20) for said in SAID]


def without_multiplexer(why_missing: Callable[[], str | None]) -> str | None:
    return why_missing() or (None if MULTIPLEXER.exists() else "rassumfrassum is not installed in .cache/editors")


PAIRINGS = [
    Pairing("Neovim", neovim.why_missing, in_neovim),
    Pairing("Helix", helix.why_missing, in_helix),
    Pairing("Emacs 28", partial(without_multiplexer, emacs.debians_missing), partial(in_emacs, start=emacs.debians), False),
    Pairing("Emacs 30", partial(without_multiplexer, emacs.newer_missing), partial(in_emacs, start=emacs.newer), False),
]

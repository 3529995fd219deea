"""docs/editors.md says of each editor whether it is tested, and what it would have people write is at least well formed."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from editors import helix
from editors.beside import PAIRINGS
from editors.cast import EDITORS
from editors.install import NEOVIM
from editors.manual import PAGE, configuration
from editors.stage import Stage
from editors.story import STORY
from tools.helix_languages import configuration as languages_toml
from tools.helix_languages import default_servers

TEXT = PAGE.read_text()
ROWS = [[cell.strip() for cell in row.strip("|").split("|")] for row in TEXT.splitlines() if row.startswith("| [")]
PLACES = {"vs-code", "neovim", "vim", "emacs", "helix", "kate", "sublime-text", "zed", "jetbrains-ides", "jupyterlab"}


def anchor(row: list[str]) -> str:
    return row[0].partition("(#")[2].partition(")")[0]


def test_every_editor_has_a_row_and_a_section() -> None:
    sections = {title.lower().replace(" ", "-") for title in re.findall(r"^## (.*)$", TEXT, re.MULTILINE)}
    assert {anchor(row) for row in ROWS} == sections == PLACES


def test_what_has_no_test_is_called_not_tested() -> None:
    tested = {anchor(row) for row in ROWS if row[1] != "not tested"}
    assert tested == {editor.name.split()[0].lower() for editor in EDITORS} | {"vs-code"}
    for row in ROWS:
        if row[1] == "not tested" and "with" not in row[0]:
            title = row[0].partition("[")[2].partition("]")[0]
            assert f"\n## {title}\n\nNot tested" in TEXT


def test_what_is_tested_beside_another_server_is_said_to_be() -> None:
    tested = {anchor(row) for row in ROWS if row[3].endswith("tested")}
    assert tested == {pairing.name.split()[0].lower() for pairing in PAIRINGS}


def test_the_pinned_version_is_the_one_that_is_named() -> None:
    row = next(row for row in ROWS if anchor(row) == "neovim")
    assert row[1] == NEOVIM.partition(" ")[0].partition("==")[2]


@pytest.mark.parametrize("block", re.findall(r"^```json\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE))
def test_json_is_json(block: str) -> None:
    assert "pctlens" in json.dumps(json.loads(block))


def test_the_servers_of_a_report_are_read() -> None:
    report = (
        "Configured language servers:\n"
        "  \x1b[0;31m✘\x1b[m ty: \x1b[0;31m'ty' not found in $PATH\x1b[m\n"
        "  \x1b[0;32m✓\x1b[m pylsp: \x1b[0;32m/usr/bin/pylsp\x1b[m\n"
        "Configured debug adapter:\x1b[0;33m None\x1b[m\n"
    )
    assert default_servers(report) == ["ty", "pylsp"]
    assert default_servers("Configured language servers:\x1b[0;33m None\x1b[m\nConfigured debug adapter: None\n") == []
    with pytest.raises(ValueError, match="Language 'x' not found"):
        default_servers("\x1b[0;31mLanguage 'x' not found\x1b[m\n")


@pytest.mark.skipif(helix.why_missing() is not None, reason=str(helix.why_missing()))
def test_helix_takes_the_written_languages_with_ours_last(tmp_path: Path) -> None:
    stage = Stage.build(tmp_path / "stage", STORY, "story.txt")
    before = default_servers(helix.health(stage, "python"))
    written = "\n".join(languages_toml([("python", before)])) + "\n"
    assert tomllib.loads(written)["language-server"] == tomllib.loads(configuration("Helix", "toml"))["language-server"]
    helix.configure(stage, written)
    assert before and default_servers(helix.health(stage, "python")) == [*before, "pctlens"]
    assert f"{stage.folder}/bin/pctlens" in helix.health(stage, "python")

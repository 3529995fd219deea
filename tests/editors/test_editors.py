"""Every editor that is here plays the story, and each thing that it shows is a test."""

from __future__ import annotations

import time
from dataclasses import dataclass

import pytest

from editors.cast import EDITORS
from editors.session import Session
from editors.stage import Editor, Played, Stage, wait_for
from editors.story import READ
from editors.table import PERFORMANCES, Performance
from editors.wirecheck import complaints


@dataclass(frozen=True)
class Evening:
    """A story that was played, and what was said over the wire meanwhile."""

    editor: Editor
    played: Played
    session: Session


@pytest.fixture(scope="module", params=EDITORS, ids=lambda editor: editor.id)
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    editor: Editor = request.param
    if (why := editor.why_missing()) is not None:
        pytest.skip(why)
    stage = Stage.build(tmp_path_factory.mktemp(editor.id, numbered=True) / "stage", editor.story, editor.file)
    start = time.monotonic()
    played = editor.play(stage)
    request.config.stash[PERFORMANCES][editor.id] = Performance(played.version, time.monotonic() - start)
    return Evening(editor, played, stage.session)


def needs_actions(evening: Evening) -> None:
    if not evening.editor.story.acts:
        pytest.skip(f"{evening.editor.name} has no code actions")


def test_the_findings_stand_under_the_broken_escapes(evening: Evening) -> None:
    assert evening.played.found == evening.editor.story.findings


def test_the_hover_reads_what_is_under_the_pointer(evening: Evening) -> None:
    assert READ in evening.played.hover


def test_the_quick_fix_mends_the_escape(evening: Evening) -> None:
    needs_actions(evening)
    assert evening.played.mended == evening.editor.story.mended


def test_the_selection_is_decoded(evening: Evening) -> None:
    needs_actions(evening)
    assert evening.played.decoded == evening.editor.story.decoded


def test_the_text_is_what_the_editor_says(evening: Evening) -> None:
    assert evening.played.told == evening.editor.story.told


def test_the_finding_moves_with_an_edit_that_ends_no_line(evening: Evening) -> None:
    assert evening.played.found_late == evening.editor.story.end.findings


def test_the_encoding_is_the_one_that_the_editor_likes_best(evening: Evening) -> None:
    assert evening.session.encoding == evening.editor.encoding


def test_the_server_keeps_to_what_the_editor_declared(evening: Evening) -> None:
    assert evening.session.sent("textDocument/didOpen")
    assert complaints(evening.session) == []


def test_the_server_ends_with_the_editor(evening: Evening) -> None:
    assert evening.session.process
    wait_for(lambda: evening.session.has_ended, "the end of the server")

"""Two servers in one file: each is seen, and neither stands in the way of the other."""

from __future__ import annotations

import time
from dataclasses import dataclass

import pytest

from editors.beside import PAIRINGS, RUFF, Pairing, Shown
from editors.session import Session
from editors.stage import Stage, wait_for
from editors.story import EXPLAINED, READ, SAID, SHARED
from editors.table import PERFORMANCES, Performance
from editors.wirecheck import complaints


@dataclass(frozen=True)
class Meeting:
    """What an editor showed, and what was said over our wire meanwhile."""

    pairing: Pairing
    shown: Shown
    session: Session


@pytest.fixture(scope="module", params=PAIRINGS, ids=lambda pairing: pairing.id)
def meeting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Meeting:
    pairing: Pairing = request.param
    if (why := pairing.why_missing()) is not None:
        pytest.skip(why)
    stage = Stage.build(tmp_path_factory.mktemp(pairing.id, numbered=True) / "stage", SHARED, "story.py")
    (stage.folder / "bin/ruff").symlink_to(RUFF)
    start = time.monotonic()
    shown = pairing.play(stage)
    request.config.stash[PERFORMANCES][pairing.id] = Performance(shown.version, time.monotonic() - start)
    return Meeting(pairing, shown, stage.session)


def test_the_findings_of_both_are_shown(meeting: Meeting) -> None:
    for said in SAID:
        assert any(said in finding for finding in meeting.shown.findings)


def test_the_hovers_of_both_are_shown(meeting: Meeting) -> None:
    hovers = "\n".join(meeting.shown.hovers)
    assert EXPLAINED in hovers
    assert (READ in hovers) == meeting.pairing.hovers_of_both


def test_the_code_actions_of_both_are_in_one_menu(meeting: Meeting) -> None:
    for title in ("Write the '%' as '%25'", "Ruff"):
        assert any(title in action for action in meeting.shown.actions)


def test_our_quick_fix_mends_the_escape(meeting: Meeting) -> None:
    assert meeting.shown.told == SHARED.mended


def test_our_server_keeps_to_what_the_editor_declared(meeting: Meeting) -> None:
    assert meeting.session.sent("textDocument/didOpen")
    assert complaints(meeting.session) == []


def test_our_server_ends_with_the_editor(meeting: Meeting) -> None:
    assert meeting.session.process
    wait_for(lambda: meeting.session.has_ended, "the end of the server")

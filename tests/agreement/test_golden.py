"""Golden playthroughs: games as they were played and judged stay as they are, decision by decision."""

from __future__ import annotations

import pytest

from fairsheet.sheets.library.templates import load_sheet, scenario_names
from tests.agreement import contradictions, refusals
from tests.agreement.golden import KINDS
from tests.agreement.playthrough import FOLDER, Kind, moves_of_bots, played_again

each_game = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.path.stem)


@each_game
def test_the_same_decisions_lead_to_the_same_sheets_score_and_verdict(kind: Kind) -> None:
    stored = kind.path.read_text(encoding="utf-8")
    assert played_again(kind, stored) == stored


@each_game
def test_bots_decide_as_they_did(kind: Kind) -> None:
    assert kind.path.read_text(encoding="utf-8").startswith(moves_of_bots(kind))


@pytest.mark.parametrize("name", scenario_names())
def test_the_same_is_said_of_changed_sheets(name: str) -> None:
    told = contradictions.told_of(name)
    assert told.text == contradictions.path_of(name).read_text(encoding="utf-8")
    sheet = load_sheet(name)
    assert [why for why in told.reasons if not contradictions.names_no_id(why, sheet)] == []


@pytest.mark.parametrize("name", scenario_names())
def test_the_same_steps_are_refused(name: str) -> None:
    assert refusals.refusals_text(name) == refusals.path_of(name).read_text(encoding="utf-8")


def test_every_golden_file_is_compared() -> None:
    compared = {kind.path for kind in KINDS}
    compared |= {each.path_of(name) for each in (contradictions, refusals) for name in scenario_names()}
    assert set(FOLDER.iterdir()) == compared


def test_a_decision_that_is_not_legal_is_named() -> None:
    kind = KINDS[0]
    first, _, rest = kind.path.read_text(encoding="utf-8").partition("turn 1  ")
    with pytest.raises(AssertionError, match=r"turn 1, seat 1: '.*' is not legal any more"):
        played_again(
            kind, first + "turn 1  " + rest.replace("number/", "number/9 error.1=circled number ; x/", 1)
        )

"""Golden playthroughs: games stay as they were played and judged, decision by decision."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from fairsheet.engine.play.game import IllegalStep
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from tests.agreement import contradictions, refusals
from tests.agreement.golden import KINDS
from tests.agreement.judging import table_of
from tests.agreement.playthrough import FOLDER, Kind, played_by_bots


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.path.stem)
def test_bots_play_and_are_judged_as_before(kind: Kind) -> None:
    assert played_by_bots(kind) == kind.path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", scenario_names())
def test_changed_sheets_have_the_same_contradictions(name: str) -> None:
    current = contradictions.reasons_of(name)
    assert current.text == contradictions.path_of(name).read_text(encoding="utf-8")
    sheet = load_sheet(name)
    assert [why for why in current.reasons if not contradictions.names_no_id(why, sheet)] == []


@pytest.mark.parametrize("name", scenario_names())
def test_the_same_steps_are_refused(name: str) -> None:
    assert refusals.refusals_text(name) == refusals.path_of(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", scenario_names())
def test_offers_are_counted_from_one(name: str) -> None:
    table = table_of(name, "two")
    for state, legal in refusals.random_game(table, 2, random.Random(name)):
        for step in legal:
            for offer in (0, 2) if step.offer is not None else ():
                with pytest.raises(IllegalStep, match=f"there is no offer {offer}"):
                    table.game.play(state, replace(step, offer=offer))


def test_every_golden_file_is_compared() -> None:
    compared = {kind.path for kind in KINDS}
    compared |= {each.path_of(name) for each in (contradictions, refusals) for name in scenario_names()}
    assert set(FOLDER.iterdir()) == compared

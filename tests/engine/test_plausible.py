"""What the reader is told before it reads: no mark that a game can bring is called impossible."""

from __future__ import annotations

import pytest

from engine.games import rules_of
from engine.proof.plausible import plausible_marks
from engine.record import deal_of
from engine.simulate import simulate
from engine.slots import most_turns, slots_of
from sheets.library import load_sheet, scenario_names


@pytest.mark.parametrize("name", scenario_names())
@pytest.mark.parametrize("policy", ["random", "casual"])
def test_every_number_of_a_game_is_plausible(name: str, policy: str) -> None:
    sheet = load_sheet(name)
    game = rules_of(sheet)
    for played in simulate(sheet, "plausible", 2, 2, policy):
        dealt = deal_of(played.sheet, played.records[0])
        assert dealt is not None
        turns = max(turn.turn for history in played.histories.values() for turn in history)
        assert turns <= most_turns(sheet) or not slots_of(sheet)
        plausible = plausible_marks(game, dealt, turns)
        for record in played.records:
            for field, mark in record.marks.items():
                assert field not in plausible or mark in plausible[field], (played.seed, field, mark)

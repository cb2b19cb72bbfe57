from __future__ import annotations

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.simulation.playouts import Known, greedy_step, play_out, promising_steps, redealt
from fairsheet.sheets.library.templates import load_sheet, scenario_names

LATE = 18  # playouts from here are short, and players still meet


@pytest.mark.parametrize("name", scenario_names())
def test_playouts_that_share_greedy_steps_stay_the_same(name: str) -> None:
    game = rules_of(sheet := load_sheet(name))
    state = game.start(deal(sheet, "shared", 3))
    while state.turn < LATE:
        state = game.play(state, greedy_step(game, state))
    seat, known = game.to_move(state) or 0, Known()
    for number in (1, 2):
        start = redealt(state, state.turn, number)
        for step in promising_steps(game, state, 4)[::3]:
            plans = {(state.turn, seat): (step,)}
            assert play_out(game, start, plans, known) == play_out(game, start, plans, {})

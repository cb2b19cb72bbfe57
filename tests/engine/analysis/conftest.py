"""A game to analyse, for the tests of this folder."""

from __future__ import annotations

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Game
from fairsheet.engine.play.state import State
from fairsheet.engine.simulation.playouts import greedy_step
from fairsheet.sheets.library.templates import load_sheet

LATE = 27  # a turn from which few turns are left, so that playouts are short


@pytest.fixture(scope="package")
def dome() -> tuple[Game, State]:
    """Return the rules of dome, and the beginning of a late turn of two greedy players."""
    game = rules_of(sheet := load_sheet("dome"))
    state = game.start(deal(sheet, "careful", 2))
    while state.turn < LATE:
        state = game.play(state, greedy_step(game, state))
    return game, state

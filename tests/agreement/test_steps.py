"""Steps that are not among the legal ones are refused, or are those of equals of which one is offered for all."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.play.game import IllegalStep
from fairsheet.sheets.library.templates import scenario_names
from tests.agreement.boards import Kind
from tests.agreement.judging import Sheets, SmallTable, each_table, table_of
from tests.agreement.refusals import GAMES, others, random_game


@each_table
def test_steps_that_are_not_offered_are_refused_or_as_good_as_those_offered(name: str, kind: Kind) -> None:
    table = table_of(name, kind)
    chance = random.Random(name)
    refused = 0
    for state, step in others(table, chance, GAMES, table.turns):
        try:
            after = table.game.play(state, step)
        except IllegalStep:
            refused += 1
            continue
        sheets = end_of_turn(table, after)
        assert table.played(sheets) == "reached", (step, sheets)
    assert refused


@pytest.mark.parametrize("name", scenario_names())
def test_offers_are_counted_from_one(name: str) -> None:
    table = table_of(name, "two")
    for state, legal in random_game(table, 2, random.Random(name)):
        for step in legal:
            for offer in (0, 2) if step.offer is not None else ():
                with pytest.raises(IllegalStep, match=f"there is no offer {offer}"):
                    table.game.play(state, replace(step, offer=offer))


def end_of_turn(table: SmallTable, state: Any) -> Sheets:
    """The sheets at the end of the turn, in which nothing more is done than must be."""
    game, turn = table.game, table.game.turn(state)
    while game.to_move(state) is not None and game.turn(state) == turn:
        state = game.play(state, game.legal_steps(state)[-1])
    return table.sheets(state)

"""Constraints never ask more than the rules: with every mark in its turn the model of a small table has a solution.

The solver is free to put the marks of an honest sheet into other turns, and so a constraint that is too strict for some
ways to play goes unnoticed where others lead to the same sheet. Here it has no choice.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from typing import Any

import pytest

from fairsheet.engine.games.base.proof_claims import ClaimTable
from fairsheet.engine.games.battle.parts.proof_sheet import SheetModel as BattleSheet
from fairsheet.engine.games.registry import proof_request
from fairsheet.engine.play.game import Game
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.records.ink import Cause, History
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.engine.solver.solve import Solver
from fairsheet.sheets.library.templates import scenario_names
from tests.agreement.boards import Kind, kinds_of
from tests.agreement.judging import SmallTable, table_of

GAMES = 25
COUNTED_APART = {("mine", "bonus")}  # robots that a factory gave

# By the seat of a sheet and the field, in which turns it was marked, in order, and of which cause.
Turns = Mapping[tuple[int, str], list[tuple[int, Cause]]]


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name in scenario_names() for kind in kinds_of(name)]
)
def test_the_turns_of_a_game_satisfy_its_constraints(name: str, kind: Kind) -> None:
    table, chance = table_of(name, kind), random.Random(name)
    seats = range(1, table.deal.players + 1)
    available: list[Collection[int]] = [seats] if len(seats) == 1 else [seats, *([seat] for seat in seats)]
    for number in range(GAMES):
        state = random_end(table, chance, 1 + number % table.turns)
        turns = turns_of({seat: table.game.history(state, seat) for seat in seats})
        for present in available:
            sheets = {seat: dict(table.game.marks(state, seat)) for seat in present}
            deal = table.deal if number % 5 else None
            request = proof_request(table.game.sheet, deal, table.deal.missions, len(seats), sheets)
            assert is_possible_in(table.game, request, turns), (number, sheets, turns)


def random_end(table: SmallTable, chance: random.Random, turns: int) -> object:
    """The state after so many turns, or at the end, of a game that is played at random."""
    state = table.game.start(table.deal)
    while table.game.to_move(state) is not None and table.game.turn(state) <= turns:
        state = table.game.play(state, chance.choice(table.game.legal_steps(state)))
    return state


def turns_of(histories: Mapping[int, History]) -> Turns:
    """When each field was marked, and why."""
    found: dict[tuple[int, str], list[tuple[int, Cause]]] = {}
    for seat, history in histories.items():
        for turn in history:
            for ink in turn.ink:
                found.setdefault((ink.sheet or seat, ink.field), []).append((turn.turn, ink.by))
    return found


def is_possible_in(game: Game, request: ProofRequest, turns: Turns) -> bool:
    """Whether the model has a solution with all marks whose turns it chooses in these turns."""
    model = Model()
    table = request.constraints(model, request)
    assert isinstance(table, ClaimTable)
    fix_turns(model, game, table, turns)
    return Solver(model).solve(Budget(60)) == "solved"


def fix_turns(model: Model, game: Game, table: ClaimTable[Any], turns: Turns) -> None:
    """Leaves the model no choice: all marks were made in these turns."""
    for seat, player in table.players.items():
        for field, event in player.events.items():
            model.clause(event.at(turns[seat, field][-1][0]))
        for card, event in table.claims[seat].items():
            model.clause(event.at(turns[seat, table.claim_field(player, table.claim_cards[card])][-1][0]))
        for equals, made in table.equals(player):
            marked = (turns[seat, field][-1] for field in equals)
            taken = {turn for turn, by in marked if (game.sheet.name, by) not in COUNTED_APART}
            for turn, literal in made.items():
                model.clause(literal if turn in taken else -literal)
        if isinstance(player, BattleSheet):
            for field, event in player.circled_and_crossed():
                model.clause(event.at(turns[seat, field][0][0]))

"""Constraints never ask more than the rules: with every mark in the turn of its history a model has a solution."""

from __future__ import annotations

import pytest

from fairsheet.engine.games.base.proof_table import NumberTableModel
from fairsheet.engine.games.registry import proof_request
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import deal_of, missions_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.engine.solver.solve import Solver
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Sheet

WITH_NUMBERS = ("journey", "colony", "mine", "dome", "virus", "escape")


@pytest.mark.parametrize("name", WITH_NUMBERS)
@pytest.mark.parametrize("policy", ["random", "casual"])
def test_the_turns_of_a_game_satisfy_its_constraints(name: str, policy: str) -> None:
    sheet = load_sheet(name)
    for played in simulate(sheet, "true turns", 2, 1, policy):
        model = Model()
        request = case_of(sheet, played)
        table = request.constraints(model, request)
        assert isinstance(table, NumberTableModel)
        for seat, player in table.players.items():
            last = last_turns(played.histories[seat])
            for field, event in player.events.items():
                model.clause(event.at(last[field]))
            for card, event in table.claims[seat].items():
                model.clause(event.at(last[table.claim_field(player, table.claim_cards[card])]))
        assert Solver(model).solve(Budget(60)) == "solved", played.seed


def case_of(sheet: Sheet, played: Played) -> ProofRequest:
    """The table of a game as the proof is asked about it."""
    records = played.records
    sheets = {record.seat: without_sums(sheet, record.marks) for record in records}
    return proof_request(sheet, deal_of(sheet, records[0]), missions_of(sheet, records), len(records), sheets)


def last_turns(history: History) -> dict[str, int]:
    """The turn in which each field was last marked."""
    return {ink.field: turn.turn for turn in history for ink in turn.ink}

"""Constraints never require more than the rules: with every mark in its turn the model of a table has a
solution.

Usually the solver may move the marks of an honest sheet to other turns. Therefore too strict a constraint goes
unnoticed if other plays lead to the same sheet. Here the solver has no choice.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.base.proof_claims import ClaimTable
from fairsheet.engine.games.battle.parts.proof_sheet import SheetModel as BattleSheet
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.proof.certificates._refuter import Prover
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.request import ProofRequest, Scheduler
from fairsheet.engine.records.ink import Cause
from fairsheet.engine.simulation.simulate import play
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from tests.agreement.boards import Kind
from tests.agreement.judging import SmallTable, each_table, is_solved, table_of

CONFLICTS = 100_000  # most that a solver may need for the clauses of a certificate
COUNTED_APART = {("mine", "bonus")}  # robots that a factory gave

# by the seat of a sheet and the field: the turns in which it was marked, in order, and the causes
Turns = Mapping[tuple[int, str], list[tuple[int, Cause]]]


@pytest.mark.parametrize("games", [5, pytest.param(100, marks=pytest.mark.soak)])
@each_table
def test_the_turns_of_a_game_satisfy_its_constraints(name: str, kind: Kind, games: int) -> None:
    table, chance = table_of(name, kind), random.Random(name)
    alone: list[Collection[int]] = [] if len(table.seats) == 1 else [[seat] for seat in table.seats]
    for number in range(games):
        state = table.random_end(chance, 1 + number % table.turns)
        for present in (table.seats, *alone):
            assert is_possible_as_played(table, state, present, dealt=number % 5 > 0), (number, present)


@pytest.mark.parametrize("policy", ["random", pytest.param("casual", marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", scenario_names())
def test_whole_games_satisfy_constraints_and_certificates(name: str, policy: str) -> None:
    sheet = load_sheet(name)
    table = SmallTable(rules_of(sheet), deal(sheet, "true 9", players=2))
    end = play(table.game, table.deal, policy)
    assert is_possible_as_played(table, end, table.seats)
    assert is_statement_true(table, end, table.seats)


@pytest.mark.parametrize("games", [2, pytest.param(100, marks=pytest.mark.soak)])
@each_table
def test_certificates_never_contradict_true_turns(name: str, kind: Kind, games: int) -> None:
    """Certificates state the rules by another encoder, without the shortcuts of the search."""
    table, chance = table_of(name, kind), random.Random(name)
    for number in range(games):
        state = table.random_end(chance, table.turns - number % 2)
        assert is_statement_true(table, state, table.seats), number
        assert is_statement_true(table, state, table.seats[-1:]), number


def is_statement_true(table: SmallTable, state: Any, present: Collection[int]) -> bool:
    """Return whether the clauses that a certificate may have hold with all marks in their true turns."""
    sheets = {seat: marks for seat, marks in table.sheets(state).items() if seat in present}
    request = table.request(sheets)

    def as_played(model: Model, request: ProofRequest) -> Scheduler:
        constraints = stated(model, request)
        assert isinstance(constraints, ClaimTable)
        fix_turns(model, table, constraints, state)
        return constraints

    stated = request.constraints
    statement = Statement(msgspec.structs.replace(request, constraints=as_played))
    prover = Prover()
    prover.add(statement.formula(statement.numbers).clauses)
    answer = prover.is_possible(CONFLICTS)
    assert answer is not None
    return answer


def is_possible_as_played(
    table: SmallTable, state: Any, present: Collection[int], *, dealt: bool = True
) -> bool:
    """Return whether the model of some sheets has a solution with all marks in their true turns."""
    sheets = {seat: marks for seat, marks in table.sheets(state).items() if seat in present}
    model, constraints = table.model(sheets, dealt=dealt)
    fix_turns(model, table, constraints, state)
    return is_solved(model)


def turns_of(table: SmallTable, state: Any) -> Turns:
    """Return when each field was marked, and why."""
    found: dict[tuple[int, str], list[tuple[int, Cause]]] = {}
    for seat in table.seats:
        for turn in table.game.history(state, seat):
            for ink in turn.ink:
                found.setdefault((ink.sheet or seat, ink.field), []).append((turn.turn, ink.by))
    return found


def fix_turns(model: Model, small: SmallTable, table: ClaimTable[Any], state: Any) -> None:
    """Restrict the model: all marks were made in the turns of the game."""
    turns, scenario = turns_of(small, state), small.game.sheet.name
    for seat, player in table.players.items():
        if isinstance(player, BattleSheet):
            turns = {**turns, **turns_of_equals(player, seat, turns)}
        for field, event in player.events.items():
            model.clause(event.at(turns[seat, field][-1][0]))
        for card, event in table.claims[seat].items():
            model.clause(event.at(turns[seat, table.claim_field(player, table.claim_cards[card])][-1][0]))
        for equals, made in table.equals(player):
            marked = (turns[seat, field][-1] for field in equals)
            taken = {turn for turn, by in marked if (scenario, by) not in COUNTED_APART}
            for turn, literal in made.items():
                model.clause(literal if turn in taken else -literal)
        if isinstance(player, BattleSheet):
            for field, event in player.circled_and_crossed():
                model.clause(event.at(turns[seat, field][0][0]))


def turns_of_equals(sheet: BattleSheet, seat: int, turns: Turns) -> Turns:
    """Return turns of equal symbols, and of spots of a moon with one sign: the model marks the first one first."""
    found: dict[tuple[int, str], list[tuple[int, Cause]]] = {}
    for planet in sheet.board.planets.values():
        spots = [side.side.own(planet.moons, sheet.marks) for side in sheet.sides.values()]
        for fields in (*planet.symbols.values(), *spots):
            equals = [(seat, field) for field in fields if field in sheet.marks]
            found.update(zip(equals, sorted(turns[field] for field in equals), strict=True))
    return found

"""Constraints never require more than the rules: with every mark in its turn the model of a table has a
solution.

Usually the solver may move the marks of an honest sheet to other turns. Therefore too strict a constraint goes
unnoticed if other plays lead to the same sheet. Here the solver has no choice.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.proof.certificates.true_game import hold_as_played
from fairsheet.engine.simulation.simulate import play
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from tests.agreement.boards import Kind
from tests.agreement.judging import SmallTable, each_table, is_solved, table_of


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
    return hold_as_played(table.game, table.request(sheets), state) is True


def is_possible_as_played(
    table: SmallTable, state: Any, present: Collection[int], *, dealt: bool = True
) -> bool:
    """Return whether the model of some sheets has a solution with all marks in their true turns."""
    sheets = {seat: marks for seat, marks in table.sheets(state).items() if seat in present}
    model, constraints = table.model(sheets, dealt=dealt)
    constraints.as_played(table.histories(state))
    return is_solved(model)

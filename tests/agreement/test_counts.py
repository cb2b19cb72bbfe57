"""Conditions of missions and races are correct: with every mark in its turn, a model counts the ink so far."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.base.number_game import NumberGame
from fairsheet.engine.games.base.proof_claims import ClaimTable
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.records.ink import Cause, Turn
from fairsheet.engine.rules.races import Race
from fairsheet.engine.simulation.simulate import play
from fairsheet.engine.solver.conditions import CannotState
from fairsheet.engine.solver.constraint_model import Model, Term
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import becomes
from fairsheet.sheets.model.sheet import Sheet
from tests.agreement.boards import Kind, kinds_of
from tests.agreement.judging import SmallTable, is_solved, table_of

GAMES = 2
WITH_NUMBERS = ("launch", "journey", "colony", "mine", "dome", "virus", "escape")
WITH_RACES = ("journey", "colony", "mine", "dome", "escape")
ASKED_FOR = {"circled", "crossed", "drawn", "filled", "X"}


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in WITH_NUMBERS for kind in kinds_of(name)])
def test_a_model_counts_the_ink_of_each_turn(name: str, kind: Kind) -> None:
    table, chance = table_of(name, kind), random.Random(name)
    for _ in range(GAMES):
        state = table.random_end(chance, table.turns)
        sheets = table.sheets(state)
        model, stated = table.model(sheets)
        stated.as_played(table.histories(state))
        assert is_solved(model)
        wrong = [
            differs
            for seat in table.seats
            for terms, count in counts(table.game.sheet, stated, seat, table.game.history(state, seat))
            for differs in (model.at_least(terms, count + 1), -model.at_least(terms, count))
        ]
        model.clause(*wrong)
        assert not is_solved(model), sheets


def test_a_rule_about_places_names_only_symbols_with_ink() -> None:
    table = table_of("escape", "long")
    sheets = table.sheets(table.random_end(random.Random("escape"), table.turns))
    model, request = Model(relaxed={"any rule"}), table.request(sheets)
    request.constraints(model, request)
    places = [rule for rule, *_ in model.asked if rule.code == "location" and "symbols" in rule.why.values]
    assert places
    assert all(field in sheets[seat] for rule in places for seat, field in rule.marks)


@pytest.mark.parametrize("name", WITH_RACES)
def test_a_model_dates_the_end_of_each_race(name: str) -> None:
    """A player reaches a prize with the last mark that it needs, neither earlier nor later."""
    sheet = load_sheet(name)
    table = SmallTable(rules_of(sheet), deal(sheet, "races", players=2))
    assert isinstance(table.game, NumberGame)
    races = [rule for rule in table.game.rules if isinstance(rule, Race)]
    state = play(table.game, table.deal, "ambitious")
    model, stated = table.model(table.sheets(state))
    stated.as_played(table.histories(state))
    assert is_solved(model)
    wrong, seen = [], set[bool]()
    for seat, player in stated.players.items():
        made = {ink.field: turn.turn for turn in table.game.history(state, seat) for ink in turn.ink}
        for race, turn in product(races, player.turns):
            reached = player.reached(race, turn)
            is_reached = all(field in made and made[field] <= turn for field in race.needs)
            wrong.append(-reached if is_reached else reached)
            seen.add(is_reached)
    model.clause(*wrong)
    assert not is_solved(model)
    assert seen == {True, False}


@pytest.mark.parametrize("name", scenario_names())
def test_a_model_dates_what_affects_all_players(name: str) -> None:
    """It knows the turn of each first claim, prize and sabotage, and how many players were first."""
    sheet = load_sheet(name)
    table = SmallTable(rules_of(sheet), deal(sheet, "races", players=2))
    state = play(table.game, table.deal, "ambitious")
    model, stated = table.model(table.sheets(state))
    stated.as_played(table.histories(state))
    assert is_solved(model) and stated.broadcast
    first = first_marks(table, state)
    wrong = []
    for field, broadcast in stated.broadcast.items():
        turn, causes = first[field]
        others = sum(cause in ("race", "incident") for cause in causes)
        players = [(1, literal) for literal in broadcast.by]
        wrong += [
            -broadcast.first.at(turn),
            model.at_least(players, len(causes) - others + 1),
            -model.at_least(players, len(causes) - others),
        ]
    model.clause(*wrong)
    assert not is_solved(model)


def first_marks(table: SmallTable, state: Any) -> dict[str, tuple[int, list[Cause]]]:
    """Return the first turn in which a player marked each field, and the causes of its marks in that turn."""
    found: dict[str, tuple[int, list[Cause]]] = {}
    for seat in table.seats:
        for turn in table.game.history(state, seat):
            for ink in turn.ink:
                at, causes = found.get(ink.field, (turn.turn, []))
                if turn.turn < at:
                    found[ink.field] = turn.turn, [ink.by]
                elif turn.turn == at:
                    found[ink.field] = at, [*causes, ink.by]
    return found


def counts(
    sheet: Sheet, table: ClaimTable[Any], seat: int, history: Collection[Turn]
) -> Iterator[tuple[list[Term], int]]:
    """Return a model's counts of each kind of field, of each group and of all, by turn, and the true numbers."""
    player = table.players[seat]
    inked = [(turn.turn, ink) for turn in history for ink in turn.ink]
    for fields in sets_of(sheet):
        accepted = {mark for field in fields for mark in sheet.field[field].accepts}
        for mark in [*sorted(ASKED_FOR & accepted), "ink"]:
            for turn in player.turns:
                made = {
                    ink.field
                    for at, ink in inked
                    if at <= turn and ink.field in fields and (mark == "ink" or becomes(ink.mark, mark))
                }
                with suppress(CannotState):
                    yield list(table.bearing(player, turn, mark, sorted(fields))), len(made)


def sets_of(sheet: Sheet) -> set[frozenset[str]]:
    """Return the fields of each symbol, those of each group, and each by itself; no boxes."""
    fields = {field.id: field for field in sheet.fields if field.kind not in ("box", "text")}
    found = {frozenset([id_]) for id_ in fields}
    for symbol in {str(field.symbol) for field in fields.values()}:
        found.add(frozenset(field.id for field in sheet.fields_of_symbol(symbol)))
    for group in sheet.groups:
        found.update(frozenset(map(str, value)) for value in group.attrs.values() if isinstance(value, tuple))
    return {each for each in found if each and each <= fields.keys()}

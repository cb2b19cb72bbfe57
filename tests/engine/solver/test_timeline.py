"""Test events in time by all solutions of small models: when each event happens, and what depends on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Model, Solution
from fairsheet.engine.solver.solve import Solver
from fairsheet.engine.solver.timeline import (
    Choice,
    Event,
    First,
    Last,
    Never,
    NotYet,
    Turns,
    first_among,
    is_among_first,
)

AROUND = range(7)  # turns 0 to 6; games here have the turns 1 to 5
Pair = tuple[int | None, ...]  # the turns of two events; None for never


def solutions(model: Model, asked: Sequence[Lit]) -> Iterator[Solution]:
    """Yield a solution for every possible choice of the literals that are asked for."""
    solver = Solver(model)
    while solver.solve(Budget(10)) == "solved":
        assert solver.solution is not None
        found = solver.solution
        yield found
        model.clause(*(-literal if found.holds(literal) else literal for literal in asked))


def literals_of(*events: Event) -> list[Lit]:
    """Return whether the events happen in each turn and by the end of it."""
    return [literal for event in events for turn in AROUND for literal in (event.at(turn), event.by(turn))]


def turn_of(event: Event, solution: Solution) -> int | None:
    """Return the turn of an event. Check that every literal of the event agrees with it."""
    turn = event.turn(solution)
    for each in AROUND:
        assert solution.holds(event.at(each)) == (each == turn)
        assert solution.holds(event.by(each)) == (turn is not None and turn <= each)
        assert solution.holds(NotYet(event).by(each)) != solution.holds(event.by(each))
    return turn


def turns_found(model: Model, *events: Event) -> set[Pair]:
    """Return the turns of some events in all solutions."""
    return {
        tuple(turn_of(event, found) for event in events) for found in solutions(model, literals_of(*events))
    }


@pytest.mark.parametrize("turns", [[1], [2, 3], [1, 3, 5], [2, 3, 4, 5]])
def test_choice_happens_once_in_one_of_its_turns(turns: list[int]) -> None:
    model = Model()
    assert turns_found(model, Choice(model, turns)) == {(turn,) for turn in turns}


def test_choice_without_turns_has_no_solution() -> None:
    model = Model()
    assert not turns_found(model, Choice(model, []))


def test_never_does_not_happen() -> None:
    model = Model()
    assert turns_found(model, Never(model)) == {(None,)}


def test_last_and_first_are_the_last_and_first_of_their_events() -> None:
    model = Model()
    one, other = Choice(model, [1, 3, 4]), Choice(model, [2, 3])
    found = turns_found(model, one, other, Last(model, [one, other]), First(model, [one, other]))
    assert found == {(a, b, max(a, b), min(a, b)) for a, b in product([1, 3, 4], [2, 3])}


def test_last_needs_all_events_and_first_any() -> None:
    model = Model()
    one, never = Choice(model, [2, 4]), Never(model)
    found = turns_found(model, one, Last(model, [one, never]), First(model, [one, never]))
    assert found == {(2, None, 2), (4, None, 4)}


def test_player_is_among_the_first_in_the_turn_of_the_first() -> None:
    model = Model()
    turns = Turns(model, 5, 5)
    events = [Choice(model, [1, 3, 4]), Choice(model, [2, 3, 5])]
    first = First(model, events)
    among = [is_among_first(model, event, first, turns) for event in events]
    tried = set()
    for found in solutions(model, [*literals_of(*events, first), *among]):
        when = tuple(turn_of(event, found) for event in events)
        assert [found.holds(literal) for literal in among] == [turn == turn_of(first, found) for turn in when]
        tried.add(when)
    assert tried == {*product([1, 3, 4], [2, 3, 5])}


@pytest.mark.parametrize(("given", "earliest"), [([], 1), ([1], 1), ([2], 2), ([3], 2)])
def test_absent_players_may_be_first_in_a_turn_that_was_played(given: list[int], earliest: int) -> None:
    """They may be first from the given turn on, or from the first turn of another player."""
    model = Model()
    turns = Turns(model, 4, 5)
    events = {1: Choice(model, [2, 4]), 2: Choice(model, [3])}
    first = first_among(model, events, turns, 1, *given)
    asked = [*literals_of(*events.values(), first), turns.played(5)]
    found = {
        (turn_of(events[1], each), turn_of(first, each), turns.count(each))
        for each in solutions(model, asked)
    }
    assert found == {
        (one, turn, count)
        for one, count in product([2, 4], [4, 5])
        for turn in range(earliest, min(one, 3) + 1)
    }


def test_without_absent_players_the_first_is_one_of_the_others() -> None:
    model = Model()
    turns = Turns(model, 5, 5)
    events = {1: Choice(model, [2, 4]), 2: Choice(model, [3])}
    first = first_among(model, events, turns, 0)
    assert turns_found(model, *events.values(), first) == {(2, 3, 2), (4, 3, 3)}


def test_turns_are_played_from_the_first_one_without_gaps() -> None:
    model = Model()
    turns = Turns(model, 2, 5)
    assert list(turns) == [1, 2, 3, 4, 5] and turns.played(6) == FALSE
    played = [turns.played(turn) for turn in AROUND]
    found = [
        (turns.count(each), [each.holds(literal) for literal in played]) for each in solutions(model, played)
    ]
    assert sorted(found) == [(count, [turn <= count for turn in AROUND]) for count in (2, 3, 4, 5)]

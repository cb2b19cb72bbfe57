"""Test that the search inside a turn visits dead ends once and finds the same way."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from fairsheet.engine.play import turn_search
from fairsheet.engine.play.game import Step
from fairsheet.engine.play.turn_search import STATES_OF_A_LONG_TURN, DeadEnd, play_turn
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import load_sheet, scenario_names

MARKS = 7


def count_visited_states(*, keeps: bool) -> int:
    """Return the number of states of a turn that can end in any order of its marks, but never as wanted."""
    seen = []
    game: Any = SimpleNamespace(
        to_move=lambda made: 1 if len(made) < MARKS else None,
        turn=lambda made: 1,
        play=lambda made, step: (*made, step.offer),
    )

    def steps(made: Any, seat: int) -> list[Step]:
        seen.append(made)
        return [Step(seat, "ink", (), mark) for mark in range(MARKS) if mark not in made]

    def check(made: Any) -> None:
        raise DeadEnd({1}, "not as wanted")

    start: Any = ()
    situation: Any = frozenset if keeps else None
    with pytest.raises(DeadEnd, match="not as wanted") as dead_end:
        play_turn(game, start, 1, steps, check, situation)
    assert dead_end.value.seats == {1}
    return len(seen)


def test_orders_leading_to_the_same_marks_are_searched_once() -> None:
    assert count_visited_states(keeps=False) > 5_000
    assert count_visited_states(keeps=True) <= STATES_OF_A_LONG_TURN + 2**MARKS


@pytest.mark.parametrize("name", scenario_names())
def test_histories_are_the_same_with_situations_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = load_sheet(name)
    records = next(simulate(sheet, "situations", 2, 1, "random")).records

    def histories(many: int) -> list[Any]:
        monkeypatch.setattr(turn_search, "STATES_OF_A_LONG_TURN", many)
        return [each.history for each in ruleset_of(sheet).verify(records).sheets]

    without = histories(10**9)
    assert all(without) and histories(0) == without

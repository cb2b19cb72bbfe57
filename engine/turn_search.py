"""Playing one turn to a wanted end: a depth-first search through the steps of its players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from engine.game import PASS, Game, Step

Steps = Callable[[Any, int], Iterable[Step]]  # what the seat to move can try in a state, likeliest first
Check = Callable[[Any], None]  # raises DeadEnd where a turn that is over has not the wanted end


class DeadEnd(Exception):
    """No way on from here; `seats` are the players who would have had to play the turn otherwise."""

    def __init__(self, seats: Collection[int], why: str) -> None:
        self.seats = frozenset(seats)
        super().__init__(why)


def play_turn(game: Game, state: Any, turn: int, steps: Steps, check: Check) -> Any:
    """The state after a turn that is played with some of `steps` and passes `check`.

    What others did in the turn is not to blame for a dead end, so only steps of its seats are taken back
    (conflict-directed backjumping). Raises a DeadEnd with all seats that are to blame, and the problem that was met
    after doing something, rather than after declining it.
    """
    seat = game.to_move(state)
    if seat is None or game.turn(state) != turn:
        check(state)
        return state
    found: DeadEnd | None = None
    blamed = frozenset({seat})
    for step in steps(state, seat):
        try:
            return play_turn(game, game.play(state, step), turn, steps, check)
        except DeadEnd as dead_end:
            if found is None or step.kind != PASS:
                found = dead_end
            if seat not in dead_end.seats:
                blamed = dead_end.seats
                break
            blamed |= dead_end.seats
    found = found or DeadEnd(blamed, f"seat {seat} has no step to try")
    found.seats = blamed
    raise found

"""Playing one turn to a wanted end: a depth-first search through the steps of its players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Any

from fairsheet.engine.play.game import PASS, Game, Step

Steps = Callable[[Any, int], Iterable[Step]]  # what the seat to move can try in a state, likeliest first
Situation = Callable[[Any], Hashable]  # what the rest of a turn depends on
Check = Callable[[Any], None]  # raises DeadEnd where a turn that is over has not the wanted end

MANY = 200  # states of one turn after which situations without a way on are kept; few turns have so many


class DeadEnd(Exception):
    """No way on from here; `seats` are the players who would have had to play the turn otherwise."""

    def __init__(self, seats: Collection[int], why: str) -> None:
        self.seats = frozenset(seats)
        super().__init__(why)


def play_turn(
    game: Game, state: Any, turn: int, steps: Steps, check: Check, situation: Situation | None = None
) -> Any:
    """The state after a turn that is played with some of `steps` and passes `check`.

    What others did in the turn is not to blame for a dead end, so only steps of its seats are taken back
    (conflict-directed backjumping). Where neither `steps` nor `check` heed more of a state than its `situation`, none
    of these is searched twice in a long turn: the orders of its steps are far more than the marks that they can leave.
    Raises a DeadEnd with all seats that are to blame, and the problem that was met after doing something, rather than
    after declining it.
    """
    return _Search(game, turn, steps, check, situation).play_on(state)


class _Search:
    """One search, with the situations from which there is no way on."""

    def __init__(
        self, game: Game, turn: int, steps: Steps, check: Check, situation: Situation | None
    ) -> None:
        self._game, self._turn = game, turn
        self._steps, self._check, self._situation = steps, check, situation
        self._looked_at = 0
        self._dead: dict[Hashable, tuple[frozenset[int], str]] = {}

    def play_on(self, state: Any) -> Any:
        """The state after the turn, from a state in it on. Raises DeadEnd."""
        seat = self._game.to_move(state)
        if seat is None or self._game.turn(state) != self._turn:
            self._check(state)
            return state
        self._looked_at += 1
        here = self._situation(state) if self._situation is not None and self._looked_at > MANY else None
        if here is not None and here in self._dead:
            raise DeadEnd(*self._dead[here])
        found: DeadEnd | None = None
        blamed = frozenset({seat})
        for step in self._steps(state, seat):
            try:
                return self.play_on(self._game.play(state, step))
            except DeadEnd as dead_end:
                if found is None or step.kind != PASS:
                    found = dead_end
                if seat not in dead_end.seats:
                    blamed = dead_end.seats
                    break
                blamed |= dead_end.seats
        found = found or DeadEnd(blamed, f"seat {seat} has no step to try")
        found.seats = blamed
        if here is not None:
            self._dead[here] = blamed, str(found)
        raise found

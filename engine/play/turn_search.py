"""Playing one turn to a wanted end: a depth-first search through the steps of its players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable

from fairsheet.engine.play.game import PASS, Game, Step
from fairsheet.engine.play.state import State

Steps = Callable[[State, int], Iterable[Step]]  # what the seat to move can try in a state, likeliest first
Situation = Callable[[State], Hashable]  # what the rest of a turn depends on
Check = Callable[[State], None]  # raises DeadEnd where a turn that is over has not the wanted end

# states of one turn after which situations without a way on are kept; few turns have that many
STATES_OF_A_LONG_TURN = 200


class DeadEnd(Exception):
    """No way on from here; `seats` are the players who would have had to play the turn otherwise."""

    def __init__(self, seats: Collection[int], why: str) -> None:
        self.seats = frozenset(seats)
        super().__init__(why)


def play_turn(
    game: Game,
    state: State,
    turn: int,
    steps: Steps,
    check: Check,
    situation: Situation | None = None,
    together: Collection[int] = (),
) -> State:
    """The state after a turn that is played with some of `steps` and passes `check`.

    What others did in the turn is not to blame for a dead end, so only steps of its seats are taken back
    (conflict-directed backjumping). Where neither `steps` nor `check` heed more of a state than its `situation`, none
    of these is searched twice in a long turn: the orders of its steps are far more than the marks that they can leave.
    Those who are in it `together` are all to blame for any dead end.
    Raises a DeadEnd with all seats that are to blame, and the problem that was met after doing something, rather than
    after declining it.
    """
    dead: dict[Hashable, tuple[frozenset[int], str]] = {}  # situations from which there is no way on
    looked_at = 0

    def play_on(state: State) -> State:
        nonlocal looked_at
        seat = game.to_move(state)
        if seat is None or game.turn(state) != turn:
            check(state)
            return state
        looked_at += 1
        here = situation(state) if situation is not None and looked_at > STATES_OF_A_LONG_TURN else None
        if here is not None and here in dead:
            raise DeadEnd(*dead[here])
        found: DeadEnd | None = None
        blamed = frozenset({seat, *together})
        for step in steps(state, seat):
            try:
                return play_on(game.play(state, step))
            except DeadEnd as dead_end:
                if found is None or step.kind != PASS:
                    found = dead_end
                if seat not in dead_end.seats.union(together):
                    blamed = dead_end.seats
                    break
                blamed |= dead_end.seats
        found = found or DeadEnd(blamed, f"seat {seat} has no step to try")
        found.seats = blamed
        if here is not None:
            dead[here] = blamed, str(found)
        raise found

    return play_on(state)

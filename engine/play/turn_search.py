"""Playing one turn to a wanted end: a depth-first search through the steps of its players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable

from fairsheet.engine.play.game import PASS, Game, Step
from fairsheet.engine.play.state import State

Steps = Callable[[State, int], Iterable[Step]]  # steps that the seat to move can try, likeliest first
Situation = Callable[[State], Hashable]  # a key for the rest of a turn
Check = Callable[[State], None]  # raises DeadEnd if a finished turn does not have the wanted end

# situations that lead nowhere are remembered after this number of states in a turn; few turns have more
STATES_OF_A_LONG_TURN = 200


class DeadEnd(Exception):
    """No step leads on from here; one of the `seats` must play the turn differently."""

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
    taken: list[Step] | None = None,
) -> State:
    """Return the state after a turn that uses some of `steps` and passes `check`.

    A dead end takes back only steps of the seats to blame for it (conflict-directed backjumping). Players who play
    `together` are all to blame for any dead end.

    `situation` must return a key for all parts of a state that `steps` and `check` use. In a long turn, no situation is
    then searched twice. This helps because a turn has far more orders of steps than results.

    The steps of the turn are added to `taken`.

    Raises DeadEnd with all seats to blame. Its problem is preferably one met after a step, not after a pass.
    """
    dead: dict[Hashable, tuple[frozenset[int], str]] = {}  # situations that lead nowhere
    looked_at = 0
    path = taken if taken is not None else []

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
        failure: DeadEnd | None = None
        blamed = frozenset({seat, *together})
        for step in steps(state, seat):
            path.append(step)
            try:
                return play_on(game.play(state, step))
            except DeadEnd as dead_end:
                path.pop()
                if failure is None or step.kind != PASS:
                    failure = dead_end
                if seat not in dead_end.seats.union(together):
                    blamed = dead_end.seats
                    break
                blamed |= dead_end.seats
        failure = failure or DeadEnd(blamed, f"seat {seat} has no step to try")
        failure.seats = blamed
        if here is not None:
            dead[here] = blamed, str(failure)
        raise failure

    return play_on(state)

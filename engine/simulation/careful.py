"""A careful player: it leaves the greedy step only for another one that gains clearly in many playouts.

It sees neither the coming cards nor what others write in the same turn. It compares whole numbers only, so its steps
are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache

from msgspec.structs import replace

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.play.game import Game, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.simulation.playouts import (
    Known,
    Plan,
    Plans,
    greedy_step,
    play_out,
    promising_steps,
    redealt,
    total_of,
)

CANDIDATES = 4  # steps that are compared in one decision
ROUNDS = (4, 12, 24, 48)  # playouts of a step after each round
SEATS = 10  # more than there are at a table
CLEAR = (9, 4)  # a gain is clear above 3/2 standard errors; the square of this number, as a fraction
Ends = Callable[[Plans, int], State]  # the last state after plans with the cards of a number
Totals = Callable[[Plan, int], int]  # the total after a plan with the cards of a number


def play_careful(game: Game, dealt: Deal, seats: Collection[int]) -> State:
    """Return the last state of a game in which some seats are careful, and the others take greedy steps."""
    state = begun = game.start(dealt)
    while (seat := game.to_move(state)) is not None:
        if state.turn != begun.turn:
            begun = state
        step = careful_step(game, begun, state) if seat in seats else greedy_step(game, state)
        state = game.play(state, step)
    return state


def careful_step(game: Game, begun: State, state: State) -> Step:
    """Return the step of a careful player in a turn, which began with the state `begun`."""
    if state.claiming:
        return greedy_step(game, state)
    seat, own = game.to_move(state) or 0, state.players[state.mover]
    hidden = tuple(own if player.seat == own.seat else player for player in begun.players)
    base, *others = ((step,) for step in promising_steps(game, state, CANDIDATES))
    ends = ends_of(game, replace(begun, players=hidden))
    total = totals_of(game, ends, begun.turn, seat, {})
    return clearly_best(total, seat, base, others, ROUNDS)[0]


def ends_of(game: Game, state: State) -> Ends:
    """Return a function that plays plans from a position to the end of the game; equal plans are played once."""
    known: Known = {}

    @cache
    def end(plans: frozenset[tuple[tuple[int, int], Plan]], number: int) -> State:
        return play_out(game, redealt(state, state.turn, number), dict(plans), known)

    return lambda plans, number: end(frozenset(plans.items()), number)


def totals_of(game: Game, ends: Ends, turn: int, seat: int, rivals: Plans) -> Totals:
    """Return a function that plays a plan for a turn to the end of the game, and returns the seat's total.

    `rivals` are the plans of other seats; without a plan, they are greedy.
    """
    return lambda plan, number: total_of(game, ends({**rivals, (turn, seat): plan}, number), seat)


def clearly_best(
    total: Totals,
    first: int,
    base: Plan,
    others: Sequence[Plan],
    rounds: Sequence[int],
    most: int = CANDIDATES,
) -> Plan:
    """Return the plan for a turn with the greatest gain over `base` if it is clear, otherwise `base`.

    All plans are tried with the same cards: every tenth number from `first`, so that seats can have different cards.
    After each round, only plans that gain stay, and of these at most the best `most`.
    """
    gains: dict[Plan, list[int]] = {plan: [] for plan in others}
    for done, count in zip((0, *rounds), rounds, strict=False):
        numbers = range(first + done * SEATS, first + count * SEATS, SEATS)
        for plan, gained in gains.items():
            gained += [total(plan, number) - total(base, number) for number in numbers]
        stay = sorted(gains, key=lambda plan: -sum(gains[plan]))[:most]
        gains = {plan: gained for plan, gained in gains.items() if plan in stay and sum(gained) > 0}
    best = max(gains, key=lambda plan: sum(gains[plan]), default=base)
    return best if best in gains and is_clear(gains[best]) else base


def is_clear(gains: Sequence[int]) -> bool:
    """Return whether the mean of gains is above zero by more standard errors than `CLEAR` says.

    >>> is_clear([1, 2, 1, 2]), is_clear([9, -8, 9, -8]), is_clear([0, 0])
    (True, False, False)
    """
    total, squares, count = sum(gains), sum(gain * gain for gain in gains), len(gains)
    times, per = CLEAR
    return total > 0 and per * total * total * (count - 1) > times * (count * squares - total * total)

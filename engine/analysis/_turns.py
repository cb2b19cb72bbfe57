"""The playouts of one turn: the value of the position before and after each player's steps, and losses.

Each value is a mean of totals with its uncertainty. To a total, every turn that the playout had left adds `edge`: the
points a turn that a careful player gains over the greedy one.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, variance

from fairsheet.engine.play.game import Game, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.simulation.careful import CANDIDATES, clearly_best, is_clear
from fairsheet.engine.simulation.playouts import (
    Plan,
    greedy_step,
    play_out,
    promising_steps,
    redealt,
    total_of,
)
from fairsheet.sheets.support.frozen_values import Frozen

ROUNDS = (4, 12, 24)  # playouts of a plan after each round of the search for a better one
# the numbers of the deals on which a better plan is valued: none on which it was found
AGAIN = range(10_000, 10_024)
FORCED = ("race", "incident", "mission")  # the causes of ink that is no part of a plan
PlayedTurn = tuple[tuple[State, Step], ...]  # the steps of all players in a turn, with the states before them


class Estimate(Frozen, frozen=True):
    """A mean in points, and the square of its standard error."""

    mean: float
    square: float


class SeatTurn(Frozen, frozen=True):
    """The playouts of one player in one turn.

    `before` is the value before the cards of the turn are seen, `after` the value after the player's steps, and `loss`
    the gain of the plan `better` over these steps. The loss is 0 unless the plan is clearly better both with the deals
    with which it was found and with others: a plan that only looks better by chance would add to the loss.
    """

    seat: int
    turn: int
    before: Estimate
    after: Estimate
    loss: Estimate
    better: tuple[Ink, ...]


def turns_of(game: Game, state: State, steps: Sequence[Step]) -> tuple[list[PlayedTurn], State]:
    """Return the turns of a game from its first state, and the last state."""
    turns: list[PlayedTurn] = []
    taken: list[tuple[State, Step]] = []
    for step in steps:
        taken.append((state, step))
        state = game.play(state, step)
        if state.turn != taken[0][0].turn or state.over:
            turns.append(tuple(taken))
            taken = []
    return turns, state


def study_turn(game: Game, turn: PlayedTurn, playouts: int, edge: float) -> list[SeatTurn]:
    """Return what the playouts of a turn show for each player, by seat."""
    begun, _ = turn[0]
    number = begun.turn
    before = [play_out(game, redealt(begun, number - 1, each), {}) for each in range(playouts)]
    after = [redealt(begun, number, each) for each in range(playouts)]
    found = []
    for seat in range(1, begun.deal.players + 1):
        taken = tuple(step for _, step in turn if step.seat == seat)
        ends = [play_out(game, start, {(number, seat): taken}) for start in after]
        plan = clearly_best(game, begun, seat, taken, _other_plans(game, turn, seat, taken), ROUNDS)
        gains = _gains(game, begun, seat, plan, taken) if plan != taken else []
        lost = is_clear(gains)
        found.append(
            SeatTurn(
                seat,
                number,
                _value(game, seat, before, edge, number - 1),
                _value(game, seat, ends, edge, number),
                _estimate(gains) if lost else Estimate(0.0, 0.0),
                _ink_of(game, begun, seat, plan) if lost else (),
            )
        )
    return found


def _value(game: Game, seat: int, ends: Sequence[State], edge: float, turn: int) -> Estimate:
    """Return the value after a turn for a player, from the ends of playouts."""
    return _estimate([total_of(game, end, seat) + edge * (end.turn - turn) for end in ends])


def _other_plans(game: Game, turn: PlayedTurn, seat: int, taken: Plan) -> list[Plan]:
    """Return plans that a careful player considers: other first steps, and greedy steps after the first ones taken."""
    own = [(state, step) for state, step in turn if step.seat == seat and not state.claiming]
    plans: dict[Plan, None] = {}
    for index, (state, step) in enumerate(own):
        steps = promising_steps(game, state, CANDIDATES + 1) if index == 0 else [greedy_step(game, state)]
        plans |= {(*taken[:index], other): None for other in steps if other != step}
    return list(plans)


def _gains(game: Game, begun: State, seat: int, plan: Plan, taken: Plan) -> list[int]:
    """Return the points that a plan gains over the steps taken, on deals with which it was not found."""
    gains = []
    for number in AGAIN:
        start = redealt(begun, begun.turn, number)
        one, other = (
            total_of(game, play_out(game, start, {(begun.turn, seat): each}), seat) for each in (plan, taken)
        )
        gains.append(one - other)
    return gains


def _ink_of(game: Game, begun: State, seat: int, plan: Plan) -> tuple[Ink, ...]:
    """Return the ink of a plan with its consequences, without those of other players."""
    end = play_out(game, begun, {(begun.turn, seat): plan})
    return tuple(ink for ink in game.turn_played(end, seat, begun.turn).ink if ink.by not in FORCED)


def _estimate(values: Sequence[float]) -> Estimate:
    return Estimate(fmean(values), variance(values) / len(values))

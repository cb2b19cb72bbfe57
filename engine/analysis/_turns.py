"""The playouts of one turn: the value of the position after it, what the other players changed, and losses.

Each value is a mean of totals with its uncertainty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, variance

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Game, Step
from fairsheet.engine.play.replay import mark_orders_of, replay
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History, Ink
from fairsheet.engine.simulation.careful import (
    CANDIDATES,
    SEATS,
    Ends,
    Totals,
    clearly_best,
    ends_of,
    is_clear,
    totals_of,
)
from fairsheet.engine.simulation.playouts import Plan, Plans, greedy_step, promising_steps
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.frozen_values import Frozen

PLAYOUTS = 12  # for the value of a position
ROUNDS = (4, 12, 24)  # playouts of a plan after each round of the search for a better one
BEST = 1  # plans that stay after a round
# the numbers of the deals on which a better plan is valued, in rounds: none on which it was found
AGAIN = range(10_000, 10_004), range(10_004, 10_012), range(10_012, 10_024)
FORCED = ("race", "incident")  # the causes of ink that is no part of a plan
PlayedTurn = tuple[tuple[State, Step], ...]  # the steps of all players in a turn, with the states before them


class Estimate(Frozen, frozen=True):
    """A mean in points, and the square of its standard error."""

    mean: float
    square: float


class SeatTurn(Frozen, frozen=True):
    """The playouts of one player in one turn.

    `value` is the mean total from the position after the turn, and `others` what the steps of the other players changed
    in it, compared with greedy steps. `loss` is the gain of the plan `better` over the player's steps. It is 0 unless
    the plan is clearly better both with the deals with which it was found and with others: a plan that only looks
    better by chance would add to the loss. `left` is the part of the loss that the best plan of the next turn still
    gains over greedy steps. The values of positions do not contain it, because playouts are greedy.
    """

    turn: int
    value: float
    others: Estimate
    loss: Estimate
    left: float
    better: tuple[Ink, ...]


def turns_of(
    game: Game, dealt: Deal, histories: Mapping[int, History]
) -> tuple[State, list[PlayedTurn], State]:
    """Return the first state of a game, its turns, and its last state. Raises IllegalHistory."""
    steps: list[Step] = []
    replay(game, dealt, histories, taken=steps)
    start = state = game.start(dealt, mark_orders_of(histories))
    turns: list[PlayedTurn] = []
    taken: list[tuple[State, Step]] = []
    for step in steps:
        taken.append((state, step))
        state = game.play(state, step)
        if state.turn != taken[0][0].turn or state.over:
            turns.append(tuple(taken))
            taken = []
    return start, turns, state


def plans_of(steps: Iterable[tuple[State, Step]]) -> Plans:
    """Return steps, with the states before them, as plans by turn and seat."""
    plans: dict[tuple[int, int], Plan] = {}
    for state, step in steps:
        plans[state.turn, step.seat] = (*plans.get((state.turn, step.seat), ()), step)
    return plans


def study_turn(sheet: Sheet, turn: PlayedTurn, after: PlayedTurn, seats: Iterable[int]) -> list[SeatTurn]:
    """Return what the playouts of a turn show for some players, who share the playouts of the played steps.

    `after` is the next turn, without steps at the end of the game.
    """
    game = rules_of(sheet)
    ends = ends_of(game, turn[0][0])
    return [_study_seat(game, turn, after, seat, ends) for seat in seats]


def _study_seat(game: Game, turn: PlayedTurn, after: PlayedTurn, seat: int, ends: Ends) -> SeatTurn:
    now, played = turn[0][0].turn, plans_of(turn)
    taken = played.get((now, seat), ())
    total, alone = (totals_of(game, ends, now, seat, rivals) for rivals in (played, {}))
    best, gains = _best_plan(game, turn, seat, ends)
    numbers = range(0, PLAYOUTS * SEATS, SEATS)
    few = numbers[: ROUNDS[0]]  # deals with which the search played these steps, without those of the others
    # if the others changed nothing with these deals, more playouts are not worth their time
    is_alone = all(total(taken, number) == alone(taken, number) for number in few)
    ink = game.turn_played(ends({**played, (now, seat): best}, 0), seat, now).ink
    return SeatTurn(
        now,
        fmean(total(taken, number) for number in numbers),
        _estimate([total(taken, number) - alone(taken, number) for number in (few if is_alone else numbers)]),
        _estimate(gains or (0, 0)),
        _left(game, after, seat) if gains and after else 0.0,
        tuple(each for each in ink if each.by not in FORCED) if gains else (),
    )


def _best_plan(game: Game, turn: PlayedTurn, seat: int, ends: Ends) -> tuple[Plan, list[int]]:
    """Return the best plan and its gains over the played steps; if none gains clearly, these steps without gains."""
    now, played = turn[0][0].turn, plans_of(turn)
    taken = played.get((now, seat), ())
    own = tuple((state, step) for state, step in turn if step.seat == seat and not state.claiming)
    total, alone = (totals_of(game, ends, now, seat, rivals) for rivals in (played, {}))
    best = clearly_best(alone, 0, taken, _other_plans(game, own), ROUNDS, BEST)
    # the plan was found without the steps of the others, which now stay the same
    gains = _clear_gains(total, best, taken) if best != taken else []
    return (best, gains) if gains else (taken, [])


def _left(game: Game, turn: PlayedTurn, seat: int) -> float:
    """Return the points that the best plan of a turn gains over greedy steps."""
    ends = ends_of(game, turn[0][0])
    total = totals_of(game, ends, turn[0][0].turn, seat, plans_of(turn))
    best, _ = _best_plan(game, turn, seat, ends)
    return fmean(_clear_gains(total, best, ()) or [0])


def _clear_gains(total: Totals, plan: Plan, base: Plan) -> list[int]:
    """Return the gains of a plan with other cards than those with which it was found; none if they are not clear."""
    gains: list[int] = []
    for numbers in AGAIN:
        gains += [total(plan, number) - total(base, number) for number in numbers]
        if sum(gains) <= 0:
            return []
    return gains if is_clear(gains) else []


def _other_plans(game: Game, own: PlayedTurn) -> list[Plan]:
    """Return plans that a careful player considers: other first steps, and greedy steps after the first ones taken."""
    taken = tuple(step for _, step in own)
    plans: dict[Plan, None] = {}
    for index, (state, step) in enumerate(own):
        steps = promising_steps(game, state, CANDIDATES + 1) if index == 0 else [greedy_step(game, state)]
        plans |= {(*taken[:index], other): None for other in steps if other != step}
    return list(plans)


def _estimate(values: Sequence[float]) -> Estimate:
    return Estimate(fmean(values), variance(values) / len(values))

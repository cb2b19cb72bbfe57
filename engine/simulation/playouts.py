"""Games played to their end by greedy steps, from positions whose unseen cards are dealt again.

A playout depends only on its position, its cards and its plans: of steps that look equally good, it takes the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from fairsheet.engine.dealing.redeal import redeal
from fairsheet.engine.play.game import Game, IllegalStep, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.scoring.score import total_of_seat

Plan = tuple[Step, ...]  # the steps of a seat in one turn, in their order
Plans = Mapping[tuple[int, int], Plan]  # by turn and seat


def play_out(game: Game, state: State, plans: Plans, taken: list[Step] | None = None) -> State:
    """Return the last state of a game in which every seat follows its plans, and otherwise takes the greedy step.

    Planned steps that the rules do not allow are left out. The steps are added to `taken`.
    """
    left = {key: list(plan) for key, plan in plans.items()}
    while (seat := game.to_move(state)) is not None:
        planned = left.get((state.turn, seat))
        step = planned.pop(0) if planned else greedy_step(game, state)
        try:
            state = game.play(state, step)
        except IllegalStep:
            continue
        if taken is not None:
            taken.append(step)
    return state


def greedy_step(game: Game, state: State) -> Step:
    """Return the legal step with the greatest heuristic value; of equal steps, the first."""
    steps = game.legal_steps(state)
    values = game.heuristic_values(state, steps)
    return steps[values.index(max(values))]


def promising_steps(game: Game, state: State, limit: int) -> list[Step]:
    """Return at most `limit` legal steps: the greedy one, the best one for each offer, then those that look best."""
    steps = game.legal_steps(state)
    values = game.heuristic_values(state, steps)
    ranked = [steps[index] for index in sorted(range(len(steps)), key=lambda each: -values[each])]
    firsts = {step.offer: step for step in reversed(ranked)}.values()
    return list(dict.fromkeys([ranked[0], *sorted(firsts, key=ranked.index), *ranked]))[:limit]


def redealt(state: State, turn: int, number: int) -> State:
    """Return the state with the cards after a turn dealt again, in an order for each `number`."""
    return replace(state, deal=redeal(state.deal, max(turn, 0), Random(f"fairsheet playout {turn} {number}")))


def total_of(game: Game, state: State, seat: int) -> int:
    """Return the current points of a player."""
    marks = {player.seat: player.marks for player in state.players}
    return total_of_seat(game.sheet, marks, state.deal.players, seat)

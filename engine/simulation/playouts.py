"""Games played to their end by greedy steps, from positions whose unseen cards are dealt again.

A playout depends only on its position, its cards and its plans: of steps that look equally good, it takes the first.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random

from msgspec.structs import replace

from fairsheet.engine.dealing.redeal import redeal
from fairsheet.engine.play.game import Game, IllegalStep, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.scoring.score import total_of_seat

Plan = tuple[Step, ...]  # the steps of a seat in one turn, in their order
Plans = Mapping[tuple[int, int], Plan]  # by turn and seat
Known = dict[Hashable, Step]  # the greedy steps in playouts of one game, by what they depend on


def play_out(game: Game, state: State, plans: Plans, known: Known, taken: list[Step] | None = None) -> State:
    """Return the last state of a game in which every seat follows its plans, and otherwise takes the greedy step.

    Planned steps that the rules do not allow are left out. The steps are added to `taken`. Greedy steps are looked up
    in `known` and added to it: in most playouts, another plan of one player changes no step of the others.
    """
    left = {key: list(plan) for key, plan in plans.items()}
    while (seat := game.to_move(state)) is not None:
        planned = left.get((state.turn, seat))
        step = planned.pop(0) if planned else _known_step(game, state, known)
        try:
            state = game.play(state, step)
        except IllegalStep:
            continue
        if taken is not None:
            taken.append(step)
    return state


def _known_step(game: Game, state: State, known: Known) -> Step:
    """Return the greedy step, which depends only on the offers and the player's own sheet once a number can be written.

    Solo games are left out: they have nobody else, and their offers depend on the cards that are gone.
    """
    if not state.turn or state.claiming or state.deal.solo:
        return greedy_step(game, state)
    player = state.players[state.mover]
    sheet = (player.seat, *player.marks, *player.marks.values())
    now = (player.offer, player.ink, player.pending, player.broadcast)
    view = (state.turn, state.deal.offers(state.turn), now, sheet)
    step = known.get(view)
    if step is None:
        step = known[view] = greedy_step(game, state)
    return step


def greedy_step(game: Game, state: State) -> Step:
    """Return the legal step with the greatest heuristic value; of equal steps, the first."""
    steps = game.legal_steps(state)
    values = game.heuristic_values(state, steps)
    return steps[values.index(max(values))]


def ranked_steps(game: Game, state: State) -> list[Step]:
    """Return the legal steps by their heuristic values, the greatest first."""
    steps = game.legal_steps(state)
    values = game.heuristic_values(state, steps)
    return [steps[index] for index in sorted(range(len(steps)), key=lambda each: -values[each])]


def promising_steps(game: Game, state: State, limit: int) -> list[Step]:
    """Return at most `limit` legal steps: the greedy one, the best one for each offer, then those that look best."""
    ranked = ranked_steps(game, state)
    firsts = {step.offer: step for step in reversed(ranked)}.values()
    return list(dict.fromkeys([ranked[0], *sorted(firsts, key=ranked.index), *ranked]))[:limit]


def redealt(state: State, turn: int, number: int) -> State:
    """Return the state with the cards after a turn dealt again, in an order for each `number`."""
    return replace(state, deal=redeal(state.deal, max(turn, 0), Random(f"fairsheet playout {turn} {number}")))


def total_of(game: Game, state: State, seat: int) -> int:
    """Return the current points of a player."""
    marks = {player.seat: player.marks for player in state.players}
    return total_of_seat(game.sheet, marks, state.deal.players, seat)

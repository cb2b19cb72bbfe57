"""Players that need no person: their choices depend only on the table, their seat and their seed.

random     any legal step
greedy     the step that looks best to the rules of the game
reluctant  greedy, but declines about half of the options
casual     greedy, but overlooks about every third step, like people who talk during the game
keen       greedy, but takes one action whenever possible, a different one at every seat
ambitious  greedy, but for the solo game: it also considers ASTRA's gains
careful    greedy, unless another step gains clearly in playouts; see `fairsheet.engine.simulation.careful`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.play.game import PASS, Game, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.simulation.playouts import ranked_steps

OVERLOOKED = 3  # one step in this number is overlooked
LOOKED_AT = 3  # the number of best places for an offer that a keen player considers
NUMBER = "number"  # the kind of the step with which a turn begins

Policy = Callable[[Game, State, Stream], Step]


def play_random(game: Game, state: State, stream: Stream) -> Step:
    """Return any legal step, all equally likely."""
    return stream.choice(game.legal_steps(state))


def play_greedy(game: Game, state: State, stream: Stream) -> Step:
    """Return the legal step with the greatest heuristic value; chance decides between equals."""
    steps = game.legal_steps(state)
    return _best(steps, game.heuristic_values(state, steps), stream)


def _best(steps: Sequence[Step], values: Sequence[float], stream: Stream) -> Step:
    best = max(values)
    return stream.choice([step for step, value in zip(steps, values, strict=True) if value == best])


def play_reluctant(game: Game, state: State, stream: Stream) -> Step:
    """Return a pass in half of the cases if there is one, otherwise a greedy step."""
    declining = [step for step in game.legal_steps(state) if step.kind == PASS]
    return declining[0] if declining and stream.below(2) else play_greedy(game, state, stream)


def play_casual(game: Game, state: State, stream: Stream) -> Step:
    """Return the best step that is not overlooked; a pass only if all other steps look worse."""
    ranked = ranked_steps(game, state)
    kinds = [step.kind for step in ranked]
    worthwhile = ranked[: kinds.index(PASS) or 1] if PASS in kinds else ranked
    return next((step for step in worthwhile if stream.below(OVERLOOKED)), worthwhile[-1])


def play_keen(game: Game, state: State, stream: Stream) -> Step:
    """Return the best step that takes the seat's favourite action or leads to it, otherwise a greedy step."""
    seat = game.to_move(state) or 0
    favourite = ACTIONS[seat % len(ACTIONS)]
    looked_at: Counter[int] = Counter()  # numbers, by offer
    for step in ranked_steps(game, state):
        if step.kind == favourite:
            return step
        if step.kind == NUMBER and step.offer is not None and looked_at[step.offer] < LOOKED_AT:
            looked_at[step.offer] += 1
            after = game.play(state, step)
            if game.to_move(after) == seat and any(
                each.kind == favourite for each in game.legal_steps(after)
            ):
                return step
    return play_greedy(game, state, stream)


def play_ambitious(game: Game, state: State, stream: Stream) -> Step:
    """Return the legal step with the greatest heuristic value minus the gain of the rival in the solo game."""
    steps = game.legal_steps(state)
    gains = zip(game.heuristic_values(state, steps), game.rival_gains(state, steps), strict=True)
    return _best(steps, [own - rival for own, rival in gains], stream)


POLICIES: dict[str, Policy] = {
    "random": play_random,
    "greedy": play_greedy,
    "reluctant": play_reluctant,
    "casual": play_casual,
    "keen": play_keen,
    "ambitious": play_ambitious,
}

CAREFUL = "careful"  # no `Policy`: it needs the beginning of the turn
POLICY_NAMES = (*POLICIES, CAREFUL)

"""Players who want certain marks: to show that legal play can make them, however seldom it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.play.game import PASS, Game, Step

# what `<kind of step> <beginning of a field>` is worth besides its heuristic value
Wishes = Mapping[str, float]


def seek(game: Game, dealt: Deal, wishes: Wishes) -> Any:
    """The last state of a game of players who follow their wishes. They claim no mission: that might end the game."""
    state = game.start(dealt)
    while game.to_move(state) is not None:
        steps = game.legal_steps(state)
        if steps[0].kind == "claim":
            state = game.play(state, next(step for step in steps if step.kind == PASS))
            continue
        heuristic_values = game.heuristic_values(state, steps)
        worth = [
            a + _wished(game, state, step, wishes) for step, a in zip(steps, heuristic_values, strict=True)
        ]
        state = game.play(state, steps[worth.index(max(worth))])
    return state


def _wished(game: Game, state: Any, step: Step, wishes: Wishes) -> float:
    """What a step is worth to the wishes; a number with the best that can follow it."""
    if step.kind != "number":
        return _wish(step, wishes)
    after = game.play(state, step)
    goes_on = game.to_move(after) == game.to_move(state) and game.turn(after) == game.turn(state)
    following = [_wish(each, wishes) for each in game.legal_steps(after)] if goes_on else [0.0]
    return _wish(step, wishes) + max(following)


def _wish(step: Step, wishes: Wishes) -> float:
    made = [f"{step.kind} {ink.field}" for ink in step.ink]
    return sum(worth for wish, worth in wishes.items() for each in made if each.startswith(wish))

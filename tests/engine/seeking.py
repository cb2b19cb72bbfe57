"""Players who want certain marks, to show that legal play can make even rare ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.play.game import PASS, Game, Step

# the value of `<kind of step> <beginning of a field>` in addition to its heuristic value
Wishes = Mapping[str, float]


def seek(game: Game, dealt: Deal, wishes: Wishes) -> Any:
    """Return the last state of players who follow their wishes; they claim no mission, which might end the game."""
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
    """Return the value of a step for the wishes; a number includes the best following step."""
    if step.kind != "number":
        return _wish(step, wishes)
    after = game.play(state, step)
    goes_on = game.to_move(after) == game.to_move(state) and game.turn(after) == game.turn(state)
    following = [_wish(each, wishes) for each in game.legal_steps(after)] if goes_on else [0.0]
    return _wish(step, wishes) + max(following)


def _wish(step: Step, wishes: Wishes) -> float:
    made = [f"{step.kind} {ink.field}" for ink in step.ink]
    return sum(worth for wish, worth in wishes.items() for each in made if each.startswith(wish))

"""Players who want certain marks: to show that legal play can make them, however seldom it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.deal import deal
from engine.game import PASS, Game, Step

Wishes = Mapping[str, float]  # what a decision beginning with '<kind of step> <field>' is worth besides its appeal


def seek(game: Game, seed: str, players: int, wishes: Wishes) -> Any:
    """The last state of a game of players who follow their wishes. They claim no mission, which might end the game."""
    state = game.start(deal(game.sheet, seed, players))
    while (seat := game.to_move(state)) is not None:
        steps = game.legal_steps(state)
        if any(step.kind == "claim" for step in steps):
            best = next(step for step in steps if step.kind == PASS)
        else:
            appeals = game.appeals(state, steps)
            worth = [appeal + _wished(game, state, step, wishes, seat) for step, appeal in zip(steps, appeals)]
            best = steps[worth.index(max(worth))]
        state = game.play(state, best)
    return state


def _wished(game: Game, state: Any, step: Step, wishes: Wishes, seat: int) -> float:
    """What a step is worth to the wishes, with the best of the steps that can follow a number."""
    wish = _wish([step], wishes)
    if step.kind != "number":
        return wish
    after = game.play(state, step)
    if game.to_move(after) != seat or game.turn(after) != game.turn(state):
        return wish
    return wish + max(0.0, *(_wish([each], wishes) for each in game.legal_steps(after)))


def _wish(steps: Sequence[Step], wishes: Wishes) -> float:
    decided = [f"{step.kind} {ink.field}" for step in steps for ink in step.ink]
    return sum(worth for what, worth in wishes.items() for each in decided if each.startswith(what))

"""Whether any way to play leads to some sheets: all steps of the rules are tried, without constraints or plan.

For a few turns this decides what the proof decides, in another way. It asks of each step only that all it inks is on
the sheets in the end, since ink only grows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from benchmarks.tampering.forgery import Honest
from engine.game import PASS, habit_of
from engine.ink import Marks

Playing = Literal["reached", "not reached"]


def try_every_step(table: Honest, sheets: Mapping[int, Marks], most: int) -> Playing | None:
    """Whether all players can have come to these sheets at the end of some turn.

    `sheets` are those of all seats, without sums. None if more than `most` steps would have to be tried.
    """
    game = table.game
    habits = {seat: habit_of(marks) for seat, marks in sheets.items()}
    waiting = [game.start(table.deal, habits, sorted(sheets))]
    seen: set[object] = set()
    tried = 0
    while waiting:
        state = waiting.pop()
        if _between_turns(game, state, sheets):
            if all(game.marks(state, seat) == marks for seat, marks in sheets.items()):
                return "reached"
            key = _key(game, state, sheets)
            if key in seen:
                continue
            seen.add(key)
        for step in sorted(game.legal_steps(state), key=lambda step: step.kind == PASS, reverse=True):
            seat = game.to_move(state)
            if all(_becomes(sheets[ink.sheet or seat or 0].get(ink.field), ink.mark) for ink in step.ink):
                tried += 1
                after = game.play(state, step)
                if all(_grows_into(game.marks(after, seat), marks) for seat, marks in sheets.items()):
                    waiting.append(after)
        if tried > most:
            return None
    return "not reached"


def _between_turns(game: Any, state: Any, sheets: Mapping[int, Marks]) -> bool:
    """Whether nobody has written yet in the turn of a state."""
    return bool(state.over) or not (state.claiming or state.mover or any(p.ink for p in state.players))


def _key(game: Any, state: Any, sheets: Mapping[int, Marks]) -> object:
    """All that the rules still know between two turns."""
    marks = tuple(frozenset(game.marks(state, seat).items()) for seat in sheets)
    return game.turn(state), state.over, marks, tuple(sorted(state.claimed.items()))


def _becomes(final: object, mark: object) -> bool:
    """Whether a field that ends with `final` can bear this mark on the way."""
    return final == mark or (final == "circled+crossed" and mark in ("circled", "crossed"))


def _grows_into(marks: Marks, final: Marks) -> bool:
    return all(_becomes(final.get(field), mark) for field, mark in marks.items())

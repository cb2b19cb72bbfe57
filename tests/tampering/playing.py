"""Decide whether any way to play leads to some sheets, by trying all steps of the rules.

For a few turns this answers the question of the proof in another way. A step is possible if all of its ink is on the
sheets at the end, because ink only grows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from fairsheet.engine.play.game import PASS, mark_order_of
from fairsheet.engine.play.state import State
from fairsheet.sheets.model.marks import Marks, becomes
from tests.tampering.forgery import Honest

Playing = Literal["reached", "not reached"]


def try_every_step(table: Honest, sheets: Mapping[int, Marks], most: int) -> Playing | None:
    """Return whether all players can reach these sheets at the end of some turn.

    `sheets` has the sheets of all seats without sums. Return None if more than `most` steps are needed.
    """
    game = table.game
    mark_orders = {seat: mark_order_of(marks) for seat, marks in sheets.items()}
    waiting: list[State] = [game.start(table.deal, mark_orders, sorted(sheets))]
    seen: set[object] = set()
    tried = 0
    while waiting and tried <= most:
        state = waiting.pop()
        if _is_between_turns(state):
            if all(game.marks(state, seat) == marks for seat, marks in sheets.items()):
                return "reached"
            known = _known(state)
            if known in seen:
                continue
            seen.add(known)
        seat = game.to_move(state) or 0
        for step in sorted(game.legal_steps(state), key=lambda step: step.kind == PASS, reverse=True):
            if all(becomes(sheets[ink.sheet or seat].get(ink.field), ink.mark) for ink in step.ink):
                tried += 1
                after = game.play(state, step)
                if all(_grows_into(game.marks(after, each), marks) for each, marks in sheets.items()):
                    waiting.append(after)
    return None if waiting else "not reached"


def _is_between_turns(state: State) -> bool:
    """Return whether the turn of a state has no ink yet, or the game is over."""
    begun = state.claiming or state.mover or any(player.ink for player in state.players)
    return state.over or not begun


def _known(state: State) -> object:
    """Return everything that the rules still know between two turns."""
    marks = tuple(frozenset(player.marks.items()) for player in state.players)
    return state.turn, state.over, marks, frozenset(state.claimed.items())


def _grows_into(marks: Marks, final: Marks) -> bool:
    return all(becomes(final.get(field), mark) for field, mark in marks.items())

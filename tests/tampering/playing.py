"""Whether any way to play leads to some sheets: all steps of the rules are tried, without constraints or schedule.

For a few turns this decides what the proof decides, in another way. It asks of each step only that all it inks is on
the sheets in the end, since ink only grows.
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
    """Whether all players can have come to these sheets at the end of some turn.

    `sheets` are those of all seats, without sums. None if more than `most` steps would have to be tried.
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
    """Whether nobody has written yet in the turn of a state, or the game is over."""
    begun = state.claiming or state.mover or any(player.ink for player in state.players)
    return state.over or not begun


def _known(state: State) -> object:
    """All that the rules still know between two turns."""
    marks = tuple(frozenset(player.marks.items()) for player in state.players)
    return state.turn, state.over, marks, frozenset(state.claimed.items())


def _grows_into(marks: Marks, final: Marks) -> bool:
    return all(becomes(final.get(field), mark) for field, mark in marks.items())

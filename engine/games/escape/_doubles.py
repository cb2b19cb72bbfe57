"""Doubles: the first player to fill a greenhouse may circle its double. Players who fill theirs later lose it."""

from __future__ import annotations

import msgspec

from fairsheet.engine.games.escape._board import Board
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.state import State
from fairsheet.engine.rules import races
from fairsheet.engine.rules.races import Race
from fairsheet.languages.messages import Message

DOUBLE = "double"  # the kind of a step that circles a double


class Double(msgspec.Struct, frozen=True):
    """Pending: a double may be circled."""

    field: str


def cross_lost_doubles(board: Board, state: State) -> tuple[Player, ...]:
    """Return the players after crossing the doubles that they lose in this turn."""
    reached = set(races.prizes_won(state, board.greenhouse_of))
    players = []
    for player in state.players:
        editor = SheetEditor(player)
        for slot, double in board.double_of.items():
            if double in reached and double not in editor.marks and slot not in editor.marks:
                editor.mark(double, "crossed", "race")
        players.append(editor.player())
    return tuple(players)


def races_of(board: Board) -> list[Race]:
    """Return the races for doubles, by slot. The winner may leave the double without a circle."""
    doubles = board.double_of.items()
    return [
        Race(slot, double, (slot,), optional=True, unmet=Message("{won} is circled, but {needed} is empty"))
        for slot, double in doubles
    ]

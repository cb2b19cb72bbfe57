"""Who first fills a greenhouse may circle its double; all others lose it, unless they fill theirs in that turn."""

from __future__ import annotations

import msgspec

from fairsheet.engine.games.escape._board import Board
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.state import State
from fairsheet.engine.rules import races
from fairsheet.engine.rules.races import Race
from fairsheet.languages.messages import Message

DOUBLE = "double"  # the kind of a step that circles one


class Double(msgspec.Struct, frozen=True):
    """Pending: a double may be circled."""

    field: str


def lost(board: Board, state: State) -> tuple[Player, ...]:
    """In play: the players after all who have not filled a greenhouse that somebody filled first crossed its double."""
    reached = set(races.won(state, board.greenhouse_of))
    players = []
    for player in state.players:
        editor = SheetEditor(player)
        for slot, double in board.double_of.items():
            if double in reached and double not in editor.marks and slot not in editor.marks:
                editor.mark(double, "crossed", "race")
        players.append(editor.player())
    return tuple(players)


def races_of(board: Board) -> list[Race]:
    """Races whose winner may leave the prize without a circle; each is known by its slot."""
    doubles = board.double_of.items()
    return [
        Race(slot, double, (slot,), optional=True, unmet=Message("{won} is circled, but {needed} is empty"))
        for slot, double in doubles
    ]

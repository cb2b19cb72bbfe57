"""The garden: a plant or water is circled on the level of the number of its turn."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.dome._board import Board
from fairsheet.engine.games.dome._proof import SheetModel
from fairsheet.engine.play.editor import Player, next_of, slot_just_written
from fairsheet.engine.play.number_board import PLANT, WATER
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import locations


def choices(board: Board, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """Yield the next plant, or the water, of the level that is joined to the slot just written."""
    level = board.level_of.get(slot_just_written(player))
    if level is None:
        return
    fields = player.mark_order(level.plants, "circled") if action == "plant" else (level.water,)
    if (field := next_of(fields, player.marks)) is not None:
        yield Ink(field, "circled", by)


def in_time(sheet: SheetModel) -> None:
    """State that a symbol was circled with a number on its level."""
    for level in sheet.board.levels:
        made = {PLANT: sheet.plants[level.id], WATER: sheet.waters[level.id]}
        locations.in_time(sheet, level.id, level.slots, level.symbols, made)

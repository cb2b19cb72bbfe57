"""The garden: a plant or water is circled on the level of the number of its turn."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.dome._board import Board
from fairsheet.engine.play.editor import Player, next_of, slot_just_written
from fairsheet.engine.play.number_board import PLANT, WATER
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import locations
from fairsheet.engine.solver.constraint_model import Term
from fairsheet.engine.solver.counted import wants_all


def choices(board: Board, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """In play: the next plant, or the water, of the level to which the slot just written is joined."""
    level = board.level_of.get(slot_just_written(player))
    if level is None:
        return
    fields = player.mark_order(level.plants, "circled") if action == "plant" else (level.water,)
    if (field := next_of(fields, player.marks)) is not None:
        yield Ink(field, "circled", by)


class GardenInTime:
    """In time: the turns in which plants and water of each level were circled. Plants of a level are counted."""

    def __init__(self, sheet: NumberSheet, board: Board) -> None:
        self.sheet, self.board = sheet, board
        self.plants = {level.id: sheet.count(level.plants) for level in board.levels}
        self.waters = {level.id: sheet.count((level.water,)) for level in board.levels}

    def constrain(self) -> None:
        """A symbol was circled with a number on its level."""
        for level in self.board.levels:
            made = {PLANT: self.plants[level.id], WATER: self.waters[level.id]}
            locations.in_time(self.sheet, level.id, level.slots, level.symbols, made)

    def circled(self, turn: int, wanted: set[str]) -> list[Term]:
        """How many of some fields are circled by the end of a turn. Raises CannotState for a part of a level."""
        terms: list[Term] = []
        for level in self.board.levels:
            if wants_all(wanted, level.plants):
                terms += self.sheet.until(self.plants[level.id], turn)
            if level.water in wanted:
                terms += self.sheet.until(self.waters[level.id], turn)
        return terms

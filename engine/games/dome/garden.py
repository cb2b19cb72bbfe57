"""The garden: a plant or water is circled on the level of the number of its turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.base.editor import Player, slot_just_written
from engine.games.base.proof_sheet import NumberSheet
from engine.games.dome.board import Board
from engine.ink import Cause, Ink
from engine.proof.conditions import CannotState
from engine.proof.model import BoolVar, Term
from engine.rules import ladders
from engine.rules.codes import RuleCode


def choices(board: Board, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """In play: the next plant, or the water, of the level to which the slot just written is joined."""
    level = board.level_of.get(slot_just_written(player))
    if level is None:
        return
    fields = player.mark_order.plants[level.id] if action == "plant" else (level.water,)
    if (field := ladders.next_of(fields, player.marks)) is not None:
        yield Ink(field, "circled", by)


class GardenInTime:
    """In time: the turns in which plants and water of each level were circled. Plants of a level are counted."""

    def __init__(self, sheet: NumberSheet, board: Board) -> None:
        self.sheet, self.board = sheet, board
        self.plants = {level.id: sheet.some_turns(level.plants) for level in board.levels}
        self.waters = {level.id: sheet.some_turns((level.water,)) for level in board.levels}

    def equals(self) -> Iterator[tuple[Sequence[str], Mapping[int, BoolVar]]]:
        """The plants, and the water, of each level, with the turns in which one was circled."""
        for level in self.board.levels:
            yield level.plants, self.plants[level.id]
            yield (level.water,), self.waters[level.id]

    def constrain(self) -> None:
        """Every symbol was circled once, with a number on its level."""
        sheet = self.sheet
        for fields, made in self.equals():
            sheet.exactly(made, fields)
        for level in self.board.levels:
            inked = [symbol for symbol in level.symbols if symbol in sheet.marks]
            slots = [slot for slot in level.slots if slot in sheet.numbers]
            why = f"the symbols of {level.id} were circled in turns with a number on its floors"
            with sheet.model.rule(RuleCode.LOCATION, sheet.name(*inked, *slots), why):
                for turn in sheet.turns:
                    there = [sheet.numbers[slot].at(turn) for slot in slots]
                    for made in (self.plants[level.id], self.waters[level.id]):
                        sheet.model.implies(made[turn], *there)

    def circled(self, turn: int, wanted: set[str]) -> list[Term]:
        """How many of some fields are circled by the end of a turn. Raises CannotState for a part of a level."""
        terms: list[Term] = []
        for fields, made in self.equals():
            if wanted.issuperset(fields):
                terms += self.sheet.until(made, turn)
            elif not wanted.isdisjoint(fields):
                raise CannotState("some of the plants of a level")
        return terms

"""What the rules of every scenario with numbers read from its sheet."""

from __future__ import annotations

import msgspec

from engine.declared import Fields, groups
from engine.ink import Marks
from engine.slots import ERROR, slots_of
from sheets.model import Sheet

ROBOT, ENERGY, PLANT, WATER, ASTRONAUT, PLANNING = (
    "robot",
    "energy",
    "plant",
    "water",
    "astronaut",
    "planning",
)
SHIFT = 2  # by how much an astronaut changes a number at most


class FieldSet(msgspec.Struct, frozen=True):
    """Fields that the conditions of missions name together."""

    id: str
    fields: Fields


class ErrorSet(msgspec.Struct, frozen=True):
    """The system errors, and whether they are crossed in order."""

    id: str
    fields: Fields
    order_matters: bool = False


ERRORS = groups("system-errors", ErrorSet, at_least=0)


class NumberBoard:
    """The slots, numbers, errors and astronauts of a sheet; each scenario adds its own."""

    def __init__(self, sheet: Sheet) -> None:
        self.slots = slots_of(sheet)
        marks = {mark for slot in self.slots for mark in sheet.field[slot].accepts}
        self.numbers = frozenset(mark for mark in marks if isinstance(mark, int))
        self.errors = tuple(field.id for field in sheet.fields_of_symbol(ERROR))
        self.astronauts = tuple(field.id for field in sheet.fields_of_symbol(ASTRONAUT))


def turns_of(board: NumberBoard, marks: Marks) -> int:
    """How many turns a sheet has seen: each left one number or one error."""
    numbers = sum(isinstance(marks.get(slot), int) for slot in board.slots)
    return numbers + sum(error in marks for error in board.errors)

"""The parts of a sheet that the rules of every scenario with numbers read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.play.declared import Entry, Fields, groups
from fairsheet.engine.play.equals import Equals
from fairsheet.engine.records.slots import ERROR, slots_of
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet

ROBOT, ENERGY, PLANT, WATER, ASTRONAUT, PLANNING = ACTIONS


class FieldSet(Entry, frozen=True):
    """Fields that conditions of missions name together."""

    fields: Fields


class ErrorSet(Entry, frozen=True):
    """The system errors, and whether they are crossed in order."""

    fields: Fields
    order_matters: bool = False


ERRORS = groups("system-errors", ErrorSet, optional=True)


class NumberBoard:
    """The slots, numbers, errors and astronauts of a sheet; each scenario adds its own parts."""

    def __init__(self, sheet: Sheet) -> None:
        self.slots = slots_of(sheet)
        marks = {mark for slot in self.slots for mark in sheet.field[slot].accepts}
        self.numbers = frozenset(mark for mark in marks if isinstance(mark, int))
        self.errors = tuple(field.id for field in sheet.fields_of_symbol(ERROR))
        self.astronauts = tuple(field.id for field in sheet.fields_of_symbol(ASTRONAUT))
        self.zones: tuple[tuple[str, ...], ...] = ()  # in which numbers ascend
        self.tank_of: Mapping[str, str] = {}  # by slot
        self.equals: Equals = {}

    @cached_property
    def zones_of(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """The zones of each slot."""
        return {slot: tuple(zone for zone in self.zones if slot in zone) for slot in self.slots}

    def changing(self, marks: Marks) -> Sequence[str]:
        """Return the actions of offers whose number may have been changed: all if an astronaut is crossed, otherwise
        none.
        """
        return ACTIONS if any(symbol in marks for symbol in self.astronauts) else ()


def numbers_on(board: NumberBoard, marks: Marks) -> dict[str, int]:
    """Return the numbers written, by slot."""
    return {slot: mark for slot in board.slots if isinstance(mark := marks.get(slot), int)}


def crosses_on(board: NumberBoard, marks: Marks) -> list[str]:
    """Return the slots with an X."""
    return [slot for slot in board.slots if marks.get(slot) == "X"]


def turns_of(board: NumberBoard, marks: Marks) -> int:
    """Return the number of turns on a sheet: each left one number or one error."""
    return len(numbers_on(board, marks)) + sum(error in marks for error in board.errors)

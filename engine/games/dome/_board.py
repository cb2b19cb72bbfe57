"""The template entries that the rules of dome read, looked up once."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import structs

from fairsheet.engine.play.declared import (
    BoardError,
    Entry,
    FieldId,
    Fields,
    Problem,
    decode,
    fields,
    groups,
    zones,
)
from fairsheet.engine.play.equals import equals_of
from fairsheet.engine.play.number_board import NumberBoard
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet


class Tower(Entry, frozen=True):
    """A tower: its slots from the lowest to the highest, and the adjacent ones with which it can begin."""

    slots: Fields
    start_slots: Fields
    order: int
    bottom: str
    top: str
    ascends: str
    growth: str


class End(Entry, frozen=True):
    """The lowest or the highest slot of a tower, and its values for the first player there and for all others."""

    slot: FieldId
    high: FieldId
    low: FieldId
    box: FieldId


class Level(Entry, frozen=True):
    """A research level, and the slots that a corridor joins to it: those with the attribute `level`."""

    order: int
    plants: Fields
    water: FieldId
    slots: tuple[str, ...] = ()

    @property
    def symbols(self) -> tuple[str, ...]:
        """All symbols that can be circled on the level."""
        return (*self.plants, self.water)


class Part(Entry, frozen=True):
    """A part of the dome: its two halves from left to right, and the cut between them."""

    order: int
    parity: Literal["odd", "even"]
    halves: tuple[FieldId, FieldId]
    cut: FieldId

    @property
    def odd(self) -> bool:
        """Whether robots with an odd number build it."""
        return self.parity == "odd"


class Piece(msgspec.Struct, frozen=True):
    """A piece that one robot builds: an uncut part, or half of a cut one."""

    links: tuple[str, ...]
    odd: bool


class JoinedSlot(Entry, frozen=True):
    """A slot, and the research level to which a corridor joins it, or `none`."""

    level: str


class Area(Entry, frozen=True):
    """Rows that are upgraded by the same action."""

    rows: Fields


class SlotSet(Entry, frozen=True):
    """Slots that the conditions of missions name together."""

    slots: Fields


class MissionFields(Entry, frozen=True):
    """The fields in which a mission is claimed: in its first turn, and later."""

    letter: str
    first: FieldId
    later: FieldId


TOWERS, ENDS = zones(Tower), groups("tower-end", End)
LEVELS, SLOTS = groups("research-level", Level), fields("slot", JoinedSlot)
PARTS, AREAS = groups("dome-part", Part), groups("upgrade-area", Area)
SLOT_SETS = groups("slot-set", SlotSet, optional=True)
MISSIONS = groups("mission", MissionFields, optional=True)
DECLARED = (TOWERS, ENDS, LEVELS, SLOTS, PARTS, AREAS, SLOT_SETS, MISSIONS)


class Board(NumberBoard):
    """The sheet of dome as the rules see it. Towers and parts of the dome are listed from left to right."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        read = decode(sheet, DECLARED)
        self.towers = read[TOWERS]
        if apart := [tower.id for tower in self.towers if not _is_together(tower)]:
            problem = "the start floors are not adjacent"
            hint = "name floors of the tower that are next to each other"
            raise BoardError(sheet.name, [Problem(tower, "start_slots", problem, hint) for tower in apart])
        self.tower_of = {slot: tower for tower in self.towers for slot in tower.slots}
        self.end_at = {end.slot: end for end in read[ENDS]}
        self.highs = tuple(end.high for end in read[ENDS])
        self.levels = tuple(
            structs.replace(level, slots=tuple(slot.id for slot in read[SLOTS] if slot.level == level.id))
            for level in read[LEVELS]
        )
        self.level_of = {slot: level for level in self.levels for slot in level.slots}
        self.equals = equals_of([*(level.plants for level in self.levels), self.astronauts])
        self.parts = read[PARTS]
        self.areas = {area.id: area.rows for area in read[AREAS]}
        self.claimed_in = tuple(field.id for field in sheet.fields if "mission" in field.attrs)
        self.value = {
            field.id: value for field in sheet.fields if isinstance(value := field.attrs.get("value"), int)
        }


def _is_together(tower: Tower) -> bool:
    """Return whether the start floors of a tower are adjacent and in order from the lowest."""
    count, places = len(tower.start_slots), range(len(tower.slots))
    return count > 0 and any(tower.slots[index : index + count] == tower.start_slots for index in places)


board_of = remembered(Board)

"""The template entries that the rules of launch read, looked up once."""

from __future__ import annotations

from typing import Literal

from fairsheet.engine.dealing.cards import ACTIONS, Action
from fairsheet.engine.play.declared import (
    Declaration,
    Entry,
    FieldId,
    Fields,
    GroupId,
    decode,
    fields,
    groups,
    zones,
)
from fairsheet.engine.play.number_board import ERRORS, FieldSet, NumberBoard
from fairsheet.engine.rules.ascending import slots_for
from fairsheet.engine.rules.missions import mission_fields
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet

ROCKETS = "rockets"
IDLE_ROCKETS = "idle-rockets"
PREPARE = "prepare"
BUILD_X = "build-x"
SABOTAGE = "sabotage"
WILD = "wild"


class Floor(Entry, frozen=True):
    """A floor from left to right, and the action whose offers it takes; `wild` takes all."""

    slots: Fields
    action: Action | Literal["wild"]
    level: int
    sections: tuple[str, ...]
    writable_with: tuple[Action, ...]
    ascends: str
    counted_from: str


class Section(Entry, frozen=True):
    """The part of a floor between two walls: its slots, and its effects in printed order."""

    floor: str
    slots: Fields
    effects: Fields
    arrows: Fields


class Row(Entry, frozen=True):
    """A row of rockets, and the value that is crossed when all of them are. The lowest row has order 1."""

    order: int
    rockets: Fields
    value: FieldId


class Effect(Entry, frozen=True):
    """An effect of a section."""

    section: GroupId


class Rockets(Effect, frozen=True):
    """An effect that crosses a number of rockets."""

    rockets: int


class IdleRockets(Rockets, frozen=True):
    """Rockets that are only crossed if their arrow is filled in."""

    needs_filled: FieldId


class MissionFloors(Entry, frozen=True):
    """Floors that the condition of a mission names together."""

    floors: tuple[str, ...]


class TieBreak(Entry, frozen=True):
    """The rockets that rank players of equal totals."""

    rockets: Fields


FLOORS = zones(Floor)
SECTIONS, ROWS = groups("section", Section), groups("rocket-row", Row)
ROCKET_EFFECTS = fields(ROCKETS, Rockets, optional=True)
IDLE_EFFECTS = fields(IDLE_ROCKETS, IdleRockets, optional=True)
OTHER_EFFECTS = [fields(symbol, Effect, optional=True) for symbol in (PREPARE, BUILD_X, SABOTAGE)]
MISSION_FLOORS = groups("mission-floors", MissionFloors, optional=True)
MISSION_SETS = groups("all-of-one-symbol", FieldSet, optional=True)
TIE_BREAK = groups("tie-break-rockets", TieBreak, optional=True)
DECLARED: tuple[Declaration[Entry], ...] = (
    FLOORS, SECTIONS, ROWS, ROCKET_EFFECTS, IDLE_EFFECTS, *OTHER_EFFECTS, MISSION_FLOORS, MISSION_SETS, TIE_BREAK,
    ERRORS
)  # fmt: skip


class Board(NumberBoard):
    """The sheet of launch as the rules see it."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        read = decode(sheet, DECLARED)
        self.floors = {floor.id: floor.slots for floor in read[FLOORS]}
        self.action: dict[str, str] = {floor.id: floor.action for floor in read[FLOORS]}
        self.floors_of = {
            action: tuple(floor for floor in self.floors if self.action[floor] in (action, WILD))
            for action in ACTIONS
        }
        self.floor_of = {slot: floor for floor, slots in self.floors.items() for slot in slots}
        self.index_of = {slot: index for slots in self.floors.values() for index, slot in enumerate(slots)}
        self.least, self.greatest = min(self.numbers), max(self.numbers)

        self.sections = {section.id: section for section in read[SECTIONS]}
        self.section_of = {slot: section for section in self.sections.values() for slot in section.slots}
        self.home_of = {effect: section for section in self.sections.values() for effect in section.effects}

        self.symbol = {effect: str(sheet.field[effect].symbol) for effect in self.home_of}
        self.rockets = {effect.id: effect.rockets for effect in (*read[ROCKET_EFFECTS], *read[IDLE_EFFECTS])}
        self.arrow_of = {idle.id: idle.needs_filled for idle in read[IDLE_EFFECTS]}
        self.section_of_arrow = {arrow: self.home_of[idle] for idle, arrow in self.arrow_of.items()}
        self.idle_of = {arrow: self.rockets[idle] for idle, arrow in self.arrow_of.items()}
        self.prize = {
            section.id: sum(self.rockets.get(effect, 1) for effect in section.effects)
            for section in self.sections.values()
        }
        self.sabotages = self._effects_of(SABOTAGE)
        self.builds = self._effects_of(BUILD_X)
        self.prepares = self._effects_of(PREPARE)

        self.rows = tuple(sorted(read[ROWS], key=lambda row: row.order))
        self.row_rockets = tuple(rocket for row in self.rows for rocket in row.rockets)
        self.extras = tuple(field.id for field in sheet.fields_of_symbol("extra-rocket"))
        self.mission_fields = mission_fields(sheet)

    def _effects_of(self, symbol: str) -> tuple[str, ...]:
        return tuple(effect for effect, found in self.symbol.items() if found == symbol)

    def is_complete(self, section: Section, marks: Marks) -> bool:
        """Return whether all slots of a section have a number or an X."""
        return all(slot in marks for slot in section.slots)

    def slots_for(self, floor: str, number: int, marks: Marks) -> list[str]:
        """Return the empty slots of a floor that can take a number so that the floor still ascends."""
        return slots_for(self.floors[floor], number, marks)

    def open_errors(self, marks: Marks) -> int:
        """Return how many errors are circled and not crossed."""
        return sum(marks.get(error) == "circled" for error in self.errors)

    def suffered(self, marks: Marks) -> tuple[str, ...]:
        """Return the sabotages that opponents must have set off: crossed in a section that is not complete."""
        return tuple(
            symbol
            for symbol in self.sabotages
            if symbol in marks and not self.is_complete(self.home_of[symbol], marks)
        )

    def is_launched(self, marks: Marks) -> bool:
        """Return whether all rockets of the rows are crossed and no error is open."""
        return all(row.value in marks for row in self.rows) and not self.open_errors(marks)

    def free_arrows(self, marks: Marks) -> list[str]:
        """Return the arrows that can still be filled in: their section is not complete."""
        return [
            arrow
            for arrow, section in self.section_of_arrow.items()
            if arrow not in marks and not self.is_complete(section, marks)
        ]


board_of = remembered(Board)

"""What the rules of launch read from its sheet, looked up once."""

from __future__ import annotations

import msgspec

from engine.cards import ACTIONS, DECK
from engine.games.base.board import field_names
from engine.games.base.missions import claims_of, mission_fields
from engine.games.base.numbers import slots_for
from engine.ink import Marks
from engine.slots import ERROR
from sheets.model import Attribute, Field, Group, Sheet

ROCKETS = "rockets"
IDLE_ROCKETS = "idle-rockets"
PREPARE = "prepare"
BUILD_X = "build-x"
SABOTAGE = "sabotage"
WILD = "wild"


class Section(msgspec.Struct, frozen=True):
    """The part of a floor between two walls: its slots, and its effects in printed order."""

    id: str
    slots: tuple[str, ...]
    effects: tuple[str, ...]


class Row(msgspec.Struct, frozen=True):
    """A row of rockets with the value that is crossed when all of them are."""

    rockets: tuple[str, ...]
    value: str


class Board:
    """The sheet of launch as the rules see it."""

    def __init__(self, sheet: Sheet) -> None:
        self.floors = {zone.id: zone.slots for zone in sheet.zones}
        self.action = {zone.id: str(zone.attrs["action"]) for zone in sheet.zones}
        self.floors_of = {
            action: tuple(floor for floor in self.floors if self.action[floor] in (action, WILD))
            for action in ACTIONS
        }
        self.floor_of = {slot: floor for floor, slots in self.floors.items() for slot in slots}
        self.place_of = {slot: place for slots in self.floors.values() for place, slot in enumerate(slots)}
        self.slots = tuple(self.floor_of)
        self.numbers = frozenset(card.number for card in DECK)
        self.least, self.greatest = min(self.numbers), max(self.numbers)

        self.sections = {group.id: _section(group) for group in sheet.groups_of_type("section")}
        self.section_of = {slot: section for section in self.sections.values() for slot in section.slots}
        self.home_of = {effect: section for section in self.sections.values() for effect in section.effects}

        effects = [sheet.field[effect] for effect in self.home_of]
        self.symbol = {field.id: str(field.symbol) for field in effects}
        self.rockets = {
            field.id: _whole(field.attrs["rockets"]) for field in effects if "rockets" in field.attrs
        }
        self.arrow_of = {
            field.id: str(field.attrs["needs_filled"]) for field in effects if field.symbol == IDLE_ROCKETS
        }
        self.section_of_arrow = {arrow: self.home_of[idle] for idle, arrow in self.arrow_of.items()}
        self.idle_of = {arrow: self.rockets[idle] for idle, arrow in self.arrow_of.items()}
        self.prize = {
            section.id: sum(self.rockets.get(effect, 1) for effect in section.effects)
            for section in self.sections.values()
        }
        self.sabotages = self._effects_of(SABOTAGE)
        self.builds = self._effects_of(BUILD_X)
        self.prepares = self._effects_of(PREPARE)

        rows = sorted(sheet.groups_of_type("rocket-row"), key=lambda group: _whole(group.attrs["order"]))
        self.rows = tuple(Row(field_names(row.attrs["rockets"]), str(row.attrs["value"])) for row in rows)
        self.row_rockets = tuple(rocket for row in self.rows for rocket in row.rockets)
        self.errors = _ids(sheet.fields_of_symbol(ERROR))
        self.extras = _ids(sheet.fields_of_symbol("extra-rocket"))
        self.mission_fields = mission_fields(sheet)
        self.claims = claims_of(sheet)

    def _effects_of(self, symbol: str) -> tuple[str, ...]:
        return tuple(effect for effect, found in self.symbol.items() if found == symbol)

    def is_complete(self, section: Section, marks: Marks) -> bool:
        """Whether all slots of a section bear a number or an X."""
        return all(slot in marks for slot in section.slots)

    def slots_for(self, floor: str, number: int, marks: Marks) -> list[str]:
        """The empty slots of a floor that take a number: above all to its left, below all to its right."""
        return slots_for(self.floors[floor], number, marks)

    def open_errors(self, marks: Marks) -> int:
        """How many errors are circled and not crossed."""
        return sum(marks.get(error) == "circled" for error in self.errors)

    def suffered(self, marks: Marks) -> tuple[str, ...]:
        """The sabotages that opponents must have set off: crossed, with their section not complete."""
        return tuple(
            symbol
            for symbol in self.sabotages
            if symbol in marks and not self.is_complete(self.home_of[symbol], marks)
        )

    def is_launched(self, marks: Marks) -> bool:
        """Whether all rockets of the rows are crossed and no error is open."""
        return all(row.value in marks for row in self.rows) and not self.open_errors(marks)

    def free_arrows(self, marks: Marks) -> list[str]:
        """The arrows that can still be filled in: their section is not complete."""
        return [
            arrow
            for arrow, section in self.section_of_arrow.items()
            if arrow not in marks and not self.is_complete(section, marks)
        ]


def _section(group: Group) -> Section:
    return Section(group.id, field_names(group.attrs["slots"]), field_names(group.attrs["effects"]))


def _ids(fields: tuple[Field, ...]) -> tuple[str, ...]:
    return tuple(field.id for field in fields)


def _whole(attribute: Attribute) -> int:
    if not isinstance(attribute, int):
        raise TypeError(f"{attribute!r} is not a whole number")
    return attribute

"""What the rules of colony read from its sheet, looked up once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from engine.games.base.board import PLANNING, NumberBoard, field_names
from engine.games.base.equals import equals_of
from engine.games.base.numbers import slots_for
from engine.games.colony.network import Network
from engine.ink import Marks
from sheets.functions import value_of
from sheets.model import Group, Sheet


class Quarter(msgspec.Struct, frozen=True):
    """A quarter: its slots, its greenhouses from the top, what completing it is worth first (`high`) and later."""

    id: str
    slots: tuple[str, ...]
    greenhouses: tuple[str, ...]
    tanks: tuple[str, ...]
    antennas: tuple[str, ...]
    high: str
    low: str


class Board(NumberBoard):
    """The sheet of colony as the rules see it. Every slot lies in several zones: its row and its column."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.zones = tuple(zone.slots for zone in sheet.zones)
        self.zones_of = {slot: tuple(zone for zone in self.zones if slot in zone) for slot in self.slots}
        self.quarters = {group.id: _quarter(group) for group in sheet.groups_of_type("quarter")}
        self.quarter_of = {slot: quarter for quarter in self.quarters.values() for slot in quarter.slots}
        self.highs = tuple(quarter.high for quarter in self.quarters.values())
        self.tank_of = {str(field.attrs["at"]): field.id for field in sheet.fields_of_symbol("water-tank")}
        self.antennas_at: dict[str, tuple[str, ...]] = {}
        for field in sheet.fields_of_symbol("antenna"):
            place = str(field.attrs["at"])
            self.antennas_at[place] = (*self.antennas_at.get(place, ()), field.id)
        factors = sheet.groups_of_type("factor")
        self.factors = {group.id: sheet.ladder[str(group.attrs["ladder"])] for group in factors}
        self.counted = {group.id: field_names(group.attrs["counts"]) for group in factors}
        self.factor_for = {field: name for name, fields in self.counted.items() for field in fields}
        self.value = {field: value_of(sheet, field) or 1 for field in self.factor_for}
        self.factor_of = {box: name for name, ladder in self.factors.items() for box in ladder.fields}
        self.equals = equals_of([self.astronauts])
        self.planning = tuple(field.id for field in sheet.fields_of_symbol(PLANNING))
        self.always_filled = frozenset(group.id for group in sheet.groups_of_type("filled-place"))
        self.network = Network(sheet)

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty slots that take a number: it ascends in their row and in their column."""
        fits = Counter(slot for zone in self.zones for slot in slots_for(zone, number, marks))
        return (slot for slot, zones in self.zones_of.items() if fits[slot] == len(zones))

    def is_filled(self, place: str, marks: Marks) -> bool:
        """Whether a place bears a number or an X, written or printed, or is filled by what stands there."""
        return place in marks or place in self.always_filled


def _quarter(group: Group) -> Quarter:
    attrs = group.attrs
    return Quarter(
        group.id,
        field_names(attrs["slots"]),
        field_names(attrs["greenhouses"]),
        field_names(attrs["tanks"]),
        field_names(attrs["antennas"]),
        str(attrs["bonus_high"]),
        str(attrs["bonus_low"]),
    )

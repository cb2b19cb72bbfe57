"""What the rules of virus read from its sheet, looked up once."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.games.base.board import ASTRONAUT, PLANT, WATER, field_names
from engine.games.base.equals import equals_of
from engine.games.base.marks import is_circled
from engine.games.base.numbers import slots_for
from engine.games.base.wilds import WildBoard
from engine.ink import Marks
from sheets.model import Attribute, Group, Sheet


class Quarter(msgspec.Struct, frozen=True):
    """A quarter. `lit` of its energies are circled in print; it may have no tank and no target (blank then)."""

    id: str
    slots: tuple[str, ...]
    energies: tuple[str, ...]
    lit: int
    plants: tuple[str, ...]
    ring: str
    tank: str = ""
    target: str = ""


class Row(msgspec.Struct, frozen=True):
    """A row of a track: when its last symbol is crossed, so are its value and its bonus, an `action`."""

    symbols: tuple[str, ...]
    value: str
    bonus: str
    action: str


class Track(msgspec.Struct, frozen=True):
    """A track of symbols that are crossed in order."""

    rows: tuple[Row, ...]

    @property
    def symbols(self) -> tuple[str, ...]:
        """All symbols, in order."""
        return tuple(symbol for row in self.rows for symbol in row.symbols)


class Board(WildBoard):
    """The sheet of virus as the rules see it."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.floors = {zone.id: zone.slots for zone in sheet.zones}
        self.floor_of = {slot: floor for floor, slots in self.floors.items() for slot in slots}
        groups = sorted(sheet.groups_of_type("quarter"), key=lambda group: int(str(group.attrs["order"])))
        self.quarters = {group.id: _quarter(group) for group in groups}  # in the order of an infection
        self.quarter_of = {slot: quarter for quarter in self.quarters.values() for slot in quarter.slots}
        self.quarter_with = {
            field: quarter
            for quarter in self.quarters.values()
            for field in (*quarter.energies, *quarter.plants, quarter.tank)
        }
        in_quarters = [
            each for quarter in self.quarters.values() for each in (quarter.energies, quarter.plants)
        ]
        self.equals = equals_of([*in_quarters, self.panels[ASTRONAUT].symbols])
        self.rings = frozenset(quarter.ring for quarter in self.quarters.values())
        self.tank_of = {str(field.attrs["slot"]): field.id for field in sheet.fields_of_symbol("water-tank")}
        self.walkways = {
            field.id: field_names(field.attrs["between"]) for field in sheet.fields if field.kind == "link"
        }
        self.ways_from: dict[str, dict[str, str]] = {
            id_: {} for id_ in self.quarters
        }  # walkway: where it leads
        for walkway, (one, other) in self.walkways.items():
            self.ways_from[one][walkway] = other
            self.ways_from[other][walkway] = one
        self.tracks = {kind: _track(sheet, kind) for kind in (PLANT, WATER)}
        self.empty_targets: tuple[str, ...] = ()  # one of which takes a virus before the first turn
        self.target_of: dict[str, str] = {}  # by activation, the target that is circled with it
        self.spreads = tuple(field.id for field in sheet.fields_of_symbol("spread"))
        self.set_off_by = {  # by symbol of a track, or letter of a mission: the virus or spread that it sets off
            str(sheet.field[spread].attrs["linked"]): spread for spread in self.spreads
        }
        for virus in sheet.groups_of_type("virus"):
            if "targets" in virus.attrs:
                self.empty_targets = field_names(virus.attrs["targets"])
                continue
            activation = _only(virus.attrs["activation"])
            self.target_of[activation] = _only(virus.attrs["target"])
            self.set_off_by[str(virus.attrs["starts_by"])] = activation
        self.infecting = frozenset(
            error for error in self.errors if sheet.field[error].attrs.get("propagation")
        )

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty slots that take a number: it ascends on its floor."""
        for slots in self.floors.values():
            yield from slots_for(slots, number, marks)

    def empty_slots(self, quarter: str, marks: Marks) -> list[str]:
        """The empty slots of a quarter."""
        return [slot for slot in self.quarters[quarter].slots if slot not in marks]

    def is_complete(self, quarter: str, marks: Marks) -> bool:
        """Whether no slot of a quarter is empty."""
        return all(slot in marks for slot in self.quarters[quarter].slots)

    def infected(self, marks: Marks) -> list[str]:
        """The quarters with an active virus, in the order of an infection."""
        return [id_ for id_, quarter in self.quarters.items() if is_circled(marks, quarter.target)]

    def open_neighbours(self, quarter: str, marks: Marks) -> list[str]:
        """The quarters to which an open walkway leads."""
        return [other for walkway, other in self.ways_from[quarter].items() if walkway not in marks]


def _quarter(group: Group) -> Quarter:
    attrs = group.attrs
    return Quarter(
        group.id,
        field_names(attrs["slots"]),
        field_names(attrs["energies"]),
        int(str(attrs["lit"])),
        field_names(attrs["plants"]),
        _only(attrs["ring"]),
        _only(attrs["tank"]),
        _only(attrs["target"]),
    )


def _track(sheet: Sheet, kind: str) -> Track:
    """A track, by the groups of type `track-row` with symbols of a kind, in the order of the sheet."""
    rows = []
    for group in sheet.groups_of_type("track-row"):
        symbols = field_names(group.attrs["symbols"])
        if sheet.field[symbols[0]].symbol == f"{kind}-symbol":
            value, bonus = _only(group.attrs["value"]), _only(group.attrs["bonus"])
            rows.append(Row(symbols, value, bonus, str(group.attrs["action"])))
    return Track(tuple(rows))


def _only(attribute: Attribute) -> str:
    """The one field of a fact that has one, blank without."""
    return next(iter(field_names(attribute)), "")

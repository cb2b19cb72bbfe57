"""What the rules of journey read from its sheet, looked up once."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.games.base.board import ASTRONAUT, ENERGY, field_names
from engine.games.base.equals import equals_of
from engine.games.base.numbers import slots_for
from engine.games.base.wilds import WildBoard
from engine.ink import Marks
from sheets.model import Group, Sheet
from sheets.segments import SplitZone, Stretch


class Station(msgspec.Struct, frozen=True):
    """A station: the slot that its robots lead to, its plants, and its two multipliers."""

    id: str
    slot: str
    robots: tuple[str, ...]
    plants: tuple[str, ...]
    high: str
    low: str


class Board(WildBoard):
    """The sheet of journey as the rules see it."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        (zone,) = sheet.zones
        self.trajectory = SplitZone(sheet, zone.id)
        self.cuts = tuple(self.trajectory.links)
        self.stations = {group.id: _station(group) for group in sheet.groups_of_type("station")}
        self.station_of = {
            field: station
            for station in self.stations.values()
            for field in (*station.robots, *station.plants, station.high, station.low)
        }
        self.highs = tuple(station.high for station in self.stations.values())
        self.value = {
            field.id: value for field in sheet.fields if isinstance(value := field.attrs.get("value"), int)
        }
        self.tank_of = {str(field.attrs["slot"]): field.id for field in sheet.fields_of_symbol("water-tank")}
        energies = sheet.fields_of_symbol(ENERGY)
        self.energies = tuple(field.id for field in energies)
        self.printed = tuple(field.id for field in energies if field.printed == "circled")
        unlit = tuple(energy for energy in self.energies if energy not in self.printed)
        in_stations = [
            each for station in self.stations.values() for each in (station.robots, station.plants)
        ]
        self.equals = equals_of([*in_stations, unlit, self.panels[ASTRONAUT].symbols])
        (self.pair,) = {
            len(field_names(group.attrs["fields"])) for group in sheet.groups_of_type("energy-pair")
        }
        self.rewarded = frozenset(
            error for error in self.errors if sheet.field[error].attrs.get("gives_energy")
        )

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty slots that take a number: it ascends in its zone."""
        for stretch in self.trajectory.stretches(marks):
            yield from slots_for(stretch, number, marks)

    def zone_of(self, slot: str, marks: Marks) -> Stretch:
        """The zone in which a slot lies now."""
        return self.trajectory.stretch_of(slot, marks)

    def open_energies(self, marks: Marks) -> list[str]:
        """The energies that are circled, in ink or in print, and not crossed."""
        return [
            energy
            for energy in self.energies
            if marks.get(energy) == "circled" or (energy in self.printed and energy not in marks)
        ]


def _station(group: Group) -> Station:
    attrs = group.attrs
    return Station(
        group.id,
        str(attrs["slot"]),
        field_names(attrs["robots"]),
        field_names(attrs["plants"]),
        str(attrs["high"]),
        str(attrs["low"]),
    )

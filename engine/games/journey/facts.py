"""What the rules of journey read from its sheet, looked up once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from engine.games.base.numbers import slots_for
from engine.ink import Mark
from engine.stretches import SplitZone, Stretch
from sheets.model import Attribute, Group, Sheet

ROBOT, ENERGY, PLANT, ASTRONAUT, PLANNING = "robot", "energy", "plant", "astronaut", "planning"
SHIFT = 2  # by how much an astronaut changes a number at most


class Station(msgspec.Struct, frozen=True):
    """A station: the slot that its robots lead to, its plants, and its two multipliers."""

    id: str
    slot: str
    robots: tuple[str, ...]
    plants: tuple[str, ...]
    high: str
    low: str


class Panel(msgspec.Struct, frozen=True):
    """Symbols of one kind that are crossed; every so many (`pair`) of them earn a wild action."""

    symbols: tuple[str, ...]
    wilds: tuple[str, ...]
    pair: int


class Facts:
    """The sheet of journey as the rules see it."""

    def __init__(self, sheet: Sheet) -> None:
        (zone,) = sheet.zones
        self.trajectory = SplitZone(sheet, zone.id)
        self.slots = self.trajectory.slots
        self.cuts = tuple(self.trajectory.links)
        marks = {mark for slot in self.slots for mark in sheet.field[slot].accepts}
        self.numbers = frozenset(mark for mark in marks if isinstance(mark, int))
        self.stations = {group.id: _station(group) for group in sheet.groups_of_type("station")}
        self.station_of = {
            field: station
            for station in self.stations.values()
            for field in (*station.robots, *station.plants, station.high, station.low)
        }
        self.multipliers = tuple(m for station in self.stations.values() for m in (station.high, station.low))
        self.highs = tuple(station.high for station in self.stations.values())
        self.value = {
            field.id: value for field in sheet.fields if isinstance(value := field.attrs.get("value"), int)
        }
        self.tank_of = {str(field.attrs["slot"]): field.id for field in sheet.fields_of_symbol("water-tank")}
        energies = sheet.fields_of_symbol(ENERGY)
        self.energies = tuple(field.id for field in energies)
        self.printed = tuple(field.id for field in energies if field.printed == "circled")
        self.pair = min(len(_names(group.attrs["fields"])) for group in sheet.groups_of_type("energy-pair"))
        self.panels = {symbol: _panel(sheet, symbol) for symbol in (ASTRONAUT, PLANNING)}
        errors = sheet.fields_of_symbol("system-error")
        self.errors = tuple(field.id for field in errors)
        self.rewarded = frozenset(field.id for field in errors if field.attrs.get("gives_energy"))

    def places_for(self, number: int, marks: Mapping[str, Mark]) -> Iterator[str]:
        """The empty slots that take a number: it ascends in its zone."""
        for stretch in self.trajectory.stretches(marks):
            yield from slots_for(stretch, number, marks)

    def zone_of(self, slot: str, marks: Mapping[str, Mark]) -> Stretch:
        """The zone in which a slot lies now."""
        return self.trajectory.stretch_of(slot, marks)

    def open_energies(self, marks: Mapping[str, Mark]) -> list[str]:
        """The energies that are circled, in ink or in print, and not crossed."""
        return [
            energy
            for energy in self.energies
            if marks.get(energy) == "circled" or (energy in self.printed and energy not in marks)
        ]


def is_circled(marks: Mapping[str, Mark], field: str) -> bool:
    """Whether a field bears a circle."""
    return marks.get(field) in ("circled", "circled+crossed")


def is_crossed(marks: Mapping[str, Mark], field: str) -> bool:
    """Whether a field bears a cross."""
    return marks.get(field) in ("crossed", "circled+crossed")


def _station(group: Group) -> Station:
    facts = group.attrs
    return Station(
        group.id,
        str(facts["slot"]),
        _names(facts["robots"]),
        _names(facts["plants"]),
        str(facts["high"]),
        str(facts["low"]),
    )


def _panel(sheet: Sheet, symbol: str) -> Panel:
    fields = tuple(field.id for field in sheet.fields_of_symbol(symbol))
    pairs = [
        group
        for group in sheet.groups_of_type("wild-pair")
        if set(_names(group.attrs["symbols"])) <= {*fields}
    ]
    sizes = {len(_names(group.attrs["symbols"])) for group in pairs}
    return Panel(fields, tuple(str(group.attrs["wild"]) for group in pairs), min(sizes))


def _names(attribute: Attribute) -> tuple[str, ...]:
    return tuple(str(name) for name in attribute) if isinstance(attribute, tuple) else (str(attribute),)

"""The template entries that the rules of journey read, looked up once."""

from __future__ import annotations

from fairsheet.engine.play.declared import Entry, FieldId, Fields, decode, fields, groups, zones
from fairsheet.engine.play.equals import equals_of
from fairsheet.engine.play.number_board import ASTRONAUT, ENERGY, ERRORS, FieldSet
from fairsheet.engine.records.slots import ERROR
from fairsheet.engine.rules.tanks import TANKS
from fairsheet.engine.rules.wilds import WILD_PAIRS, WildBoard
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.segments import Segment, SplitZone
from fairsheet.sheets.model.sheet import Sheet


class Station(Entry, frozen=True):
    """A station: the slot that its robots lead to, its plants, and its two multipliers."""

    slot: FieldId
    robots: Fields
    plants: Fields
    high: FieldId
    low: FieldId
    points: FieldId


class Trajectory(Entry, frozen=True):
    """The one zone of the sheet, which is split by drawn cuts."""

    slots: Fields
    split_by: Fields
    most_zones: int
    ascends: str


class EnergyPair(Entry, frozen=True):
    """Energies that cause a cut when all of them are circled."""

    order: int
    fields: Fields


class JourneyError(Entry, frozen=True):
    """A system error, which may circle an energy."""

    gives_energy: bool = False


TRAJECTORY, STATIONS = zones(Trajectory), groups("station", Station)
PAIRS, ERROR_FIELDS = groups("energy-pair", EnergyPair), fields(ERROR, JourneyError)
TANK_SETS = groups("tanks", FieldSet, optional=True)  # for missions
DECLARED = (TRAJECTORY, STATIONS, PAIRS, TANKS, ERROR_FIELDS, TANK_SETS, ERRORS, WILD_PAIRS)


class Board(WildBoard):
    """The sheet of journey as the rules see it."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        read = decode(sheet, DECLARED)
        (trajectory,) = read[TRAJECTORY]
        self.trajectory = SplitZone(sheet, trajectory.id)
        self.cuts = tuple(self.trajectory.links)
        self.stations = {station.id: station for station in read[STATIONS]}
        self.station_of = {
            field: station
            for station in self.stations.values()
            for field in (*station.robots, *station.plants, station.high, station.low)
        }
        self.highs = tuple(station.high for station in self.stations.values())
        self.value = {
            field.id: value for field in sheet.fields if isinstance(value := field.attrs.get("value"), int)
        }
        self.tank_of = {tank.slot: tank.id for tank in read[TANKS]}
        energies = sheet.fields_of_symbol(ENERGY)
        self.energies = tuple(field.id for field in energies)
        self.printed = tuple(field.id for field in energies if field.printed == "circled")
        unlit = tuple(energy for energy in self.energies if energy not in self.printed)
        in_stations = [
            each for station in self.stations.values() for each in (station.robots, station.plants)
        ]
        self.equals = equals_of([*in_stations, unlit, self.panels[ASTRONAUT].symbols])
        (self.pair,) = {len(pair.fields) for pair in read[PAIRS]}
        self.rewarded = frozenset(error.id for error in read[ERROR_FIELDS] if error.gives_energy)

    def zone_of(self, slot: str, marks: Marks) -> Segment:
        """Return the current zone of a slot."""
        return self.trajectory.segment_of(slot, marks)


board_of = remembered(Board)

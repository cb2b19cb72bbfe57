"""The template entries that the rules of colony read, looked up once."""

from __future__ import annotations

from fairsheet.engine.games.colony._tunnels import BUILT_TUNNELS, TUNNELS, Network
from fairsheet.engine.play.declared import (
    Entry,
    FieldId,
    Fields,
    GroupId,
    LadderId,
    PlaceId,
    decode,
    fields,
    groups,
    zones,
)
from fairsheet.engine.play.equals import equals_of
from fairsheet.engine.play.number_board import ERRORS, PLANNING, FieldSet, NumberBoard
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.named import value_of
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet


class Quarter(Entry, frozen=True):
    """A quarter: its slots, its greenhouses from the top, its bonuses for the first player (`high`) and for others."""

    slots: Fields
    greenhouses: Fields
    tanks: Fields
    antennas: Fields
    bonus_high: FieldId
    bonus_low: FieldId
    points_box: FieldId


class Line(Entry, frozen=True):
    """A row or a column, in which numbers ascend."""

    slots: Fields
    ascends: str
    index: int


class Factor(Entry, frozen=True):
    """A factor, by its ladder, and the fields that it multiplies."""

    ladder: LadderId
    counts: Fields


class Tank(Entry, frozen=True):
    """A tank, and the slot whose number takes the water action for it."""

    at: FieldId


class Antenna(Entry, frozen=True):
    """An antenna, at a slot or at a place that is filled from the start."""

    at: PlaceId


class FilledPlace(Entry, frozen=True):
    """A place that is filled from the start. The one that is the `root` begins all tunnels."""

    quarter: GroupId
    root: bool = False


LINES = zones(Line)
QUARTERS = groups("quarter", Quarter)
FACTORS = groups("factor", Factor)
FILLED = groups("filled-place", FilledPlace)
# for missions
ANTENNA_SETS = groups("antennas", FieldSet, optional=True)
TANK_SETS = groups("tanks", FieldSet, optional=True)
TANKS, ANTENNAS = fields("water-tank", Tank), fields("antenna", Antenna)
DECLARED = (
    LINES, QUARTERS, FACTORS, FILLED, ANTENNA_SETS, TANK_SETS, TANKS, ANTENNAS, ERRORS, TUNNELS, BUILT_TUNNELS
)  # fmt: skip


class Board(NumberBoard):
    """The sheet of colony as the rules see it. Every slot is in several zones: its row and its column."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        read = decode(sheet, DECLARED)
        self.zones = tuple(line.slots for line in read[LINES])
        self.quarters = {quarter.id: quarter for quarter in read[QUARTERS]}
        self.quarter_of = {slot: quarter for quarter in self.quarters.values() for slot in quarter.slots}
        self.highs = tuple(quarter.bonus_high for quarter in self.quarters.values())
        self.tank_of = {tank.at: tank.id for tank in read[TANKS]}
        self.antennas_at: dict[str, tuple[str, ...]] = {}
        for antenna in read[ANTENNAS]:
            self.antennas_at[antenna.at] = (*self.antennas_at.get(antenna.at, ()), antenna.id)
        self.factors = {factor.id: sheet.ladder[factor.ladder] for factor in read[FACTORS]}
        self.counted = {factor.id: factor.counts for factor in read[FACTORS]}
        self.factor_for = {field: name for name, fields in self.counted.items() for field in fields}
        self.value = {field: value_of(sheet, field) or 1 for field in self.factor_for}
        self.factor_of = {box: name for name, ladder in self.factors.items() for box in ladder.fields}
        self.equals = equals_of([self.astronauts])
        self.planning = tuple(field.id for field in sheet.fields_of_symbol(PLANNING))
        self.always_filled = frozenset(place.id for place in read[FILLED])
        roots = [place.id for place in read[FILLED] if place.root]
        self.network = Network(roots, read[TUNNELS], read[BUILT_TUNNELS])

    def is_filled(self, place: str, marks: Marks) -> bool:
        """Return whether a place has a number or an X, written or printed, or is always filled."""
        return place in marks or place in self.always_filled


board_of = remembered(Board)

"""The template entries that the rules of virus read, looked up once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from fairsheet.engine.dealing.cards import Action
from fairsheet.engine.play.declared import Entry, FieldId, Fields, GroupId, decode, fields, groups, zones
from fairsheet.engine.play.equals import equals_of
from fairsheet.engine.play.number_board import ASTRONAUT, PLANT, WATER
from fairsheet.engine.records.slots import ERROR
from fairsheet.engine.rules.tanks import TANKS
from fairsheet.engine.rules.wilds import WILD_PAIRS, WildBoard, WildEditor
from fairsheet.sheets.model.marks import Marks, is_circled
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet


class Quarter(Entry, frozen=True):
    """A quarter of the sheet.

    `order` is its position in an infection. `lit` energies are printed as circled. `tank` and `target` may be empty.
    """

    order: int
    floor: str
    slots: Fields
    energies: Fields
    lit: int
    plants: Fields
    ring: FieldId
    points: FieldId
    tank: FieldId = ""
    target: FieldId = ""


class Row(Entry, frozen=True):
    """A row of a track. Its value and its bonus, an `action`, are crossed with its last symbol."""

    symbols: Fields
    value: FieldId
    bonus: FieldId
    action: Action


class Track(msgspec.Struct, frozen=True):
    """A track of symbols that are crossed in order."""

    rows: tuple[Row, ...]

    @property
    def symbols(self) -> tuple[str, ...]:
        """All symbols, in order."""
        return tuple(symbol for row in self.rows for symbol in row.symbols)


class Virus(Entry, frozen=True):
    """A virus of the sheet.

    The grey one has `targets`, one of which takes it before the first turn. For the others, `activation` is crossed and
    `target` is circled when a player first reaches `starts_by`: a symbol of a track or the letter of a mission.
    """

    targets: Fields = ()
    activation: FieldId | None = None
    target: FieldId | None = None
    starts_by: str | None = None


class Walkway(Entry, frozen=True):
    """A walkway between two quarters."""

    between: tuple[GroupId, GroupId]


class Spread(Entry, frozen=True):
    """A spread, and its trigger: a symbol of a track or the letter of a mission."""

    linked: str


class VirusError(Entry, frozen=True):
    """A system error, which may infect the sheet that it is on."""

    propagation: bool = False


class Floor(Entry, frozen=True):
    """A floor, on which numbers ascend."""

    slots: Fields
    ascends: str


FLOORS = zones(Floor)
QUARTERS, TRACK_ROWS, VIRUSES = groups("quarter", Quarter), groups("track-row", Row), groups("virus", Virus)
WALKWAYS = fields("walkway", Walkway)
SPREADS, ERROR_FIELDS = fields("spread", Spread), fields(ERROR, VirusError)
DECLARED = (FLOORS, QUARTERS, TRACK_ROWS, VIRUSES, WALKWAYS, TANKS, SPREADS, ERROR_FIELDS, WILD_PAIRS)


class Board(WildBoard):
    """The sheet of virus as the rules see it."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        read = decode(sheet, DECLARED)
        self.floors = {floor.id: floor.slots for floor in read[FLOORS]}
        self.zones = tuple(self.floors.values())
        self.floor_of = {slot: floor for floor, slots in self.floors.items() for slot in slots}
        in_order = sorted(read[QUARTERS], key=lambda quarter: quarter.order)
        self.quarters = {quarter.id: quarter for quarter in in_order}  # in the order of an infection
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
        self.tank_of = {tank.slot: tank.id for tank in read[TANKS]}
        self.walkways = {walkway.id: walkway.between for walkway in read[WALKWAYS]}
        # by quarter and walkway: the neighbour behind it
        self.ways_from: dict[str, dict[str, str]] = {id_: {} for id_ in self.quarters}
        for walkway, (one, other) in self.walkways.items():
            self.ways_from[one][walkway] = other
            self.ways_from[other][walkway] = one
        self.tracks = {kind: _track(sheet, kind, read[TRACK_ROWS]) for kind in (PLANT, WATER)}
        self.empty_targets: tuple[str, ...] = ()  # one of these takes a virus before the first turn
        self.target_of: dict[str, str] = {}  # by activation: the target that is circled with it
        self.spreads = tuple(spread.id for spread in read[SPREADS])
        # the virus or spread of each track symbol or mission letter
        self.set_off_by = {spread.linked: spread.id for spread in read[SPREADS]}
        for virus in read[VIRUSES]:
            if virus.activation and virus.target and virus.starts_by:
                self.target_of[virus.activation] = virus.target
                self.set_off_by[virus.starts_by] = virus.activation
            else:
                self.empty_targets = virus.targets
        self.symbol_of = {effect: symbol for symbol, effect in self.set_off_by.items()}
        self.home_of = {quarter.target: quarter for quarter in self.quarters.values()}
        symbols = {symbol for track in self.tracks.values() for symbol in track.symbols}
        self.track_viruses = [  # activations of the viruses that track symbols set off
            each for symbol, each in self.set_off_by.items() if each in self.target_of and symbol in symbols
        ]
        self.infecting = frozenset(error.id for error in read[ERROR_FIELDS] if error.propagation)

    def empty_slots(self, quarter: str, marks: Marks) -> list[str]:
        """Return the empty slots of a quarter."""
        return [slot for slot in self.quarters[quarter].slots if slot not in marks]

    def is_complete(self, quarter: str, marks: Marks) -> bool:
        """Return whether no slot of a quarter is empty."""
        return all(slot in marks for slot in self.quarters[quarter].slots)

    def sources(self, kind: str) -> Iterator[str]:
        """Yield the plants, or the tanks, of the house."""
        for quarter in self.quarters.values():
            if kind == PLANT:
                yield from quarter.plants
            elif quarter.tank:
                yield quarter.tank

    def infected(self, marks: Marks) -> list[str]:
        """Return the quarters with an active virus, in the order of an infection."""
        return [id_ for id_, quarter in self.quarters.items() if is_circled(marks, quarter.target)]

    def open_neighbours(self, quarter: str, marks: Marks) -> list[str]:
        """Return the quarters to which an open walkway leads."""
        return [other for walkway, other in self.ways_from[quarter].items() if walkway not in marks]


def _track(sheet: Sheet, kind: str, rows: Iterable[Row]) -> Track:
    """Return a track: the rows with symbols of a kind, in the order of the sheet."""
    return Track(tuple(row for row in rows if sheet.field[row.symbols[0]].symbol == f"{kind}-symbol"))


class VirusEditor(WildEditor):
    """An editor that writes on a sheet of virus.

    An action, or the robot or energy of a full row (`tracks`), may be pending; later what viruses do (`propagation`).
    """

    board: Board


board_of = remembered(Board)

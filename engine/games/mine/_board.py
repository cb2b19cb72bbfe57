"""The template entries that the rules of mine read, looked up once."""

from __future__ import annotations

import msgspec

from fairsheet.engine.play.declared import Entry, FieldId, Fields, GroupId, decode, fields, groups, zones
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.equals import equals_of
from fairsheet.engine.play.number_board import ENERGY, ERRORS, PLANNING, ROBOT, NumberBoard
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet

BONUS_ROBOT = "bonus-robot"  # pending for each robot that a secondary factory gives


class Column(Entry, frozen=True):
    """A shaft: its caves, the resources next to them, and the tower above it."""

    slots: Fields
    resources: Fields
    tower: FieldId


class Factory(msgspec.Struct, frozen=True):
    """A main or secondary factory. It is complete when all its energies and robots are crossed.

    `kind` is what it counts or gives. `gains` are crossed when it is complete. For a main factory this is its base
    factor. For a secondary one these are its bonus symbols; it then gives the same number of its kind.
    """

    id: str
    kind: str
    energies: tuple[str, ...]
    robots: tuple[str, ...]
    gains: tuple[str, ...]

    @property
    def needs(self) -> tuple[str, ...]:
        """All fields that must be crossed to complete it."""
        return (*self.energies, *self.robots)


class Main(Factory, frozen=True):
    """A main factory. `factors` has the points of each symbol before and after the factory is complete.

    A factory that counts resources of the rock has a fill bonus for the first player to circle its trigger.
    """

    symbols: tuple[str, ...]
    factors: tuple[int, int]
    fill_bonus: str | None
    trigger: str | None


class MainGroup(Entry, frozen=True):
    """A main factory in the template. `resource` is the symbol in the rock that it counts, if there is one."""

    symbols: Fields
    base_factor: FieldId
    upgrade_needs: Fields
    resource: str = ""
    fill_bonus: FieldId | None = None
    trigger: FieldId | None = None


class SecondaryGroup(Entry, frozen=True):
    """A secondary factory in the template, and what it gives."""

    gives: str
    activation_needs: Fields
    bonus_symbols: Fields


class Mineral(Entry, frozen=True):
    """A mineral in a cave."""

    cave: FieldId
    column: GroupId


class Growth(Entry, frozen=True):
    """A plant or water in the rock, and the caves around it."""

    column: GroupId
    above: FieldId | None = None
    below: FieldId | None = None
    beside: Fields = ()

    @property
    def caves(self) -> tuple[str, ...]:
        """The caves from which it can be taken."""
        return (*filter(None, (self.above, self.below)), *self.beside)


class Level(Entry, frozen=True):
    """A level from left to right, in which numbers ascend."""

    slots: Fields
    index: int
    ascends: str
    counted_from: str


LEVELS = zones(Level)
COLUMNS, MAINS = groups("column", Column), groups("main", MainGroup)
SECONDARIES = groups("secondary", SecondaryGroup)
PEARLS, RUBIES = fields("mine-pearl", Mineral), fields("mine-ruby", Mineral)
PLANTS, WATERS = fields("mine-plant", Growth), fields("mine-water", Growth)
DECLARED = (LEVELS, COLUMNS, MAINS, SECONDARIES, PEARLS, RUBIES, PLANTS, WATERS, ERRORS)


class Board(NumberBoard):
    """The sheet of mine as the rules see it."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        read = decode(sheet, DECLARED)
        self.zones = tuple(level.slots for level in read[LEVELS])
        self.columns = read[COLUMNS]
        self.column_of = {slot: column for column in self.columns for slot in column.slots}
        mains = [_main(sheet, group) for group in read[MAINS]]
        secondaries = [_secondary(sheet, group) for group in read[SECONDARIES]]
        self.mains = {main.kind: main for main in mains}
        self.secondaries = {secondary.kind: secondary for secondary in secondaries}
        self.factories: tuple[Factory, ...] = (*mains, *secondaries)
        self.gains = {gain: factory for factory in self.factories for gain in factory.gains}
        self.factory_of = {need: factory for factory in self.factories for need in factory.needs}
        in_factories = [each for factory in self.factories for each in (factory.energies, factory.robots)]
        self.equals = equals_of([*in_factories, self.astronauts])
        self.robots = tuple(field.id for field in sheet.fields_of_symbol(ROBOT))
        self.plannings = self.mains[PLANNING].symbols
        # by fill bonus: its main factory
        self.raced = {main.fill_bonus: main for main in mains if main.fill_bonus is not None}
        self.kind_of: dict[str, str] = {}  # by resource in the rock
        for group in read[MAINS]:
            for field in sheet.fields_of_symbol(group.resource) if group.resource else ():
                self.kind_of[field.id] = _kind(sheet, group)
        self.mineral_in = {mineral.cave: mineral.id for mineral in (*read[PEARLS], *read[RUBIES])}
        # by plant or water: the caves around it
        self.beside = {growth.id: growth.caves for growth in (*read[PLANTS], *read[WATERS])}
        self.around = {  # the plants and waters around each cave
            slot: tuple(field for field, caves in self.beside.items() if slot in caves) for slot in self.slots
        }


def _main(sheet: Sheet, group: MainGroup) -> Main:
    gains = (group.base_factor,)
    ladder = next(ladder for ladder in sheet.ladders if ladder.fields == gains)
    return Main(
        group.id,
        _kind(sheet, group),
        *_needs(sheet, group.upgrade_needs),
        gains,
        group.symbols,
        (ladder.values[0], ladder.last),
        group.fill_bonus,
        group.trigger,
    )


def _secondary(sheet: Sheet, group: SecondaryGroup) -> Factory:
    return Factory(group.id, group.gives, *_needs(sheet, group.activation_needs), group.bonus_symbols)


def _kind(sheet: Sheet, group: MainGroup) -> str:
    return str(sheet.field[group.symbols[0]].symbol)


def _needs(sheet: Sheet, needs: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    energies = tuple(need for need in needs if sheet.field[need].symbol == ENERGY)
    return energies, tuple(need for need in needs if sheet.field[need].symbol == ROBOT)


class MineEditor(SheetEditor):
    """An editor that writes on a sheet of mine."""

    def __init__(self, board: Board, player: Player) -> None:
        super().__init__(player)
        self.board = board


board_of = remembered(Board)

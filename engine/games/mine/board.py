"""What the rules of mine read from its sheet, looked up once."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.games.base.board import ENERGY, PLANNING, ROBOT, NumberBoard, field_names
from engine.games.base.equals import equals_of
from engine.games.base.numbers import slots_for
from engine.ink import Marks
from sheets.model import Attribute, Group, Sheet


class Column(msgspec.Struct, frozen=True):
    """A shaft: its three caves, the resources beside them, and the tower over it."""

    id: str
    slots: tuple[str, ...]
    resources: tuple[str, ...]
    tower: str


class Factory(msgspec.Struct, frozen=True):
    """A main or secondary factory; it is complete when all its energies and robots are crossed.

    `kind` is what it counts or gives. `gains` are crossed when it is complete: the base factor of a main factory, or
    the bonus symbols of a secondary one, which then gives as many of its kind.
    """

    id: str
    kind: str
    energies: tuple[str, ...]
    robots: tuple[str, ...]
    gains: tuple[str, ...]

    @property
    def needs(self) -> tuple[str, ...]:
        """All that must be crossed to complete it."""
        return (*self.energies, *self.robots)


class Main(Factory, frozen=True):
    """A main factory. `factors` are what each of its symbols counts before and after it is complete.

    One that counts what the rock gives has a fill bonus for the first who circles its trigger.
    """

    symbols: tuple[str, ...]
    factors: tuple[int, int]
    fill_bonus: str | None
    trigger: str | None


class Board(NumberBoard):
    """The sheet of mine as the rules see it."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.levels = tuple(zone.slots for zone in sheet.zones)
        self.columns = tuple(_column(group) for group in sheet.groups_of_type("column"))
        self.level_of = {slot: level for level in self.levels for slot in level}
        self.column_of = {slot: column for column in self.columns for slot in column.slots}
        mains = [_main(sheet, group) for group in sheet.groups_of_type("main")]
        secondaries = [_secondary(sheet, group) for group in sheet.groups_of_type("secondary")]
        self.mains = {main.kind: main for main in mains}
        self.secondaries = {secondary.kind: secondary for secondary in secondaries}
        self.factories: tuple[Factory, ...] = (*mains, *secondaries)
        self.factory_of = {need: factory for factory in self.factories for need in factory.needs}
        in_factories = [each for factory in self.factories for each in (factory.energies, factory.robots)]
        self.equals = equals_of([*in_factories, self.astronauts])
        self.robots = tuple(field.id for field in sheet.fields_of_symbol(ROBOT))
        self.plannings = self.mains[PLANNING].symbols
        # by fill bonus, the main factory that it is in
        self.raced = {main.fill_bonus: main for main in mains if main.fill_bonus is not None}
        self.kind_of: dict[str, str] = {}  # of a resource in the rock
        for group in sheet.groups_of_type("main"):
            for field in sheet.fields_of_symbol(str(group.attrs.get("resource"))):
                self.kind_of[field.id] = _kind(sheet, group)
        self.mineral_in: dict[str, str] = {}  # by cave
        self.beside: dict[str, tuple[str, str]] = {}  # by plant or water: the caves above and below it
        for resource in self.kind_of:
            attrs = sheet.field[resource].attrs
            if "cave" in attrs:
                self.mineral_in[str(attrs["cave"])] = resource
            else:
                self.beside[resource] = str(attrs["above"]), str(attrs["below"])
        self.around = {  # the plants and waters above and below a cave
            slot: tuple(field for field, caves in self.beside.items() if slot in caves) for slot in self.slots
        }

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty caves that take a number: it ascends in its level."""
        for level in self.levels:
            yield from slots_for(level, number, marks)


def is_full(column: Column, marks: Marks) -> bool:
    """Whether all caves of a column bear a number or an X."""
    return all(slot in marks for slot in column.slots)


def is_complete(factory: Factory, marks: Marks) -> bool:
    """Whether a factory has been upgraded or activated."""
    return all(need in marks for need in factory.needs)


def _column(group: Group) -> Column:
    attrs = group.attrs
    return Column(group.id, field_names(attrs["slots"]), field_names(attrs["resources"]), str(attrs["tower"]))


def _main(sheet: Sheet, group: Group) -> Main:
    attrs = group.attrs
    gains = field_names(attrs["base_factor"])
    ladder = next(ladder for ladder in sheet.ladders if ladder.fields == gains)
    fill_bonus, trigger = attrs.get("fill_bonus"), attrs.get("trigger")
    return Main(
        group.id,
        _kind(sheet, group),
        *_needs(sheet, attrs["upgrade_needs"]),
        gains,
        field_names(attrs["symbols"]),
        (ladder.values[0], ladder.last),
        None if fill_bonus is None else str(fill_bonus),
        None if trigger is None else str(trigger),
    )


def _secondary(sheet: Sheet, group: Group) -> Factory:
    attrs = group.attrs
    needs = _needs(sheet, attrs["activation_needs"])
    return Factory(group.id, str(attrs["gives"]), *needs, field_names(attrs["bonus_symbols"]))


def _kind(sheet: Sheet, group: Group) -> str:
    return str(sheet.field[field_names(group.attrs["symbols"])[0]].symbol)


def _needs(sheet: Sheet, attribute: Attribute) -> tuple[tuple[str, ...], tuple[str, ...]]:
    needs = field_names(attribute)
    energies = tuple(need for need in needs if sheet.field[need].symbol == ENERGY)
    return energies, tuple(need for need in needs if sheet.field[need].symbol == ROBOT)

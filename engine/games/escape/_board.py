"""The template entries that the rules of escape read, looked up once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache

from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.play.declared import Entry, FieldId, Fields, GroupId, decode, fields, groups, zones
from fairsheet.engine.play.equals import equals_of
from fairsheet.engine.play.number_board import ASTRONAUT, PLANNING
from fairsheet.engine.records.slots import ERROR
from fairsheet.engine.rules import networks
from fairsheet.engine.rules.tanks import TANKS
from fairsheet.engine.rules.wilds import WILD_PAIRS, WildBoard
from fairsheet.sheets.model.marks import Marks, is_crossed
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet

AIRLOCK = "airlock"  # the fact `bonus` of a slot or an error that gives one


class Module(Entry, frozen=True):
    """A module of a ship. One that is open at the start is docked."""

    ship: str
    slots: Fields
    open_at_start: bool
    tank: FieldId | None = None


class Greenhouse(Entry, frozen=True):
    """The greenhouse of a ship: its slot, its plants, its double, and how many plants are grown at the start."""

    ship: str
    slots: FieldId
    plants: Fields
    double: FieldId
    points: FieldId
    grown: int
    open_at_start: bool


class ReactorBank(Entry, frozen=True):
    """The reactors of a ship, some of which run at the start."""

    ship: str
    reactors: Fields
    module_points: FieldId
    running: int


class Airlock(Entry, frozen=True):
    """An airlock between two sections."""

    between: tuple[GroupId, GroupId]


class Rewarded(Entry, frozen=True):
    """A slot or an error, which may give an airlock."""

    bonus: str = ""


class Ship(Entry, frozen=True):
    """A ship, on which numbers ascend."""

    slots: Fields
    level: int
    ascends: str
    counted_from: str


SHIPS = zones(Ship)
MODULES, GREENHOUSES, REACTORS = (
    groups("module", Module), groups("greenhouse", Greenhouse), groups("reactor-bank", ReactorBank)
)  # fmt: skip
AIRLOCKS = fields("link", Airlock)
SLOTS, ERROR_FIELDS = fields("slot", Rewarded), fields(ERROR, Rewarded)
DECLARED = (SHIPS, MODULES, GREENHOUSES, REACTORS, AIRLOCKS, TANKS, SLOTS, ERROR_FIELDS, WILD_PAIRS)


class Board(WildBoard):
    """The sheet of escape as the rules see it. A section is a module or a greenhouse, named by its group."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        read = decode(sheet, DECLARED)
        modules, greenhouses = read[MODULES], read[GREENHOUSES]
        self.ships = {ship.id: ship.slots for ship in read[SHIPS]}
        self.ship_of = {slot: ship for ship, slots in self.ships.items() for slot in slots}
        self.sections: dict[str, tuple[str, ...]] = {module.id: module.slots for module in modules}
        self.sections |= {greenhouse.id: (greenhouse.slots,) for greenhouse in greenhouses}
        self.zones = tuple(self.ships.values())
        self.section_of = {slot: section for section, slots in self.sections.items() for slot in slots}
        self.modules = tuple(module.id for module in modules)
        self.docked = frozenset(module.id for module in modules if module.open_at_start)
        self.airlocks = {airlock.id: airlock.between for airlock in read[AIRLOCKS]}
        self.airlocks_at: dict[str, tuple[str, ...]] = {
            section: tuple(airlock for airlock, ends in self.airlocks.items() if section in ends)
            for section in self.sections
        }
        self.rewarded = frozenset(
            field.id for field in (*read[SLOTS], *read[ERROR_FIELDS]) if field.bonus == AIRLOCK
        )
        self.tank_of = {tank.slot: tank.id for tank in read[TANKS]}
        self.greenhouse_of = {greenhouse.double: greenhouse.id for greenhouse in greenhouses}
        self.double_of = {greenhouse.slots: greenhouse.double for greenhouse in greenhouses}
        self.plants = {greenhouse.ship: greenhouse.plants for greenhouse in greenhouses}
        self.reactors = {bank.ship: bank.reactors for bank in read[REACTORS]}
        self.panel = self.panels[ASTRONAUT]
        self.equals = equals_of([*self.plants.values(), *self.reactors.values(), self.panel.symbols])
        self.planning = sheet.ladder[PLANNING].fields

    def changing(self, marks: Marks) -> Sequence[str]:
        """Return the actions that can change a number: an astronaut's, or any after a wild."""
        return ACTIONS if any(is_crossed(marks, wild) for wild in self.panel.wilds) else (ASTRONAUT,)

    def open_sections(self, marks: Marks) -> frozenset[str]:
        """Return the sections that drawn airlocks join to a dock."""
        return self._sections_joined_by(tuple(airlock for airlock in self.airlocks if airlock in marks))

    @cached_property
    def _sections_joined_by(self) -> Callable[[tuple[str, ...]], frozenset[str]]:
        """The open sections by the airlocks that are drawn."""

        @lru_cache(maxsize=4096)
        def joined_by(drawn: tuple[str, ...]) -> frozenset[str]:
            return frozenset(self.joined(self.docked, dict.fromkeys(drawn, "drawn")))

        return joined_by

    def joined(self, sections: Iterable[str], marks: Marks) -> set[str]:
        """Return these sections, and all that drawn airlocks join to them."""
        return networks.joined(sections, self.airlocks_at, self.airlocks, marks)

    def symbols_of(self, ship: str) -> list[str]:
        """Return the tanks, plants and reactors of a ship."""
        tanks = [self.tank_of[slot] for slot in self.ships[ship] if slot in self.tank_of]
        return [*tanks, *self.plants[ship], *self.reactors[ship]]


board_of = remembered(Board)

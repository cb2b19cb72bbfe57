"""What the rules of escape read from its sheet, looked up once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.base.board import ASTRONAUT, PLANNING, field_names
from engine.games.base.equals import equals_of
from engine.games.base.numbers import slots_for
from engine.games.base.wilds import WildBoard
from engine.ink import Marks
from sheets.model import Field, Group, Sheet

AIRLOCK = "airlock"  # the fact `bonus` of a slot or an error that gives one


class Board(WildBoard):
    """The sheet of escape as the rules see it. A section is a module or a greenhouse, named by its group."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        modules, greenhouses = sheet.groups_of_type("module"), sheet.groups_of_type("greenhouse")
        self.ships = {zone.id: zone.slots for zone in sheet.zones}
        self.ship_of = {slot: ship for ship, slots in self.ships.items() for slot in slots}
        self.sections = {group.id: field_names(group.attrs["slots"]) for group in (*modules, *greenhouses)}
        self.section_of = {slot: section for section, slots in self.sections.items() for slot in slots}
        self.modules = tuple(group.id for group in modules)
        self.docked = frozenset(group.id for group in modules if group.attrs["open_at_start"])
        self.airlocks = {field.id: _ends(field) for field in sheet.fields if field.kind == "link"}
        self.airlocks_at: dict[str, tuple[str, ...]] = {
            section: tuple(airlock for airlock, ends in self.airlocks.items() if section in ends)
            for section in self.sections
        }
        self.rewarded = frozenset(
            field.id for field in sheet.fields if field.attrs.get("bonus") == AIRLOCK
        )  # slots and errors
        self.tank_of = {str(field.attrs["slot"]): field.id for field in sheet.fields_of_symbol("water-tank")}
        self.greenhouse_of = {_only(group, "double"): group.id for group in greenhouses}
        self.double_of = {_only(group, "slots"): _only(group, "double") for group in greenhouses}
        self.plants = {str(group.attrs["ship"]): field_names(group.attrs["plants"]) for group in greenhouses}
        self.reactors = {
            str(group.attrs["ship"]): field_names(group.attrs["reactors"])
            for group in sheet.groups_of_type("reactor-bank")
        }
        self.panel = self.panels[ASTRONAUT]
        self.equals = equals_of([*self.plants.values(), *self.reactors.values(), self.panel.symbols])
        self.planning = sheet.ladder[PLANNING].fields

    def open_sections(self, marks: Marks) -> set[str]:
        """The sections that drawn airlocks join to a dock."""
        return self.joined(self.docked, marks)

    def joined(self, sections: Iterable[str], marks: Marks) -> set[str]:
        """These sections, and all that drawn airlocks join to them."""
        reached = set(sections)
        frontier = list(reached)
        while frontier:
            section = frontier.pop()
            for airlock in self.airlocks_at[section]:
                if airlock in marks:
                    beyond = set(self.airlocks[airlock]) - reached
                    reached |= beyond
                    frontier += beyond
        return reached

    def open_slots(self, marks: Marks) -> list[str]:
        """The empty slots of open sections."""
        sections = self.open_sections(marks)
        return [slot for slot in self.slots if slot not in marks and self.section_of[slot] in sections]

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The slots of open sections that take a number: it ascends on its ship."""
        sections = self.open_sections(marks)
        for slots in self.ships.values():
            for slot in slots_for(slots, number, marks):
                if self.section_of[slot] in sections:
                    yield slot

    def drawable(self, marks: Marks) -> list[str]:
        """The airlocks that can be drawn: those that touch an open section."""
        sections = self.open_sections(marks)
        return [
            airlock
            for airlock, ends in self.airlocks.items()
            if airlock not in marks and not sections.isdisjoint(ends)
        ]


def _ends(airlock: Field) -> tuple[str, str]:
    one, other = field_names(airlock.attrs["between"])
    return one, other


def _only(group: Group, fact: str) -> str:
    (field,) = field_names(group.attrs[fact])
    return field

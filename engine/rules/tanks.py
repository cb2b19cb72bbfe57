"""A tank is circled by the action of the number in its slot, in its turn or never; the slot identifies it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from fairsheet.engine.play.declared import Entry, FieldId, fields
from fairsheet.engine.play.editor import Player, slot_just_written
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.solver.constraint_model import Lit, Term
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks


class Tank(Entry, frozen=True):
    """A tank, at the slot whose number takes a water action for it."""

    slot: FieldId


TANKS = fields("water-tank", Tank)


def choices(tank_of: Mapping[str, str], player: Player, by: Cause) -> Iterator[Ink]:
    """Yield the tank at the number of the turn, if it has one."""
    tank = tank_of.get(slot_just_written(player))
    if tank is not None and tank not in player.marks:
        yield Ink(tank, "circled", by)


class Tanks(Rule[object], frozen=True):
    """The tanks of a sheet, by their slots."""

    tank_of: Mapping[str, str]

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """Yield circled tanks without a number."""
        for slot, tank in self.tank_of.items():
            if tank in marks and not isinstance(marks.get(slot), int):
                why = Message("{tank} is circled, but {slot} has no number", tank=tank, slot=slot)
                yield Contradiction((tank, slot), why, RuleCode.TANK)


class TanksInTime:
    """The tanks circled on a sheet, each in the turn of its number."""

    def __init__(self, sheet: SheetInTime, tank_of: Mapping[str, str]) -> None:
        self._numbers = sheet.numbers
        self.slots = {
            tank: slot for slot, tank in tank_of.items() if tank in sheet.marks and slot in sheet.numbers
        }

    def effects(self, turn: int) -> list[Lit]:
        """Return for each tank whether it was circled in a turn."""
        return [self._numbers[slot].at(turn) for slot in self.slots.values()]

    def by(self, turn: int, tanks: Collection[str] | None = None) -> list[Term]:
        """Return the number of tanks circled by a turn, of some tanks or all, as a sum."""
        wanted = self.slots if tanks is None else tanks
        return [(1, self._numbers[slot].by(turn)) for tank, slot in self.slots.items() if tank in wanted]

    def follow(self, turns: dict[str, int]) -> None:
        """Add the turns of the tanks to the turns of their slots."""
        turns.update({tank: turns[slot] for tank, slot in self.slots.items()})

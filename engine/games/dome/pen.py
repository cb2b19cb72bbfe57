"""One player's hand in one turn of dome: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.games.base.pen import Pen, Player, order_of
from engine.games.dome.facts import Facts
from engine.ink import Cause, Mark

CUT = "cut"  # what is due when an X is written


class Habit(msgspec.Struct, frozen=True):
    """The order in which a player makes marks that the rules leave open. Plants are named by their level."""

    astronauts: tuple[str, ...]
    plants: Mapping[str, tuple[str, ...]]


def habit(facts: Facts, order: Sequence[tuple[str, Mark]]) -> Habit:
    """The habit of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    return Habit(
        astronauts=ordered(facts.astronauts, "crossed"),
        plants={level.id: ordered(level.plants, "circled") for level in facts.levels},
    )


class DomePen(Pen):
    """Writes on a sheet of dome."""

    def __init__(self, facts: Facts, player: Player) -> None:
        super().__init__(player)
        self.facts = facts
        self.habit: Habit = player.habit

    def settle_end(self, slot: str) -> None:
        """Circles a value of the end that a filled slot is, if it is one: the high one unless others were first."""
        end = self.facts.end_at.get(slot)
        if end is not None:
            self.win(end.high, end.low)

    def cross_astronaut(self, by: Cause) -> None:
        """Crosses an astronaut, if any is left."""
        self.cross_next(self.habit.astronauts, by)

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X; a cut is then due, if any can be made, and the end of a tower is settled after it."""
        self.mark(slot, "X", by)
        if self.facts.open_cuts(self.marks):
            self.due = [CUT]
        else:
            self.settle_end(slot)

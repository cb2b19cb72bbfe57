"""One player's hand in one turn of escape: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.games.base.pen import Pen, Player, order_of
from engine.games.base.wilds import cross_symbol
from engine.games.escape.facts import AIRLOCK, Facts
from engine.ink import Cause, Mark


class Habit(msgspec.Struct, frozen=True):
    """The order in which a player makes marks that the rules leave open; plants and reactors by ship."""

    plants: Mapping[str, tuple[str, ...]]
    reactors: Mapping[str, tuple[str, ...]]
    astronauts: tuple[str, ...]
    circled_wilds: tuple[str, ...]
    crossed_wilds: tuple[str, ...]


def habit(facts: Facts, order: Sequence[tuple[str, Mark]]) -> Habit:
    """The habit of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    return Habit(
        plants={ship: ordered(plants, "circled") for ship, plants in facts.plants.items()},
        reactors={ship: ordered(reactors, "circled") for ship, reactors in facts.reactors.items()},
        astronauts=ordered(facts.panel.symbols, "crossed"),
        circled_wilds=ordered(facts.panel.wilds, "circled"),
        crossed_wilds=ordered(facts.panel.wilds, "crossed"),
    )


class EscapePen(Pen):
    """Writes on a sheet of escape. What is due is an airlock, a double by its id, a symbol or an action."""

    def __init__(self, facts: Facts, player: Player) -> None:
        super().__init__(player)
        self.facts = facts
        self.habit: Habit = player.habit

    def react(self, filled: str) -> None:
        """What a number or an X brings at once: a robot's airlock, or the double of a greenhouse."""
        if filled in self.facts.rewarded and not self.all_drawn():
            self.due.append(AIRLOCK)
        double = self.facts.double_of.get(filled)
        if double is not None and double not in self.marks:
            self.due.append(double)
            self.announced.append(double)

    def all_drawn(self) -> bool:
        """Whether no airlock is left."""
        return all(airlock in self.marks for airlock in self.facts.airlocks)

    def cross_astronaut(self, by: Cause, symbol: str | None = None) -> None:
        """Crosses an astronaut, the next one if none is chosen; every pair earns a wild action."""
        order = sorted(self.habit.astronauts, key=lambda other: other != symbol)
        cross_symbol(self, self.facts.panel, order, self.habit.circled_wilds, by)

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X; it brings what a number would, and crosses the next box of the planning ladder."""
        self.mark(slot, "X", by)
        self.react(slot)
        self.cross_next(self.facts.planning, by)

"""One player's hand in one turn of escape: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.base.pen import Player, order_of
from engine.games.base.wilds import WildHabit, WildPen, panel_habits
from engine.games.escape.facts import AIRLOCK, Facts
from engine.ink import Cause, Mark


class Habit(WildHabit, frozen=True):
    """The order in which a player makes marks that the rules leave open; plants and reactors by ship."""

    plants: Mapping[str, tuple[str, ...]]
    reactors: Mapping[str, tuple[str, ...]]


def habit(facts: Facts, order: Sequence[tuple[str, Mark]]) -> Habit:
    """The habit of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    return Habit(
        plants={ship: ordered(plants, "circled") for ship, plants in facts.plants.items()},
        reactors={ship: ordered(reactors, "circled") for ship, reactors in facts.reactors.items()},
        panels=panel_habits(facts, ordered),
    )


class EscapePen(WildPen):
    """Writes on a sheet of escape. What is due is an airlock, a double by its id, a symbol or an action."""

    facts: Facts
    habit: Habit

    def __init__(self, facts: Facts, player: Player) -> None:
        super().__init__(player)
        self.facts = facts
        self.habit = player.habit

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

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X; it brings what a number would, and crosses the next box of the planning ladder."""
        self.mark(slot, "X", by)
        self.react(slot)
        self.cross_next(self.facts.planning, by)

"""One player's hand in one turn of colony: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.base.pen import Pen, Player, order_of
from engine.games.colony.facts import Facts
from engine.ink import Cause, Mark

Habit = tuple[str, ...]  # the astronauts in the order in which a player crosses them


def habit(facts: Facts, order: Sequence[tuple[str, Mark]]) -> Habit:
    """The habit of a player who makes the marks of `order` in that order."""
    return order_of(order)(facts.astronauts, "crossed")


class ColonyPen(Pen):
    """Writes on a sheet of colony."""

    def __init__(self, facts: Facts, player: Player) -> None:
        super().__init__(player)
        self.facts = facts
        self.habit: Habit = player.habit

    def react_to_filled(self, slot: str) -> None:
        """A building that is filled and connected has its antenna circled; a full quarter its bonus."""
        if slot in self.facts.antennas_at and slot in self.facts.network.reached(self.marks):
            self._circle_antennas(slot)
        quarter = self.facts.quarter_of[slot]
        if all(each in self.marks for each in quarter.slots):
            self.win(quarter.high, quarter.low)

    def draw_tunnel(self, tunnel: str, by: Cause) -> None:
        """Draws a tunnel, at whose ends antennas of filled places are then connected."""
        self.mark(tunnel, "drawn", by)
        for place in self.facts.network.ends[tunnel]:
            if self.facts.is_filled(place, self.marks):
                self._circle_antennas(place)

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X and crosses the next box of the planning ladder, if any is left."""
        self.mark(slot, "X", by)
        self.react_to_filled(slot)
        self.cross_next(self.facts.planning, by)

    def cross_astronaut(self, by: Cause) -> None:
        """Crosses an astronaut, if any is left."""
        self.cross_next(self.habit, by)

    def _circle_antennas(self, place: str) -> None:
        for antenna in self.facts.antennas_at.get(place, ()):
            if antenna not in self.marks:
                self.mark(antenna, "circled", "bonus")

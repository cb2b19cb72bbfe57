"""What looks good to a sensible player of journey, for the greedy bot.

Worth is counted in points, about: of a number the action that comes with it, less the room that it takes from
numbers still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from engine.deal import Offer
from engine.game import PASS, Step
from engine.games.base.facts import WATER
from engine.games.base.marks import is_circled
from engine.games.base.pen import Player
from engine.games.base.room import Room
from engine.games.base.wild_game import UNUSED
from engine.games.journey.facts import Facts, Station
from engine.games.journey.pen import CUT
from engine.ink import Marks

_ZONE = 9.0  # worth of a complete zone
_WILD_COST = 2.5  # a wild is kept for something good
_TANK_SHARE = 0.15  # a slot with a tank is kept for a water action
_FAR = 0.1  # share of a multiplier's worth that each robot still to be circled takes
_ENERGY = 6.0
_ASTRONAUT = 1.5
_CLAIM = 50.0
_ROBOT_SHARE = 0.7  # of a station's multiplier
_FAVOURITE = 1.5  # players at one table go for different stations first, since the first one gains most


def appeals(facts: Facts, player: Player, offers: Sequence[Offer], steps: Sequence[Step]) -> list[float]:
    """How good each of the steps looks."""
    view = _View(facts, player.marks, player.seat)
    worth_of: dict[str, Callable[[Step], float]] = {
        PASS: lambda step: -100.0,
        UNUSED: lambda step: float("-inf"),
        "error": lambda step: 0.0,
        "claim": lambda step: _CLAIM,
        CUT: lambda step: view.cut(step.ink[-1].field),
        "number": lambda step: view.number(step, offers[(step.offer or 1) - 1]),
    }

    def worth(step: Step) -> float:
        found = worth_of.get(step.kind)
        value = found(step) if found else view.action(step.kind, step.ink[-1].field)
        return value - (_WILD_COST if len(step.ink) > 1 else 0.0)

    return [worth(step) for step in steps]


class _View:
    """One sheet as a player looks at it."""

    def __init__(self, facts: Facts, marks: Marks, seat: int) -> None:
        self.facts, self.marks = facts, marks
        stations = list(facts.stations.values())
        self.favourite = stations[seat % len(stations)]
        self.zones = facts.trajectory.stretches(marks)
        self.zone_of = {slot: zone for zone in self.zones for slot in zone}

    @cached_property
    def room(self) -> Room:
        """The room for numbers to come."""
        return Room(self.zones, self.marks)

    def number(self, step: Step, offer: Offer) -> float:
        """What a number brings with its action, less the room that it takes."""
        ink = step.ink[-1]
        tank = self.facts.tank_of.get(ink.field)
        if ink.mark != offer.number:
            gain = _ASTRONAUT
        else:
            gain = self._action_with(offer.action, ink.field)
            if tank is not None and offer.action != WATER:
                gain -= _TANK_SHARE * self.facts.value[tank]
        return gain - self.room.taken(ink.field, ink.mark)

    def action(self, action: str, field: str) -> float:
        """What one action brings that marks a field."""
        match action:
            case "robot":
                return self._robot(self.facts.station_of[field])
            case "plant":
                return self._multiplier(self.facts.station_of[field])
            case "water":
                return float(self.facts.value[field])
            case "planning":
                zone = self.zone_of[field]
                filled = sum(slot in self.marks for slot in zone) + 1
                done = _ZONE if filled == len(zone) else 2.0 * filled / len(zone)
                return done - self.room.taken(field, "X")
            case "energy":
                return _ENERGY
            case _:
                return _ASTRONAUT

    def cut(self, cut: str) -> float:
        """The room that a cut makes, and the zones that it completes."""
        before = self.facts.trajectory.links[cut]
        zone = self.zone_of[self.facts.slots[before - 1]]
        place = zone.index(self.facts.slots[before - 1]) + 1
        parts = zone[:place], zone[place:]
        complete = sum(all(slot in self.marks for slot in part) and len(part) > 1 for part in parts)
        others = (other for other in self.zones if other != zone)
        return _ZONE * complete + Room([*others, *parts], self.marks).worth - self.room.worth

    def _action_with(self, action: str, slot: str) -> float:
        """The best that the action can bring once a number stands in the slot."""
        facts, marks = self.facts, self.marks
        match action:
            case "robot":
                stations = (s for s in facts.stations.values() if any(r not in marks for r in s.robots))
                return max((self._robot(station) for station in stations), default=0.0)
            case "plant":
                near = [s for s in facts.stations.values() if s.slot in self.zone_of[slot]]
                free = (s for s in near if any(plant not in marks for plant in s.plants))
                return max((self._multiplier(station) for station in free), default=0.0)
            case "water":
                tank = facts.tank_of.get(slot)
                return float(facts.value[tank]) if tank is not None and tank not in marks else 0.0
            case "energy":
                return _ENERGY if any(cut not in marks for cut in facts.cuts) else 0.0
            case "planning":
                return self._crossing
            case _:
                return _ASTRONAUT

    @cached_property
    def _crossing(self) -> float:
        """What the best X brings."""
        empty = (slot for slot in self.facts.slots if slot not in self.marks)
        return max((self.action("planning", slot) for slot in empty), default=0.0)

    def _robot(self, station: Station) -> float:
        liked = _FAVOURITE if station == self.favourite else 1.0
        return self._multiplier(station) * _ROBOT_SHARE * liked

    def _multiplier(self, station: Station) -> float:
        """What a plant of a station will be worth, if its robots are likely to be all circled."""
        facts, marks = self.facts, self.marks
        for reached in (station.high, station.low):
            if is_circled(marks, reached):
                return float(facts.value[reached])
        left = sum(robot not in marks for robot in station.robots)
        return facts.value[station.low if station.high in marks else station.high] * (1 - _FAR * left)

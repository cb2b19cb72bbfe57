"""The heuristic of a sensible player of journey, for the greedy bot.

Worth is in points, about. A number is worth its action minus the capacity that it takes from future numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import add

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.base.capacity import Capacity, Places, worth_of
from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.games.base.wild_game import UNUSED
from fairsheet.engine.games.journey._board import Board, Station
from fairsheet.engine.games.journey._energies import CUT
from fairsheet.engine.play.editor import Player, next_of
from fairsheet.engine.play.game import PASS, Step
from fairsheet.engine.play.number_board import WATER
from fairsheet.engine.play.state import State
from fairsheet.sheets.model.marks import is_circled
from fairsheet.sheets.model.segments import Segment

_ZONE = 9.0  # for a complete zone
_WILD_COST = 2.5  # the cost of a wild, which is kept for something good
_TANK_SHARE = 0.15  # keeps a slot with a tank for a water action
_FAR = 0.1  # share of a multiplier's worth lost for each robot that is not circled
_ENERGY = 6.0
_ASTRONAUT = 1.5
_CLAIM = 50.0
_ROBOT_SHARE = 0.7  # of a station's multiplier
_FAVOURITE = 1.5  # players prefer different stations, because the first one gains most


def heuristic_values(board: Board, state: State, steps: Sequence[Step]) -> list[float]:
    """Return how good each of the steps looks."""
    view, offers = _View(board, state.players[state.mover]), state.deal.offers(state.turn)
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
    """A sheet from the view of a player."""

    def __init__(self, board: Board, player: Player) -> None:
        self.board, self.marks = board, player.marks
        stations = list(board.stations.values())
        self.favourite = stations[player.seat % len(stations)]
        self.zones = board.trajectory.segments(player.marks)
        self.zone_of = {slot: zone for zone in self.zones for slot in zone}
        self.action_with, self.plant_in = Computed(self._action_with), Computed(self._plant_in)
        self.places_without = Computed(self._places_without)

    @cached_property
    def capacity(self) -> Capacity:
        """The capacity for future numbers."""
        return Capacity(self.zones, self.marks)

    def number(self, step: Step, offer: Offer) -> float:
        """Return the worth of a number with its action, minus the capacity that it takes."""
        ink = step.ink[-1]
        tank = self.board.tank_of.get(ink.field)
        if ink.mark != offer.number:
            gain = _ASTRONAUT
        else:
            gain = self.action_with[offer.action, ink.field]
            if tank is not None and offer.action != WATER:
                gain -= _TANK_SHARE * self.board.value[tank]
        return gain - self.capacity.taken(ink.field, ink.mark)

    def action(self, action: str, field: str) -> float:
        """Return the worth of an action that marks a field."""
        match action:
            case "robot":
                return self._robot(self.board.station_of[field])
            case "plant":
                return self._multiplier(self.board.station_of[field])
            case "water":
                return float(self.board.value[field])
            case "planning":
                zone = self.zone_of[field]
                filled = sum(slot in self.marks for slot in zone) + 1
                done = _ZONE if filled == len(zone) else 2.0 * filled / len(zone)
                return done - self.capacity.taken(field, "X")
            case "energy":
                return _ENERGY
            case _:
                return _ASTRONAUT

    def cut(self, cut: str) -> float:
        """Return the capacity that a cut makes, and the worth of the zones that it completes."""
        before = self.board.trajectory.links[cut]
        zone = self.zone_of[self.board.slots[before - 1]]
        index = zone.index(self.board.slots[before - 1]) + 1
        parts = zone[:index], zone[index:]
        complete = sum(all(slot in self.marks for slot in part) and len(part) > 1 for part in parts)
        places = self.places_without[zone]
        for part in parts:
            places = tuple(map(add, places, Capacity([part], self.marks).places))
        return _ZONE * complete + worth_of(places) - self.capacity.worth

    def _places_without(self, zone: Segment) -> Places:
        """Return the places of the numbers in all other zones."""
        return Capacity([other for other in self.zones if other != zone], self.marks).places

    def _action_with(self, written: tuple[str, str]) -> float:
        """Return the best worth of an action after a number is written in a slot."""
        action, slot = written
        board, marks = self.board, self.marks
        match action:
            case "robot":
                return self._best_robot
            case "plant":
                return self.plant_in[self.zone_of[slot]]
            case "water":
                tank = board.tank_of.get(slot)
                return float(board.value[tank]) if tank is not None and tank not in marks else 0.0
            case "energy":
                return _ENERGY if any(cut not in marks for cut in board.cuts) else 0.0
            case "planning":
                return self._crossing
            case _:
                return _ASTRONAUT

    @cached_property
    def _best_robot(self) -> float:
        """The worth of the best robot."""
        stations = (s for s in self.board.stations.values() if next_of(s.robots, self.marks) is not None)
        return max(map(self._robot, stations), default=0.0)

    def _plant_in(self, zone: Segment) -> float:
        """Return the worth of the best plant with a number in a zone."""
        near = (station for station in self.board.stations.values() if station.slot in zone)
        free = (station for station in near if next_of(station.plants, self.marks) is not None)
        return max(map(self._multiplier, free), default=0.0)

    @cached_property
    def _crossing(self) -> float:
        """The worth of the best X."""
        empty = (slot for slot in self.board.slots if slot not in self.marks)
        return max((self.action("planning", slot) for slot in empty), default=0.0)

    def _robot(self, station: Station) -> float:
        liked = _FAVOURITE if station == self.favourite else 1.0
        return self._multiplier(station) * _ROBOT_SHARE * liked

    def _multiplier(self, station: Station) -> float:
        """Return the likely worth of a plant of a station, by the chance that its robots are all circled."""
        board, marks = self.board, self.marks
        for reached in (station.high, station.low):
            if is_circled(marks, reached):
                return float(board.value[reached])
        left = sum(robot not in marks for robot in station.robots)
        return board.value[station.low if station.high in marks else station.high] * (1 - _FAR * left)

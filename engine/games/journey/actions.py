"""The actions of journey: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import IllegalStep
from engine.games.base.facts import ASTRONAUT, ROBOT
from engine.games.base.marks import first_blank
from engine.games.base.pen import Player, slot_just_written
from engine.games.journey.facts import Facts, Station
from engine.games.journey.pen import JourneyPen, next_energy
from engine.ink import Cause, Ink


def chosen(facts: Facts, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
    marks = player.marks
    match action:
        case "robot":
            for robots in player.habit.robots.values():
                if (robot := first_blank(robots, marks)) is not None:
                    yield Ink(robot, "circled", by)
        case "energy":
            if (energy := next_energy(facts, player)) is not None:
                yield Ink(energy, "circled", by)
        case "plant":
            for station in stations_in_reach(facts, player):
                if (plant := first_blank(player.habit.plants[station.id], marks)) is not None:
                    yield Ink(plant, "circled", by)
        case "water":
            tank = facts.tank_of.get(slot_just_written(player))
            if tank is not None and tank not in marks:
                yield Ink(tank, "circled", by)
        case "astronaut":
            if (symbol := first_blank(player.habit.panels[ASTRONAUT].symbols, marks)) is not None:
                yield Ink(symbol, "crossed", by)
        case "planning":
            for slot in facts.slots:
                if slot not in marks:
                    yield Ink(slot, "X", by)


def take(facts: Facts, player: Player, action: str, ink: Ink) -> JourneyPen:
    """The pen after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    allowed = {other.field: other for other in chosen(facts, player, action, ink.by)}
    if ink not in allowed.values() and not _is_equal(facts, player, action, ink, set(allowed)):
        raise IllegalStep(f"{action} does not allow {ink.mark} in {ink.field} now")
    pen = JourneyPen(facts, player)
    match action:
        case "robot":
            pen.circle_robot(ink.field, ink.by)
        case "energy":
            pen.circle_energy(ink.field, ink.by)
        case "astronaut":
            pen.cross_astronaut(ink.by, ink.field)
        case "planning":
            pen.write_x(ink.field, ink.by)
        case _:
            pen.make(ink)
    return pen


def stations_in_reach(facts: Facts, player: Player) -> list[Station]:
    """The stations whose slot lies in the zone of this turn's number."""
    zone = facts.zone_of(slot_just_written(player), player.marks)
    return [station for station in facts.stations.values() if station.slot in zone]


def _is_equal(facts: Facts, player: Player, action: str, ink: Ink, allowed: set[str]) -> bool:
    """Whether a mark does the same as one of the allowed ones: another robot of the station, and so on."""
    marks = player.marks
    match action, ink.mark:
        case "robot" | "plant", "circled":
            station = facts.station_of.get(ink.field)
            if station is None or ink.field in marks:
                return False
            peers = station.robots if action == ROBOT else station.plants
            return ink.field in peers and any(peer in allowed for peer in peers)
        case "energy", "circled":
            return ink.field in facts.energies and ink.field not in (*facts.printed, *marks) and bool(allowed)
        case "astronaut", "crossed":
            return ink.field in facts.panels[ASTRONAUT].symbols and ink.field not in marks
    return False

"""The actions of journey: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import IllegalStep
from engine.games.base.equals import is_choice
from engine.games.base.facts import ASTRONAUT
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
    if not is_choice(ink, chosen(facts, player, action, ink.by), facts.equals, player.marks):
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

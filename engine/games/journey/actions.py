"""The actions of journey: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.base.board import ASTRONAUT
from engine.games.base.editor import Player, slot_just_written
from engine.games.base.equals import is_choice
from engine.games.journey.board import Board, Station
from engine.games.journey.editor import JourneyEditor, next_energy
from engine.ink import Cause, Ink
from engine.rules import actions, ladders, planning, tanks


def chosen(board: Board, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
    marks = player.marks
    match action:
        case "robot":
            for robots in player.mark_order.robots.values():
                if (robot := ladders.next_of(robots, marks)) is not None:
                    yield Ink(robot, "circled", by)
        case "energy":
            if (energy := next_energy(board, player)) is not None:
                yield Ink(energy, "circled", by)
        case "plant":
            for station in stations_in_reach(board, player):
                if (plant := ladders.next_of(player.mark_order.plants[station.id], marks)) is not None:
                    yield Ink(plant, "circled", by)
        case "water":
            yield from tanks.choices(board.tank_of, player, by)
        case "astronaut":
            if (symbol := ladders.next_of(player.mark_order.panels[ASTRONAUT].symbols, marks)) is not None:
                yield Ink(symbol, "crossed", by)
        case "planning":
            yield from planning.choices(board.slots, marks, by)


def take(board: Board, player: Player, action: str, ink: Ink) -> JourneyEditor:
    """The editor after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    if not is_choice(ink, chosen(board, player, action, ink.by), board.equals, player.marks):
        raise actions.not_allowed(action, ink)
    editor = JourneyEditor(board, player)
    match action:
        case "robot":
            editor.circle_robot(ink.field, ink.by)
        case "energy":
            editor.circle_energy(ink.field, ink.by)
        case "astronaut":
            editor.cross_astronaut(ink.by, ink.field)
        case "planning":
            editor.write_x(ink.field, ink.by)
        case _:
            editor.make(ink)
    return editor


def stations_in_reach(board: Board, player: Player) -> list[Station]:
    """The stations whose slot lies in the zone of this turn's number."""
    zone = board.zone_of(slot_just_written(player), player.marks)
    return [station for station in board.stations.values() if station.slot in zone]

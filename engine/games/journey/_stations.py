"""Stations: plants grow in the zone of the number. The first player to circle all robots takes the high multiplier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.journey._board import Board, Station
from fairsheet.engine.games.journey._zones import ZonesInTime
from fairsheet.engine.play.editor import Player, SheetEditor, next_of, slot_just_written
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import races
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import FALSE, Lit
from fairsheet.engine.solver.ink_in_time import Made
from fairsheet.languages.messages import Message


def robots(board: Board, player: Player, by: Cause) -> Iterator[Ink]:
    """Yield the next robot of every station."""
    for station in board.stations.values():
        if (robot := next_of(player.mark_order(station.robots, "circled"), player.marks)) is not None:
            yield Ink(robot, "circled", by)


def plants(board: Board, player: Player, by: Cause) -> Iterator[Ink]:
    """Yield the next plant of every station whose slot is in the zone of this turn's number."""
    zone = board.zone_of(slot_just_written(player), player.marks)
    for station in board.stations.values():
        plant = next_of(player.mark_order(station.plants, "circled"), player.marks)
        if station.slot in zone and plant is not None:
            yield Ink(plant, "circled", by)


def circle_robot(board: Board, editor: SheetEditor, robot: Ink) -> None:
    """Circle a robot. The last one of a station circles its multiplier."""
    editor.make(robot)
    station = board.station_of[robot.field]
    if all(each in editor.marks for each in station.robots):
        races.take_prize(editor, station.high, station.low)


def races_of(board: Board) -> list[Race]:
    """Return the races for multipliers, by station: one is circled when all robots of the station are."""
    return [
        Race(station.id, station.high, station.robots, station.low) for station in board.stations.values()
    ]


def completion(sheet: NumberSheet, station: Station, robots: Made) -> dict[int, Lit]:
    """Return by turn whether all robots of a station are circled."""
    if any(robot not in sheet.marks for robot in station.robots):
        return dict.fromkeys(sheet.turns, FALSE)
    count = len(station.robots)
    return {turn: sheet.model.at_least(sheet.until(robots, turn), count) for turn in sheet.turns}


def plants_in_time(sheet: NumberSheet, board: Board, zones: ZonesInTime, plants: Mapping[str, Made]) -> None:
    """State that a plant grows in the zone of its turn's number."""
    for station in board.stations.values():
        fields = [plant for plant in station.plants if plant in sheet.marks]
        if not fields:
            continue
        why = Message(
            "the plants of {station} were circled in turns with a number in its zone", station=station.id
        )
        with sheet.model.rule(RuleCode.LOCATION, sheet.name(*fields), why):
            for slot, event in sheet.numbers.items():
                cut = zones.first_cut(slot, station.slot)
                for turn in range(event.first, event.last + 1):
                    grown = plants[station.id][turn]
                    sheet.model.clause(-grown, -event.at(turn), -cut.by(turn - 1))

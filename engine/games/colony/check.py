"""What no order of play can explain about one sheet of colony.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Contradiction
from engine.games.base.board import crosses_on, numbers_on
from engine.games.colony import antennas, tunnels
from engine.games.colony.board import Board
from engine.ink import Marks
from engine.rules import actions, ascending, ladders, locations, planning, races, tanks


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(board, marks)
    yield from _ladders(board, marks)
    yield from planning.contradictions(board, board.planning, marks)
    yield from tanks.contradictions(board.tank_of, marks)
    yield from _greenhouses(board, marks)
    yield from tunnels.contradictions(board.network, marks)
    yield from antennas.contradictions(board, marks)
    yield from _quarters(board, marks)
    yield from _budget(board, marks)


def _ascending(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for zone in board.zones:
        yield from ascending.contradictions(zone, marks, "to the right and upwards", "after")


def _ladders(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for ladder in board.factors.values():
        yield from ladders.contradictions(ladder.fields, marks)
    yield from ladders.contradictions(board.planning, marks)


def _greenhouses(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Plants and tanks of a quarter need a number in it each."""
    for quarter in board.quarters.values():
        yield from ladders.contradictions(quarter.greenhouses, marks)
        fields = (*quarter.greenhouses, *quarter.tanks)
        yield from locations.contradictions(quarter.id, quarter.slots, fields, marks)


def _quarters(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A full quarter has one of its bonuses circled."""
    for quarter in board.quarters.values():
        yield from races.contradictions(quarter.bonus_high, quarter.bonus_low, quarter.slots, marks)


def _budget(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every number brings one action at most, which leaves one mark."""
    numbers = numbers_on(board, marks)
    greenhouses = [field for quarter in board.quarters.values() for field in quarter.greenhouses]
    effects = (
        *board.network.ends,
        *board.tank_of.values(),
        *greenhouses,
        *board.factor_of,
        *board.astronauts,
    )
    made = [*(field for field in effects if field in marks), *crosses_on(board, marks)]
    return actions.contradictions(numbers, made)

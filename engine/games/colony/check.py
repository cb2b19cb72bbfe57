"""What no order of play can explain about one sheet of colony.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Contradiction
from engine.games.base.checks import (
    crosses_on,
    numbers_on,
    unnumbered_tanks,
    unplanned_crosses,
)
from engine.games.colony.board import Board
from engine.ink import Marks
from engine.rules import ascending, ladders, races
from engine.rules.codes import RuleCode


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(board, marks)
    yield from _ladders(board, marks)
    yield from unplanned_crosses(board.planning, crosses_on(board, marks), marks)
    yield from unnumbered_tanks(board.tank_of, marks)
    yield from _greenhouses(board, marks)
    yield from _tunnels(board, marks)
    yield from _antennas(board, marks)
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
        plants = [greenhouse for greenhouse in quarter.greenhouses if greenhouse in marks]
        tanks = [tank for tank in quarter.tanks if tank in marks]
        numbers = [slot for slot in quarter.slots if isinstance(marks.get(slot), int)]
        if plants and len(plants) + len(tanks) > len(numbers):
            watered = f" and {len(tanks)} tanks" if tanks else ""
            why = (
                f"{len(plants)} greenhouses{watered} of {quarter.id} are circled with {len(numbers)} numbers"
            )
            yield Contradiction((*plants, *tanks, *quarter.slots), why, RuleCode.LOCATION)


def _tunnels(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every tunnel is connected to the root; of those in one piece that is not, one contradiction tells."""
    network = board.network
    reached = network.reached(marks)
    loose = [
        tunnel for tunnel, ends in network.ends.items() if tunnel in marks and not reached.intersection(ends)
    ]
    if loose:
        why = f"{', '.join(loose)}: no tunnels lead there from the rocket"
        yield Contradiction(tuple(loose), why, RuleCode.TUNNEL)


def _antennas(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """The antennas of a place are circled exactly if it is filled and connected."""
    reached = board.network.reached(marks)
    for place, antennas in board.antennas_at.items():
        filled, joined = board.is_filled(place, marks), place in reached
        shown = (place,) if place in board.quarter_of else ()
        tunnels = tuple(board.network.at.get(place, ()))
        for antenna in antennas:
            if antenna in marks and not filled:
                yield Contradiction(
                    (antenna, *shown), f"{antenna} is circled, but {place} is empty", RuleCode.ANTENNA
                )
            elif antenna in marks and not joined:
                why = f"{antenna} is circled, but no tunnels lead from the rocket to {place}"
                yield Contradiction((antenna, *tunnels), why, RuleCode.ANTENNA)
            elif antenna not in marks and filled and joined:
                drawn = tuple(tunnel for tunnel in tunnels if tunnel in marks)
                why = f"{place} is filled and joined to the rocket, so {antenna} must be circled"
                yield Contradiction((antenna, *shown, *drawn), why, RuleCode.ANTENNA)


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
    if len(made) > len(numbers):
        why = f"{len(made)} marks of actions need a number each, but only {len(numbers)} are written"
        yield Contradiction(tuple(made), why, RuleCode.ACTION)

"""What no order of play can explain about one sheet of escape.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Contradiction
from engine.games.base.board import crosses_on, numbers_on
from engine.games.escape import airlocks, doubles
from engine.games.escape.board import Board
from engine.ink import Marks
from engine.rules import actions, ascending, ladders, locations, planning, tanks
from engine.rules.wilds import unearned_wilds


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(board, marks)
    yield from airlocks.contradictions(board, marks)
    yield from tanks.contradictions(board.tank_of, marks)
    yield from doubles.contradictions(board, marks)
    yield from ladders.contradictions(board.planning, marks)
    yield from planning.contradictions(board, board.planning, marks)
    yield from unearned_wilds(board.panel, marks)
    yield from _budget(board, marks)
    yield from _budget_of_ships(board, marks)


def _ascending(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for slots in board.ships.values():
        yield from ascending.contradictions(slots, marks, "on a ship", "after")


def _budget(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every number carries at most one action, and each of these marks took one."""
    numbers = numbers_on(board, marks)
    symbols = (*_symbols(board), *board.panel.symbols)
    used = [field for field in symbols if field in marks] + crosses_on(board, marks)
    drawn = [airlock for airlock in board.airlocks if airlock in marks]
    given = [field for field in board.rewarded if field in marks]
    return actions.contradictions(numbers, used, (drawn, len(given)))


def _symbols(board: Board) -> Iterator[str]:
    """The tanks, plants and reactors."""
    yield from board.tank_of.values()
    for symbols in (*board.plants.values(), *board.reactors.values()):
        yield from symbols


def _budget_of_ships(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Each tank, plant and reactor of a ship took the action of a number on it."""
    for ship, slots in board.ships.items():
        tanks_there = [board.tank_of[slot] for slot in slots if slot in board.tank_of]
        fields = (*tanks_there, *board.plants[ship], *board.reactors[ship])
        yield from locations.contradictions(ship, slots, fields, marks)

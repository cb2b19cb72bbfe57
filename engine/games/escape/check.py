"""What no order of play can explain about one sheet of escape.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Contradiction
from engine.games.base.board import numbers_on
from engine.games.base.marks import is_circled, is_crossed
from engine.games.escape.board import Board
from engine.ink import Marks
from engine.rules import actions, ascending, ladders, locations, planning, tanks
from engine.rules.codes import RuleCode
from engine.rules.wilds import unearned_wilds


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(board, marks)
    yield from _closed(board, marks)
    yield from _airlocks(board, marks)
    yield from tanks.contradictions(board.tank_of, marks)
    yield from _doubles(board, marks)
    yield from ladders.contradictions(board.planning, marks)
    yield from planning.contradictions(board.slots, board.planning, marks)
    yield from unearned_wilds(board.panel, marks)
    yield from _budget(board, marks)
    yield from _budget_of_ships(board, marks)


def _ascending(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for slots in board.ships.values():
        yield from ascending.contradictions(slots, marks, "on a ship", "after")


def _closed(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What is filled lies in open sections, and airlocks lead on from these; told once for sections joined together."""
    told = board.open_sections(marks)
    for section, slots in board.sections.items():
        inked = [field for field in (*slots, *board.airlocks_at[section]) if field in marks]
        if section in told or not inked:
            continue
        island = board.joined([section], marks)
        told |= island
        used = [slot for each in board.sections if each in island for slot in board.sections[each]]
        ways = [a for a, ends in board.airlocks.items() if not island.isdisjoint(ends)]
        fields = [field for field in used if field in marks] + ways
        names = " and ".join(sorted(island))
        yield Contradiction(
            tuple(fields), f"no airlocks join {names} to a dock, but there is ink on it", RuleCode.OPEN
        )


def _airlocks(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every robot in a filled slot gives an airlock, as long as one is left."""
    given = [slot for slot in board.slots if slot in board.rewarded and slot in marks]
    drawn = [airlock for airlock in board.airlocks if airlock in marks]
    if len(drawn) < min(len(given), len(board.airlocks)):
        why = f"{len(given)} slots with a robot are filled, but only {len(drawn)} airlocks drawn"
        yield Contradiction((*given, *drawn), why, RuleCode.AIRLOCK)


def _doubles(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A double is circled when its greenhouse is filled, or crossed."""
    for slot, double in board.double_of.items():
        if is_circled(marks, double) and is_crossed(marks, double):
            yield Contradiction(
                (double,), f"{double} is circled and crossed, but can only be one", RuleCode.RACE
            )
        elif is_circled(marks, double) and slot not in marks:
            yield Contradiction((double, slot), f"{double} is circled, but {slot} is empty", RuleCode.RACE)


def _budget(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every number carries at most one action, and each of these marks took one."""
    numbers = numbers_on(board, marks)
    symbols = (*_symbols(board), *board.panel.symbols)
    used = [field for field in symbols if field in marks] + planning.crosses_on(board.slots, marks)
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

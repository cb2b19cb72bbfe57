"""What no order of play can explain about one sheet of virus.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Contradiction
from engine.games.base.board import ASTRONAUT, ENERGY, PLANNING, ROBOT, crosses_on, numbers_on
from engine.games.virus import evacuation, propagation, set_off, tracks
from engine.games.virus.board import Board
from engine.ink import Marks
from engine.rules import actions, ascending, locations, planning, tanks
from engine.rules.codes import RuleCode
from engine.rules.wilds import unearned_wilds


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(board, marks)
    yield from _set_up(board, marks)
    yield from tracks.contradictions(board, marks)
    yield from set_off.contradictions(board, marks)
    yield from propagation.contradictions(board, marks)
    yield from evacuation.contradictions(board, marks)
    yield from tanks.contradictions(board.tank_of, marks)
    yield from _panels(board, marks)
    yield from _budget(board, marks)
    yield from _budget_of_quarters(board, marks)


def _ascending(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for slots in board.floors.values():
        yield from ascending.contradictions(slots, marks, "on a floor", "after")


def _set_up(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """One of the empty targets got a virus, and a slot of its quarter was struck."""
    chosen = [target for target in board.empty_targets if target in marks]
    if len(chosen) != 1:
        why = f"{len(chosen)} of the empty targets are circled: setting up, everybody circles one"
        yield Contradiction(tuple(chosen) or board.empty_targets, why, RuleCode.SET_UP)
        return
    quarter = next(q for q in board.quarters.values() if q.target == chosen[0])
    if all(marks.get(slot) != "struck" for slot in quarter.slots):
        why = f"{chosen[0]} is circled, but no slot of {quarter.id} is struck: setting up, one was"
        yield Contradiction((chosen[0], *quarter.slots), why, RuleCode.SET_UP)


def _panels(board: Board, marks: Marks) -> Iterator[Contradiction]:
    yield from planning.contradictions(board, board.panels[PLANNING].symbols, marks)
    for panel in board.panels.values():
        yield from unearned_wilds(panel, marks)


def _budget(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every number carries at most one action; full rows give one each as well."""
    numbers = numbers_on(board, marks)
    used = [field for kind in board.tracks for field in tracks.sources(board, kind) if field in marks]
    used += [symbol for symbol in board.panels[ASTRONAUT].symbols if symbol in marks]
    used += crosses_on(board, marks)
    gifts = []
    for fields, action in ((_energies(board), ENERGY), (list(board.walkways), ROBOT)):
        made = [field for field in fields if field in marks]
        rows = [row for track in board.tracks.values() for row in track.rows if row.action == action]
        gifts.append((made, sum(row.bonus in marks for row in rows)))
    return actions.contradictions(numbers, used, *gifts)


def _energies(board: Board) -> list[str]:
    return [energy for quarter in board.quarters.values() for energy in quarter.energies]


def _budget_of_quarters(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Each plant and tank of a quarter took the action of a number in it."""
    for quarter in board.quarters.values():
        fields = (*quarter.plants, quarter.tank)
        yield from locations.contradictions(quarter.id, quarter.slots, fields, marks)

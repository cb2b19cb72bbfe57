"""What no order of play can explain about one sheet of virus.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Contradiction
from engine.games.base.board import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT
from engine.games.base.checks import (
    crosses_on,
    numbers_on,
    unnumbered_tanks,
    unplanned_crosses,
)
from engine.games.base.marks import is_circled
from engine.games.virus.board import Board
from engine.ink import Mark, Marks
from engine.rules import ascending, ladders
from engine.rules.codes import RuleCode
from engine.rules.wilds import unearned_wilds


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(board, marks)
    yield from _set_up(board, marks)
    yield from _tracks(board, marks)
    yield from _viruses(board, marks)
    yield from _strikes(board, marks)
    yield from _rings(board, marks)
    yield from unnumbered_tanks(board.tank_of, marks)
    yield from _panels(board, marks)
    yield from _budget(board, marks)
    yield from _budget_of_quarters(board, marks)


def without_late_rings(board: Board, marks: Marks) -> dict[str, Mark]:
    """The marks without the rings that were drawn round quarters with empty slots when the game was over."""
    late = {q.ring for id_, q in board.quarters.items() if not board.is_complete(id_, marks)}
    return {field: mark for field, mark in marks.items() if field not in late}


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


def _tracks(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A symbol for every plant or tank circled, in order; full rows have their value and action crossed."""
    for kind, track in board.tracks.items():
        yield from ladders.contradictions(track.symbols, marks)
        circled = [field for field in _sources(board, kind) if field in marks]
        crossed = [symbol for symbol in track.symbols if symbol in marks]
        if len(crossed) != min(len(circled), len(track.symbols)):
            why = f"{len(circled)} {kind} symbols are circled in the house, but {len(crossed)} crossed below"
            yield Contradiction((*circled, *crossed), why, RuleCode.TRACK)
        for row in track.rows:
            full = row.symbols[-1] in marks
            for field in (row.value, row.bonus):
                if (field in marks) != full:
                    why = f"{field} is crossed when {row.symbols[-1]} is, and not before"
                    yield Contradiction((field, row.symbols[-1]), why, RuleCode.ROW)


def _sources(board: Board, kind: str) -> Iterator[str]:
    """The plants, or the tanks, of the house."""
    for quarter in board.quarters.values():
        if kind == PLANT:
            yield from quarter.plants
        elif quarter.tank:
            yield quarter.tank


def _viruses(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A virus is active where it was activated; a symbol of a track has set off what belongs to it."""
    for activation, target in board.target_of.items():
        if (activation in marks) != is_circled(marks, target):
            why = f"{activation} is crossed and {target} circled together, or neither"
            yield Contradiction((activation, target), why, RuleCode.SET_OFF)
    for symbol, effect in board.set_off_by.items():
        if symbol in marks and effect not in marks:
            yield Contradiction(
                (symbol, effect), f"{symbol} is crossed, so {effect} must be", RuleCode.SET_OFF
            )


def _strikes(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A slot is struck in a quarter with an active virus, or beside one that is complete."""
    reached = {slot for id_ in board.infected(marks) for slot in board.quarters[id_].slots}
    for id_ in board.infected(marks):
        if board.is_complete(id_, marks):
            for other in board.ways_from[id_].values():
                reached.update(board.quarters[other].slots)
    for slot in board.slots:
        if marks.get(slot) == "struck" and slot not in reached:
            quarter = board.quarter_of[slot].id
            why = f"{slot} is struck, but no active virus could reach {quarter}"
            yield Contradiction((slot,), why, RuleCode.STRIKE)


def _rings(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for id_, quarter in board.quarters.items():
        if quarter.ring not in marks and board.is_complete(id_, marks):
            why = f"{id_} has no empty slot, so {quarter.ring} must be circled"
            yield Contradiction((quarter.ring, *quarter.slots), why, RuleCode.EVACUATION)


def _panels(board: Board, marks: Marks) -> Iterator[Contradiction]:
    yield from unplanned_crosses(board.panels[PLANNING].symbols, crosses_on(board, marks), marks)
    for panel in board.panels.values():
        yield from unearned_wilds(panel, marks)


def _budget(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every number carries at most one action; full rows give one each as well."""
    numbers = numbers_on(board, marks)
    used = [field for kind in board.tracks for field in _sources(board, kind) if field in marks]
    used += [symbol for symbol in board.panels[ASTRONAUT].symbols if symbol in marks]
    used += crosses_on(board, marks)
    bought = len(used)
    for fields, action in ((_energies(board), ENERGY), (list(board.walkways), ROBOT)):
        made = [field for field in fields if field in marks]
        rows = [row for track in board.tracks.values() for row in track.rows if row.action == action]
        bought += max(0, len(made) - sum(row.bonus in marks for row in rows))
        used += made
    if bought > len(numbers):
        why = f"the marks took {bought} actions, but only {len(numbers)} numbers are written"
        yield Contradiction((*used, *numbers), why, RuleCode.ACTION)


def _energies(board: Board) -> list[str]:
    return [energy for quarter in board.quarters.values() for energy in quarter.energies]


def _budget_of_quarters(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Each plant and tank of a quarter took the action of a number in it."""
    for quarter in board.quarters.values():
        numbers = [slot for slot in quarter.slots if isinstance(marks.get(slot), int)]
        circled = [field for field in (*quarter.plants, quarter.tank) if field in marks]
        if len(circled) > len(numbers):
            why = f"{len(circled)} plants and tanks of {quarter.id} are circled, with {len(numbers)} numbers in it"
            yield Contradiction((*circled, *numbers), why, RuleCode.LOCATION)

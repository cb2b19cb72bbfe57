"""The heuristic of a sensible player of dome, for the greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from fairsheet.engine.games.base.capacity import Capacity
from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.games.dome._board import Board, Level
from fairsheet.engine.games.dome._dome_parts import CUT, open_pieces, pieces
from fairsheet.engine.play.game import PASS, Step
from fairsheet.engine.play.state import State
from fairsheet.sheets.model.marks import Marks

_END_SHARE = 0.3  # of the points of a tower's end
_LEVEL = (2.0, 3.0, 5.0)  # for the first, second, third symbol of a level
_AREA = 1.5  # for a row of a table, in addition to its current worth


def heuristic_values(board: Board, state: State, steps: Sequence[Step]) -> list[float]:
    """Return how good steps look: numbers by capacity and action, actions by points."""
    marks, offers = state.players[state.mover].marks, state.deal.offers(state.turn)
    brought, end = Computed(partial(_action, board, marks)), Computed(partial(_end, board, marks))

    @cache
    def space() -> Capacity:
        return Capacity((tower.slots for tower in board.towers), marks)

    def worth(step: Step) -> float:
        if step.kind in (PASS, "error"):
            return 0.0
        field, mark = step.ink[0].field, step.ink[0].mark
        if step.kind == "number":
            action = offers[step.offer - 1].action if step.offer else ""
            gain = brought[action, field, int(mark) % 2 == 1]
            return end[field] - space().taken(field, mark) + gain
        taken = space().taken(field, mark) if step.kind == "planning" else 0.0
        return _mark_worth(board, marks, step.kind, field, len(step.ink)) - taken

    return [worth(step) for step in steps]


def _mark_worth(board: Board, marks: Marks, kind: str, field: str, inks: int) -> float:
    match kind:
        case "plant" | "water":
            level = next(level for level in board.levels if field in level.symbols)
            return _level(level, marks)
        case "robot":
            return 2.0 + 2.0 * inks
        case "energy":
            return _area(board, marks, field)
        case "planning":
            tower = board.tower_of[field]
            return (
                1.0
                + 2.0 * sum(slot in marks for slot in tower.slots) / len(tower.slots)
                + _end(board, marks, field)
            )
        case _ if kind == CUT:
            index = next(index for index, part in enumerate(board.parts) if part.cut == field)
            return -abs(index - (len(board.parts) - 1) / 2)
        case _:
            return 3.0


def _action(board: Board, marks: Marks, written: tuple[str, str, bool]) -> float:
    """Return the worth of the action of an offer after its number, which may be odd, is written in a slot."""
    action, slot, odd = written
    level = board.level_of.get(slot)
    match action:
        case "plant" if level is not None and any(plant not in marks for plant in level.plants):
            return _level(level, marks)
        case "water" if level is not None and level.water not in marks:
            return _level(level, marks)
        case "robot" if any(piece.odd == odd for piece in open_pieces(board, marks)):
            return 4.0
        case "energy" | "planning" | "astronaut":
            return 2.0
    return 0.0


def _level(level: Level, marks: Marks) -> float:
    return _LEVEL[min(sum(map(marks.__contains__, level.symbols)), len(_LEVEL) - 1)]


def _area(board: Board, marks: Marks, row: str) -> float:
    """Return the worth of a row of a table: it makes each existing mark of its kind worth more."""
    area = next(area for area, rows in board.areas.items() if row in rows)
    match area.rpartition(".")[2]:
        case "dome":
            missing = sum(any(link not in marks for link in piece.links) for piece in pieces(board, marks))
            return _AREA + 0.4 * missing
        case "harvest":
            return _AREA + sum(_level(level, marks) - _LEVEL[0] for level in board.levels) * 0.5
        case "astronauts":
            return _AREA + 0.8 * sum(astronaut in marks for astronaut in board.astronauts)
    return _AREA + 2.0 * sum(field in marks for field in board.claimed_in)


def _end(board: Board, marks: Marks, slot: str) -> float:
    end = board.end_at.get(slot)
    if end is None:
        return 0.0
    return _END_SHARE * board.value[end.low if end.high in marks else end.high]

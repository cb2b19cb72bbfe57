"""The heuristic of a sensible player of launch, for the greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from fairsheet.engine.games.launch._board import WILD, Board
from fairsheet.engine.play.game import PASS, Step
from fairsheet.sheets.model.marks import Marks

_Gap = tuple[int, int, int, int]  # position and number at the left, position and number at the right

_CROWDED = 3.0  # for every slot that no number can reach any more
_WANTED = 1.0  # for a slot that a mission needs
_WILD_COST = 2.0  # keeps the wild floor for numbers that fit nowhere else


def heuristic_values(
    board: Board, marks: Marks, wanted: frozenset[str], steps: Sequence[Step]
) -> list[float]:
    """Return how good steps look, by nearly full sections, wanted slots, and the fair places of numbers."""
    gap = cache(partial(_gap, board, marks))
    section_worth = cache(partial(_section_worth, board, marks))

    def worth(step: Step) -> float:
        if step.kind == PASS:
            return float("-inf")
        target, mark = step.ink[-1].field, step.ink[-1].mark
        if target in board.section_of_arrow:
            return _arrow_worth(board, marks, target)
        if target not in board.section_of:
            return 0.0
        slot_worth = section_worth(board.section_of[target].id) + (_WANTED if target in wanted else 0.0)
        if not isinstance(mark, int):
            return slot_worth
        floor = board.floor_of[target]
        wild = _WILD_COST if board.action[floor] == WILD else 0.0
        return slot_worth - wild - _misfit(gap(floor, mark), board.index_of[target], mark)

    return [worth(step) for step in steps]


def _section_worth(board: Board, marks: Marks, id_: str) -> float:
    """Return the worth of a section, in rockets, divided by the slots that it still needs."""
    section = board.sections[id_]
    lacking = 0
    for other in section.slots:
        lacking += other not in marks
    return board.prize[section.id] / lacking


def _gap(board: Board, marks: Marks, floor: str, number: int) -> _Gap:
    """Return the numbers of a floor between which a new number belongs, and their positions."""
    slots = board.floors[floor]
    left, low = -1, board.least - 1
    for index, slot in enumerate(slots):
        mark = marks.get(slot)
        if isinstance(mark, int):
            if mark > number:
                return left, low, index, mark
            left, low = index, mark
    return left, low, len(slots), board.greatest + 1


@cache
def _misfit(gap: _Gap, here: int, number: int) -> float:
    """Return how far a number is from its fair place between its neighbours; 0 fits best."""
    left, low, right, high = gap
    before, after = here - left, right - here
    fair = low + (high - low) * before / (right - left)
    unreachable = max(0, before - (number - low)) + max(0, after - (high - number))
    return abs(number - fair) + _CROWDED * unreachable


def _arrow_worth(board: Board, marks: Marks, arrow: str) -> float:
    """Return the rockets of the arrow's idle effect, and more if the section is fuller."""
    section = board.section_of_arrow[arrow]
    return board.idle_of[arrow] + sum(slot in marks for slot in section.slots) / len(section.slots)

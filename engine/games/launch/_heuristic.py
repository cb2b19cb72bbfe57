"""What looks good to a sensible player of launch, for the greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from fairsheet.engine.games.launch._board import WILD, Board
from fairsheet.engine.play.game import PASS, Step
from fairsheet.sheets.model.marks import Marks

_Gap = tuple[int, int, int, int]  # place and number at the left, place and number at the right

_CROWDED = 3.0  # for every slot that no number could reach any more
_WANTED = 1.0  # for a slot that a mission asks for
_WILD_COST = 2.0  # the wild floor is kept for numbers that fit nowhere else


def heuristic_values(
    board: Board, marks: Marks, wanted: frozenset[str], steps: Sequence[Step]
) -> list[float]:
    """Prefers anything to passing, sections nearly done, wanted slots, numbers about where they belong."""
    gap = cache(partial(_gap, board, marks))

    def worth(step: Step) -> float:
        if step.kind == PASS:
            return float("-inf")
        target, mark = step.ink[-1].field, step.ink[-1].mark
        if target in board.section_of_arrow:
            return _arrow_worth(board, marks, target)
        if target not in board.section_of:
            return 0.0
        slot_worth = _section_worth(board, marks, target) + (_WANTED if target in wanted else 0.0)
        if not isinstance(mark, int):
            return slot_worth
        floor = board.floor_of[target]
        wild = _WILD_COST if board.action[floor] == WILD else 0.0
        return slot_worth - wild - _misfit(gap(floor, mark), board.index_of[target], mark)

    return [worth(step) for step in steps]


def _section_worth(board: Board, marks: Marks, slot: str) -> float:
    """What hangs in the section of a slot, in rockets, over the slots that it still lacks."""
    section = board.section_of[slot]
    lacking = 0
    for other in section.slots:
        lacking += other not in marks
    return board.prize[section.id] / lacking


def _gap(board: Board, marks: Marks, floor: str, number: int) -> _Gap:
    """The numbers of a floor between which a number that is not on it yet belongs, and their places."""
    slots = board.floors[floor]
    left, low = -1, board.least - 1
    for index, slot in enumerate(slots):
        mark = marks.get(slot)
        if isinstance(mark, int):
            if mark > number:
                return left, low, index, mark
            left, low = index, mark
    return left, low, len(slots), board.greatest + 1


def _misfit(gap: _Gap, here: int, number: int) -> float:
    """How far a number is from its fair place between the numbers beside it; 0 fits best."""
    left, low, right, high = gap
    before, after = here - left, right - here
    fair = low + (high - low) * before / (right - left)
    unreachable = max(0, before - (number - low)) + max(0, after - (high - number))
    return abs(number - fair) + _CROWDED * unreachable


def _arrow_worth(board: Board, marks: Marks, arrow: str) -> float:
    """Rockets of the idle effect, sooner where the section is fuller."""
    section = board.section_of_arrow[arrow]
    return board.idle_of[arrow] + sum(slot in marks for slot in section.slots) / len(section.slots)

"""The heuristic of a sensible player of launch, for the greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.games.launch._board import WILD, Board
from fairsheet.engine.play.game import PASS, Step
from fairsheet.sheets.model.marks import Mark, Marks

_CROWDED = 3.0  # for every slot that no number can reach any more
_WANTED = 1.0  # for a slot that a mission needs
_WILD_COST = 2.0  # keeps the wild floor for numbers that fit nowhere else


def heuristic_values(
    board: Board, marks: Marks, wanted: frozenset[str], steps: Sequence[Step]
) -> list[float]:
    """Return how good steps look, by nearly full sections, wanted slots, and the fair places of numbers."""

    def misfits_on(written: tuple[str, int]) -> Sequence[float]:
        floor, number = written
        return _misfits(tuple(map(marks.get, board.floors[floor])), number, board.least, board.greatest)

    section_worth, misfits = Computed(partial(_section_worth, board, marks)), Computed(misfits_on)

    def worth(step: Step) -> float:
        if step.kind == PASS:
            return float("-inf")
        target, mark = step.ink[-1].field, step.ink[-1].mark
        if target in board.section_of_arrow:
            return _arrow_worth(board, marks, target)
        if target not in board.section_of:
            return 0.0
        slot_worth = section_worth[board.section_of[target].id] + (_WANTED if target in wanted else 0.0)
        if not isinstance(mark, int):
            return slot_worth
        floor = board.floor_of[target]
        wild = _WILD_COST if board.action[floor] == WILD else 0.0
        return slot_worth - wild - misfits[floor, mark][board.index_of[target]]

    return [worth(step) for step in steps]


def _section_worth(board: Board, marks: Marks, section: str) -> float:
    """Return the worth of a section, in rockets, divided by the slots that it still needs."""
    slots = board.sections[section].slots
    return board.prize[section] / (len(slots) - sum(map(marks.__contains__, slots)))


@lru_cache(maxsize=1 << 14)  # a step leaves most floors unchanged
def _misfits(floor: tuple[Mark | None, ...], number: int, least: int, greatest: int) -> tuple[float, ...]:
    """Return how far a number is from its fair place between its neighbours in each slot; 0 fits best.

    `floor` has the marks of the slots. The number belongs between some of them. The `least` and the `greatest` number
    bound the floor.
    """
    left, low, right, high = -1, least - 1, len(floor), greatest + 1
    for here, mark in enumerate(floor):
        if isinstance(mark, int):
            if mark > number:
                right, high = here, mark
                break
            left, low = here, mark
    misfits = []
    for here in range(len(floor)):
        before, after = here - left, right - here
        fair = low + (high - low) * before / (right - left)
        unreachable = max(0, before - (number - low)) + max(0, after - (high - number))
        misfits.append(abs(number - fair) + _CROWDED * unreachable)
    return tuple(misfits)


def _arrow_worth(board: Board, marks: Marks, arrow: str) -> float:
    """Return the rockets of the arrow's idle effect, and more if the section is fuller."""
    section = board.section_of_arrow[arrow]
    return board.idle_of[arrow] + sum(slot in marks for slot in section.slots) / len(section.slots)

"""How well numbers fit, for bots that play sensibly."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.ink import Mark

_CROWDED = 3.0  # for every slot that no number could reach any more


def misfit(
    slots: Sequence[str], slot: str, number: int, marks: Mapping[str, Mark], numbers: Collection[int]
) -> float:
    """How far a number is from its fair place between the numbers beside it in ascending slots; 0 fits best."""
    here = slots.index(slot)
    left, low, right, high = -1, min(numbers), len(slots), max(numbers)
    for place, other in enumerate(slots):
        mark = marks.get(other)
        if isinstance(mark, int):
            if place < here:
                left, low = place, mark
            else:
                right, high = place, mark
                break
    before, after = here - left, right - here
    fair = low + (high - low) * before / (right - left)
    unreachable = max(0, before - (number - low)) + max(0, after - (high - number))
    return abs(number - fair) + _CROWDED * min(unreachable, 4)

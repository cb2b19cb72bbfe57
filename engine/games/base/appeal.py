"""How numbers look to a sensible player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.ink import Mark

_CROWDED = 3.0  # for every slot that no number could reach any more
_MOST_CROWDED = 4  # such slots that make a difference


def misfit(
    slots: Sequence[str], numbers: Collection[int], marks: Mapping[str, Mark], slot: str, number: int
) -> float:
    """How far a number is from its fair place in a zone, between the numbers beside it; 0 fits best.

    `slots` are those of the zone in their order, `numbers` all that can be written.
    """
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
    return abs(number - fair) + _CROWDED * min(unreachable, _MOST_CROWDED)

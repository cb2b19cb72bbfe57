"""The capacity of a sheet on which every slot is in several ascending zones, such as a row and a column.

A number belongs in a slot if it belongs there by all zones of the slot. See `fairsheet.engine.games.base.capacity` for
the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import add, sub

from fairsheet.engine.games.base.capacity import (
    BLANK,
    GREATEST,
    LEAST,
    Places,
    Reach,
    places_of,
    reaches_between,
    worth_of,
)
from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.rules.ascending import BEYOND, Gap, gaps_in
from fairsheet.sheets.model.marks import Mark, Marks

_Range = tuple[int, int]  # the least and the greatest number that belong in a slot


class CrossedCapacity:
    """The capacity of a sheet, and the part of it that a mark would use up."""

    def __init__(self, zones: Iterable[Sequence[str]], marks: Marks) -> None:
        self._gaps = [gap for zone in zones for gap in gaps_in(zone, marks, LEAST - 1, GREATEST + 1)]
        self._ranges: dict[str, dict[int, _Range]] = {}  # by empty slot and index of the gap
        for index, gap in enumerate(self._gaps):
            reaches = reaches_between(gap.below, gap.above, len(gap.slots))
            for slot, (least, greatest, _) in zip(gap.slots, reaches, strict=True):
                self._ranges.setdefault(slot, {})[index] = least, greatest
        self._limits = [self._limits_by_others(index, gap) for index, gap in enumerate(self._gaps)]
        self._reach_of = {slot: _reach_in(*_overlap(all_.values())) for slot, all_ in self._ranges.items()}
        self.places = places_of(self._reach_of.values())
        self.worth = worth_of(self.places)
        self._others = Computed(self._places_without)
        self._taken = Computed(self._compute_taken)

    def _limits_by_others(self, index: int, gap: Gap) -> list[_Range]:
        """Return for each slot of a gap the numbers that belong there by the other zones of the slot."""
        others = (self._ranges[slot].items() for slot in gap.slots)
        return [_overlap(each for other, each in ranges if other != index) for ranges in others]

    def taken(self, slot: str, mark: Mark) -> float:
        """Return the points that a mark in an empty slot uses up; negative if the mark makes room."""
        return self._taken[slot, mark]

    def _compute_taken(self, place: tuple[str, Mark]) -> float:
        slot, mark = place
        steps = BLANK.copy()
        for index in self._ranges[slot]:
            (below, above, slots), limits = self._gaps[index], self._limits[index]
            here = slots.index(slot)
            before, behind = limits[:here], limits[here + 1 :]
            if isinstance(mark, int):
                _share_gap(steps, below, mark, before)
                _share_gap(steps, mark, above, behind)
            else:
                _share_gap(steps, below, above, before + behind)
        return self.worth - worth_of(map(add, self._others[slot], accumulate(steps)))

    def _places_without(self, slot: str) -> Places:
        """Return the places of the numbers without those in the gaps of a slot."""
        changed = dict.fromkeys(each for index in self._ranges[slot] for each in self._gaps[index].slots)
        return tuple(map(sub, self.places, places_of(self._reach_of[each] for each in changed)))


def _overlap(ranges: Iterable[_Range]) -> _Range:
    """Return the numbers that belong in a slot by all of its zones; the least is above the greatest if none do."""
    least, greatest = -BEYOND, BEYOND
    for low, high in ranges:
        least, greatest = max(least, low), min(greatest, high)
    return least, greatest


def _reach_in(least: int, greatest: int) -> Reach:
    return Reach(0, 0, 0.0) if least > greatest else Reach(least, greatest, 1 / (greatest - least + 1))


def _share_gap(steps: list[float], below: int, above: int, limits: Sequence[_Range]) -> None:
    """Add the shares of the slots of a gap to the steps from number to number, by the limits of their other zones."""
    reaches = reaches_between(below, above, len(limits))
    for (least, greatest, _), (low, high) in zip(reaches, limits, strict=True):
        if low > least:
            least = low
        if high < greatest:
            greatest = high
        if least <= greatest:
            each = 1 / (greatest - least + 1)
            steps[least] += each
            steps[greatest + 1] -= each

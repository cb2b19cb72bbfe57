"""The capacity of a sheet on which every slot is in several ascending zones, such as a row and a column.

A number belongs in a slot if it belongs there by all zones of the slot. See `fairsheet.engine.games.base.capacity` for
the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairsheet.engine.games.base.capacity import Gap, Reach, gaps_in, places_of, reach, worth_of
from fairsheet.sheets.model.marks import Mark, Marks


class CrossedCapacity:
    """The capacity of a sheet, and the part of it that a mark would use up."""

    def __init__(self, zones: Iterable[Sequence[str]], marks: Marks) -> None:
        self.reaches: dict[str, list[tuple[Gap, Reach]]] = {}  # by empty slot, one for each zone of the slot
        for zone in zones:
            for gap in gaps_in(zone, marks):
                for slot, slot_reach in _reaches(gap):
                    self.reaches.setdefault(slot, []).append((gap, slot_reach))
        self.reach_of = {slot: _overlap([each for _, each in pairs]) for slot, pairs in self.reaches.items()}
        self.places = places_of(self.reach_of.values())
        self.worth = worth_of(self.places)
        self._taken: dict[tuple[str, Mark], float] = {}

    def taken(self, slot: str, mark: Mark) -> float:
        """Return the points that a mark in an empty slot uses up; negative if the mark makes room."""
        if (slot, mark) not in self._taken:
            before: dict[str, Reach] = {}
            after: list[Reach] = []
            for gap, _ in self.reaches[slot]:
                before.update((each, self.reach_of[each]) for each in gap.slots)
                for part in gap.after(slot, mark):
                    for each, new_reach in _reaches(part):
                        others = (other for zone, other in self.reaches[each] if zone is not gap)
                        after.append(_overlap([new_reach, *others]))
            changed = zip(self.places, places_of(before.values()), places_of(after), strict=True)
            self._taken[slot, mark] = self.worth - worth_of(a - b + c for a, b, c in changed)
        return self._taken[slot, mark]


def _reaches(gap: Gap) -> Iterable[tuple[str, Reach]]:
    for index, slot in enumerate(gap.slots):
        yield slot, reach(gap.below, gap.above, len(gap.slots), index)


def _overlap(reaches: Sequence[Reach]) -> Reach:
    """Return the numbers that all zones of a slot allow; share 0 if there are none."""
    least, greatest = max(each.least for each in reaches), min(each.greatest for each in reaches)
    if least > greatest:
        return Reach(0, 0, 0.0)
    return Reach(least, greatest, 1 / (greatest - least + 1))

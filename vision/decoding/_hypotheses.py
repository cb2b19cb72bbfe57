"""Hypotheses of a whole sheet that the ink permits and whose numbers ascend, the likeliest first.

A hypothesis is a set of changes to another one. The order of numbers is checked zone by zone before zones are
combined. Therefore a sheet full of unsure numbers yields only ordered hypotheses.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, pairwise

from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.segments import SplitZone, split_zones
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.decoding.thresholds import LEAST_RIVAL, MOST_STEPS
from fairsheet.vision.readings.distributions import Distribution, written

Changes = dict[str, Mark | None]  # of a hypothesis, relative to another one
Rivals = dict[str, list[tuple[float, Mark | None]]]  # by field, its marks with their costs, the least first

MOST_COST = -math.log(LEAST_RIVAL)


class TooUnsure(Exception):
    """The numbers of a zone are so unsure that there are too many ways to read it."""


def likely_changes(
    sheet: Sheet,
    chosen: Mapping[str, Mark | None],
    ink: Mapping[str, Distribution],
    possible: Callable[[str, Mark], bool],
) -> Iterator[Changes]:
    """Yield changes after which numbers ascend and no mark is impossible, the likeliest first, down to
    `LEAST_RIVAL`.

    Marks that the ink prefers to the chosen one rank like the chosen one. Raises TooUnsure if there are too
    many changes.
    """
    rivals = {field: _rivals(field, chosen[field], each, possible) for field, each in ink.items()}
    groups = [
        _Ranked(_search_ordered(sheet, zones, chosen, {field: rivals[field] for field in fields}))
        for zones, fields in _group_fields(sheet, rivals)
        if zones or any(rivals[field] != [(0.0, chosen[field])] for field in fields)
    ]
    for cost, changes in _together(groups):
        if cost > MOST_COST:
            return
        yield changes


def _rivals(
    field: str, chosen: Mark | None, ink: Distribution, possible: Callable[[str, Mark], bool]
) -> list[tuple[float, Mark | None]]:
    """Return the possible marks of a field with their costs, the least first."""
    near = (
        (cost, mark)
        for mark, probability in ink.items()
        if (cost := max(0.0, math.log(ink[chosen] / probability))) <= MOST_COST
        and (mark is None or possible(field, mark))
    )
    return sorted(near, key=lambda rival: (rival[0], rival[1] != chosen))


def is_in_order(sheet: Sheet, marks: Marks, zones: Iterable[SplitZone]) -> bool:
    """Return whether the numbers in each segment of these zones ascend."""
    return all(
        a < b
        for zone in zones
        for segment in zone.segments(marks)
        for a, b in pairwise(_numbers(sheet, segment, marks))
    )


def _numbers(sheet: Sheet, slots: Iterable[str], marks: Marks) -> Iterator[int]:
    """Yield the numbers written or printed in some slots."""
    printed = sheet.field
    for slot in slots:
        mark = marks[slot] if slot in marks else printed[slot].printed
        if isinstance(mark, int):
            yield mark


def _group_fields(sheet: Sheet, fields: Collection[str]) -> Iterator[tuple[list[SplitZone], list[str]]]:
    """Yield groups of fields that no order connects: zones that share fields, links first, and each other field
    alone."""
    grouped: set[str] = set()
    for zones in _group_zones(sheet):
        links = frozenset().union(*(zone.links for zone in zones))
        within = frozenset().union(*(zone.fields for zone in zones)).intersection(fields)
        grouped |= within
        if within:
            yield (
                zones,
                sorted((field for field in fields if field in within), key=lambda field: field not in links),
            )
    for field in fields:
        if field not in grouped:
            yield [], [field]


@remembered
def _group_zones(sheet: Sheet) -> list[list[SplitZone]]:
    """Return the zones of a sheet in groups that share fields."""
    groups: list[list[SplitZone]] = []
    for zone in split_zones(sheet):
        near = [group for group in groups if any(not zone.fields.isdisjoint(other.fields) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(other for group in near for other in group), zone])
    return groups


def _search_ordered(
    sheet: Sheet, zones: Sequence[SplitZone], chosen: Mapping[str, Mark | None], rivals: Rivals
) -> Iterator[tuple[float, Changes]]:
    """Yield changes to these fields after which the zones are in order, with their costs, the least first.

    A best-first search: fields with several marks get one each, the links that split a zone first. A branch
    that is out of order is dropped.
    """
    fields = [field for field, marks in rivals.items() if len(marks) != 1]
    links = sum(any(field in zone.links for zone in zones) for field in fields)
    single = {field: marks[0] for field, marks in rivals.items() if len(marks) == 1}
    fixed = {field: mark for field, (_, mark) in single.items()}
    if not links and not is_in_order(sheet, written(fixed), zones):
        return
    number = count()  # makes the order of equal costs deterministic
    least = sum(cost for cost, _ in single.values())
    waiting: list[tuple[float, int, tuple[Mark | None, ...]]] = [(least, next(number), ())]
    for _ in range(MOST_STEPS):
        if not waiting:
            return
        cost, _number, marks = heapq.heappop(waiting)
        hypothesis = fixed | dict(zip(fields, marks, strict=False))
        if len(marks) == len(fields):
            yield cost, {field: mark for field, mark in hypothesis.items() if mark != chosen[field]}
            continue
        field = fields[len(marks)]
        low, high = -math.inf, math.inf
        if len(marks) >= links:
            low, high = _bounds(sheet, field, written(hypothesis), zones)
        for more, mark in rivals[field]:
            if cost + more > MOST_COST or (isinstance(mark, int) and not low < mark < high):
                continue
            if len(marks) + 1 == links and not is_in_order(
                sheet, written({**hypothesis, field: mark}), zones
            ):
                continue
            heapq.heappush(waiting, (cost + more, next(number), (*marks, mark)))
    raise TooUnsure


def _bounds(sheet: Sheet, slot: str, marks: Marks, zones: Iterable[SplitZone]) -> tuple[float, float]:
    """Return the numbers before and after a slot of ordered zones: its own number must lie between them."""
    low, high = -math.inf, math.inf
    for zone in zones:
        if slot in zone.index_of:
            segment = zone.segment_of(slot, marks)
            place = segment.index(slot)
            low = max(low, next(_numbers(sheet, reversed(segment[:place]), marks), low))
            high = min(high, next(_numbers(sheet, segment[place + 1 :], marks), high))
    return low, high


class _Ranked:
    """The ways to read a group of fields, the likeliest first, searched on demand."""

    def __init__(self, source: Iterator[tuple[float, Changes]]) -> None:
        self._source, self._found = source, list[tuple[float, Changes]]()

    def at(self, place: int) -> tuple[float, Changes]:
        """Return the cost and changes of one way; after the last the cost is infinite."""
        while len(self._found) <= place:
            self._found.append(next(self._source, (math.inf, {})))
        return self._found[place]

    def step(self, place: int) -> float:
        """Return how much more the next way costs."""
        return self.at(place + 1)[0] - self.at(place)[0]


def _together(groups: Iterable[_Ranked]) -> Iterator[tuple[float, Changes]]:
    """Yield combinations of one way for each group, with their costs, the least first."""
    groups = list(groups)
    least = sum(group.at(0)[0] for group in groups)
    if least == math.inf:
        return
    groups.sort(key=lambda group: group.step(0))
    altered = {number: 0 for number, group in enumerate(groups) if group.at(0)[1]}
    # `picked` is a row of pairs (group, place): the groups that are not read in their likeliest way. It has
    # up to three successors: the last group at its next place, one group more, or the last group replaced by
    # the next.
    waiting: list[tuple[float, tuple[tuple[int, int], ...]]] = [(least, ())]
    while waiting:
        cost, picked = heapq.heappop(waiting)
        if cost == math.inf:
            return
        changes: Changes = {}
        for number, place in (altered | dict(picked)).items():
            changes |= groups[number].at(place)[1]
        yield cost, changes
        *others, (last, place) = picked or ((-1, 0),)
        if picked:
            heapq.heappush(waiting, (cost + groups[last].step(place), (*others, (last, place + 1))))
        if last + 1 < len(groups):
            more = groups[last + 1].step(0)
            heapq.heappush(waiting, (cost + more, (*picked, (last + 1, 1))))
            if place == 1:
                heapq.heappush(waiting, (cost - groups[last].step(0) + more, (*others, (last + 1, 1))))

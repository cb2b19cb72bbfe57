"""Items that each need a place of their own: which places are left for them.

Regin's filter of the all-different constraint (AAAI 1994): a pair of item and place occurs in some perfect
matching if and only if it is in one given matching, or lies on a cycle of its residual graph.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


def matchable(
    choices: Mapping[Item, Sequence[int]], places: int, vacant: Sequence[int]
) -> dict[Item, list[int]] | None:
    """For every item those of its places, from 1 to `places`, that it has in some full matching.

    Every item has a place of its own, and only `vacant` places may be left over. None if there is no such
    matching.

    >>> matchable({"a": [1, 2], "b": [2], "c": [1, 2, 3]}, places=3, vacant=[])
    {'a': [1], 'b': [2], 'c': [3]}
    """
    surplus = places - len(choices)
    if surplus < 0:
        return None
    rows = [*choices.values(), *([vacant] * surplus)]
    holder = _perfect_matching(rows, places)
    if holder is None:
        return None
    reached = _reached(rows, holder)
    return {
        item: [place for place in row if holder[place] == index or reached[holder[place]] >> index & 1]
        for index, (item, row) in enumerate(choices.items())
    }


def unmatched(choices: Mapping[Item, Sequence[int]]) -> Iterator[tuple[Item, ...]]:
    """Sets of items with fewer places than items, none of which could be smaller (Hall's theorem).

    Items are matched to places by augmenting paths. Those reached in vain from one that finds no place share
    all the places that they have; with any one of them gone the others would all be matched.
    """
    if _all_fit(choices):
        return
    item_in: dict[int, Item] = {}

    def match(item: Item, reached: dict[Item, None]) -> bool:
        reached[item] = None
        for place in choices[item]:
            holder = item_in.get(place)
            if holder is None or (holder not in reached and match(holder, reached)):
                item_in[place] = item
                return True
        return False

    for item in choices:
        reached: dict[Item, None] = {}
        if not match(item, reached):
            yield tuple(reached)


def _all_fit(choices: Mapping[Item, Sequence[int]]) -> bool:
    """Whether every item can have a place of its own: those with few choices first, so that most find one free."""
    item_in: dict[int, Item] = {}

    def fit(item: Item, tried: set[int]) -> bool:
        for place in choices[item]:
            if place not in item_in:
                item_in[place] = item
                return True
        for place in choices[item]:
            if place not in tried:
                tried.add(place)
                if fit(item_in[place], tried):
                    item_in[place] = item
                    return True
        return False

    return all(fit(item, set()) for item in sorted(choices, key=lambda item: len(choices[item])))


def _perfect_matching(rows: Sequence[Sequence[int]], places: int) -> list[int] | None:
    """Which row holds each place, by augmenting paths; None unless all rows have one."""
    holder = [-1] * (places + 1)
    for start in range(len(rows)):
        came_from: dict[int, int] = {}
        queue = [start]
        end = 0
        while queue and not end:
            row = queue.pop()
            for place in rows[row]:
                if place not in came_from:
                    came_from[place] = row
                    if holder[place] < 0:
                        end = place
                        break
                    queue.append(holder[place])
        if not end:
            return None
        while end:
            row = came_from[end]
            previous = next((place for place in rows[row] if holder[place] == row), 0)
            holder[end] = row
            end = previous if row != start else 0
    return holder


def _reached(rows: Sequence[Sequence[int]], holder: Sequence[int]) -> list[int]:
    """For every row, as bits, the rows that it leads to, where a row leads to the holders of its places (Warshall)."""
    reached = [reduce(or_, (1 << holder[place] for place in row), 0) for row in rows]
    for through in range(len(rows)):
        for row, found in enumerate(reached):
            if found >> through & 1:
                reached[row] |= reached[through]
    return reached

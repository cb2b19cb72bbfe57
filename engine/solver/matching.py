"""Items that each need a place of their own: which places are left for them.

Regin's filter of the all-different constraint (AAAI 1994): a pair of item and place occurs in some perfect
matching if and only if it is in one given matching, or both lie in one strongly connected component of its
residual graph.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
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
    component = _components(rows, holder)
    return {
        item: [
            place for place in row if holder[place] == index or component[holder[place]] == component[index]
        ]
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


def _components(rows: Sequence[Sequence[int]], holder: Sequence[int]) -> list[int]:
    """The strongly connected component of every row, where a row leads to the holders of its places
    (Tarjan)."""
    index = [-1] * len(rows)
    low = [0] * len(rows)
    component = [-1] * len(rows)
    stack: list[int] = []
    count = 0
    for root in range(len(rows)):
        if index[root] >= 0:
            continue
        work = [(root, iter(rows[root]))]
        index[root] = low[root] = count
        count += 1
        stack.append(root)
        while work:
            row, places = work[-1]
            for place in places:
                other = holder[place]
                if index[other] < 0:
                    index[other] = low[other] = count
                    count += 1
                    stack.append(other)
                    work.append((other, iter(rows[other])))
                    break
                if component[other] < 0:
                    low[row] = min(low[row], index[other])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[row])
                if low[row] == index[row]:
                    while component[row] < 0:
                        component[stack.pop()] = row
    return component

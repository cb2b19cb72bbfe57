"""Items that each need their own place: the places that are left for them.

Régin's filter of the all-different constraint (AAAI 1994) uses one perfect matching. A pair of item and place occurs in
some perfect matching if and only if it is in this one, or on a cycle of its residual graph.
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
    """Return for every item the places that it has in some full matching; None if there is no full matching.

    Every item has its own place. There are `places` places in all, and only `vacant` ones may be left over.

    >>> matchable({"a": [1, 2], "b": [2], "c": [1, 2, 3]}, places=3, vacant=[])
    {'a': [1], 'b': [2], 'c': [3]}
    """
    rows = [*choices.values(), *([vacant] * (places - len(choices)))]
    holder = _matching(rows)
    if holder is None:
        return None
    reached = _reached(rows, holder)
    return {
        item: [place for place in row if holder[place] == index or reached[holder[place]] >> index & 1]
        for index, (item, row) in enumerate(choices.items())
    }


def unmatched(choices: Mapping[Item, Sequence[int]]) -> Iterator[tuple[Item, ...]]:
    """Yield sets of items with fewer places than items, none of which could be smaller (Hall's theorem).

    Items are matched to places by augmenting paths. If an item finds no place, the items reached from it share all
    their places. Without any one of them, the others could all be matched.
    """
    if _matching(list(choices.values())) is not None:
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


def _matching(rows: Sequence[Sequence[int]]) -> dict[int, int] | None:
    """Return which row holds each place, by augmenting paths; None if some row can have no place of its own.

    Rows with few choices come first, so that most find a free place.
    """
    holder: dict[int, int] = {}

    def fit(row: int, tried: set[int]) -> bool:
        for place in rows[row]:
            if place not in holder:
                holder[place] = row
                return True
        for place in rows[row]:
            if place not in tried:
                tried.add(place)
                if fit(holder[place], tried):
                    holder[place] = row
                    return True
        return False

    in_order = sorted(range(len(rows)), key=lambda row: len(rows[row]))
    return holder if all(fit(row, set()) for row in in_order) else None


def _reached(rows: Sequence[Sequence[int]], holder: Mapping[int, int]) -> list[int]:
    """Return for every row, as bits, the rows that it reaches: a row reaches the holders of its places (Warshall)."""
    reached = [reduce(or_, (1 << holder[place] for place in row), 0) for row in rows]
    for through in range(len(rows)):
        for row, bits in enumerate(reached):
            if bits >> through & 1:
                reached[row] |= reached[through]
    return reached

"""How much can still be written into ascending zones: what a player looks at who wants to go on for long.

>>> slots = ("a", "b", "c", "d")
>>> room_of(slots, {"b": 5}).slots  # one number below 5, two above it
3
>>> room_of(slots, {"b": 14}).slots  # only 15 goes above 14
2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from engine.cards import DECK
from engine.ink import Marks

_COPIES = Counter(card.number for card in DECK)
_LEAST, _GREATEST = min(_COPIES), max(_COPIES)


class Room(msgspec.Struct, frozen=True):
    """`slots` is how many numbers can be written at most, `numbers` are those of which one can be written now."""

    slots: int
    numbers: frozenset[int]


def room_of(slots: Sequence[str], marks: Marks) -> Room:
    """The room in one ascending zone, by the numbers on the cards."""
    total = 0
    numbers: set[int] = set()
    below, empty = _LEAST - 1, 0
    for slot in (*slots, None):
        mark = _GREATEST + 1 if slot is None else marks.get(slot)
        if mark is None:
            empty += 1
        elif isinstance(mark, int):
            if empty:
                total += max(0, min(empty, mark - below - 1))
                numbers.update(range(below + 1, mark))
            below, empty = max(below, mark), 0
    return Room(total, frozenset(numbers))


def chance_to_write(rooms: Iterable[Room]) -> float:
    """The share of the cards whose number can be written in one of the zones."""
    numbers = frozenset[int]().union(*(room.numbers for room in rooms))
    return sum(_COPIES[number] for number in numbers) / len(DECK)

"""How much capacity a sheet has for numbers to come: what a player looks at who wants to write on for long.

An empty slot has one place, in equal shares for all numbers that leave enough others for the empty slots before and
behind it. The shares of all slots add up to the places of a number. The capacity is the mean, over the cards, of the
square root of the places of their numbers: a second place is worth less than a first one, so a number is best written
where it leaves places for all others, and where others cannot stand anyway.

>>> zone = ("a", "b", "c", "d")
>>> Capacity([zone], {"b": 5}).places[3:8]  # a takes 1 to 4, c takes 6 to 14, d takes 7 to 15
[0.25, 0.25, 0.0, 0.1111111111111111, 0.2222222222222222]
>>> Capacity([zone], {}).taken("b", 6) < Capacity([zone], {}).taken("b", 14)  # above 14 there is only 15
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from math import fsum, sqrt
from operator import mul
from typing import NamedTuple

from fairsheet.engine.dealing.cards import DECK
from fairsheet.sheets.model.marks import Mark, Marks

_COPIES = Counter(card.number for card in DECK)
_LEAST, _GREATEST = min(_COPIES), max(_COPIES)
CARDS = [_COPIES[number] / len(DECK) for number in range(_GREATEST + 1)]
_CLOSED = 0.5  # of a slot that is not open yet
_WORTH = 200.0  # points of a capacity of 1, about

Places = Sequence[float]  # by number, from 0 to the greatest on a card


class Reach(NamedTuple):
    """The numbers that belong into a slot, and what share of it one of them has."""

    least: int
    greatest: int
    share: float


class Gap(NamedTuple):
    """Empty slots of an ascending zone between two numbers, or an end of the zone."""

    below: int
    above: int
    slots: tuple[str, ...]

    def after(self, slot: str, mark: Mark) -> tuple[Gap, ...]:
        """What is left of the gap after a mark in one of its slots. Only a number bounds those beside it."""
        index = self.slots.index(slot)
        before, behind = self.slots[:index], self.slots[index + 1 :]
        if isinstance(mark, int):
            return Gap(self.below, mark, before), Gap(mark, self.above, behind)
        return (Gap(self.below, self.above, before + behind),)


def gaps_in(zone: Sequence[str], marks: Marks) -> Iterator[Gap]:
    """The gaps of a zone in which there are empty slots."""
    below = _LEAST - 1
    empty: tuple[str, ...] = ()
    for slot in zone:
        mark = marks.get(slot)
        if mark is None:
            empty = (*empty, slot)
        elif isinstance(mark, int):
            if empty:
                yield Gap(below, mark, empty)
            below, empty = mark, ()
    if empty:
        yield Gap(below, _GREATEST + 1, empty)


def reach(below: int, above: int, empty: int, index: int) -> Reach:
    """What belongs into one of the empty slots between two numbers. If they are too many, they share all numbers."""
    spare = above - below - 1 - empty
    if spare < 0:
        return Reach(below + 1, above - 1, 1 / empty)
    return Reach(below + 1 + index, below + 1 + index + spare, 1 / (spare + 1))


def places_of(reaches: Iterable[Reach]) -> Places:
    """The places that some slots have for every number."""
    steps = [0.0] * (_GREATEST + 5)  # by how much each number differs from the one before it
    for least, greatest, share in reaches:
        steps[least] += share
        steps[greatest + 1] -= share
    return tuple(accumulate(steps))[: len(CARDS)]


@cache
def _places_between(below: int, above: int, empty: int) -> Places:
    """The places of the numbers between two others in some empty slots."""
    return places_of(reach(below, above, empty, index) for index in range(empty))[below + 1 : above]


def worth_of(places: Iterable[float], cards: Iterable[float] = CARDS) -> float:
    """The points that the places of some numbers are worth, given the shares of the cards that bear them."""
    roots = map(sqrt, map(abs, places))  # abs: what adds up to 0 may come out below it
    return _WORTH * fsum(map(mul, cards, roots))  # the same in every release of Python


class Capacity:
    """The capacity of a sheet, and what a mark would take of it. Slots may be closed as yet, and count less then."""

    def __init__(self, zones: Iterable[Sequence[str]], marks: Marks, closed: Iterable[str] = ()) -> None:
        self.closed = frozenset(closed)
        self.gap_of: dict[str, Gap] = {}  # by empty slot
        self.places = [0.0] * len(CARDS)
        for zone in zones:
            for gap in gaps_in(zone, marks):
                self.gap_of.update(dict.fromkeys(gap.slots, gap))
                for number, places in enumerate(self._places(gap), start=gap.below + 1):
                    self.places[number] += places
        self.worth = worth_of(self.places, CARDS)
        self._taken: dict[tuple[str, Mark], float] = {}

    def taken(self, slot: str, mark: Mark) -> float:
        """The points that a mark in an empty slot takes; less than 0 where it makes room."""
        if (slot, mark) not in self._taken:
            gap = self.gap_of[slot]
            now = gap.after(slot, mark)
            after = list(self._places(now[0]))
            if isinstance(mark, int):
                after += (0.0,) * (gap.below < mark < gap.above)
                after += self._places(now[1])
            numbers = slice(gap.below + 1, gap.above)
            places, cards = self.places[numbers], CARDS[numbers]
            changed = zip(places, self._places(gap), after, strict=False)
            self._taken[slot, mark] = worth_of(places, cards) - worth_of(
                [a - b + c for a, b, c in changed], cards
            )
        return self._taken[slot, mark]

    def _places(self, gap: Gap) -> Places:
        """The places of the numbers between the ends of a gap."""
        places = _places_between(gap.below, gap.above, len(gap.slots))
        shut = len(self.closed.intersection(gap.slots)) if self.closed else 0
        if not shut:
            return places
        open_share = 1 - (1 - _CLOSED) * shut / len(gap.slots)
        return [each * open_share for each in places]

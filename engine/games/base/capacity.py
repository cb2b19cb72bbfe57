"""The capacity of a sheet for future numbers: the room that a player keeps by writing a number well.

An empty slot counts as one place. All numbers that leave enough others for the empty slots around it get an equal share
of the place. The places of a number are the sum of its shares over all slots. The capacity is the mean, over the cards,
of the square root of the places of their numbers. The root makes a second place worth less than a first one. So a
number is best written in a slot that few other numbers could use.

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
from operator import add, mul, sub
from typing import NamedTuple

from fairsheet.engine.dealing.cards import DECK
from fairsheet.sheets.model.marks import Mark, Marks

_COPIES = Counter(card.number for card in DECK)
_LEAST, _GREATEST = min(_COPIES), max(_COPIES)
CARDS = [_COPIES[number] / len(DECK) for number in range(_GREATEST + 1)]
_CLOSED = 0.5  # weight of a slot that is not open yet
_WORTH = 200.0  # about: points of a capacity of 1

Places = tuple[float, ...]  # by number, from 0 to the greatest on a card


class Reach(NamedTuple):
    """The numbers that belong in a slot, and the share of the slot that each of them gets."""

    least: int
    greatest: int
    share: float


class Gap(NamedTuple):
    """Empty slots of an ascending zone between two numbers or ends of the zone."""

    below: int
    above: int
    slots: tuple[str, ...]

    def after(self, slot: str, mark: Mark) -> tuple[Gap, ...]:
        """Return the gaps that remain after a mark in a slot. Only a number limits the slots around it."""
        index = self.slots.index(slot)
        before, behind = self.slots[:index], self.slots[index + 1 :]
        if isinstance(mark, int):
            return Gap(self.below, mark, before), Gap(mark, self.above, behind)
        return (Gap(self.below, self.above, before + behind),)


def gaps_in(zone: Sequence[str], marks: Marks) -> Iterator[Gap]:
    """Yield the gaps of a zone that have empty slots."""
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
    """Return the numbers that belong in one of `empty` slots between two numbers. Too many slots share all numbers."""
    spare = above - below - 1 - empty
    if spare < 0:
        return Reach(below + 1, above - 1, 1 / empty)
    return Reach(below + 1 + index, below + 1 + index + spare, 1 / (spare + 1))


def places_of(reaches: Iterable[Reach]) -> Places:
    """Return the places that some slots have for every number."""
    steps = [0.0] * (_GREATEST + 5)  # difference of each number from the one before it
    for least, greatest, share in reaches:
        steps[least] += share
        steps[greatest + 1] -= share
    return tuple(accumulate(steps))[: len(CARDS)]


@cache
def _places_between(below: int, above: int, empty: int) -> Places:
    """Return the places of the numbers between two others, for a number of empty slots."""
    return places_of(reach(below, above, empty, index) for index in range(empty))[below + 1 : above]


def worth_of(places: Iterable[float], cards: Iterable[float] = CARDS) -> float:
    """Return the points that the places of numbers are worth. `cards` has the share of the deck with each number."""
    roots = map(sqrt, map(abs, places))  # abs: rounding can make a zero slightly negative
    return _WORTH * fsum(map(mul, cards, roots))  # fsum: the same in every release of Python


@cache
def _open_places(below: int, above: int, empty: int, shut: int) -> Places:
    """Return the places of the numbers between two others if some of the empty slots are shut."""
    places = _places_between(below, above, empty)
    if not shut:
        return places
    open_share = 1 - (1 - _CLOSED) * shut / empty
    return tuple(each * open_share for each in places)


def _places_after(cut: Cut, mark: Mark) -> Places:
    """Return the places that remain between the numbers around a cut after a mark in its slot."""
    below, above = cut.below, cut.above
    if not isinstance(mark, int):
        return _open_places(below, above, cut.before + cut.behind, cut.shut_before + cut.shut_behind)
    own = (0.0,) * (below < mark < above)
    before = _open_places(below, mark, cut.before, cut.shut_before)
    return before + own + _open_places(mark, above, cut.behind, cut.shut_behind)


class Cut(NamedTuple):
    """A slot of a gap, as far as numbers depend on it: the bounds of the gap, and the slots on both sides of the slot.

    `shut` slots are not open yet.
    """

    below: int
    above: int
    before: int
    behind: int
    shut: int
    shut_before: int
    shut_behind: int


class Capacity:
    """The capacity of a sheet, and the part of it that a mark would use up. Closed slots count less."""

    def __init__(self, zones: Iterable[Sequence[str]], marks: Marks, closed: Iterable[str] = ()) -> None:
        self.closed = frozenset(closed)
        self.gap_of: dict[str, Gap] = {}  # by empty slot
        self.places = [0.0] * len(CARDS)
        for zone in zones:
            for gap in gaps_in(zone, marks):
                self.gap_of.update(dict.fromkeys(gap.slots, gap))
                places = _open_places(gap.below, gap.above, len(gap.slots), self._shut(gap.slots))
                for number, each in enumerate(places, start=gap.below + 1):
                    self.places[number] += each
        self.worth = worth_of(self.places, CARDS)
        self._cut_of: dict[str, Cut] = {}  # by slot
        self._now: dict[tuple[int, int], float] = {}  # worth of the places between two numbers
        self._taken: dict[tuple[Cut, Mark], float] = {}

    def taken(self, slot: str, mark: Mark) -> float:
        """Return the points that a mark in an empty slot uses up; negative if the mark makes room."""
        if slot not in self._cut_of:
            self._cut_of[slot] = self._cut(slot)
        cut = self._cut_of[slot]
        key = cut, mark
        if key not in self._taken:
            self._taken[key] = self._taken_in(cut, mark)
        return self._taken[key]

    def _taken_in(self, cut: Cut, mark: Mark) -> float:
        below, above = cut.below, cut.above
        numbers = slice(below + 1, above)
        places, cards = self.places[numbers], CARDS[numbers]
        if (below, above) not in self._now:
            self._now[below, above] = worth_of(places, cards)
        before = _open_places(below, above, cut.before + 1 + cut.behind, cut.shut)
        after = map(add, map(sub, places, before), _places_after(cut, mark))
        return self._now[below, above] - worth_of(after, cards)

    def _cut(self, slot: str) -> Cut:
        gap = self.gap_of[slot]
        index = gap.slots.index(slot)
        before, behind = gap.slots[:index], gap.slots[index + 1 :]
        shut = self._shut(gap.slots), self._shut(before), self._shut(behind)
        return Cut(gap.below, gap.above, len(before), len(behind), *shut)

    def _shut(self, slots: Iterable[str]) -> int:
        return len(self.closed.intersection(slots)) if self.closed else 0

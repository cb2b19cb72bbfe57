"""The capacity of a sheet for future numbers: the room that a player keeps by writing a number well.

An empty slot counts as one place. All numbers that leave enough others for the empty slots around it get an equal share
of the place. The places of a number are the sum of its shares over all slots. The capacity is the mean, over the cards,
of the square root of the places of their numbers. The root makes a second place worth less than a first one. So a
number is best written in a slot that few other numbers could use.

>>> zone = ("a", "b", "c", "d")
>>> Capacity([zone], {"b": 5}).places[3:8]  # a takes 1 to 4, c takes 6 to 14, d takes 7 to 15
(0.25, 0.25, 0.0, 0.1111111111111111, 0.2222222222222222)
>>> Capacity([zone], {}).taken("b", 6) < Capacity([zone], {}).taken("b", 14)  # above 14 there is only 15
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from math import fsum, sqrt
from operator import add, mul, sub
from typing import NamedTuple

from fairsheet.engine.dealing.cards import DECK
from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.rules.ascending import Gap, gaps_in
from fairsheet.sheets.model.marks import Mark, Marks

_COPIES = Counter(card.number for card in DECK)
LEAST, GREATEST = min(_COPIES), max(_COPIES)
CARDS = tuple(_COPIES[number] / len(DECK) for number in range(GREATEST + 1))
BLANK = [0.0] * (GREATEST + 5)  # differences of the places of each number from those of the one before it
_CLOSED = 0.5  # weight of a slot that is not open yet
_WORTH = 200.0  # about: points of a capacity of 1

Places = tuple[float, ...]  # by number, from 0 to the greatest on a card


class Reach(NamedTuple):
    """The numbers that belong in a slot, and the share of the slot that each of them gets."""

    least: int
    greatest: int
    share: float


@cache
def reaches_between(below: int, above: int, empty: int) -> tuple[Reach, ...]:
    """Return the numbers that belong in each of `empty` slots between two numbers. Too many slots share all numbers."""
    spare = above - below - 1 - empty
    if spare < 0:
        return tuple(Reach(below + 1, above - 1, 1 / empty) for _ in range(empty))
    least = range(below + 1, below + 1 + empty)
    return tuple(Reach(each, each + spare, 1 / (spare + 1)) for each in least)


def places_of(reaches: Iterable[Reach]) -> Places:
    """Return the places that some slots have for every number."""
    steps = BLANK.copy()
    for least, greatest, share in reaches:
        steps[least] += share
        steps[greatest + 1] -= share
    return tuple(accumulate(steps))[: len(CARDS)]


@cache
def _places_between(below: int, above: int, empty: int) -> Places:
    """Return the places of the numbers between two others, for a number of empty slots."""
    return places_of(reaches_between(below, above, empty))[below + 1 : above]


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


class GapSize(NamedTuple):
    """A gap, as far as places depend on it: its bounds, and its slots. `shut` slots are not open yet."""

    below: int
    above: int
    empty: int
    shut: int


class Cut(NamedTuple):
    """A slot of a gap, as far as places depend on it: the gap, and the slots on both sides of the slot."""

    gap: GapSize
    before: int
    behind: int
    shut_before: int
    shut_behind: int


@lru_cache(maxsize=1 << 14)  # a gap keeps its cuts for many turns
def _places_after(cut: Cut, mark: Mark) -> Places:
    """Return the places that remain between the numbers around a cut after a mark in its slot."""
    below, above = cut.gap.below, cut.gap.above
    if not isinstance(mark, int):
        return _open_places(below, above, cut.before + cut.behind, cut.shut_before + cut.shut_behind)
    own = (0.0,) * (below < mark < above)
    before = _open_places(below, mark, cut.before, cut.shut_before)
    return before + own + _open_places(mark, above, cut.behind, cut.shut_behind)


@lru_cache(maxsize=1 << 12)
def _cuts_in(below: int, above: int, shut: tuple[bool, ...]) -> tuple[Cut, ...]:
    """Return the cut of each slot of a gap, by which of its slots are shut."""
    gap, slots = GapSize(below, above, len(shut), sum(shut)), range(len(shut))
    return tuple(Cut(gap, i, len(shut) - i - 1, sum(shut[:i]), sum(shut[i + 1 :])) for i in slots)


class Room(NamedTuple):
    """The room of a zone: its gaps, each with which of its slots are shut, and the places of all numbers."""

    gaps: tuple[tuple[Gap, tuple[bool, ...]], ...]
    places: Places


@lru_cache(maxsize=1 << 12)  # a step leaves most zones unchanged
def _room_of(zone: tuple[str, ...], marks: tuple[Mark | None, ...], closed: frozenset[str]) -> Room:
    """Return the room of a zone with these marks; the `closed` slots are not open yet."""
    known = {slot: mark for slot, mark in zip(zone, marks, strict=True) if mark is not None}
    gaps: list[tuple[Gap, tuple[bool, ...]]] = []
    places = [0.0] * len(CARDS)
    for gap in gaps_in(zone, known, LEAST - 1, GREATEST + 1):
        shut = tuple(slot in closed for slot in gap.slots)
        gaps.append((gap, shut))
        places[gap.below + 1 : gap.above] = _open_places(gap.below, gap.above, len(shut), sum(shut))
    return Room(tuple(gaps), tuple(places))


class Capacity:
    """The capacity of a sheet, and the part of it that a mark would use up. Closed slots count less."""

    def __init__(self, zones: Iterable[Sequence[str]], marks: Marks, closed: Iterable[str] = ()) -> None:
        shut = frozenset(closed)
        self._rooms = [
            _room_of(tuple(zone), tuple(map(marks.get, zone)), shut and shut.intersection(zone))
            for zone in zones
        ]
        self.places: Places = (0.0,) * len(CARDS)
        for room in self._rooms:
            self.places = tuple(map(add, self.places, room.places))
        self._around = Computed(self._places_around)
        self._taken: dict[tuple[Cut, Mark], float] = {}

    @cached_property
    def _cut_of(self) -> dict[str, Cut]:
        """The cut of each empty slot."""
        cut_of: dict[str, Cut] = {}
        for room in self._rooms:
            for (below, above, slots), shut in room.gaps:
                cut_of.update(zip(slots, _cuts_in(below, above, shut), strict=True))
        return cut_of

    @cached_property
    def worth(self) -> float:
        """The points that the capacity is worth."""
        return worth_of(self.places)

    def taken(self, slot: str, mark: Mark) -> float:
        """Return the points that a mark in an empty slot uses up; negative if the mark makes room."""
        cut = self._cut_of[slot]
        taken = self._taken.get((cut, mark))
        if taken is None:
            now, others, cards = self._around[cut.gap]
            taken = self._taken[cut, mark] = now - worth_of(map(add, others, _places_after(cut, mark)), cards)
        return taken

    def _places_around(self, gap: GapSize) -> tuple[float, Places, Places]:
        """Return for the numbers of a gap their worth, their places in all other gaps, and their cards."""
        numbers = slice(gap.below + 1, gap.above)
        places, cards = self.places[numbers], CARDS[numbers]
        return worth_of(places, cards), tuple(map(sub, places, _open_places(*gap))), cards

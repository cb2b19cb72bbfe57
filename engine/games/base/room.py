"""How much room a sheet has for numbers to come: what a player looks at who wants to write on for long.

An empty slot has one place, in equal shares for all numbers that leave enough others for the empty slots before and
behind it. The shares of all slots add up to the places of a number. The room is the mean, over the cards, of the
square root of the places of their numbers: a second place is worth less than a first one, so a number is best written
where it leaves places for all others, and where others cannot stand anyway.

>>> zone = ("a", "b", "c", "d")
>>> Room([zone], {"b": 5}).places[3:8]  # a takes 1 to 4, c takes 6 to 14, d takes 7 to 15
[0.25, 0.25, 0.0, 0.1111111111111111, 0.2222222222222222]
>>> Room([zone], {}).taken("b", 6) < Room([zone], {}).taken("b", 14)  # above 14 there is only 15
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

from engine.cards import DECK
from engine.ink import Mark, Marks

_COPIES = Counter(card.number for card in DECK)
_LEAST, _GREATEST = min(_COPIES), max(_COPIES)
_CARDS = [_COPIES[number] / len(DECK) for number in range(_GREATEST + 1)]
_CLOSED = 0.5  # of a slot that is not open yet
import os
_WORTH = float(os.environ.get("W", "200"))  # points of a room of 1


class Reach(NamedTuple):
    """The least and the greatest number that belongs into a slot, and what share of it one number has at most."""

    least: int
    greatest: int
    most: float


_NOTHING = Reach(0, 0, 0.0)


class Gap(NamedTuple):
    """Empty slots of an ascending zone between two numbers, or an end of the zone."""

    below: int
    above: int
    slots: tuple[str, ...]

    def reaches(self) -> Iterator[tuple[str, Reach]]:
        """What belongs into each of the slots. Where they are more than the numbers between, they share them all."""
        spare = self.above - self.below - 1 - len(self.slots)
        for place, slot in enumerate(self.slots, start=self.below + 1):
            if spare >= 0:
                yield slot, Reach(place, place + spare, 1.0)
            else:
                yield slot, Reach(self.below + 1, self.above - 1, 1 / len(self.slots))

    def after(self, slot: str, mark: Mark) -> tuple[Gap, ...]:
        """What is left of the gap after a mark in one of its slots. Only a number bounds those beside it."""
        place = self.slots.index(slot)
        before, behind = self.slots[:place], self.slots[place + 1 :]
        if isinstance(mark, int):
            return Gap(self.below, mark, before), Gap(mark, self.above, behind)
        return (Gap(self.below, self.above, before + behind),)


def gaps_in(zone: Sequence[str], marks: Marks) -> Iterator[Gap]:
    """The gaps of a zone in which there are empty slots."""
    below, empty = _LEAST - 1, ()
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


class Room:
    """The room of a sheet, and what a mark would take of it. A slot may lie in several zones, or be closed as yet."""

    def __init__(self, zones: Iterable[Sequence[str]], marks: Marks, closed: Collection[str] = ()) -> None:
        self.closed = closed
        self.reaches: dict[str, list[tuple[Gap, Reach]]] = {}  # by empty slot, one for each of its zones
        for zone in zones:
            for gap in gaps_in(zone, marks):
                for slot, reach in gap.reaches():
                    self.reaches.setdefault(slot, []).append((gap, reach))
        self.shares = {slot: self._share(slot, [each for _, each in found]) for slot, found in self.reaches.items()}
        self.places = list(accumulate(_steps(self.shares.values(), ())))[: len(_CARDS)]
        self.roots = [sqrt(max(0.0, places)) for places in self.places]
        self.worth = _WORTH * sum(cards * root for cards, root in zip(_CARDS, self.roots, strict=True))
        self._taken: dict[tuple[str, Mark], float] = {}

    def taken(self, slot: str, mark: Mark) -> float:
        """The points that a mark in an empty slot takes; less than 0 where it makes room."""
        if (slot, mark) not in self._taken:
            self._taken[slot, mark] = self.lost((gap, gap.after(slot, mark)) for gap, _ in self.reaches[slot])
        return self._taken[slot, mark]

    def lost(self, changes: Iterable[tuple[Gap, Iterable[Gap]]]) -> float:
        """The points that are lost when some gaps change into others."""
        before, after = {}, []
        for gap, parts in changes:
            before.update((slot, self.shares[slot]) for slot in gap.slots)
            for part in parts:
                for slot, reach in part.reaches():
                    found = self.reaches[slot]
                    others = [each for other, each in found if other is not gap] if len(found) > 1 else ()
                    after.append(self._share(slot, (reach, *others)))
        lost = change = 0.0
        steps = _steps(after, before.values())
        for cards, root, places, step in zip(_CARDS, self.roots, self.places, steps, strict=False):
            change += step
            if change:
                lost += cards * (root - sqrt(max(0.0, places + change)))
        return _WORTH * lost

    def _share(self, slot: str, reaches: Sequence[Reach]) -> Reach:
        """What belongs into a slot by all its zones, and the share of each number."""
        least, greatest, most = reaches[0]
        for other in reaches[1:]:
            least, greatest = max(least, other.least), min(greatest, other.greatest)
            most = min(most, other.most)
        if least > greatest:
            return _NOTHING
        share = min(most, 1 / (greatest - least + 1))
        return Reach(least, greatest, share * _CLOSED if slot in self.closed else share)


def _steps(more: Iterable[Reach], less: Iterable[Reach]) -> list[float]:
    """By how much the places of each number differ from those of the one before it."""
    steps = [0.0] * (_GREATEST + 4)
    for least, greatest, share in more:
        steps[least] += share
        steps[greatest + 1] -= share
    for least, greatest, share in less:
        steps[least] -= share
        steps[greatest + 1] += share
    return steps

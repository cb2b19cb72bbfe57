"""Numbers ascend in their zone. An X bounds nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from fairsheet.engine.play.game import Contradiction, IllegalStep
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.engine.solver.timeline import Event
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks

Openings = Mapping[str, tuple[int, int]]  # by empty slot: the bounds between which its number must be

BEYOND = 99  # greater than every number; its negative is less than every number
NOWHERE = 0, 0  # the opening of a slot that takes no number


class Gap(NamedTuple):
    """Empty slots of a zone between two numbers or ends of the zone."""

    below: int
    above: int
    slots: tuple[str, ...]


def gaps_in(zone: Iterable[str], marks: Marks, below: int = -BEYOND, above: int = BEYOND) -> Iterator[Gap]:
    """Yield the gaps of a zone, with the bounds `below` and `above` at its ends.

    >>> [gap.slots for gap in gaps_in(["a", "b", "c", "d"], {"b": 3, "c": "X"})]
    [('a',), ('d',)]
    """
    empty: list[str] = []
    for slot in zone:
        mark = marks.get(slot)
        if mark is None:
            empty.append(slot)
        elif isinstance(mark, int):
            if empty:
                yield Gap(below, mark, tuple(empty))
                empty.clear()
            below = mark
    if empty:
        yield Gap(below, above, tuple(empty))


def openings(zones: Iterable[Iterable[str]], marks: Marks) -> Openings:
    """Return between which numbers those of each empty slot must be, so that each of its zones ascends.

    >>> openings([["a", "b", "c"], ["c", "d"]], {"b": 3, "d": 7})
    {'a': (-99, 3), 'c': (3, 7)}
    """
    found: dict[str, tuple[int, int]] = {}
    for zone in zones:
        for below, above, slots in gaps_in(zone, marks):
            for slot in slots:
                if slot in found:
                    low, high = found[slot]
                    found[slot] = max(low, below), min(high, above)
                else:
                    found[slot] = below, above
    return found


def slots_for(zone: Sequence[str], number: int, marks: Marks) -> list[str]:
    """Return the empty slots of a zone that accept a number: all before are smaller, all after are greater.

    >>> slots_for(["a", "b", "c", "d"], 5, {"b": 3, "d": "X"})
    ['c']
    """
    gap: list[str] = []
    for slot in zone:
        mark = marks.get(slot)
        if mark is None:
            gap.append(slot)
        elif isinstance(mark, int):
            if mark == number:
                return []
            if mark > number:
                break
            gap.clear()
    return gap


def refusal(slot: str, number: int, where: str) -> IllegalStep:
    """Return the error for a number that breaks the order of a zone; `where` is the zone in words."""
    return IllegalStep(RuleCode.ASCEND, f"{number} in {slot} would break the ascending order of {where}")


class Ascending(Rule[object], frozen=True):
    """Numbers ascend in a zone. The `words` of the rule may have a place for the `name` of the `{zone}`."""

    zone: Sequence[str]
    words: Message
    name: str = ""

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """Yield neighbouring numbers that do not ascend."""
        before, below = "", 0
        for slot in self.zone:
            mark = marks.get(slot)
            if isinstance(mark, int):
                if before and mark <= below:
                    words = Message("the {mark} in {slot} comes after the {below} in {before}, but {rule}")
                    rule = self.words.filled(zone=self.name)
                    why = words.filled(mark=mark, slot=slot, below=below, before=before, rule=rule)
                    yield Contradiction((before, slot), why, RuleCode.ASCEND)
                before, below = slot, mark


def bounding(zone: Sequence[str], slot: str, number: int, numbers: Mapping[str, int]) -> list[str]:
    """Return the slots of a zone whose number, once it is written, keeps another number out of a slot.

    `numbers` are those of the final sheet by slot.

    >>> bounding(["a", "b", "c"], "b", 5, {"a": 5, "c": 7})
    ['a']
    """
    here = zone.index(slot)
    before = [other for other in zone[:here] if other in numbers and numbers[other] >= number]
    return before + [other for other in zone[here + 1 :] if other in numbers and numbers[other] <= number]


def closing(sheet: SheetInTime, slot: str, number: int, *zones: Sequence[str]) -> tuple[Event, ...]:
    """Return the events that keep a number out of a slot of these zones: its ink, or numbers out of order."""
    bounds = (other for zone in zones for other in bounding(zone, slot, number, sheet.number_in))
    filled = [sheet.filled[slot]] if slot in sheet.filled else []
    return (*filled, *(sheet.numbers[other] for other in bounds))

"""Reading the unsure fields of a sheet together: which readings of the whole sheet the ink and the rules can bear."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from sheets.model import Sheet
from sheets.segments import SplitZone, split_zones
from vision.distributions import Distribution, normal, written
from vision.reading import Mark
from vision.rules import AGAINST_RULES, Marks, RulesHint
from vision.sums import AGAINST_SUM, agreement

Changes = dict[str, Mark | None]  # of a reading of the sheet, against another one

LEAST_RIVAL = 1e-4  # what the ink must say for a reading, against the one that it is a change of
MOST_SHEETS = 8000  # readings of one sheet that are held against the rules; one takes about 0.1 ms
MOST_PROOFS = 8  # of those that follow the rules are put to the proof


@dataclass(frozen=True)
class Together:
    """The likeliest reading of the fields that the rules know, and the posterior of each."""

    marks: Mapping[str, Mark | None]
    posterior: Mapping[str, Distribution]


@dataclass
class _Reading:
    """A reading of the sheet as changes to another one, how likely it is against that, and whether the rules, as
    far as was looked, allow it."""

    changes: Changes
    weight: float
    follows: bool

    def likelihood(self) -> float:
        """Its weight with what the rules say."""
        return self.weight * (1.0 if self.follows else AGAINST_RULES)


def read_together(
    sheet: Sheet,
    chosen: Mapping[str, Mark | None],
    ink: Mapping[str, Distribution],
    rules: RulesHint,
    doubtful: float,
) -> Together | None:
    """The likeliest reading of the whole sheet, looked for around `chosen` in the order of what the ink says.

    A sheet that breaks the rules, in however many places, is taken to be `AGAINST_RULES` times as likely as one that
    follows them: one cheat or slip can do this. Boxes with sums are not read here, but weigh what they say. None
    where no reading near this one follows the rules, or where there are too many to try all that have more than a
    probability of about `doubtful`.
    """
    boxes = {box for box in rules.sums(written(chosen)) if box in ink}
    known = {field: distribution for field, distribution in ink.items() if field not in boxes}
    look = _QuickLook(sheet, chosen, known, rules)
    readings: list[_Reading] = []
    for changes, weight in _likely_changes(chosen, known):
        if len(readings) == MOST_SHEETS:
            if weight > doubtful:
                return None
            break
        readings.append(_Reading(changes, weight, look.allows(changes)))
    _weigh_sums(chosen, readings, {box: ink[box] for box in boxes}, rules)
    _prove(chosen, [reading for reading in readings if reading.follows], rules, doubtful)
    if not any(reading.follows for reading in readings):
        return None
    for reading in readings:
        reading.weight = reading.likelihood()
    readings.sort(key=lambda reading: -reading.weight)
    marks = {field: readings[0].changes.get(field, chosen[field]) for field in known}
    return Together(marks, _posteriors(chosen, known, readings))


def _likely_changes(
    chosen: Mapping[str, Mark | None], ink: Mapping[str, Distribution]
) -> Iterator[tuple[Changes, float]]:
    """Changes to a reading with what the ink says for them against it, down to `LEAST_RIVAL`, the likeliest first.

    What the ink prefers to the mark chosen counts as much as that, for the order.
    """
    most = -math.log(LEAST_RIVAL)
    rivals: list[tuple[str, list[tuple[float, Mark | None]]]] = []  # of unsure fields, with what they cost
    for id_, distribution in ink.items():
        costs = [
            (max(0.0, math.log(distribution[chosen[id_]] / probability)), mark)
            for mark, probability in distribution.items()
            if mark != chosen[id_]
        ]
        near = sorted((rival for rival in costs if rival[0] < most), key=lambda rival: rival[0])
        if near:
            rivals.append((id_, near))
    rivals.sort(key=lambda rival: rival[1][0][0])
    yield {}, 1.0
    # The sets of rivals in the order of their costs. A set is a list of pairs (field, which of its rivals); it leads
    # on to those with one more field, with the last field replaced by the next, and with its rival by the next.
    waiting: list[tuple[float, tuple[tuple[int, int], ...]]] = []
    if rivals:
        waiting.append((rivals[0][1][0][0], ((0, 0),)))
    while waiting:
        cost, picked = heapq.heappop(waiting)
        if cost > most:
            return
        changes = {rivals[field][0]: rivals[field][1][rank][1] for field, rank in picked}
        yield changes, math.prod(ink[id_][mark] / ink[id_][chosen[id_]] for id_, mark in changes.items())
        *others, (field, rank) = picked
        own = rivals[field][1]
        if rank + 1 < len(own):
            heapq.heappush(waiting, (cost - own[rank][0] + own[rank + 1][0], (*others, (field, rank + 1))))
        if field + 1 < len(rivals):
            more = rivals[field + 1][1][0][0]
            heapq.heappush(waiting, (cost + more, (*picked, (field + 1, 0))))
            if rank == 0:
                heapq.heappush(waiting, (cost - own[0][0] + more, (*others, (field + 1, 0))))


class _QuickLook:
    """Whether a quick look finds anything against readings of a sheet, each of which is a few changes to one, in
    fields that are `known`."""

    def __init__(
        self, sheet: Sheet, chosen: Mapping[str, Mark | None], known: Collection[str], rules: RulesHint
    ) -> None:
        self._sheet, self._chosen, self._rules = sheet, chosen, rules
        marks = written(chosen)
        self._impossible = {
            field for field, mark in marks.items() if field in known and not rules.possible(field, mark)
        }
        self._in_order = {zone: self._ascends(zone, marks) for zone in split_zones(sheet)}

    def allows(self, changes: Changes) -> bool:
        """Whether it finds nothing against the reading with these changes."""
        if not self._impossible <= changes.keys() or not all(
            mark is None or self._rules.possible(field, mark) for field, mark in changes.items()
        ):
            return False
        marks = written({**self._chosen, **changes})
        return all(
            in_order if zone.fields.isdisjoint(changes) else self._ascends(zone, marks)
            for zone, in_order in self._in_order.items()
        ) and not any(True for _ in self._rules.conflicts(marks))

    def _ascends(self, zone: SplitZone, marks: Marks) -> bool:
        printed = self._sheet.field
        for segment in zone.segments(marks):
            there = (marks.get(slot, printed[slot].printed) for slot in segment)
            if not all(a < b for a, b in pairwise(mark for mark in there if isinstance(mark, int))):
                return False
        return True


def _weigh_sums(
    chosen: Mapping[str, Mark | None],
    readings: Sequence[_Reading],
    boxes: Mapping[str, Distribution],
    rules: RulesHint,
) -> None:
    """Readings lose weight where the boxes seem to say something else than follows from them."""
    if not boxes or len(readings) < 2:
        return

    @cache
    def said(box: str, right: int) -> float:
        return agreement(boxes[box], right)

    for reading in readings:
        sums = rules.sums(written({**chosen, **reading.changes}))
        for box in boxes:  # one that no score line can compute now is as odd as one that is added up wrong
            reading.weight *= said(box, sums[box]) if box in sums else AGAINST_SUM


def _prove(
    chosen: Mapping[str, Mark | None], readings: Sequence[_Reading], rules: RulesHint, doubtful: float
) -> None:
    """Puts readings to the proof, the likeliest first, if there are several that matter, until those that are left
    cannot put a mark in doubt."""
    ranked = sorted(readings, key=lambda reading: -reading.weight)
    rivals = [reading for reading in ranked if reading.weight > doubtful / 2 * ranked[0].weight]
    if len(rivals) < 2:
        return
    left, possible = sum(reading.weight for reading in ranked), 0.0
    for reading in rivals[:MOST_PROOFS]:
        if left <= doubtful * possible:
            return
        reading.follows = rules.provable(written({**chosen, **reading.changes}))
        left -= reading.weight
        possible += reading.weight * reading.follows


def _posteriors(
    chosen: Mapping[str, Mark | None], ink: Mapping[str, Distribution], readings: Sequence[_Reading]
) -> dict[str, Distribution]:
    """What all readings, the likeliest first, say of each field. Of those that break the rules only the likeliest
    counts for a mark: there are far more ways to break rules than people who do."""
    lawful = {field: dict.fromkeys(distribution, 0.0) for field, distribution in ink.items()}
    broken = {field: dict.fromkeys(distribution, 0.0) for field, distribution in ink.items()}
    whole = 0.0
    unseen = set(ink)  # fields of which no reading that breaks the rules has come that leaves them as chosen
    for reading in readings:
        if reading.follows:
            whole += reading.weight
            for field, mark in reading.changes.items():
                lawful[field][mark] += reading.weight
        else:
            for field, mark in reading.changes.items():
                broken[field][mark] = max(broken[field][mark], reading.weight)
            for field in unseen - reading.changes.keys():
                broken[field][chosen[field]] = reading.weight
            unseen &= reading.changes.keys()
    for field, distribution in lawful.items():
        distribution[chosen[field]] = whole - sum(distribution.values())
    return {
        field: normal({mark: lawful[field][mark] + broken[field][mark] for mark in distribution})
        for field, distribution in ink.items()
    }

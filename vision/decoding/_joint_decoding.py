"""Reading the unsure fields of a sheet together: which readings of the whole sheet the ink and the rules can bear."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from fairsheet.sheets.formulas.segments import split_zones
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.disjoint import count_disjoint
from fairsheet.vision.decoding._box_sums import AGAINST_SUM, agreement
from fairsheet.vision.decoding._likely_readings import Changes, TooUnsure, in_order, likely_changes
from fairsheet.vision.readings.distributions import Distribution, likeliest, normal, written
from fairsheet.vision.readings.reading import Mark
from fairsheet.vision.readings.rule_hints import AGAINST_RULES, ODD, Marks, RulesHint

LEAST_BROKEN = (
    0.01  # what the ink must say for a reading that breaks the rules, against others: it counts a thousandth
)
MOST_SHEETS = 8000  # readings of one sheet that are held against the rules; one takes about 0.1 ms
MOST_SLIPS = 2  # counted against a reading that breaks the rules
MOST_PROOFS = 8  # of those that follow the rules are put to the proof

Change = tuple[str, Mark | None]  # a field and another mark of it


@dataclass(frozen=True)
class Together:
    """The likeliest reading of the fields that the rules know, and the posterior of each."""

    marks: Mapping[str, Mark | None]
    posterior: Mapping[str, Distribution]


@dataclass
class _Reading:
    """A reading of the sheet as changes to another one, how likely it is against that, and how many slips or cheats it
    takes to break the rules like this, as far as was looked."""

    changes: Changes
    weight: float
    slips: int = 0

    @property
    def follows(self) -> bool:
        """Whether the rules allow it."""
        return self.slips == 0

    def likelihood(self) -> float:
        """Its weight with what the rules say."""
        return self.weight * AGAINST_RULES**self.slips


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
    broken = list(_broken(sheet, chosen, known, rules))
    readings: list[_Reading] = []
    inked = written(chosen)
    try:
        for tried, changes in enumerate(likely_changes(sheet, chosen, known, rules.possible)):
            weight = math.prod(
                known[field][mark] / known[field][chosen[field]] for field, mark in changes.items()
            )
            if tried == MOST_SHEETS:
                if weight > doubtful:
                    return None
                break
            read = _reread(inked, changes)
            if not any(True for _ in rules.conflicts(read)):
                readings.append(_Reading(changes, weight * _oddness(read, rules)))
    except TooUnsure:
        return None
    for reading in _one_mark_off(broken, readings):
        reading.slips = 1
    readings += broken
    _weigh_sums(inked, readings, {box: ink[box] for box in boxes}, rules)
    _prove(chosen, [reading for reading in readings if reading.follows], rules, doubtful)
    if not any(reading.follows for reading in readings):
        return None
    for reading in readings:
        reading.weight = reading.likelihood()
    readings.sort(key=lambda reading: -reading.weight)
    marks = {field: readings[0].changes.get(field, chosen[field]) for field in known}
    return Together(marks, _posteriors(chosen, known, readings))


def _broken(
    sheet: Sheet, chosen: Mapping[str, Mark | None], ink: Mapping[str, Distribution], rules: RulesHint
) -> Iterator[_Reading]:
    """The reading that the ink alone prefers, and those that differ from it in one mark, where they break the rules
    and the ink says enough for them to matter."""
    alone = {field: likeliest(distribution) for field, distribution in ink.items()}
    likest = math.prod(ink[field][mark] / ink[field][chosen[field]] for field, mark in alone.items())
    rivals = [
        (field, mark, likest * probability / distribution[alone[field]])
        for field, distribution in ink.items()
        for mark, probability in distribution.items()
        if mark != alone[field] and probability >= LEAST_BROKEN * distribution[alone[field]]
    ]
    for changed, weight in [
        (alone, likest),
        *(({**alone, field: mark}, weight) for field, mark, weight in rivals),
    ]:
        slips = _slips(sheet, {**chosen, **changed}, ink, rules)
        if slips:
            changes = {field: mark for field, mark in changed.items() if mark != chosen[field]}
            yield _Reading(changes, weight * _oddness(written({**chosen, **changes}), rules), slips)


def _oddness(marks: Marks, rules: RulesHint) -> float:
    """How likely a sheet is by what is odd about it."""
    return max(AGAINST_RULES, ODD ** sum(1 for _ in rules.oddities(marks)))


def _slips(sheet: Sheet, marks: Mapping[str, Mark | None], known: Iterable[str], rules: RulesHint) -> int:
    """How many slips or cheats a reading of the sheet takes, by a quick look: that many of its contradictions, those of
    few marks first, have no mark in common; at most `MOST_SLIPS`, for one slip can show in several places."""
    ink = written(marks)
    slips = count_disjoint(each.fields for each in rules.conflicts(ink))
    if not slips:
        possible = all(rules.possible(field, ink[field]) for field in known if field in ink)
        slips = int(not possible or not in_order(sheet, ink, split_zones(sheet)))
    return min(slips, MOST_SLIPS)


def _reread(marks: Marks, changes: Changes) -> Marks:
    """Marks with changes to them: made for thousands of readings, so what stays the same is not looked at."""
    changed = dict(marks)
    for field, mark in changes.items():
        if mark is None:
            changed.pop(field, None)
        else:
            changed[field] = mark
    return changed


def _one_mark_off(broken: Sequence[_Reading], lawful: Iterable[_Reading]) -> Iterator[_Reading]:
    """Those of some readings that break the rules that differ from one that follows them in one mark.

    Of such two one has a change more, or they have the same changes but for those of one field.
    """
    if not broken:
        return
    whole = {frozenset(reading.changes.items()) for reading in lawful}
    parts = {part for changes in whole for part in _but_one(changes)}
    rests = {rest for _, rest in parts}
    for reading in broken:
        changes = frozenset(reading.changes.items())
        if changes in rests or any(
            (field, rest) in parts or rest in whole for field, rest in _but_one(changes)
        ):
            yield reading


def _but_one(changes: frozenset[Change]) -> Iterator[tuple[str, frozenset[Change]]]:
    """Every field that is changed, with the changes of the others."""
    return ((change[0], changes - {change}) for change in changes)


def _weigh_sums(
    inked: Marks,
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
        sums = rules.sums(_reread(inked, reading.changes))
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
        reading.slips = 0 if rules.provable(written({**chosen, **reading.changes})) else 1
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

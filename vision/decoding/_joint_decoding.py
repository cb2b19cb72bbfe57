"""Read the unsure fields of a sheet together: find hypotheses of the whole sheet that fit ink and rules."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.segments import split_zones
from fairsheet.sheets.support.disjoint import count_disjoint
from fairsheet.vision.decoding._box_sums import agreement
from fairsheet.vision.decoding._draft import Draft, likeliest_marks
from fairsheet.vision.decoding._hypotheses import Changes, TooUnsure, is_in_order, likely_changes
from fairsheet.vision.decoding.thresholds import (
    AGAINST_SUM,
    DOUBTFUL,
    LEAST_BROKEN,
    LEAST_JOINT,
    LEAST_PROVED,
    LEAST_RIVAL,
    MOST_SHEETS,
    MOST_SLIPS,
)
from fairsheet.vision.readings.distributions import Distribution, normalized
from fairsheet.vision.readings.rule_hints import AGAINST_RULES, ODD, RulesHint

Change = tuple[str, Mark | None]  # a field and another mark for it


@dataclass
class Hypothesis:
    """A possible reading of a sheet: changes to another hypothesis, and its weight relative to that.

    `slips` is the number of slips or cheats needed to break the rules like this, as far as checked.
    """

    changes: Changes
    weight: float
    slips: int = 0

    @property
    def follows(self) -> bool:
        """Whether the rules allow it."""
        return self.slips == 0

    def break_rules(self) -> None:
        """Count it as a hypothesis that breaks the rules, because no proof exists."""
        self.slips = 1
        self.weight *= AGAINST_RULES

    def likelihood(self) -> float:
        """Return its weight multiplied by the prior of its slips."""
        return self.weight * AGAINST_RULES**self.slips


def decode_jointly(draft: Draft) -> Draft:
    """Choose the likeliest hypothesis of the whole sheet near the marks chosen by ink and order.

    A sheet that breaks the rules, in any number of places, is `AGAINST_RULES` times as likely as a lawful one:
    one cheat or slip can do this. Boxes with sums are not read here, but their ink weighs the hypotheses. The
    draft stays unchanged if no hypothesis follows the rules. It also stays unchanged if hypotheses above a
    probability of about `DOUBTFUL` are too many to try.
    """
    known, boxes = split_off_sums(draft)
    try:
        hypotheses = _weigh_hypotheses(draft, known, boxes, LEAST_JOINT)
    except TooUnsure:
        return draft
    _prove(draft, hypotheses)
    if not any(hypothesis.follows for hypothesis in hypotheses):
        return draft
    for hypothesis in hypotheses:
        hypothesis.weight = hypothesis.likelihood()
    hypotheses.sort(key=lambda hypothesis: -hypothesis.weight)
    return replace(
        draft,
        chosen={**draft.chosen, **hypotheses[0].changes},
        posterior={**draft.posterior, **_posteriors(draft.chosen, known, hypotheses)},
    )


def find_rival_readings(draft: Draft, idle: Container[str]) -> list[Hypothesis]:
    """Return possible readings as changes to the chosen marks, weighed by ink, quick checks and sums, the
    likeliest first.

    The `idle` fields stay unchanged. Raises TooUnsure if there are too many readings that matter.
    """
    ink, boxes = split_off_sums(draft)
    known = {
        field: {draft.chosen[field]: 1.0} if field in idle else distribution
        for field, distribution in ink.items()
    }
    hypotheses = _weigh_hypotheses(draft, known, boxes, LEAST_RIVAL)
    for hypothesis in hypotheses:
        hypothesis.weight = hypothesis.likelihood()
    return sorted(hypotheses, key=lambda hypothesis: -hypothesis.weight)


def split_off_sums(draft: Draft) -> tuple[dict[str, Distribution], dict[str, Distribution]]:
    """Return the ink's distributions of the fields read together, and of the boxes with sums."""
    boxes = {box: draft.ink[box] for box in draft.rules.sums(draft.marks) if box in draft.ink}
    return {field: each for field, each in draft.ink.items() if field not in boxes}, boxes


def _weigh_hypotheses(
    draft: Draft, known: Mapping[str, Distribution], boxes: Mapping[str, Distribution], least: float
) -> list[Hypothesis]:
    """Return hypotheses weighed by ink, quick checks and sums; those that the rules allow come first.

    Allowed ones are at least `least` times as likely as the likeliest by the ink. Raises TooUnsure.
    """
    broken = list(_broken_hypotheses(draft, known))
    lawful = list(_lawful_hypotheses(draft, known, least))
    for hypothesis in _find_one_mark_off(broken, lawful):
        hypothesis.slips = 1
    _weigh_sums(draft, lawful + broken, boxes)
    return lawful + broken


def _lawful_hypotheses(draft: Draft, known: Mapping[str, Distribution], least: float) -> Iterator[Hypothesis]:
    """Yield the hypotheses that a quick check allows, the likeliest by the ink first.

    Leaves out those less than `least` times as likely as the likeliest so far. Raises TooUnsure if there are
    too many that matter.
    """
    likeliest = 0.0
    for tried, changes in enumerate(likely_changes(draft.sheet, draft.chosen, known, draft.rules.possible)):
        weight = math.prod(
            known[field][mark] / known[field][draft.chosen[field]] for field, mark in changes.items()
        )
        if tried == MOST_SHEETS:
            if weight > DOUBTFUL:
                raise TooUnsure
            return
        if weight < least * likeliest:
            continue
        read = draft.changed_marks(changes)
        if not any(True for _ in draft.rules.conflicts(read)):
            hypothesis = Hypothesis(changes, weight * _oddness_prior(read, draft.rules))
            likeliest = max(likeliest, hypothesis.weight)
            yield hypothesis


def _broken_hypotheses(draft: Draft, ink: Mapping[str, Distribution]) -> Iterator[Hypothesis]:
    """Yield the ink's favourite hypothesis and its one-mark variants if they break the rules and are likely
    enough."""
    chosen, rules = draft.chosen, draft.rules
    alone = likeliest_marks(ink)
    moved = {field: mark for field, mark in alone.items() if mark != chosen[field]}
    likest = math.prod(ink[field][mark] / ink[field][chosen[field]] for field, mark in moved.items())
    variants = [
        ({**moved, field: mark}, likest * probability / distribution[alone[field]])
        for field, distribution in ink.items()
        for mark, probability in distribution.items()
        if mark != alone[field] and probability >= LEAST_BROKEN * distribution[alone[field]]
    ]
    for changed, weight in [(moved, likest), *variants]:
        changes = {field: mark for field, mark in changed.items() if mark != chosen[field]}
        if count := _count_slips(draft, changes, ink):
            yield Hypothesis(changes, weight * _oddness_prior(draft.changed_marks(changes), rules), count)


def _oddness_prior(marks: Marks, rules: RulesHint) -> float:
    """Return the prior of a sheet by what is odd about it."""
    return max(AGAINST_RULES, ODD ** sum(1 for _ in rules.oddities(marks)))


def allows(draft: Draft, changes: Changes, known: Iterable[str]) -> bool:
    """Return whether the quick checks allow the sheet with some changes, by the fields that are `known`."""
    marks = draft.changed_marks(changes)
    return not any(True for _ in draft.rules.conflicts(marks)) and _is_possible(draft, marks, known)


def _is_possible(draft: Draft, marks: Marks, known: Iterable[str]) -> bool:
    """Return whether each of the `known` marks is possible by itself, and all numbers are in order."""
    return all(
        draft.rules.possible(field, marks[field]) for field in known if field in marks
    ) and is_in_order(draft.sheet, marks, split_zones(draft.sheet))


def _count_slips(draft: Draft, changes: Changes, known: Iterable[str]) -> int:
    """Return how many slips or cheats a hypothesis needs, by a quick check.

    The number of contradictions without a common mark, those of few marks first; at most `MOST_SLIPS`, since
    one slip can show in several places.
    """
    marks = draft.changed_marks(changes)
    conflicts = [each.involved for each in draft.rules.conflicts(marks)]
    if not conflicts and _is_possible(draft, marks, known):
        return 0
    return min(max(1, count_disjoint(conflicts)), MOST_SLIPS)


def _find_one_mark_off(broken: Sequence[Hypothesis], lawful: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
    """Yield rule-breaking hypotheses that differ in one mark from a lawful one.

    Either one of the two has one change more, or their changes differ only in one field.
    """
    if not broken:
        return
    whole = {frozenset(hypothesis.changes.items()) for hypothesis in lawful}
    parts = {part for changes in whole for part in _leave_one_out(changes)}
    rests = {rest for _, rest in parts}
    for hypothesis in broken:
        changes = frozenset(hypothesis.changes.items())
        if changes in rests or any(
            (field, rest) in parts or rest in whole for field, rest in _leave_one_out(changes)
        ):
            yield hypothesis


def _leave_one_out(changes: frozenset[Change]) -> Iterator[tuple[str, frozenset[Change]]]:
    """Yield each changed field with the changes of the others."""
    return ((change[0], changes - {change}) for change in changes)


def _weigh_sums(draft: Draft, hypotheses: Sequence[Hypothesis], boxes: Mapping[str, Distribution]) -> None:
    """Reduce the weight of hypotheses whose sums disagree with the boxes."""
    if not boxes or len(hypotheses) < 2:
        return

    @cache
    def likelihood(box: str, right: int) -> float:
        return agreement(boxes[box], right)

    for hypothesis in hypotheses:
        sums = draft.rules.sums(draft.changed_marks(hypothesis.changes))
        for box in boxes:  # a sum that cannot be computed now is as odd as a wrong one
            hypothesis.weight *= likelihood(box, sums[box]) if box in sums else AGAINST_SUM


def _prove(draft: Draft, hypotheses: Sequence[Hypothesis]) -> None:
    """Try to prove the likeliest hypothesis if another one is close.

    A reading without any game leading to it is not preferred to a possible one. Proving the second likeliest,
    too, changed nothing on 312 photos.
    """
    follow = [hypothesis for hypothesis in hypotheses if hypothesis.follows]
    likeliest = max(follow, key=lambda hypothesis: hypothesis.weight, default=None)
    rivals = [each for each in follow if likeliest and each.weight > LEAST_PROVED * likeliest.weight]
    if (
        likeliest
        and len(rivals) > 1
        and draft.rules.provable(draft.changed_marks(likeliest.changes)) is False
    ):
        likeliest.slips = 1


def _posteriors(
    chosen: Mapping[str, Mark | None], ink: Mapping[str, Distribution], hypotheses: Sequence[Hypothesis]
) -> dict[str, Distribution]:
    """Return the posterior of each field from all hypotheses, the likeliest first.

    For each mark only the likeliest rule-breaking hypothesis counts: there are far more ways to break rules
    than people who do.
    """
    lawful = {field: dict.fromkeys(distribution, 0.0) for field, distribution in ink.items()}
    broken = {field: dict.fromkeys(distribution, 0.0) for field, distribution in ink.items()}
    whole = 0.0
    # fields that every rule-breaking hypothesis so far changes
    unseen = set(ink)
    for hypothesis in hypotheses:
        if hypothesis.follows:
            whole += hypothesis.weight
            for field, mark in hypothesis.changes.items():
                lawful[field][mark] += hypothesis.weight
        else:
            for field, mark in hypothesis.changes.items():
                broken[field][mark] = max(broken[field][mark], hypothesis.weight)
            for field in unseen - hypothesis.changes.keys():
                broken[field][chosen[field]] = hypothesis.weight
            unseen &= hypothesis.changes.keys()
    for field, distribution in lawful.items():
        distribution[chosen[field]] = whole - sum(distribution.values())
    return {
        field: normalized({mark: lawful[field][mark] + broken[field][mark] for mark in distribution})
        for field, distribution in ink.items()
    }

"""Reading the unsure fields of a sheet together: which hypotheses of the whole sheet the ink and the rules can bear."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.segments import split_zones
from fairsheet.sheets.support.disjoint import count_disjoint
from fairsheet.vision.decoding._box_sums import agreement
from fairsheet.vision.decoding._draft import Draft, most_likely
from fairsheet.vision.decoding._hypotheses import Changes, TooUnsure, in_order, likely_changes
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
from fairsheet.vision.readings.distributions import Distribution, normalized, written
from fairsheet.vision.readings.rule_hints import AGAINST_RULES, ODD, RulesHint

Change = tuple[str, Mark | None]  # a field and another mark of it


@dataclass
class Hypothesis:
    """What a sheet may say, as changes to another hypothesis; how likely it is against that, and how many slips or
    cheats it takes to break the rules like this, as far as was looked."""

    changes: Changes
    weight: float
    slips: int = 0

    @property
    def follows(self) -> bool:
        """Whether the rules allow it."""
        return self.slips == 0

    def break_rules(self) -> None:
        """Count it as one that breaks the rules: it cannot be proved."""
        self.slips = 1
        self.weight *= AGAINST_RULES

    def likelihood(self) -> float:
        """Its weight with what the rules say."""
        return self.weight * AGAINST_RULES**self.slips


def jointly_decoded(draft: Draft) -> Draft:
    """The likeliest hypothesis of the whole sheet, looked for around the marks chosen in the order of the ink.

    A sheet that breaks the rules, in however many places, is taken to be `AGAINST_RULES` times as likely as one that
    follows them: one cheat or slip can do this. Boxes with sums are not read here, but weigh what they say. The draft
    as it is where no hypothesis near this one follows the rules, or where there are too many to try all that have more
    than a probability of about `DOUBTFUL`.
    """
    known, boxes = without_sums(draft)
    try:
        hypotheses = _weighed(draft, known, boxes, LEAST_JOINT)
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


def rival_readings(draft: Draft, idle: Container[str]) -> list[Hypothesis]:
    """What the sheet may say, as changes to the marks chosen, with what ink, first look and sums say of it, the
    likeliest first; the `idle` fields are left as they are.

    Raises:
        TooUnsure: There are too many to try those that matter.
    """
    ink, boxes = without_sums(draft)
    known = {
        field: {draft.chosen[field]: 1.0} if field in idle else distribution
        for field, distribution in ink.items()
    }
    hypotheses = _weighed(draft, known, boxes, LEAST_RIVAL)
    for hypothesis in hypotheses:
        hypothesis.weight = hypothesis.likelihood()
    return sorted(hypotheses, key=lambda hypothesis: -hypothesis.weight)


def without_sums(draft: Draft) -> tuple[dict[str, Distribution], dict[str, Distribution]]:
    """What the ink says of the fields that are read together, and of the boxes with sums."""
    boxes = {box: draft.ink[box] for box in draft.rules.sums(draft.marks) if box in draft.ink}
    return {field: each for field, each in draft.ink.items() if field not in boxes}, boxes


def _weighed(
    draft: Draft, known: Mapping[str, Distribution], boxes: Mapping[str, Distribution], least: float
) -> list[Hypothesis]:
    """Return hypotheses with what ink, first look and sums say of them; those that the rules allow first, as far as the
    ink makes them `least` times as likely as the likeliest. Raises TooUnsure."""
    broken = list(_broken(draft, known))
    lawful = list(_lawful(draft, known, least))
    for hypothesis in _one_mark_off(broken, lawful):
        hypothesis.slips = 1
    _weigh_sums(draft, lawful + broken, boxes)
    return lawful + broken


def _lawful(draft: Draft, known: Mapping[str, Distribution], least: float) -> Iterator[Hypothesis]:
    """Yield the hypotheses that the rules allow at a first look, the likeliest by the ink first, without those that
    are less than `least` times as likely as the likeliest so far.

    Raises:
        TooUnsure: There are too many to try those that matter.
    """
    inked, likeliest = draft.marks, 0.0
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
        read = _reread(inked, changes)
        if not any(True for _ in draft.rules.conflicts(read)):
            hypothesis = Hypothesis(changes, weight * _oddness(read, draft.rules))
            likeliest = max(likeliest, hypothesis.weight)
            yield hypothesis


def _broken(draft: Draft, ink: Mapping[str, Distribution]) -> Iterator[Hypothesis]:
    """The hypothesis that the ink alone prefers, and those that differ from it in one mark, where they break the rules
    and the ink says enough for them to matter."""
    chosen, rules = draft.chosen, draft.rules
    alone = most_likely(ink)
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
        count = slips(draft, {**chosen, **changed}, ink)
        if count:
            changes = {field: mark for field, mark in changed.items() if mark != chosen[field]}
            yield Hypothesis(changes, weight * _oddness(written({**chosen, **changes}), rules), count)


def _oddness(marks: Marks, rules: RulesHint) -> float:
    """How likely a sheet is by what is odd about it."""
    return max(AGAINST_RULES, ODD ** sum(1 for _ in rules.oddities(marks)))


def slips(draft: Draft, marks: Mapping[str, Mark | None], known: Iterable[str]) -> int:
    """How many slips or cheats a hypothesis takes, by a quick look: that many of its contradictions, those of few marks
    first, have no mark in common; at most `MOST_SLIPS`, for one slip can show in several places."""
    ink = written(marks)
    count = count_disjoint(each.involved for each in draft.rules.conflicts(ink))
    if not count:
        possible = all(draft.rules.possible(field, ink[field]) for field in known if field in ink)
        count = int(not possible or not in_order(draft.sheet, ink, split_zones(draft.sheet)))
    return min(count, MOST_SLIPS)


def _reread(marks: Marks, changes: Changes) -> Marks:
    """Marks with changes to them: made for thousands of hypotheses, so what stays the same is not looked at."""
    changed = dict(marks)
    for field, mark in changes.items():
        if mark is None:
            changed.pop(field, None)
        else:
            changed[field] = mark
    return changed


def _one_mark_off(broken: Sequence[Hypothesis], lawful: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
    """Those of some hypotheses that break the rules that differ from one that follows them in one mark.

    Of such two one has a change more, or they have the same changes but for those of one field.
    """
    if not broken:
        return
    whole = {frozenset(hypothesis.changes.items()) for hypothesis in lawful}
    parts = {part for changes in whole for part in _but_one(changes)}
    rests = {rest for _, rest in parts}
    for hypothesis in broken:
        changes = frozenset(hypothesis.changes.items())
        if changes in rests or any(
            (field, rest) in parts or rest in whole for field, rest in _but_one(changes)
        ):
            yield hypothesis


def _but_one(changes: frozenset[Change]) -> Iterator[tuple[str, frozenset[Change]]]:
    """Every field that is changed, with the changes of the others."""
    return ((change[0], changes - {change}) for change in changes)


def _weigh_sums(draft: Draft, hypotheses: Sequence[Hypothesis], boxes: Mapping[str, Distribution]) -> None:
    """Hypotheses lose weight where the boxes seem to say something else than follows from them."""
    if not boxes or len(hypotheses) < 2:
        return

    @cache
    def said(box: str, right: int) -> float:
        return agreement(boxes[box], right)

    inked = draft.marks
    for hypothesis in hypotheses:
        sums = draft.rules.sums(_reread(inked, hypothesis.changes))
        for box in boxes:  # one that no score line can compute now is as odd as one that is added up wrong
            hypothesis.weight *= said(box, sums[box]) if box in sums else AGAINST_SUM


def _prove(draft: Draft, hypotheses: Sequence[Hypothesis]) -> None:
    """Put the likeliest hypothesis to the proof, if another one comes near it: a reading that no game leads to is not
    preferred to one that a game may lead to. To prove a second one changed nothing on 312 photos."""
    follow = [hypothesis for hypothesis in hypotheses if hypothesis.follows]
    likeliest = max(follow, key=lambda hypothesis: hypothesis.weight, default=None)
    rivals = [each for each in follow if likeliest and each.weight > LEAST_PROVED * likeliest.weight]
    if (
        likeliest
        and len(rivals) > 1
        and not draft.rules.provable(written({**draft.chosen, **likeliest.changes}))
    ):
        likeliest.slips = 1


def _posteriors(
    chosen: Mapping[str, Mark | None], ink: Mapping[str, Distribution], hypotheses: Sequence[Hypothesis]
) -> dict[str, Distribution]:
    """What all hypotheses, the likeliest first, say of each field. Of those that break the rules only the likeliest
    counts for a mark: there are far more ways to break rules than people who do."""
    lawful = {field: dict.fromkeys(distribution, 0.0) for field, distribution in ink.items()}
    broken = {field: dict.fromkeys(distribution, 0.0) for field, distribution in ink.items()}
    whole = 0.0
    # fields of which no hypothesis that breaks the rules has come that leaves them as chosen
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

"""Boxes whose numbers follow from the rest of the sheet: what that says of the boxes, and of what they add up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Mark, mark_name
from fairsheet.sheets.naming.field_places import brief_names
from fairsheet.vision.decoding._draft import Draft
from fairsheet.vision.decoding.thresholds import (
    AGAINST_SUM,
    DOUBTFUL,
    LEAST_MISREAD,
    SEEMS_BLANK,
    SHOWS_HABIT,
)
from fairsheet.vision.readings.distributions import Distribution, likeliest, normalized, written
from fairsheet.vision.readings.reading import LEAST
from fairsheet.vision.readings.reasons import Reason, wrong_sum


def weighed_by_sum(distribution: Distribution, right: int, blank: float = 1.0) -> Distribution:
    """What the ink says of a box, each number weighed by how likely somebody writes it where `right` is right.

    People add up wrong by little: a number that is off by n has a prior of `AGAINST_SUM` / n. That of a `blank` box is
    against the right number. The result does not add up to 1.
    """

    def prior(mark: Mark | None) -> float:
        if mark is None:
            return blank
        return AGAINST_SUM / abs(mark - right) if isinstance(mark, int) and mark != right else 1.0

    return {mark: probability * prior(mark) for mark, probability in distribution.items()}


def agreement(distribution: Distribution, right: int) -> float:
    """How likely the ink of a box is where `right` is right."""
    return max(LEAST, sum(weighed_by_sum(distribution, right).values()))


def with_sums(draft: Draft) -> Draft:
    """The boxes read again, now that their right values are known, or likely ones."""
    chosen, posterior = dict(draft.chosen), dict(draft.posterior)
    for box, likely in draft.rules.likely(draft.marks).items():
        if box in posterior:
            posterior[box] = normalized(
                {
                    mark: share * (likely(mark) if isinstance(mark, int) else 1.0)
                    for mark, share in posterior[box].items()
                }
            )
            chosen[box] = likeliest(posterior[box])
    sums = {box: value for box, value in draft.rules.sums(written(chosen)).items() if box in posterior}
    blank = {
        zero: _left_blank([posterior[box] for box in sums if (sums[box] == 0) is zero])
        for zero in (True, False)
    }
    for box, value in sums.items():
        posterior[box] = normalized(weighed_by_sum(posterior[box], value, blank[value == 0]))
        chosen[box] = likeliest(posterior[box])
    return replace(draft, chosen=chosen, posterior=posterior)


def _left_blank(boxes: Sequence[Distribution]) -> float:
    """The odds that this player leaves such a box blank, by Laplace's rule of succession from those that clearly are
    blank and those that clearly are not; 1 at most, for what is blank may be hidden."""
    blank = sum(box.get(None, 0.0) >= SHOWS_HABIT for box in boxes)
    filled = sum(box.get(None, 0.0) <= 1 - SHOWS_HABIT for box in boxes)
    return min(1.0, (blank + 1) / (filled + 1))


def unread_sums(draft: Draft, right: Mapping[str, int]) -> dict[str, int]:
    """The right values of boxes that were left blank only since nothing that their ink looks like is right."""
    return {
        box: value
        for box, value in right.items()
        if box in draft.ink and draft.chosen[box] is None and draft.ink[box].get(None, 0.0) < SEEMS_BLANK
    }


def wrong_sums(draft: Draft, right: Mapping[str, int]) -> dict[str, Reason]:
    """Reasons to look at boxes that say something else than what is `right` by the rest: mostly they are misread."""
    return {box: wrong_sum(draft.chosen[box], value) for box, value in _contradicted(draft, right).items()}


@dataclass(frozen=True)
class Misread:
    """What a field may rather say, how likely it is, and why."""

    mark: Mark | None
    probability: float
    why: str


def misread_in_sums(draft: Draft, right: Mapping[str, int]) -> dict[str, Misread]:
    """Fields that may be misread, since with another mark a wrong sum is right, or nearly; and the boxes that would be
    misread together with them, or with fields that are in doubt by their posterior.

    Either somebody added up wrong, or one of the fields is misread. Every sum is judged by itself: who writes a 7 like
    a 9 does so in a number and in the sum below it, so that two sums are not two witnesses. Those with a probability of
    more than `DOUBTFUL` are given, with their likeliest mark; `right` are the sums of the marks chosen.
    """
    wrong = {box: value for box, value in _contradicted(draft, right).items() if box in draft.ink}
    unsure = {field for field, marks in draft.posterior.items() if 1 - marks[draft.chosen[field]] > DOUBTFUL}
    changes = list(_changes(draft, draft.ink if wrong else {field: draft.ink[field] for field in unsure}))
    found: dict[str, Misread] = {}
    for change in changes:
        if change.field in unsure:
            probability = draft.posterior[change.field][change.mark]
            _keep_likelier(found, _misread_alike(draft, right, change, probability))
    for box, value in wrong.items():
        before = agreement(draft.ink[box], value)
        odds: dict[str, list[tuple[float, _Change]]] = {}  # of fields, against somebody who added up wrong
        for change in changes:
            if change.field != box and change.sums.get(box, value) != value:
                weight = change.weight * agreement(draft.ink[box], change.sums[box]) / before
                odds.setdefault(change.field, []).append((weight, change))
        whole = 1.0 + sum(weight for each in odds.values() for weight, _ in each)
        for field, each in odds.items():
            probability = sum(weight for weight, _ in each) / whole
            if probability > DOUBTFUL:
                _, change = max(each, key=lambda pair: pair[0])
                why = Message(
                    "with {mark} here, {box} is {sum}",
                    mark=mark_name(change.mark),
                    box=_name(draft, box),
                    sum=change.sums[box],
                )
                _keep_likelier(found, {field: Misread(change.mark, probability, why)})
                _keep_likelier(found, _misread_alike(draft, right, change, probability))
    return found


@dataclass(frozen=True)
class _Change:
    """Another mark of a field, what the ink says for it against the one chosen, and what the sums then are."""

    field: str
    mark: Mark | None
    weight: float
    sums: Mapping[str, int]


def _changes(draft: Draft, ink: Mapping[str, Distribution]) -> Iterator[_Change]:
    """Other marks of the fields whose ink is given."""
    for field, distribution in ink.items():
        for mark, probability in distribution.items():
            weight = probability / max(distribution[draft.chosen[field]], LEAST)
            if mark != draft.chosen[field] and weight > LEAST_MISREAD:
                sums = draft.rules.sums(written({**draft.chosen, field: mark}))
                yield _Change(field, mark, weight, sums)


def _misread_alike(
    draft: Draft, right: Mapping[str, int], change: _Change, probability: float
) -> dict[str, Misread]:
    """Boxes that say what is right only if a change of this probability was not made, and what they say if it was;
    those with more than `DOUBTFUL`."""
    found = {}
    for box, now in change.sums.items():
        if box in draft.ink and draft.chosen[box] == right.get(box) != now:
            then = normalized(weighed_by_sum(draft.ink[box], now)).get(now, 0.0)
            if probability * then > DOUBTFUL:
                why = Message(
                    "with {mark} in {field}, {sum} is right",
                    mark=mark_name(change.mark),
                    field=_name(draft, change.field),
                    sum=now,
                )
                found[box] = Misread(now, probability * then, why)
    return found


def _name(draft: Draft, field: str) -> str:
    return brief_names(draft.sheet)[field]


def _keep_likelier(found: dict[str, Misread], others: Mapping[str, Misread]) -> None:
    for field, misread in others.items():
        if field not in found or found[field].probability < misread.probability:
            found[field] = misread


def _contradicted(draft: Draft, right: Mapping[str, int]) -> dict[str, int]:
    """Boxes that say something else than what is right by the rest, and what that is."""
    return {box: value for box, value in right.items() if draft.chosen.get(box) not in (None, value)}

"""Boxes whose numbers follow from the rest of the sheet: what that says of the boxes, and of what they add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.decoding._draft import Draft
from fairsheet.vision.decoding.thresholds import AGAINST_SUM, SEEMS_BLANK, SHOWS_HABIT
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


def _contradicted(draft: Draft, right: Mapping[str, int]) -> dict[str, int]:
    """Boxes that say something else than what is right by the rest, and what that is."""
    return {box: value for box, value in right.items() if draft.chosen.get(box) not in (None, value)}

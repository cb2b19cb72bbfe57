"""Boxes whose numbers follow from the rest of the sheet: weigh the boxes, and the marks that they add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.decoding._draft import Draft
from fairsheet.vision.decoding.thresholds import AGAINST_SUM, SEEMS_BLANK, SHOWS_HABIT
from fairsheet.vision.readings.distributions import Distribution, likeliest, normalized, written
from fairsheet.vision.readings.reading import LEAST
from fairsheet.vision.readings.reasons import Reason, wrong_sum


def weigh_by_sum(distribution: Distribution, right: int, blank: float = 1.0) -> Distribution:
    """Return the ink's distribution of a box, each number weighed by how likely it is if `right` is right.

    Players' sums are wrong by little: a number that is off by n has a prior of `AGAINST_SUM` / n. `blank` is
    the prior of no ink, relative to the right number. The result does not add up to 1.
    """

    def prior(mark: Mark | None) -> float:
        if mark is None:
            return blank
        return AGAINST_SUM / abs(mark - right) if isinstance(mark, int) and mark != right else 1.0

    return {mark: probability * prior(mark) for mark, probability in distribution.items()}


def agreement(distribution: Distribution, right: int) -> float:
    """Return how likely the ink of a box is if `right` is right."""
    return max(LEAST, sum(weigh_by_sum(distribution, right).values()))


def reread_sums(draft: Draft) -> Draft:
    """Read the boxes again, using their right or likely values."""
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
        zero: _odds_of_blank([posterior[box] for box in sums if (sums[box] == 0) is zero])
        for zero in (True, False)
    }
    for box, value in sums.items():
        posterior[box] = normalized(weigh_by_sum(posterior[box], value, blank[value == 0]))
        chosen[box] = likeliest(posterior[box])
    return replace(draft, chosen=chosen, posterior=posterior)


def _odds_of_blank(boxes: Sequence[Distribution]) -> float:
    """Return the odds that this player leaves such a box blank.

    Laplace's rule of succession, from the boxes that are clearly blank and clearly filled. The odds are at most
    1, because blank boxes may be hidden.
    """
    blank = sum(box.get(None, 0.0) >= SHOWS_HABIT for box in boxes)
    filled = sum(box.get(None, 0.0) <= 1 - SHOWS_HABIT for box in boxes)
    return min(1.0, (blank + 1) / (filled + 1))


def unread_sums(draft: Draft, right: Mapping[str, int]) -> dict[str, int]:
    """Return the right values of boxes whose ink fits no right value, so that they were taken as blank."""
    return {
        box: value
        for box, value in right.items()
        if box in draft.ink and draft.chosen[box] is None and draft.ink[box].get(None, 0.0) < SEEMS_BLANK
    }


def wrong_sums(draft: Draft, right: Mapping[str, int]) -> dict[str, Reason]:
    """Return reasons to look at boxes that differ from the `right` value: most of them are misread."""
    return {box: wrong_sum(draft.chosen[box], value) for box, value in _contradicted(draft, right).items()}


def _contradicted(draft: Draft, right: Mapping[str, int]) -> dict[str, int]:
    """Return the right values of boxes that have another number."""
    return {box: value for box, value in right.items() if draft.chosen.get(box) not in (None, value)}

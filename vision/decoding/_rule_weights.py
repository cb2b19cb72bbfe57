"""Weigh each mark by itself: how frequent the rules make it, and whether they allow it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.decoding._draft import Draft, likeliest_marks
from fairsheet.vision.readings.distributions import Distribution, likeliest, normalized, reweigh
from fairsheet.vision.readings.reading import FieldReading
from fairsheet.vision.readings.rule_hints import AGAINST_RULES, RulesHint


def weigh_by_frequency(readings: Iterable[FieldReading], rules: RulesHint) -> dict[str, Distribution]:
    """Return the ink's distributions, weighed by the frequencies of the rules.

    The models learned from equally many examples of each number.
    """

    def frequency(field: str, mark: Mark | None) -> float:
        return 1.0 if mark is None else rules.frequency(field, mark)

    return {
        reading.field: reweigh(dict(reading.probabilities), partial(frequency, reading.field))
        for reading in readings
    }


def weigh_by_rules(draft: Draft) -> Draft:
    """Reduce the probability of marks that the rules exclude."""

    def prior(field: str, mark: Mark | None) -> float:
        return 1.0 if mark is None or draft.rules.possible(field, mark) else AGAINST_RULES

    posterior = {
        field: each if all(prior(field, mark) == 1 for mark in each) else reweigh(each, partial(prior, field))
        for field, each in draft.posterior.items()
    }
    return replace(draft, posterior=posterior, chosen=likeliest_marks(posterior))


def bound_by_ink(draft: Draft) -> Draft:
    """Limit the weight of all rules so far to `AGAINST_RULES` relative to the ink.

    A number may be out of order and also never dealt; still it takes only one slip or cheat to write it.
    """
    posterior = {field: _bound(each, draft.ink[field]) for field, each in draft.posterior.items()}
    return replace(draft, posterior=posterior, chosen=likeliest_marks(posterior))


def _bound(posterior: Distribution, ink: Distribution) -> Distribution:
    if posterior is ink:
        return ink
    alone = likeliest(ink)
    least = max(posterior[mark] * AGAINST_RULES * ink[alone] / ink[mark] for mark in ink)
    return normalized({**posterior, alone: max(posterior[alone], least)})


def add_ranges(rules: RulesHint, sheet: Sheet) -> RulesHint:
    """Return the rules, extended to exclude numbers outside the range of their box: people write any number
    there."""
    bounds = _bounds(sheet)

    def possible(field: str, mark: Mark) -> bool:
        if field in bounds and isinstance(mark, int):
            least, greatest = bounds[field]
            if not least <= mark <= greatest:
                return False
        return rules.possible(field, mark)

    return replace(rules, possible=possible)


@remembered
def _bounds(sheet: Sheet) -> dict[str, tuple[int, int]]:
    """Return the least and the greatest number of each box that has them."""
    return {field.id: field.bounds for field in sheet.fields if field.kind == "box" and field.bounds}

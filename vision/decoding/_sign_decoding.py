"""Signs on a sheet with two sides: each of its two players draws the same sign everywhere."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import combinations

from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.model.sides import SIDES
from fairsheet.vision.decoding.thresholds import CLEAR_SIGN, ODD_SIGN, THIRD_SIGN
from fairsheet.vision.readings.distributions import Distribution, reweigh


def weigh_by_sides(sheet: Sheet, ink: Mapping[str, Distribution]) -> dict[str, Distribution]:
    """Return the unsure sign fields, weighed by how likely each sign is one of the two in use.

    All signs of the sheet together decide which two are in use. A sheet without sides has none to weigh.
    """
    if not sheet.is_shared:
        return {}
    signs = {field: distribution for field, distribution in ink.items() if sheet.field[field].kind == "sign"}
    drawn = sorted({mark for each in signs.values() for mark in each if mark is not None}, key=str)
    pairs = list(combinations(drawn, len(SIDES)))
    if not pairs:
        return {}
    logs = [
        sum(math.log(_likelihood_of_pair(distribution, pair)) for distribution in signs.values())
        for pair in pairs
    ]
    weights = [math.exp(log - max(logs)) for log in logs]
    used = {
        mark: sum(weight for pair, weight in zip(pairs, weights, strict=True) if mark in pair) / sum(weights)
        for mark in drawn
    }
    return {
        field: reweigh(distribution, lambda mark: 1.0 if mark is None else max(THIRD_SIGN, used[mark]))
        for field, distribution in signs.items()
        if max(distribution.values()) < CLEAR_SIGN
    }


def _likelihood_of_pair(distribution: Distribution, pair: Iterable[Mark]) -> float:
    """Return how likely a field is blank or has one of two signs."""
    return max(ODD_SIGN, distribution[None] + sum(distribution.get(mark, 0.0) for mark in pair))

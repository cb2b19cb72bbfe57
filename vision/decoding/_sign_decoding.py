"""Signs on a sheet with two sides: each of its two players draws the same one all over it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import combinations

from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.model.sides import SIDES
from fairsheet.vision.decoding.thresholds import CLEAR_SIGN, ODD_SIGN, THIRD_SIGN
from fairsheet.vision.readings.distributions import Distribution, weighed


def weighed_by_sides(sheet: Sheet, ink: Mapping[str, Distribution]) -> dict[str, Distribution]:
    """The unsure fields for signs, with what the ink says weighed by how likely each sign is one of those in use.

    Which are in use, one for each side, is judged by all the signs on the sheet together. A sheet without sides
    has none to weigh.
    """
    if not sheet.is_shared:
        return {}
    signs = {field: distribution for field, distribution in ink.items() if sheet.field[field].kind == "sign"}
    drawn = sorted({mark for each in signs.values() for mark in each if mark is not None}, key=str)
    pairs = list(combinations(drawn, len(SIDES)))
    if not pairs:
        return {}
    logs = [sum(math.log(_either(distribution, pair)) for distribution in signs.values()) for pair in pairs]
    weights = [math.exp(log - max(logs)) for log in logs]
    used = {
        mark: sum(weight for pair, weight in zip(pairs, weights, strict=True) if mark in pair) / sum(weights)
        for mark in drawn
    }
    return {
        field: weighed(distribution, lambda mark: 1.0 if mark is None else max(THIRD_SIGN, used[mark]))
        for field, distribution in signs.items()
        if max(distribution.values()) < CLEAR_SIGN
    }


def _either(distribution: Distribution, pair: Iterable[Mark]) -> float:
    """How likely a field is blank or bears one of two signs."""
    return max(ODD_SIGN, distribution[None] + sum(distribution.get(mark, 0.0) for mark in pair))

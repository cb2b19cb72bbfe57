"""Boxes are for numbers of a range, but bear whatever a person writes: what that says of a number outside it."""

from __future__ import annotations

from dataclasses import replace

from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import Mark
from fairsheet.vision.readings.rule_hints import RulesHint


def with_ranges(rules: RulesHint, sheet: Sheet) -> RulesHint:
    """The rules, by which a number outside the range of its box is impossible, too."""
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
    """The least and the greatest number of each box that has them."""
    return {field.id: field.bounds for field in sheet.fields if field.kind == "box" and field.bounds}

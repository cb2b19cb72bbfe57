"""Find which numbers the other marks of a sheet allow, such as counts for a final tile. If only one is allowed,
a wrong number can be corrected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.sheets.formulas.formula import compile_formula, fields_in
from fairsheet.sheets.formulas.functions.function import Formula
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet

ILLEGAL: tuple[str, ...] = ("error",)  # the level of checks that make a sheet illegal
ALL_LEVELS = (*ILLEGAL, "warn", "note")  # all levels


def allowed_numbers(sheet: TableSheet, field: str, setting: Mapping[str, Mark]) -> list[int]:
    """Return the numbers in a field's bounds that meet all checks of level error on its sheet.

    `setting` has the facts about the game that checks use.
    """
    bounds = sheet.layout.field[field].bounds
    assert bounds is not None
    marks = _looked_at(sheet, setting)
    numbers = range(bounds[0], bounds[1] + 1)
    return [n for n in numbers if are_allowed(sheet.layout, {**marks, field: n}, (field,))]


def with_numbers_corrected(
    sheet: TableSheet, fields: Iterable[str], setting: Mapping[str, Mark]
) -> TableSheet:
    """Return the sheet with each contradicted number replaced, if its other marks allow exactly one number."""
    right: dict[str, Mark | None] = {}
    for field in fields:
        if is_contradicted(sheet, field, setting):
            allowed = allowed_numbers(sheet, field, setting)
            if len(allowed) == 1:
                right[field] = allowed[0]
    return sheet.with_changes(right)


def is_contradicted(sheet: TableSheet, field: str, setting: Mapping[str, Mark]) -> bool:
    """Return whether the sheet's own checks contradict the number in a field."""
    written = sheet.number(field)
    return written is not None and not are_allowed(sheet.layout, _looked_at(sheet, setting), (field,))


def are_allowed(
    sheet: Sheet, looked_at: Marks, fields: Iterable[str], levels: tuple[str, ...] = ILLEGAL
) -> bool:
    """Return whether a sheet meets all its own checks of these levels that name one of the fields. `looked_at` has its
    marks and the setting."""
    naming = _checks_naming(sheet)
    checks = {is_met for field in fields for level in levels for is_met in naming.get((field, level), ())}
    return all(is_met(looked_at) for is_met in checks)


def _looked_at(sheet: TableSheet, setting: Mapping[str, Mark]) -> dict[str, Mark]:
    """Return the marks of a sheet and the setting, without boxes of points, because points follow from counts."""
    boxes = {box.id for box in sheet.layout.score_boxes()}
    marks = {field: mark for field, mark in sheet.record.marks.items() if field not in boxes}
    return {**setting_of(sheet.record, 1), **setting, **marks}


@remembered
def _checks_naming(sheet: Sheet) -> dict[tuple[str, str], list[Formula]]:
    """Return the checks of a single sheet that name a field, by field and level."""
    found: dict[tuple[str, str], list[Formula]] = {}
    for check in sheet.checks:
        if check.scope == "sheet":
            is_met = compile_formula(check.needs, sheet)
            for field in fields_in(check.needs, sheet):
                found.setdefault((field, check.level), []).append(is_met)
    return found

"""What the other marks of a sheet allow: which numbers that players compare with each other, such as counts of a final
tile, and what is right where they allow one alone."""

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
OBJECTING = (*ILLEGAL, "warn", "note")  # all levels, of those that say something


def allowed_numbers(sheet: TableSheet, field: str, setting: Mapping[str, Mark]) -> list[int]:
    """Return the numbers of a field that no check contradicts by which its sheet is illegal.

    `setting` is what checks may ask about the game.
    """
    bounds = sheet.layout.field[field].bounds
    assert bounds is not None
    marks = _looked_at(sheet, setting)
    numbers = range(bounds[0], bounds[1] + 1)
    return [n for n in numbers if are_allowed(sheet.layout, {**marks, field: n}, (field,))]


def with_numbers_corrected(
    sheet: TableSheet, fields: Iterable[str], setting: Mapping[str, Mark]
) -> TableSheet:
    """The sheet where numbers that its other marks contradict are those that they give, if that is one alone."""
    right: dict[str, Mark | None] = {}
    for field in fields:
        if is_contradicted(sheet, field, setting):
            allowed = allowed_numbers(sheet, field, setting)
            if len(allowed) == 1:
                right[field] = allowed[0]
    return sheet.read_as(right)


def is_contradicted(sheet: TableSheet, field: str, setting: Mapping[str, Mark]) -> bool:
    """Whether a sheet by itself says that the number in a field of it is wrong."""
    written = sheet.number(field)
    return written is not None and not are_allowed(sheet.layout, _looked_at(sheet, setting), (field,))


def are_allowed(
    sheet: Sheet, looked_at: Marks, fields: Iterable[str], levels: tuple[str, ...] = ILLEGAL
) -> bool:
    """Whether all checks of one sheet by itself, of one of these levels, are met that look at some of these fields;
    `looked_at` are its marks and the setting."""
    naming = _checks_naming(sheet)
    checks = {is_met for field in fields for level in levels for is_met in naming.get((field, level), ())}
    return all(is_met(looked_at) for is_met in checks)


def _looked_at(sheet: TableSheet, setting: Mapping[str, Mark]) -> dict[str, Mark]:
    """The marks of a sheet and the setting, without boxes of points: those follow from counts, not counts from them."""
    boxes = {box.id for box in sheet.layout.score_boxes()}
    marks = {field: mark for field, mark in sheet.record.marks.items() if field not in boxes}
    return {**setting_of(sheet.record, 1), **setting, **marks}


@remembered
def _checks_naming(sheet: Sheet) -> dict[tuple[str, str], list[Formula]]:
    """By field and level the checks of one sheet by itself that look at the field."""
    found: dict[tuple[str, str], list[Formula]] = {}
    for check in sheet.checks:
        if check.scope == "sheet":
            is_met = compile_formula(check.needs, sheet)
            for field in fields_in(check.needs, sheet):
                found.setdefault((field, check.level), []).append(is_met)
    return found

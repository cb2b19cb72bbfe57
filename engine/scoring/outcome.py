"""The part of one sheet that decides its points and its place, for many readings that differ in a few marks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress

from fairsheet.engine.scoring.known_boxes import fields_behind, known_boxes
from fairsheet.engine.scoring.score import ties_by_template
from fairsheet.sheets.formulas.formula import compile_formula, fields_in, needs_table
from fairsheet.sheets.formulas.functions.lookups import NoEntry
from fairsheet.sheets.formulas.table_formulas import table_function
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import TOTAL, Sheet


def outcome_of(
    sheet: Sheet, setting: Mapping[str, Mark], tie_break: Callable[[Marks], Hashable]
) -> Callable[[Marks], Hashable] | None:
    """Return a function from one sheet's ink to a key that decides its total, its rank and its effect on others'
    scores.

    The key is equal for readings with equal results, whatever is on the other sheets. None for a sheet without a total.

    `setting` has facts about the game for formulas, and `tie_break` ranks equal totals by the ink of one player.
    Numbers written in boxes with score lines are ignored. If a sheet has companions, marks that none of its score lines
    uses are part of the key, because other sheets may use them.
    """
    if not any(line.sign == TOTAL for line in sheet.scores):
        return None
    computed = {line.box for line in sheet.scores}
    jointly = {line.box for line in sheet.scores if needs_table(line.formula)}
    arguments = [
        compile_formula(argument, sheet)
        for line in sheet.scores
        if line.box in jointly
        for argument in table_function(line.formula)[1].arguments
    ]
    only_totals = not (sheet.is_shared or sheet.solo_level is not None)
    boxes = {line.box for line in sheet.scores if line.sign == TOTAL} if only_totals else computed
    scored = set[str]().union(*(fields_behind(line.formula, sheet) for line in sheet.scores))
    compared = {
        id_ for check in sheet.checks if check.scope == "table" for id_ in fields_in(check.needs, sheet)
    }
    if sheet.has_companions:
        compared |= {field.id for field in sheet.fields if field.kind != "text"} - scored - computed
    numbers = known_boxes(sheet, setting)

    def outcome(marks: Marks) -> Hashable:
        ink = {field: mark for field, mark in marks.items() if field not in jointly}
        computed_numbers = numbers(ink)
        inputs = {**setting, **ink}
        values: list[Hashable] = [computed_numbers.get(box) for box in sorted(boxes)]
        values += sorted((field, str(ink[field])) for field in compared & ink.keys())
        with suppress(NoEntry):
            values += [int(argument(inputs)) for argument in arguments]
            values.append(ties_by_template(sheet, inputs) if sheet.is_shared else tie_break(inputs))
        return tuple(values)

    return outcome

"""Marks that are only missing: checks that fail for lack of ink, and whether more ink could meet another check.

A missing mark proves nothing, because somebody may have forgotten it.
"""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.checks.attribution import marks_in, some_reading
from fairsheet.engine.scoring.known_boxes import fields_behind
from fairsheet.sheets.formulas.explanation import fields_lacking
from fairsheet.sheets.formulas.formula import compile_formula, fields_in
from fairsheet.sheets.formulas.functions.function import Formula
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Call, Check, Expression, Number, Operation, Sheet

Row = tuple[str, ...]  # blank fields; a mark is missing in one of them
MOST_WAYS = 1_000  # combinations of marks in rows that are tried


def missing_row(needs: Expression, sheet: Sheet, marks: Marks) -> Row:
    """Return the blanks among which a mark is missing, if an unmet condition shows nothing else; otherwise none.

    The condition needs more marks or a larger sum in a row, and there is ink in or around the row. Or a row is skipped
    before others.
    """
    alternatives = _alternatives(needs)
    if all(map(_needs_ink, alternatives)):
        return _blank_fields(fields_in(needs, sheet), marks)
    for each in alternatives:
        match each:
            case Operation(operator="=", operands=(_, Call() as marked)) if _increased_by(marked) == "marks":
                continue  # a comparison of two kinds of marks
            case Operation(operator="=", operands=(Call() as row, asked)) if _increased_by(row):
                fields, about = set(fields_in(row, sheet)), set(fields_in(asked, sheet))
                lacking = fields_lacking(row, sheet, marks)
                others = [set(fields_in(other, sheet)) for other in alternatives if other is not each]
                if (
                    compile_formula(row, sheet)(marks) < compile_formula(asked, sheet)(marks)
                    and all(other & fields or other <= about for other in others)
                    and (blank := _blank_fields(lacking, marks))
                ):
                    return blank
    return ()


def _increased_by(call: Call) -> str:
    """Return what increases the value of a call: "ink", "marks", or blank if nothing does."""
    return FUNCTIONS[call.function].more


def _blank_fields(fields: Sequence[str], marks: Marks) -> Row:
    return tuple(field for field in fields if field not in marks)


def may_be_met(check: Check, is_met: Formula, sheet: Sheet, marks: Marks, rows: Sequence[Row]) -> bool:
    """Return whether an unmet check could be met with the missing marks, one in each row.

    Rows that do not affect the check stay blank. If there are too many combinations to try, return True.
    """
    asked = fields_behind(check.needs, sheet)
    ways = [list(marks_in(row, sheet)) for row in dict.fromkeys(rows) if not asked.isdisjoint(row)]
    return bool(ways) and (
        some_reading(ways, lambda way: is_met({**marks, **dict(way)}), MOST_WAYS) is not False
    )


def _alternatives(needs: Expression) -> list[Expression]:
    """Return the conditions, one of which is enough."""
    match needs:
        case Operation(operator="or", operands=operands):
            return [each for operand in operands for each in _alternatives(operand)]
    return [needs]


def _needs_ink(condition: Expression) -> bool:
    match condition:
        case Operation(operator="=" | ">", operands=(Call() as row, Number(value=0))):
            return _increased_by(row) == "ink"
    return False

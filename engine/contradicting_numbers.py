"""The two numbers that contradict each other where a check is not met: what is written and what the ink gives, or both
sides of a comparison. The words of a template say what is wrong, and not with which numbers."""

from __future__ import annotations

from collections.abc import Mapping

from engine.formula import compile_formula
from engine.ink import Mark
from engine.ink_formulas import fields_of
from sheets.model import Call, Expression, Name, Number, Operation, Sheet

COMPARED = ("<=", "<", "=", ">=", ">")


def contradicting_numbers(needs: Expression, sheet: Sheet, marks: Mapping[str, Mark]) -> str:
    """The numbers in words; nothing where a condition that is not met has none, or says one of them itself.

    Of conditions parted by `or` it is the last one, for those before it say where nothing is asked.
    """
    match needs:
        case Operation(operator="or", operands=(*_, last)):
            return contradicting_numbers(last, sheet, marks)
        case Operation(operator="and", operands=both):
            failing = next(each for each in both if not compile_formula(each, sheet)(marks))
            return contradicting_numbers(failing, sheet, marks)
        case Call(function="correct", arguments=names):
            return _wrong_box(fields_of(names, sheet), sheet, marks)
        case Operation(operator=operator, operands=(left, right)) if operator in COMPARED:
            if isinstance(left, Number) or isinstance(right, Number):
                return ""
            here, there = (int(compile_formula(side, sheet)(marks)) for side in (left, right))
            return f"{here} against {there}"
        case _:
            return ""


def _wrong_box(boxes: tuple[str, ...], sheet: Sheet, marks: Mapping[str, Mark]) -> str:
    """Of the first box that is added up wrongly, what is written and what the ink gives."""
    for box in boxes:
        computed = int(compile_formula(Name(box), sheet)(marks))
        if marks.get(box, computed) != computed:
            return f"{marks[box]} written, {computed} computed"
    return ""

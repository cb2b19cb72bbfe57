"""Explanations of conditions and values, as far as the function of a formula knows one."""

from __future__ import annotations

from fairsheet.sheets.formulas.formula import arguments_of, fields_in
from fairsheet.sheets.formulas.functions.function import Explanation, Unmet
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Call, Expression, Operation, Sheet


def explanation_of(condition: Expression, sheet: Sheet, marks: Marks) -> Explanation:
    """Return why a condition does not hold, if it is a function, or a function that equals something."""
    match condition:
        case Call() if FUNCTIONS[condition.function].is_condition:
            return FUNCTIONS[condition.function].explain(Unmet(arguments_of(condition, sheet), marks, None))
        case Operation(operator="=", operands=(Call() as call, wanted)) if not FUNCTIONS[
            call.function
        ].is_condition:
            return FUNCTIONS[call.function].explain(Unmet(arguments_of(call, sheet), marks, wanted))
    return Explanation()


def fields_asked(call: Call, sheet: Sheet, marks: Marks) -> tuple[str, ...]:
    """Return the fields, of those that a call names, that its value depends on."""
    asked = FUNCTIONS[call.function].asked
    return fields_in(call, sheet) if asked is None else asked(arguments_of(call, sheet), marks)


def fields_lacking(call: Call, sheet: Sheet, marks: Marks) -> tuple[str, ...]:
    """Return the fields where something may be missing if the value of a call is too small."""
    lacking = FUNCTIONS[call.function].lacking
    return fields_in(call, sheet) if lacking is None else lacking(arguments_of(call, sheet), marks)


def alternatives(call: Call) -> tuple[Expression, ...]:
    """Return the arguments from which the value of a call is chosen; none for most functions."""
    first = FUNCTIONS[call.function].picks
    return () if first is None else call.arguments[first:]

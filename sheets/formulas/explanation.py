"""What a function knows about why a condition is not met."""

from __future__ import annotations

from fairsheet.sheets.formulas.formula import arguments_of, fields_in
from fairsheet.sheets.formulas.functions.function import Explanation, Unmet
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Call, Expression, Operation, Sheet


def explanation_of(condition: Expression, sheet: Sheet, marks: Marks) -> Explanation:
    """What explains that a condition does not hold, if it is a function, or a function that equals something."""
    match condition:
        case Call() if FUNCTIONS[condition.function].is_condition:
            return FUNCTIONS[condition.function].explain(Unmet(arguments_of(condition, sheet), marks, None))
        case Operation(operator="=", operands=(Call() as call, wanted)) if not FUNCTIONS[
            call.function
        ].is_condition:
            return FUNCTIONS[call.function].explain(Unmet(arguments_of(call, sheet), marks, wanted))
    return Explanation()


def fields_asked(call: Call, sheet: Sheet, marks: Marks) -> tuple[str, ...]:
    """The fields that the value of a call is about, of those that it names."""
    asked = FUNCTIONS[call.function].asked
    return fields_in(call, sheet) if asked is None else asked(arguments_of(call, sheet), marks)


def fields_lacking(call: Call, sheet: Sheet, marks: Marks) -> tuple[str, ...]:
    """The fields where something may be missing, if the value of a call is too small."""
    lacking = FUNCTIONS[call.function].lacking
    return fields_in(call, sheet) if lacking is None else lacking(arguments_of(call, sheet), marks)


def picked(call: Call) -> tuple[Expression, ...]:
    """The arguments of which a call gives one as it is; none for most functions."""
    first = FUNCTIONS[call.function].picks
    return () if first is None else call.arguments[first:]

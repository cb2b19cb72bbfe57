"""What contradicts each other where a check is not met: which two numbers, what is written and what the ink gives or
both sides of a comparison, and which fields, those first that are most likely wrong.

The words of a template say what is wrong, and not with which numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.checks.attribution import explaining
from fairsheet.languages.messages import Message
from fairsheet.sheets.formulas.explanation import explanation_of, fields_asked, picked
from fairsheet.sheets.formulas.formula import COMPARISONS, compile_formula, fields_in
from fairsheet.sheets.formulas.functions.function import Formula
from fairsheet.sheets.model.marks import Marks, with_marks
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet

MOST_NAMED = 3  # marks from which a box follows that are named with it


def contradicting_numbers(needs: Expression, sheet: Sheet, marks: Marks) -> str:
    """The numbers in words; nothing where a condition that is not met has none, or says one of them itself. Of what is
    to be marked a number of times, how many are."""
    unmet = unmet_part(needs, sheet, marks)
    numbers = explanation_of(unmet, sheet, marks).numbers
    if numbers is not None:
        return numbers
    match unmet:
        case Operation(operator=operator, operands=(left, right)) if operator in COMPARISONS:
            if any(map(_is_no_count, (left, right))):
                return ""
            here, there = (int(compile_formula(side, sheet)(marks)) for side in (left, right))
            return Message("{here} against {there}", here=here, there=there)
        case _:
            return ""


def _is_no_count(side: Expression) -> bool:
    """Whether one side of a comparison is a number that the check says itself, whether something is so, or a product of
    numbers on the sheet, which nobody has counted."""
    match side:
        case Number():
            return True
        case Call():
            numbers = picked(side)
            return numbers != () and all(isinstance(each, Number) for each in numbers)
        case Operation(operator="*", operands=operands):
            return not any(isinstance(operand, Number) for operand in operands)
    return False


def contradicting_fields(needs: Expression, sheet: Sheet, marks: Marks) -> tuple[str, ...]:
    """The fields that a condition which is not met is about: of a sum the box, then the blanks among what it adds up,
    of what is to be full, or to bear so much ink, the blanks, then what bears ink. Else fields without ink are named
    only where no other is."""
    unmet, named = unmet_part(needs, sheet, marks), fields_in(needs, sheet)
    explained = explanation_of(unmet, sheet, marks)
    if explained.box:
        first = tuple(_wrong_sum(explained.box, sheet, marks))
    elif explained.fields is not None:
        first = explained.fields
    else:
        about = tuple(_asked_of(unmet, sheet, marks))
        first = tuple(field for field in about if field in marks) or about
    inked = tuple(field for field in named if field in marks)
    return tuple(dict.fromkeys((*first, *inked))) or named


def _asked_of(expression: Expression, sheet: Sheet, marks: Marks) -> Iterator[str]:
    """The fields that a part of a condition asks about."""
    match expression:
        case Operation(operands=operands):
            for each in operands:
                yield from _asked_of(each, sheet, marks)
        case Call():
            yield from fields_asked(expression, sheet, marks)
        case _:
            yield from fields_in(expression, sheet)


def culprits(needs: Expression, sheet: Sheet, marks: Marks, is_met: Formula) -> tuple[str, ...]:
    """What to look at first where a condition is not met: of a sum the box, and the blanks among what it adds up; of a
    box that follows from few other marks those, too; else the fields without the ink of one of which it is met.
    `is_met` is the condition as a function."""
    unmet = unmet_part(needs, sheet, marks)
    if wrong := explanation_of(unmet, sheet, marks).box:
        box, *added = _wrong_sum(wrong, sheet, marks)
        behind = () if added else _behind(box, sheet, marks)
        return (box, *(field for field in added if field not in marks), *behind)
    inked = (field for field in fields_in(unmet, sheet) if field in marks)
    return tuple(explaining(inked, lambda field: [with_marks(marks, {field: None})], is_met))


def unmet_part(needs: Expression, sheet: Sheet, marks: Marks) -> Expression:
    """The part of a condition that is not met which says what is wrong.

    Of conditions parted by `or` it is the last one that looks at marks, for the others say where nothing is asked.
    """
    match needs:
        case Operation(operator="or", operands=operands):
            about_marks = [each for each in operands if fields_in(each, sheet)] or operands
            return unmet_part(about_marks[-1], sheet, marks)
        case Operation(operator="and", operands=both):
            failing = next(each for each in both if not compile_formula(each, sheet)(marks))
            return unmet_part(failing, sheet, marks)
    return needs


def _wrong_sum(box: str, sheet: Sheet, marks: Marks) -> Iterator[str]:
    """The box that is added up wrongly, then what it adds up, blanks before what is written."""
    for line in sheet.scores:
        if line.box == box:
            added = [name for name in _added(line.formula) if name in sheet.field]
            yield box
            yield from sorted(added, key=lambda field: field in marks)


def _behind(box: str, sheet: Sheet, marks: Marks) -> tuple[str, ...]:
    """The marks from which the number of a box follows, other than by adding up; nothing where they are many."""
    formulas = (line.formula for line in sheet.scores if line.box == box)
    inked = (field for formula in formulas for field in fields_in(formula, sheet) if field in marks)
    behind = tuple(field for field in dict.fromkeys(inked) if field != box)
    return behind if len(behind) <= MOST_NAMED else ()


def _added(formula: Expression) -> Iterator[str]:
    """The fields that a sum adds up by themselves."""
    match formula:
        case Name(name=name):
            yield name
        case Operation(operator="+", operands=operands):
            for each in operands:
                yield from _added(each)
        case Call():
            match picked(formula):
                case (Number(), bounded):
                    yield from _added(bounded)

"""The numbers and fields that contradict each other if a check is not met.

The words of a template say what is wrong, but not with which numbers. The numbers are the written and the computed one,
or both sides of a comparison. The fields that are most likely wrong come first.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.checks.attribution import explaining
from fairsheet.languages.messages import Message
from fairsheet.sheets.formulas.explanation import alternatives, explanation_of, fields_asked
from fairsheet.sheets.formulas.formula import COMPARISONS, compile_formula, fields_in
from fairsheet.sheets.formulas.functions.function import Formula
from fairsheet.sheets.model.marks import Marks, with_marks
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet

MOST_NAMED = 3  # marks at most that are named with the box that follows from them


def contradicting_numbers(needs: Expression, sheet: Sheet, marks: Marks) -> str:
    """Return the numbers of an unmet condition in words; blank if it has none, or names one of them itself.

    If a number of fields must be marked, return how many are marked.
    """
    unmet = unmet_part(needs, sheet, marks)
    numbers = explanation_of(unmet, sheet, marks).numbers
    if numbers is not None:
        return numbers
    match unmet:
        case Operation(operator=operator, operands=(left, right)) if operator in COMPARISONS:
            if any(map(_is_uncounted, (left, right))):
                return ""
            here, there = (int(compile_formula(side, sheet)(marks)) for side in (left, right))
            return Message("{here} against {there}", here=here, there=there)
        case _:
            return ""


def _is_uncounted(side: Expression) -> bool:
    """Return whether a side of a comparison is a value that messages leave out.

    These are numbers that the check names itself, yes-or-no values, and products of numbers on the sheet.
    """
    match side:
        case Number():
            return True
        case Call():
            numbers = alternatives(side)
            return numbers != () and all(isinstance(each, Number) for each in numbers)
        case Operation(operator="*", operands=operands):
            return not any(isinstance(operand, Number) for operand in operands)
    return False


def contradicting_fields(needs: Expression, sheet: Sheet, marks: Marks) -> tuple[str, ...]:
    """Return the fields that an unmet condition is about.

    For a sum, these are the box, then blanks among its parts. If a row must be full or have a number of marks, blanks
    come before marked fields. Otherwise, blank fields are named only if no field has ink.
    """
    unmet, named = unmet_part(needs, sheet, marks), fields_in(needs, sheet)
    explained = explanation_of(unmet, sheet, marks)
    if explained.box:
        first = tuple(_wrong_sum(explained.box, sheet, marks))
    elif explained.fields is not None:
        first = explained.fields
    else:
        about = tuple(_fields_of(unmet, sheet, marks))
        first = tuple(field for field in about if field in marks) or about
    inked = tuple(field for field in named if field in marks)
    return tuple(dict.fromkeys((*first, *inked))) or named


def _fields_of(expression: Expression, sheet: Sheet, marks: Marks) -> Iterator[str]:
    """Yield the fields that a part of a condition depends on."""
    match expression:
        case Operation(operands=operands):
            for each in operands:
                yield from _fields_of(each, sheet, marks)
        case Call():
            yield from fields_asked(expression, sheet, marks)
        case _:
            yield from fields_in(expression, sheet)


def culprits(needs: Expression, sheet: Sheet, marks: Marks, is_met: Formula) -> tuple[str, ...]:
    """Return the fields to look at first if a condition is not met; `is_met` is the condition as a function.

    For a sum, these are the box and the blanks among its parts. For a box that follows from few other marks, these
    marks are included. Otherwise they are the fields without whose ink the condition is met.
    """
    unmet = unmet_part(needs, sheet, marks)
    if wrong := explanation_of(unmet, sheet, marks).box:
        box, *added = _wrong_sum(wrong, sheet, marks)
        sources = () if added else _sources_of(box, sheet, marks)
        return (box, *(field for field in added if field not in marks), *sources)
    inked = (field for field in fields_in(unmet, sheet) if field in marks)
    return tuple(explaining(inked, lambda field: [with_marks(marks, {field: None})], is_met))


def unmet_part(needs: Expression, sheet: Sheet, marks: Marks) -> Expression:
    """Return the part of an unmet condition that says what is wrong.

    Of parts joined by `or`, it is the last one about marks: the others are cases in which nothing is required.
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
    """Yield the box that is added up wrongly, then its parts, blanks before marked fields."""
    for line in sheet.scores:
        if line.box == box:
            added = [name for name in _added(line.formula) if name in sheet.field]
            yield box
            yield from sorted(added, key=lambda field: field in marks)


def _sources_of(box: str, sheet: Sheet, marks: Marks) -> tuple[str, ...]:
    """Return the marks that determine the number of a box other than by addition; none if there are many."""
    formulas = (line.formula for line in sheet.scores if line.box == box)
    inked = (field for formula in formulas for field in fields_in(formula, sheet) if field in marks)
    sources = tuple(field for field in dict.fromkeys(inked) if field != box)
    return sources if len(sources) <= MOST_NAMED else ()


def _added(formula: Expression) -> Iterator[str]:
    """Yield the fields that a sum adds up directly."""
    match formula:
        case Name(name=name):
            yield name
        case Operation(operator="+", operands=operands):
            for each in operands:
                yield from _added(each)
        case Call():
            match alternatives(formula):
                case (Number(), bounded):
                    yield from _added(bounded)

"""Functions of numbers: those written in fields, those of boxes with score lines, and any others."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from fairsheet.languages.messages import Message
from fairsheet.sheets.formulas.functions.function import (
    Arguments,
    Bounds,
    Example,
    Explanation,
    Formula,
    Function,
    Unmet,
    held,
    of_fields,
    of_number,
    one_of,
    sum_of,
    written,
    written_in,
)
from fairsheet.sheets.model.sheet import Name


def _value(asked: Arguments[Formula]) -> Formula:
    values = [asked.known(Name(field)) for field in asked.fields]
    return lambda marks: sum(value(marks) for value in values)


def _correct(asked: Arguments[Formula]) -> Formula:
    computed = _computed(asked)
    return lambda marks: all(box not in marks or marks[box] == value(marks) for box, value in computed)


def _computed(asked: Arguments[Formula]) -> list[tuple[str, Formula]]:
    """The boxes with a score line; those that need others' sheets stand for what is written in them."""
    boxes = {line.box for line in asked.sheet.scores}
    return [(box, asked.known(Name(box))) for box in asked.fields if box in boxes]


def _wrong_sum(unmet: Unmet) -> Explanation:
    for box, value in _computed(unmet.arguments):
        computed = int(value(unmet.marks))
        if unmet.marks.get(box, computed) != computed:
            return Explanation(
                Message(
                    "{written} written, {computed} computed", written=unmet.marks[box], computed=computed
                ),
                box=box,
            )
    return Explanation("")


def _held_or_given(asked: Arguments[Bounds]) -> list[Bounds]:
    """What may stand in each of the fields: what is written there, or what a score line gives that needs the whole
    table, whose number takes its place."""
    both = zip(held(asked), (asked.known(Name(field)) for field in asked.fields), strict=True)
    return [one_of(bounds) for bounds in both]


def _multiplied(asked: Arguments[Bounds]) -> Bounds:
    """Of any of the numbers, multiplied; the others are blank and left out."""
    least, greatest = 0, 0
    for low, high in _held_or_given(asked):
        ends = (low, high, least * low, least * high, greatest * low, greatest * high)
        least, greatest = min(least, *ends), max(greatest, *ends)
    return least, greatest


def _sum_of_best(asked: Arguments[Bounds]) -> Bounds:
    """Of that many greatest numbers, any of which may be blank."""
    parts, most = _held_or_given(asked), max(0, asked.number(0)[1])
    lows = sorted(least for least, _ in parts)[:most]
    highs = sorted((greatest for _, greatest in parts), reverse=True)[:most]
    return sum(min(0, low) for low in lows), sum(max(0, high) for high in highs)


def _picked(pick: Callable[[list[int]], int], asked: Arguments[Formula]) -> Formula:
    terms = asked.numbers()
    return lambda marks: pick([term(marks) for term in terms])


def _picked_bounds(pick: Callable[[list[int]], int], asked: Arguments[Bounds]) -> Bounds:
    parts = asked.numbers()
    return pick([low for low, _ in parts]), pick([high for _, high in parts])


def _if(asked: Arguments[Formula]) -> Formula:
    condition, then, otherwise = asked.numbers()
    return lambda marks: then(marks) if condition(marks) else otherwise(marks)


def _of_either(asked: Arguments[Bounds]) -> Bounds:
    """Of both numbers, or of one if the condition is decided."""
    (least, greatest), then, otherwise = asked.numbers()
    is_decided = not least <= 0 <= greatest
    return then if is_decided else otherwise if least == greatest else one_of([then, otherwise])


def _quotient(asked: Arguments[Formula]) -> Formula:
    divided, divisor = asked.numbers()
    return lambda marks: divided(marks) // by if (by := divisor(marks)) > 0 else 0


def _divided(asked: Arguments[Bounds]) -> Bounds:
    number, divisor = asked.numbers()
    least, greatest = max(1, divisor[0]), divisor[1]
    ends = [0] if divisor[0] < 1 else []
    if greatest >= least:
        ends += [end // by for end in number for by in (least, greatest)]
    return min(ends), max(ends)


ARITHMETIC = (
    Function(
        "value(a, b)", ("values",),
        "the numbers written in the fields, added up; blank is 0, a box with a score line is what that gives",
        value=_value, bounds=lambda asked: sum_of([asked.known(Name(field)) for field in asked.fields]),
        more="numbers", adds=True,
        example=Example("The numbers written, added up; how many fields bear any mark.", """\
row at: 4, 4 gap: 4
  repeat i: 1..3
    box cart.{i} to: 9
  box points to: 99
score points is: value(every("cart.*")) + 2 * inked(every("cart.*"))
""", written("cart", 4, None, 9), title="value, inked"),
    ),
    Function(
        "written(a, b)", ("written",),
        "the numbers written, added up, also in boxes with a score line, whose names stand for what that gives",
        value=of_fields(lambda fields, marks: sum(written_in(fields, marks))),
         bounds=lambda asked: sum_of(held(asked)), adds=True,
        example=Example("Numbers as written, also where computed; whether they are right.", """\
row at: 4, 4 gap: 4
  box sheep to: 9; box score.sheep to: 18; box copy to: 18
score score.sheep is: 2 * sheep
score copy is: written(score.sheep)
check sums level: warn needs: correct(score.sheep) text: "A sum is wrong."
""", {"sheep": 4, "score.sheep": 8}, title="written, correct"),
    ),
    Function(
        "correct(a, b)", ("sums",), "whether the boxes, where they are filled in, hold what their score lines give",
        is_condition=True, value=_correct, explain=_wrong_sum,
    ),
    Function(
        "product(a, b)", ("values",), "the numbers written in the fields, multiplied; 0 where none is written",
        value=of_fields(lambda fields, marks: prod(numbers) if (numbers := written_in(fields, marks)) else 0),
        bounds=_multiplied,
        example=Example("Numbers multiplied; a number divided, rounded down.", """\
row at: 4, 4 gap: 5
  box fields.1 to: 9; box fields.2 to: 9
  box score.area to: 81
  box score.half to: 40
score score.area is: product(every("fields.*"))
score score.half is: quotient(score.area, 2)
""", written("fields", 3, 5), title="product, quotient"),
    ),
    Function(
        "best(2, a, b, c)", ("number", "values"), "the greatest of the numbers written, this many of them, added up",
        value=of_number(
            lambda most, fields, marks: sum(sorted(written_in(fields, marks), reverse=True)[: max(0, most(marks))])
        ),
        bounds=_sum_of_best,
        example=Example("The two greatest of the numbers, added up; the least and the greatest.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    box game.{i} to: 99
  box score.best to: 198
score score.best is: max(50, best(2, every("game.*")))
""", written("game", 34, 61, 12, 55), title="best, min, max"),
    ),
    Function(
        "worst(2, a, b, c)", ("number", "values"), "the least of the numbers written, this many of them, added up",
        value=of_number(lambda most, fields, marks: sum(sorted(written_in(fields, marks))[: max(0, most(marks))])),
        bounds=_sum_of_best,
        example=Example("The least of the numbers written; blanks are left out.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    box game.{i} to: 99
  box score.least to: 99
score score.least is: worst(1, every("game.*"))
""", written("game", 34, 61, None, 55)),
    ),
    Function(
        "sum(k, 1..6, number)", ("number",),
        "the formula for each value of the counter, added up; a condition counts 1 where it holds",
        value=lambda asked: _picked(sum, asked), bounds=lambda asked: sum_of(asked.numbers()), adds=True,
        example=Example("How many circles have a cross to their left or right; beyond the edge there is none.", """\
grid columns: 4 gap: 5 at: 4, 4
  repeat r: 1..2
    repeat c: 1..4
      icon f.{r}-{c} star accepts: circled, crossed size: 8
box points to: 8 at: 70, 8
score points is: sum(r, 1..2, sum(c, 1..4,
  count(circled, f.{r}-{c}) * (count(crossed, every("f.{r}-{c - 1}", "f.{r}-{c + 1}")) > 0)))
""", {"f.1-1": "circled", "f.1-2": "crossed", "f.2-2": "circled", "f.2-4": "circled", "f.1-3": "circled"}),
    ),
    Function(
        "min(a, b)", ("number",), "the least of the numbers, or of a list",
        value=lambda asked: _picked(min, asked), bounds=lambda asked: _picked_bounds(min, asked), picks=0,
    ),
    Function(
        "max(a, b)", ("number",), "the greatest of the numbers, or of a list",
        value=lambda asked: _picked(max, asked), bounds=lambda asked: _picked_bounds(max, asked), picks=0,
    ),
    Function(
        "if(so, then, else)", ("condition", "number", "number"), "the first number if so, else the second",
        repeats=False, value=_if, bounds=_of_either, picks=1,
    ),
    Function(
        "quotient(number, other)", ("number", "number"),
        "the first number divided by the second, rounded down; 0 unless the second is above 0",
        repeats=False, value=_quotient, bounds=_divided,
    ),
)  # fmt: skip

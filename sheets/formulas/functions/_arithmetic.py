"""Functions of numbers: written numbers, numbers of boxes with score lines, and others."""

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
    of_fields,
    of_number,
    one_of,
    sum_of,
    written,
    written_bounds,
    written_in,
)
from fairsheet.sheets.model.sheet import Name


def _value(args: Arguments[Formula]) -> Formula:
    values = [args.known(Name(field)) for field in args.fields]
    return lambda marks: sum(value(marks) for value in values)


def _correct(args: Arguments[Formula]) -> Formula:
    computed = _computed(args)
    return lambda marks: all(box not in marks or marks[box] == value(marks) for box, value in computed)


def _computed(args: Arguments[Formula]) -> list[tuple[str, Formula]]:
    """Return the boxes with a score line; one that needs the other sheets has its written number."""
    boxes = {line.box for line in args.sheet.scores}
    return [(box, args.known(Name(box))) for box in args.fields if box in boxes]


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


def _written_or_computed(args: Arguments[Bounds]) -> list[Bounds]:
    """Return the bounds of each field: written there, or computed by a score line over the whole table."""
    both = zip(written_bounds(args), (args.known(Name(field)) for field in args.fields), strict=True)
    return [one_of(bounds) for bounds in both]


def _product_bounds(args: Arguments[Bounds]) -> Bounds:
    """Return the bounds of the product of any of the numbers; the others are blank and left out."""
    least, greatest = 0, 0
    for low, high in _written_or_computed(args):
        ends = (low, high, least * low, least * high, greatest * low, greatest * high)
        least, greatest = min(least, *ends), max(greatest, *ends)
    return least, greatest


def _best_bounds(args: Arguments[Bounds]) -> Bounds:
    """Return the bounds of the sum of the N greatest numbers, any of which may be blank."""
    parts, most = _written_or_computed(args), max(0, args.number(0)[1])
    lows = sorted(least for least, _ in parts)[:most]
    highs = sorted((greatest for _, greatest in parts), reverse=True)[:most]
    return sum(min(0, low) for low in lows), sum(max(0, high) for high in highs)


def _pick(pick: Callable[[list[int]], int], args: Arguments[Formula]) -> Formula:
    terms = args.numbers()
    return lambda marks: pick([term(marks) for term in terms])


def _pick_bounds(pick: Callable[[list[int]], int], args: Arguments[Bounds]) -> Bounds:
    parts = args.numbers()
    return pick([low for low, _ in parts]), pick([high for _, high in parts])


def _if(args: Arguments[Formula]) -> Formula:
    condition, then, otherwise = args.numbers()
    return lambda marks: then(marks) if condition(marks) else otherwise(marks)


def _either_bounds(args: Arguments[Bounds]) -> Bounds:
    """Return the bounds of both numbers, or of one if the condition is decided."""
    (least, greatest), then, otherwise = args.numbers()
    is_decided = not least <= 0 <= greatest
    return then if is_decided else otherwise if least == greatest else one_of([then, otherwise])


def _down(number: int, by: int) -> int:
    return number // by


def _up(number: int, by: int) -> int:
    return -(-number // by)


def _quotient(divide: Callable[[int, int], int], args: Arguments[Formula]) -> Formula:
    divided, divisor = args.numbers()
    return lambda marks: divide(divided(marks), by) if (by := divisor(marks)) > 0 else 0


def _quotient_bounds(divide: Callable[[int, int], int], args: Arguments[Bounds]) -> Bounds:
    number, divisor = args.numbers()
    least, greatest = max(1, divisor[0]), divisor[1]
    ends = [0] if divisor[0] < 1 else []
    if greatest >= least:
        ends += [divide(end, by) for end in number for by in (least, greatest)]
    return min(ends), max(ends)


ARITHMETIC = (
    Function(
        "value(a, b)", ("values",),
        "the numbers written in the fields, added up; a blank is 0, a box with a score line has its computed number",
        value=_value, bounds=lambda args: sum_of([args.known(Name(field)) for field in args.fields]),
        more="numbers", adds=True,
        example=Example("The numbers written, added up; how many fields have any mark.", """\
row at: 4, 4 gap: 4
  repeat i: 1..3
    box cart.{i} to: 9
  box points to: 99
score points is: value(every("cart.*")) + 2 * inked(every("cart.*"))
""", written("cart", 4, None, 9), title="value, inked"),
    ),
    Function(
        "written(a, b)", ("written",),
        "the numbers as written, added up, also in boxes with a score line, whose names mean the computed number",
        value=of_fields(lambda fields, marks: sum(written_in(fields, marks))),
         bounds=lambda args: sum_of(written_bounds(args)), adds=True,
        example=Example("Numbers as written, also in computed boxes; whether they are right.", """\
row at: 4, 4 gap: 4
  box sheep to: 9; box score.sheep to: 18; box copy to: 18
score score.sheep is: 2 * sheep
score copy is: written(score.sheep)
check sums level: warn needs: correct(score.sheep) text: "A sum is wrong."
""", {"sheep": 4, "score.sheep": 8}, title="written, correct"),
    ),
    Function(
        "correct(a, b)", ("sums",), "whether every box that is filled in has the number that its score line gives",
        is_condition=True, value=_correct, explain=_wrong_sum,
    ),
    Function(
        "product(a, b)", ("values",), "the numbers written in the fields, multiplied; 0 if none is written",
        value=of_fields(lambda fields, marks: prod(numbers) if (numbers := written_in(fields, marks)) else 0),
        bounds=_product_bounds,
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
        "best(2, a, b, c)", ("number", "values"), "the sum of the N greatest numbers written; N is the first argument",
        value=of_number(
            lambda most, fields, marks: sum(sorted(written_in(fields, marks), reverse=True)[: max(0, most(marks))])
        ),
        bounds=_best_bounds,
        example=Example("The two greatest of the numbers, added up; the least and the greatest.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    box game.{i} to: 99
  box score.best to: 198
score score.best is: max(50, best(2, every("game.*")))
""", written("game", 34, 61, 12, 55), title="best, min, max"),
    ),
    Function(
        "worst(2, a, b, c)", ("number", "values"), "the sum of the N least numbers written; N is the first argument",
        value=of_number(lambda most, fields, marks: sum(sorted(written_in(fields, marks))[: max(0, most(marks))])),
        bounds=_best_bounds,
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
        "the formula for each value of the counter, added up; a condition counts 1 if it holds",
        value=lambda args: _pick(sum, args), bounds=lambda args: sum_of(args.numbers()), adds=True,
        example=Example("How many circles have a cross to their left or right; there is none beyond the edge.", """\
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
        value=lambda args: _pick(min, args), bounds=lambda args: _pick_bounds(min, args), picks=0,
    ),
    Function(
        "max(a, b)", ("number",), "the greatest of the numbers, or of a list",
        value=lambda args: _pick(max, args), bounds=lambda args: _pick_bounds(max, args), picks=0,
    ),
    Function(
        "if(so, then, else)", ("condition", "number", "number"),
        "the first number if the condition holds, otherwise the second",
        repeats=False, value=_if, bounds=_either_bounds, picks=1,
    ),
    Function(
        "quotient(number, other)", ("number", "number"),
        "the first number divided by the second, rounded down; 0 unless the second is above 0",
        repeats=False,
        value=lambda args: _quotient(_down, args), bounds=lambda args: _quotient_bounds(_down, args),
    ),
    Function(
        "ceil(number, other)", ("number", "number"),
        "the first number divided by the second, rounded up; 0 unless the second is above 0",
        repeats=False,
        value=lambda args: _quotient(_up, args), bounds=lambda args: _quotient_bounds(_up, args),
        example=Example("A number divided, rounded up; whether two numbers differ.", """\
row at: 4, 4 gap: 5
  box sheep to: 9
  box score.carts to: 6
score score.carts is: ceil(sheep, 2) + (sheep != 7)
""", {"sheep": 5}, title="ceil, !="),
    ),
)  # fmt: skip

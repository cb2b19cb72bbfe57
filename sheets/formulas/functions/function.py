"""Functions of formulas: their arguments, value, bounds, explanation and example.

All code about functions reads these entries, so that a new function is one entry in its family.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterable, Mapping
from functools import cached_property, partial
from typing import Generic, Literal, NamedTuple, TypeVar

import msgspec

from fairsheet.sheets.model.marks import COUNTED_AS, NUMBER, Mark, Marks
from fairsheet.sheets.model.named import fields_of, slots_named
from fairsheet.sheets.model.sheet import Call, Expression, Field, Name, Sheet

Formula = Callable[[Marks], int]
Bounds = tuple[int, int]  # the least and the greatest value

# The kinds of arguments. Those in `NAMING` name fields, of which a function reads:
# - `names`: their ink; `slots`: the ink of the slots among them; `links`: the ink of links, the only fields allowed
# - `values`: their numbers; a box with a score line has its computed number
# - `entries`: what players filled in; `written`: the same, also for boxes with a score line
# - `sums`: whether the written numbers equal the computed ones
# - `valued`: their facts `value`; `net`: their ink and that of their neighbours
ArgumentKind = Literal[
    "names", "slots", "values", "entries", "written", "sums", "valued", "net", "links",
    "mark", "field", "zone", "ladder", "table", "option", "mission", "word", "number", "condition",
]  # fmt: skip
NAMING = ("names", "slots", "values", "entries", "written", "sums", "valued", "net", "links")

# The kinds that name something else, with the names that a sheet has.
KNOWN: dict[ArgumentKind, Callable[[Sheet], Container[str]]] = {
    "mark": lambda _: (*COUNTED_AS, NUMBER),
    "field": lambda sheet: sheet.field,
    "zone": lambda sheet: sheet.zone,
    "ladder": lambda sheet: sheet.ladder,
    "table": lambda sheet: sheet.table,
    "option": lambda sheet: sheet.option,
    "mission": lambda sheet: sheet.mission,
}

Known = TypeVar("Known", covariant=True)


class Arguments(Generic[Known]):
    """The arguments of a call on a sheet.

    `known` returns what is needed of arguments that are numbers: their formulas or their bounds. `about` is the box
    whose formula this is, or empty.
    """

    __slots__ = ("about", "call", "function", "known", "sheet")

    def __init__(
        self,
        call: Call,
        function: Function,
        sheet: Sheet,
        known: Callable[[Expression], Known],
        about: str = "",
    ) -> None:
        self.call, self.function, self.sheet, self.known, self.about = call, function, sheet, known, about

    @property
    def field_arguments(self) -> tuple[Expression, ...]:
        """The arguments that name fields."""
        return self.call.arguments[self.function.first_field_argument :]

    @property
    def field_lists(self) -> list[tuple[str, ...]]:
        """The fields of each argument that names fields. Raises FairsheetError if one names none."""
        return [fields_of([thing], self.sheet) for thing in self.field_arguments]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of all arguments, each once. Raises FairsheetError if an argument names none."""
        return fields_of(self.field_arguments, self.sheet)

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots of all arguments, each once. Raises FairsheetError if an argument names none."""
        return fields_of(self.field_arguments, self.sheet, slots_named)

    def name(self, at: int) -> str:
        """Return the argument at a place, which is a name."""
        argument = self.call.arguments[at]
        assert isinstance(argument, Name)
        return argument.name

    def names(self, first: int) -> tuple[str, ...]:
        """Return all names from a place on. Raises FairsheetError if one names no field."""
        fields_of(self.call.arguments[first:], self.sheet)
        return tuple(part.name for part in self.call.arguments[first:] if isinstance(part, Name))

    def marks_at(self, at: int) -> tuple[Mark, ...]:
        """Return the marks that count as the mark named at a place.

        The word `number` means all numbers between the least and the greatest that slots among the fields accept.
        """
        if self.name(at) != NUMBER:
            return COUNTED_AS[self.name(at)]
        slots = (self.sheet.field[field] for field in self.fields if self.sheet.field[field].kind == "slot")
        numbers = [mark for slot in slots for mark in slot.accepts if isinstance(mark, int)]
        return tuple(range(min(numbers), max(numbers) + 1)) if numbers else ()

    def number(self, at: int) -> Known:
        """Return the number or condition at a place."""
        return self.known(self.call.arguments[at])

    def numbers(self, first: int = 0) -> list[Known]:
        """Return all numbers from a place on."""
        return [self.known(argument) for argument in self.call.arguments[first:]]


# --- values: numbers computed from the arguments and the ink of a sheet


def of_fields(compute: Callable[[tuple[str, ...], Marks], int]) -> Callable[[Arguments[Formula]], Formula]:
    """Return a maker of formulas that computes a number from the ink of all fields."""
    return lambda args: partial(compute, args.fields)


def of_slots(compute: Callable[[tuple[str, ...], Marks], int]) -> Callable[[Arguments[Formula]], Formula]:
    """Return a maker of formulas that computes a number from the ink of the slots among the fields."""
    return lambda args: partial(compute, args.slots)


def of_mark(
    compute: Callable[[tuple[Mark, ...], tuple[str, ...], Marks], int],
) -> Callable[[Arguments[Formula]], Formula]:
    """Return a maker of formulas that computes a number from all fields and the mark in the first argument."""
    return lambda args: partial(compute, args.marks_at(0), args.fields)


def of_number(
    compute: Callable[[Formula, tuple[str, ...], Marks], int],
) -> Callable[[Arguments[Formula]], Formula]:
    """Return a maker of formulas that computes a number from all fields and the number in the first argument."""
    return lambda args: partial(compute, args.number(0), args.fields)


def written_in(fields: tuple[str, ...], marks: Marks) -> list[int]:
    """Return the numbers written in the fields, in their order, without blanks and other marks."""
    return [mark for field in fields if isinstance(mark := marks.get(field), int)]


# --- bounds


def written_bounds_of(field: str, sheet: Sheet) -> Bounds:
    """Return the least and greatest number that can be written in a field; blank is 0."""
    numbers = [mark for mark in sheet.field[field].accepts if isinstance(mark, int)]
    return min((0, *numbers)), max((0, *numbers))


def written_bounds(args: Arguments[Bounds]) -> list[Bounds]:
    """Return the least and greatest number that can be written in each field."""
    return [written_bounds_of(field, args.sheet) for field in args.fields]


def bounds_of_count(args: Arguments[Bounds]) -> Bounds:
    """Return the bounds of a count of fields: 0 and the number of fields."""
    return 0, len(args.fields)


def bounds_of_marked(args: Arguments[Bounds]) -> Bounds:
    """Return the bounds of a count of fields with the mark in the first argument."""
    return bounds_of_accepting(args, {*args.marks_at(0)})


def bounds_of_accepting(args: Arguments[Bounds], wanted: set[Mark]) -> Bounds:
    """Return the bounds of a count of fields with one of these marks."""
    return 0, sum(can_hold(args.sheet.field[field], wanted) for field in args.fields)


def can_hold(field: Field, wanted: Iterable[Mark]) -> bool:
    """Return whether a field can hold one of these marks, or has it in print."""
    return not possible_marks(field).isdisjoint(wanted)


def possible_marks(field: Field) -> set[Mark]:
    """Return the marks that a field can hold, and its printed mark. Digit cells contribute only their least and
    greatest number."""
    marks: set[Mark] = {*field.accepts} if field.printed is None else {*field.accepts, field.printed}
    return marks | {"circled+crossed"} if {"circled", "crossed"} <= marks else marks


def bounds_of_numbers(args: Arguments[Bounds]) -> Bounds:
    """Return the bounds of a count of fields with a number."""
    accepted = [args.sheet.field[field].accepts for field in args.fields]
    return 0, sum(any(isinstance(mark, int) for mark in marks) for marks in accepted)


def sum_of(parts: Iterable[Bounds]) -> Bounds:
    """Return the bounds of the sum of numbers within these bounds."""
    parts = list(parts)
    return sum(low for low, _ in parts), sum(high for _, high in parts)


def one_of(parts: Iterable[Bounds]) -> Bounds:
    """Return the bounds of a number that is within one of these bounds."""
    lows, highs = zip(*parts, strict=True)
    return min(lows), max(highs)


class Explanation(NamedTuple):
    """Why a condition is not met; empty if the function knows no more than that.

    `numbers` names the numbers that contradict each other, in words. `fields` come first among the fields to blame.
    `box` is a box whose number is not what its score line gives, so that one of its summands may be wrong instead.
    """

    numbers: str | None = None
    fields: tuple[str, ...] | None = None
    box: str = ""


class Unmet(NamedTuple):
    """A call whose condition does not hold. If the call gives a number, `wanted` is the number that it should equal."""

    arguments: Arguments[Formula]
    marks: Marks
    wanted: Expression | None


class Table(NamedTuple):
    """The sheets of a table, for one call: its arguments as formulas, and the ink of each seat.

    `after` returns the next seat. `rivals` are numbers that belong to no player's sheet.
    """

    numbers: list[Formula]
    marks: Mapping[int, Marks]
    after: Callable[[int], int]
    rivals: tuple[int, ...]


class OverTable(NamedTuple):
    """A function that reads all sheets of a table, and is therefore a score line's whole formula.

    `numbers` returns its value for each seat. `likely` returns what one sheet shows about its own value, given the
    arguments there and the number of players. A set holds the only possible values; a single number is an estimate.
    """

    numbers: Callable[[Table], dict[int, int]]
    likely: Callable[[list[int], int], frozenset[int] | int]


class Example(msgspec.Struct, frozen=True):
    """An example in the reference: template lines without the first one, and the marks on the sheets.

    `marks` is the ink of the first seat, `others` that of the other seats. `title` is the heading if it is not the
    function's name; `name` is the name of the picture.
    """

    says: str
    lines: str
    marks: Marks = {}
    others: tuple[Marks, ...] = ()
    missions: Mapping[str, str] = {}
    title: str = ""
    name: str = ""


def crossed(name: str, *numbers: int) -> dict[str, Mark]:
    """Return crosses in the fields of a name with these numbers."""
    return {f"{name}.{number}": "crossed" for number in numbers}


def written(name: str, *marks: Mark | None) -> dict[str, Mark]:
    """Return marks in the fields of a name that are numbered from 1; None is blank."""
    return {f"{name}.{place}": mark for place, mark in enumerate(marks, 1) if mark is not None}


class Function(msgspec.Struct, frozen=True, dict=True):
    """One function. `usage` shows how it is written, its name first; `gives` describes its value.

    `arguments` are their kinds in order. The last one may repeat unless `repeats` is off, and the last `optional` ones
    may be omitted. Arguments that name fields come last. With `pairs`, the arguments after the first one are pairs of
    a number and its value. The value applies to exactly this number (`exact`) or from it on (`ascending`).

    `value` returns the formula of a call, `bounds` its least and greatest value. Both raise FairsheetError if a name
    means no field. A function over the whole table has `over_table` instead of `value`.

    The other attributes are optional. They explain a value, or show how a condition can be met:
    - `explain` returns what is wrong if a condition is not met.
    - `asked` returns the fields that the value depends on, if these are fewer than the named ones.
    - `more` names something that raises the value; `lacking` returns the fields where it is missing.
    - `adds` is on if the value is the sum of the arguments.
    - `picks` is the index of the first argument that can be the value.
    - `compares` is on if only fields with equal marks contradict the condition.
    - `arranged` returns the marks, changed so that the condition holds.
    """

    usage: str
    arguments: tuple[ArgumentKind, ...]
    gives: str
    value: Callable[[Arguments[Formula]], Formula] | None = None
    bounds: Callable[[Arguments[Bounds]], Bounds] = lambda _: (0, 1)  # of a condition
    repeats: bool = True
    optional: int = 0
    pairs: Literal["", "exact", "ascending"] = ""
    is_condition: bool = False
    over_table: OverTable | None = None
    explain: Callable[[Unmet], Explanation] = lambda _: Explanation()
    asked: Callable[[Arguments[Formula], Marks], tuple[str, ...]] | None = None
    more: Literal["", "marks", "ink", "places", "numbers"] = ""
    lacking: Callable[[Arguments[Formula], Marks], tuple[str, ...]] | None = None
    adds: bool = False
    picks: int | None = None
    compares: bool = False
    arranged: Callable[[Arguments[Formula], Marks], dict[str, Mark]] | None = None
    example: Example | None = None  # None if the example of another function shows this one

    @cached_property
    def name(self) -> str:
        """The name of the function."""
        return self.usage.partition("(")[0]

    @cached_property
    def least(self) -> int:
        """The least number of arguments."""
        return len(self.arguments) - self.optional + (self.pairs != "")

    @cached_property
    def first_field_argument(self) -> int:
        """The index of the first argument that names fields; a very large number if none does."""
        return next((place for place, kind in enumerate(self.arguments) if kind in NAMING), sys.maxsize)

    @cached_property
    def _named(self) -> list[tuple[int, ArgumentKind]]:
        """The indices of the arguments that name something other than fields, with their kinds."""
        return [(place, kind) for place, kind in enumerate(self.arguments) if kind in KNOWN]

    def kinds(self, call: Call) -> tuple[ArgumentKind, ...]:
        """Return the kind of each argument of a call."""
        given = len(call.arguments)
        return (*self.arguments, *self.arguments[-1:] * (given - len(self.arguments)))[:given]

    def takes(self, call: Call, sheet: Sheet) -> bool:
        """Return whether a call has the right number of arguments, and each names something that exists."""
        given, most = len(call.arguments), len(self.arguments)
        if given < self.least or (given > most and not self.repeats) or (self.pairs and given % 2 == 0):
            return False
        for place, kind in self._named:
            known = KNOWN[kind](sheet)
            for argument in call.arguments[place:] if place == most - 1 else (call.arguments[place],):
                if not isinstance(argument, Name) or argument.name not in known:
                    return False
        return True

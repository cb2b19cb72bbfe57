"""What a function of formulas is: its arguments, its value and bounds, what explains it, and an example of it.

Everything that deals with functions asks their entries, so that a new one is an entry of its family and nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterable, Mapping
from functools import cached_property, partial
from typing import Generic, Literal, NamedTuple, TypeVar

import msgspec

from fairsheet.sheets.model.marks import BEARING, NUMBER, Mark, Marks
from fairsheet.sheets.model.named import fields_of, slots_named
from fairsheet.sheets.model.sheet import Call, Expression, Field, Name, Sheet

Formula = Callable[[Marks], int]
Bounds = tuple[int, int]  # the least and the greatest value

# What an argument may be. Those of `NAMING` stand for fields. A function asks for their ink (`names`), for that of the
# slots among them (`slots`), for the numbers in them, of boxes with a score line what that gives (`values`), for what
# players filled in (`entries`), also of boxes with a score line (`written`), for whether these are added up rightly
# (`sums`), for their facts `value` (`valued`), for that of their neighbours, too (`net`), or of links alone (`links`).
ArgumentKind = Literal[
    "names", "slots", "values", "entries", "written", "sums", "valued", "net", "links",
    "mark", "field", "zone", "ladder", "table", "option", "mission", "word", "number", "condition",
]  # fmt: skip
NAMING = ("names", "slots", "values", "entries", "written", "sums", "valued", "net", "links")

# Those that name something else, with what there is of it on a sheet.
KNOWN: dict[ArgumentKind, Callable[[Sheet], Container[str]]] = {
    "mark": lambda _: (*BEARING, NUMBER),
    "field": lambda sheet: sheet.field,
    "zone": lambda sheet: sheet.zone,
    "ladder": lambda sheet: sheet.ladder,
    "table": lambda sheet: sheet.table,
    "option": lambda sheet: sheet.option,
    "mission": lambda sheet: sheet.mission,
}

Known = TypeVar("Known", covariant=True)


class Arguments(Generic[Known]):
    """The arguments of a call on a sheet. `Known` is what is asked about those that are numbers: their formulas or
    their bounds. `about` is the box that the formula is for, if it is for one."""

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
    def things(self) -> tuple[Expression, ...]:
        """The arguments that stand for fields."""
        return self.call.arguments[self.function.first_thing :]

    @property
    def lists(self) -> list[tuple[str, ...]]:
        """The fields of each thing. Raises FairsheetError for one that has none."""
        return [fields_of([thing], self.sheet) for thing in self.things]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of all things, each once. Raises FairsheetError for a thing that has none."""
        return fields_of(self.things, self.sheet)

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots of all things, each once. Raises FairsheetError for a thing that has none."""
        return fields_of(self.things, self.sheet, slots_named)

    def name(self, at: int) -> str:
        """The argument at a place, which is a name."""
        argument = self.call.arguments[at]
        assert isinstance(argument, Name)
        return argument.name

    def names(self, first: int) -> tuple[str, ...]:
        """All names from a place on. Raises FairsheetError for one that stands for no field."""
        fields_of(self.call.arguments[first:], self.sheet)
        return tuple(part.name for part in self.call.arguments[first:] if isinstance(part, Name))

    def bearing(self, at: int) -> tuple[Mark, ...]:
        """The marks that count as the one at a place; as `number` all numbers that slots among the fields can bear."""
        if self.name(at) != NUMBER:
            return BEARING[self.name(at)]
        slots = (self.sheet.field[field] for field in self.fields if self.sheet.field[field].kind == "slot")
        numbers = [mark for slot in slots for mark in slot.accepts if isinstance(mark, int)]
        return tuple(range(min(numbers), max(numbers) + 1)) if numbers else ()

    def number(self, at: int) -> Known:
        """The number, or the condition, at a place."""
        return self.known(self.call.arguments[at])

    def numbers(self, first: int = 0) -> list[Known]:
        """All numbers from a place on."""
        return [self.known(argument) for argument in self.call.arguments[first:]]


# --- values: what is made of the arguments, computed over the ink of a sheet


def of_fields(compute: Callable[[tuple[str, ...], Marks], int]) -> Callable[[Arguments[Formula]], Formula]:
    """A value computed over all fields."""
    return lambda asked: partial(compute, asked.fields)


def of_slots(compute: Callable[[tuple[str, ...], Marks], int]) -> Callable[[Arguments[Formula]], Formula]:
    """A value computed over the slots among the fields."""
    return lambda asked: partial(compute, asked.slots)


def of_mark(
    compute: Callable[[tuple[Mark, ...], tuple[str, ...], Marks], int],
) -> Callable[[Arguments[Formula]], Formula]:
    """A value computed over all fields for the mark that comes first."""
    return lambda asked: partial(compute, asked.bearing(0), asked.fields)


def of_number(
    compute: Callable[[Formula, tuple[str, ...], Marks], int],
) -> Callable[[Arguments[Formula]], Formula]:
    """A value computed over all fields for the number that comes first."""
    return lambda asked: partial(compute, asked.number(0), asked.fields)


def written_in(fields: tuple[str, ...], marks: Marks) -> list[int]:
    """The numbers written in the fields, in their order; blanks and other marks are left out."""
    return [mark for field in fields if isinstance(mark := marks.get(field), int)]


# --- bounds


def held_by(field: str, sheet: Sheet) -> Bounds:
    """What may be written in a field: blank is 0."""
    numbers = [mark for mark in sheet.field[field].accepts if isinstance(mark, int)]
    return min((0, *numbers)), max((0, *numbers))


def held(asked: Arguments[Bounds]) -> list[Bounds]:
    """What may be written in each of the fields."""
    return [held_by(field, asked.sheet) for field in asked.fields]


def as_many(asked: Arguments[Bounds]) -> Bounds:
    """From none to all fields."""
    return 0, len(asked.fields)


def as_many_bearing(asked: Arguments[Bounds]) -> Bounds:
    """From none to all fields that can bear the mark that comes first."""
    return as_many_taking(asked, {*asked.bearing(0)})


def as_many_taking(asked: Arguments[Bounds], wanted: set[Mark]) -> Bounds:
    """From none to all fields that can bear one of these marks."""
    return 0, sum(can_bear(asked.sheet.field[field], wanted) for field in asked.fields)


def can_bear(field: Field, wanted: Iterable[Mark]) -> bool:
    """Whether a field can bear one of these marks, or has it in print."""
    return not bearable(field).isdisjoint(wanted)


def bearable(field: Field) -> set[Mark]:
    """The marks that a field can bear, of numbers in digit cells the ends alone, and the one that it has in print."""
    marks: set[Mark] = {*field.accepts} if field.printed is None else {*field.accepts, field.printed}
    return marks | {"circled+crossed"} if {"circled", "crossed"} <= marks else marks


def as_many_numbers(asked: Arguments[Bounds]) -> Bounds:
    """From none to all fields in which a number can be written."""
    accepted = [asked.sheet.field[field].accepts for field in asked.fields]
    return 0, sum(any(isinstance(mark, int) for mark in marks) for marks in accepted)


def sum_of(parts: Iterable[Bounds]) -> Bounds:
    """Of all of them, added up."""
    parts = list(parts)
    return sum(low for low, _ in parts), sum(high for _, high in parts)


def one_of(parts: Iterable[Bounds]) -> Bounds:
    """Of any one of them."""
    lows, highs = zip(*parts, strict=True)
    return min(lows), max(highs)


class Explanation(NamedTuple):
    """What explains that a condition is not met; nothing of it where no more is known than of any condition.

    `numbers` are those that contradict each other, in words. `fields` come first among those that it is about. `box` is
    one that does not hold what its score line gives, so that what that adds up may be wrong instead.
    """

    numbers: str | None = None
    fields: tuple[str, ...] | None = None
    box: str = ""


class Unmet(NamedTuple):
    """A call whose condition does not hold; where it is a number, it is not the one `wanted`."""

    arguments: Arguments[Formula]
    marks: Marks
    wanted: Expression | None


class Table(NamedTuple):
    """A call over the sheets of a table: its arguments as formulas, the ink by seat, which seat comes after another,
    and the numbers of `rivals` that belong to nobody's sheet."""

    numbers: list[Formula]
    marks: Mapping[int, Marks]
    after: Callable[[int], int]
    rivals: tuple[int, ...]


class OverTable(NamedTuple):
    """A function that looks at all sheets of a table, and so is a score line's whole formula.

    `numbers` are its values by seat. `likely` is what one sheet says about its own, by what the arguments give there
    and how many play: the only values that are possible, or one near which it lies.
    """

    numbers: Callable[[Table], dict[int, int]]
    likely: Callable[[list[int], int], frozenset[int] | int]


class Example(msgspec.Struct, frozen=True):
    """Some lines below the first one of a template, what stands on the sheet of the first seat, and on the others.

    The title is that of the function, where it is not given; the name that of its picture.
    """

    says: str
    lines: str
    marks: Marks = {}
    others: tuple[Marks, ...] = ()
    missions: Mapping[str, str] = {}
    title: str = ""
    name: str = ""


def crossed(name: str, *numbers: int) -> dict[str, Mark]:
    """Crosses in the fields of a name with these numbers."""
    return {f"{name}.{number}": "crossed" for number in numbers}


def written(name: str, *marks: Mark | None) -> dict[str, Mark]:
    """Marks in the fields of a name that are numbered from 1, None for blank."""
    return {f"{name}.{place}": mark for place, mark in enumerate(marks, 1) if mark is not None}


class Function(msgspec.Struct, frozen=True, dict=True):
    """One function. `usage` shows how it is written, its name first; `gives` says in words what it is.

    `arguments` are their kinds in order; the last may repeat, unless `repeats` is off, and the last `optional` ones may
    be left out. Those that stand for fields come last. If they are `pairs`, all behind the first come in twos: a number
    and what it gives, for just this number (`exact`) or from it on (`ascending`).

    `value` gives the formula of a call, `bounds` its least and greatest value; both raise FairsheetError for names that
    stand for no field. A function that looks at the whole table has `over_table` instead of a value.

    The others may be left out. They say why a formula has its value, or how a condition can be met:
    `explain` says what of a condition that is not met is wrong; `asked` are the fields that the value is about, where
    these are not all that are named; of a value that grows with `more` of something, `lacking` are those where it is
    missing; `adds` is on where the value is the sum of the arguments; `picks` is the place from which on the arguments
    stand of which it is one; `compares` is on where only fields that bear equal marks contradict it; `arranged` are the
    marks changed so that it holds.
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
    example: Example | None = None  # None where that of another function shows this one, too

    @cached_property
    def name(self) -> str:
        """Its name."""
        return self.usage.partition("(")[0]

    @cached_property
    def least(self) -> int:
        """How many arguments it takes at least."""
        return len(self.arguments) - self.optional + (self.pairs != "")

    @cached_property
    def first_thing(self) -> int:
        """The place of the first argument that stands for fields; one behind all where none does."""
        return next((place for place, kind in enumerate(self.arguments) if kind in NAMING), sys.maxsize)

    @cached_property
    def _named(self) -> list[tuple[int, ArgumentKind]]:
        """The places of the arguments that name something else, with their kinds."""
        return [(place, kind) for place, kind in enumerate(self.arguments) if kind in KNOWN]

    def kinds(self, call: Call) -> tuple[ArgumentKind, ...]:
        """The kind of each argument of a call."""
        given = len(call.arguments)
        return (*self.arguments, *self.arguments[-1:] * (given - len(self.arguments)))[:given]

    def takes(self, call: Call, sheet: Sheet) -> bool:
        """Whether a call has as many arguments as it needs, and they name what they should."""
        given, most = len(call.arguments), len(self.arguments)
        if given < self.least or (given > most and not self.repeats) or (self.pairs and given % 2 == 0):
            return False
        for place, kind in self._named:
            known = KNOWN[kind](sheet)
            for argument in call.arguments[place:] if place == most - 1 else (call.arguments[place],):
                if not isinstance(argument, Name) or argument.name not in known:
                    return False
        return True

"""The boxes of a sheet that follow from its other ink, for many readings that differ in a few marks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Generic, TypeVar

from fairsheet.engine.scoring.score import formulas_of_boxes
from fairsheet.sheets.formulas.formula import fields_in
from fairsheet.sheets.formulas.functions.lookups import NoEntry
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.named import links_of
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Call, Expression, Name, Operation, Sheet

Key = TypeVar("Key")
Value = TypeVar("Value")


class FromInk(Generic[Key, Value]):
    """A function from one sheet's ink to values by key, such as the numbers of boxes; those without one are left out.

    `looked_at_by` are the keys whose values may change with a field, `setting` is what formulas may ask about the game.
    Of ink that differs little from the first that was asked about, only what looks at the difference is computed.
    """

    def __init__(
        self,
        keys: Iterable[Key],
        looked_at_by: Mapping[str, Collection[Key]],
        value: Callable[[Key, Marks], Value | None],
        setting: Mapping[str, Mark],
    ) -> None:
        self._keys, self._looked_at_by, self._value, self._setting = keys, looked_at_by, value, setting
        self._first: tuple[Marks, Mapping[Key, Value]] | None = None

    def __call__(self, marks: Marks) -> Iterator[tuple[Key, Value]]:
        """They come one after the other: who asks whether there is any need not wait for all."""
        looked_at = {**self._setting, **marks}
        if self._first is None:
            values = ((key, self._value(key, looked_at)) for key in self._keys)
            self._first = dict(marks), {key: value for key, value in values if value is not None}
            yield from self._first[1].items()
            return
        first, known = self._first
        changed = {field for field, _ in marks.items() ^ first.items()}
        recomputed = {key for field in changed for key in self._looked_at_by.get(field, ())}
        for key in self._keys:
            value = self._value(key, looked_at) if key in recomputed else known.get(key)
            if value is not None:
                yield key, value


def known_boxes(sheet: Sheet, setting: Mapping[str, Mark]) -> Callable[[Marks], dict[str, int]]:
    """A function from one sheet's ink to every box that has a score line, in their order, with its number computed from
    the rest; see `FromInk`.

    Left out are boxes that need the whole table, which others count by the number that is written in them, and those
    that cannot be computed of some ink, since a lookup lacks an entry.
    """
    formulas = formulas_of_boxes(sheet)

    def number(box: str, marks: Marks) -> int | None:
        with suppress(NoEntry):
            return int(formulas[box](marks))
        return None

    numbers = FromInk(formulas, boxes_fed(sheet), number, setting)
    return lambda marks: dict(numbers(marks))


@remembered
def boxes_fed(sheet: Sheet) -> dict[str, set[str]]:
    """By field, the boxes with score lines whose numbers may change with its mark."""
    fed: dict[str, set[str]] = {}
    for line in sheet.scores:
        for field in fields_behind(line.formula, sheet):
            fed.setdefault(field, set()).add(line.box)
    return fed


def fields_behind(formula: Expression, sheet: Sheet) -> set[str]:
    """Every field whose mark may change the number of an expression, also through boxes that are computed, too."""
    by_box = _looked_at_by_box(sheet)
    fields: set[str] = set()
    further = _looked_at(formula, sheet)
    while further:
        fields |= further
        further = set().union(*(by_box[each] for each in further & by_box.keys())) - fields
    return fields


@remembered
def _looked_at_by_box(sheet: Sheet) -> dict[str, set[str]]:
    return {line.box: _looked_at(line.formula, sheet) for line in sheet.scores}


def _looked_at(formula: Expression, sheet: Sheet) -> set[str]:
    """The fields that an expression names, and the links of the zones that it names, which split them."""
    zones = (name for name in _names_in(formula) if name in sheet.zone)
    return {*fields_in(formula, sheet), *(link for zone in zones for link in links_of(sheet, zone))}


def _names_in(expression: Expression) -> Iterator[str]:
    match expression:
        case Call(arguments=parts) | Operation(operands=parts):
            for part in parts:
                yield from _names_in(part)
        case Name(name=name):
            yield name

"""The boxes of a sheet that follow from its other ink, for many readings that differ in a few marks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Generic, TypeVar

from fairsheet.engine.scoring.score import formulas_of_boxes
from fairsheet.sheets.formulas.formula import fields_in
from fairsheet.sheets.formulas.functions.lookups import NoEntry
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.named import links_of, names_in
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Expression, Sheet

Key = TypeVar("Key")
Value = TypeVar("Value")


class FromInk(Generic[Key, Value]):
    """A function from one sheet's ink to values by key, such as the numbers of boxes; keys without a value are left
    out.

    `keys_by_field` has by field the keys whose values may change with it. `setting` has facts about the game for
    formulas. After the first call, only values that depend on changed ink are computed again.
    """

    def __init__(
        self,
        keys: Iterable[Key],
        keys_by_field: Mapping[str, Collection[Key]],
        value: Callable[[Key, Marks], Value | None],
        setting: Mapping[str, Mark],
    ) -> None:
        self._keys, self._keys_by_field, self._value, self._setting = keys, keys_by_field, value, setting
        self._first: tuple[Marks, Mapping[Key, Value]] | None = None

    def __call__(self, marks: Marks) -> Iterator[tuple[Key, Value]]:
        """Yield keys and values one by one, so that a caller who needs only the first does not wait for all."""
        looked_at = {**self._setting, **marks}
        if self._first is None:
            values = ((key, self._value(key, looked_at)) for key in self._keys)
            self._first = dict(marks), {key: value for key, value in values if value is not None}
            yield from self._first[1].items()
            return
        first, known = self._first
        changed = {field for field, _ in marks.items() ^ first.items()}
        recomputed = {key for field in changed for key in self._keys_by_field.get(field, ())}
        for key in self._keys:
            value = self._value(key, looked_at) if key in recomputed else known.get(key)
            if value is not None:
                yield key, value


def known_boxes(sheet: Sheet, setting: Mapping[str, Mark]) -> Callable[[Marks], dict[str, int]]:
    """Return a function from one sheet's ink to its computed boxes with score lines, in order; see `FromInk`.

    Boxes that need the whole table are left out; other boxes count the number written there. Boxes are also left out if
    a lookup lacks an entry.
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
    """Return by field the boxes with score lines whose numbers may change with its mark."""
    fed: dict[str, set[str]] = {}
    for line in sheet.scores:
        for field in fields_behind(line.formula, sheet):
            fed.setdefault(field, set()).add(line.box)
    return fed


def fields_behind(formula: Expression, sheet: Sheet) -> set[str]:
    """Return every field whose mark may change the number of an expression, directly or through computed boxes."""
    by_box = _fields_by_box(sheet)
    fields: set[str] = set()
    further = _fields_of(formula, sheet)
    while further:
        fields |= further
        further = set().union(*(by_box[each] for each in further & by_box.keys())) - fields
    return fields


@remembered
def _fields_by_box(sheet: Sheet) -> dict[str, set[str]]:
    return {line.box: _fields_of(line.formula, sheet) for line in sheet.scores}


def _fields_of(formula: Expression, sheet: Sheet) -> set[str]:
    """Return the fields that an expression names, and the links of the zones that it names, which split them."""
    zones = (name for name in names_in(formula) if name in sheet.zone)
    return {*fields_in(formula, sheet), *(link for zone in zones for link in links_of(sheet, zone))}

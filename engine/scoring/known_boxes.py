"""The boxes of a sheet that its other ink tells, for who asks about many readings that differ in a few marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from fairsheet.engine.scoring.score import formulas_of_boxes
from fairsheet.sheets.formulas.formula import fields_in
from fairsheet.sheets.formulas.functions.lookups import NoEntry
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.named import links_of
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Call, Expression, Name, Operation, Sheet


class KnownBoxes:
    """A function from one sheet's ink to every box that has a score line, with its number computed from the rest.

    Left out are boxes that need the whole table, which others count by the number that is written in them, and those
    that cannot be computed of some ink, since a lookup lacks an entry. `setting` is what formulas may ask about the
    game. Of ink that differs little from the first that was asked about, only the boxes that look at the difference
    are computed.
    """

    def __init__(self, sheet: Sheet, setting: Mapping[str, Mark]) -> None:
        self._formulas, self._feeds = formulas_of_boxes(sheet), boxes_fed(sheet)
        self._setting = setting
        self._first: tuple[Mapping[str, Mark], Mapping[str, int]] | None = None

    def __call__(self, marks: Mapping[str, Mark]) -> dict[str, int]:
        """The numbers by box, in the order of the score lines."""
        if self._first is None:
            found = dict(self._computed(marks, {}, frozenset(self._formulas)))
            self._first = dict(marks), found
            return dict(found)
        first, known = self._first
        changed = {field for field, _ in marks.items() ^ first.items()}
        return dict(self._computed(marks, known, frozenset[str]().union(*map(self._fed_by, changed))))

    def _fed_by(self, field: str) -> frozenset[str]:
        return self._feeds.get(field, frozenset())

    def _computed(
        self, marks: Mapping[str, Mark], known: Mapping[str, int], recomputed: frozenset[str]
    ) -> Iterator[tuple[str, int]]:
        seen = {**self._setting, **marks} if recomputed else marks
        for box, formula in self._formulas.items():
            if box in recomputed:
                with suppress(NoEntry):
                    yield box, int(formula(seen))
            elif box in known:
                yield box, known[box]


@remembered
def boxes_fed(sheet: Sheet) -> dict[str, frozenset[str]]:
    """By field, the boxes with score lines whose numbers may change with its mark."""
    fed: dict[str, set[str]] = {}
    for line in sheet.scores:
        for field in fields_behind(line.formula, sheet):
            fed.setdefault(field, set()).add(line.box)
    return {field: frozenset(boxes) for field, boxes in fed.items()}


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

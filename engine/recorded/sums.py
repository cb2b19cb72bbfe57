"""What the boxes of points on a recorded sheet come to.

They are added up from the ink, and what is written wrongly is put right. But where something is blank that a box is
added up from, its checks may say nothing about what is written there, and then it stands as written: the points of a
table contradict only what its verdict contradicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from engine.consistency import setting_of
from engine.formula import compile_formula
from engine.ink import Mark
from engine.ink_formulas import Formula, fields_of
from engine.recorded import TableSheet
from engine.score import compile_boxes, line_of_total
from sheets.model import Call, Expression, Name, Operation, Sheet
from sheets.remembered import remembered


class Sums(NamedTuple):
    """The boxes of a sheet with their numbers, and those that the total is made of for which no ink tells a number.

    `is_as_written` where the total is more or less than they are together, since it stands as written.
    """

    boxes: Mapping[str, int]
    blank: tuple[str, ...]
    is_as_written: bool = False


def sums_of(sheet: TableSheet, known: Mapping[str, int], unknown: Mapping[str, int]) -> Sums:
    """The numbers of all boxes with score lines, and of those `known` from elsewhere.

    `unknown` are boxes that nobody can know, with what they count.
    """
    layout, ink = sheet.layout, {**setting_of(sheet.record, 1), **sheet.record.marks, **known}
    total = line_of_total(layout).box
    counted = {**ink, **unknown}
    boxes = {**compile_boxes(layout)(counted), **unknown, **known}
    as_written = {
        box: mark
        for box, computed in boxes.items()
        if box not in (*known, total)
        and isinstance(mark := ink.get(box), int)
        and mark != computed
        and _is_believed(layout, box, mark, ink)
    }
    if as_written:
        lines = tuple(line for line in layout.scores if line.box not in as_written)
        boxes |= {**compile_boxes(replace(layout, scores=lines))(counted), **as_written, **unknown, **known}
    added = boxes_added(layout)
    blank = tuple(box for box in added if box not in ink and (box in unknown or not boxes.get(box, 0)))
    written = ink.get(total)
    if not (blank and isinstance(written, int) and _is_believed(layout, total, written, ink)):
        return Sums(boxes, blank)
    together = sum(boxes.get(box, _number(ink.get(box))) for box in added)
    return Sums({**boxes, total: written}, blank, is_as_written=together != written)


def _number(mark: Mark | None) -> int:
    return mark if isinstance(mark, int) else 0


def _is_believed(sheet: Sheet, box: str, number: int, ink: Mapping[str, Mark]) -> bool:
    """Whether no check that asks if a box is added up rightly contradicts a number there."""
    return all(is_met({**ink, box: number}) for is_met in _checks_of_boxes(sheet).get(box, ()))


@remembered
def _checks_of_boxes(sheet: Sheet) -> dict[str, list[Formula]]:
    """By box the checks of a sheet that ask whether it is added up rightly."""
    found: dict[str, list[Formula]] = {}
    for check in sheet.checks:
        if check.scope == "sheet" and check.level != "note":
            for box in _asked_about(check.needs, sheet):
                found.setdefault(box, []).append(compile_formula(check.needs, sheet))
    return found


def _asked_about(needs: Expression, sheet: Sheet) -> Iterator[str]:
    """The boxes of which a condition asks whether they are added up rightly."""
    match needs:
        case Call(function="correct", arguments=names):
            yield from fields_of(names, sheet)
        case Call(arguments=parts) | Operation(operands=parts):
            for part in parts:
                yield from _asked_about(part, sheet)


def boxes_added(sheet: Sheet) -> tuple[str, ...]:
    """The boxes that the total of a sheet is made of: what it adds up, not what it asks about before.

    >>> from sheets.library import load_sheet
    >>> boxes_added(load_sheet("gaia-automa"))[:2]
    ('automa-vp.track', 'automa-score.final-1')
    """
    added = _added(line_of_total(sheet).formula)
    return tuple(dict.fromkeys(box for box in added if box in sheet.field))


def _added(formula: Expression) -> Iterator[str]:
    match formula:
        case Name(name=name):
            yield name
        case Operation(operator="+", operands=parts) | Call(function="min" | "max", arguments=parts):
            for part in parts:
                yield from _added(part)
        case Call(function="if", arguments=(_, *parts)):
            for part in parts:
                yield from _added(part)

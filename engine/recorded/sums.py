"""What the boxes of points on a recorded sheet come to.

They are added up from the ink, and what is written wrongly is corrected. But where something is blank that a box is
added up from, its checks may say nothing about what is written there, or no more than that a mark which is missing may
explain it: then it stands as written. The points of a table contradict only what its verdict contradicts, and nobody
gets more than the total that they wrote unless the verdict says that it is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from fairsheet.engine.checks.consistency import checks_alone, findings_of_checks, setting_of
from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.recorded.registry import recorded_game
from fairsheet.engine.scoring.score import compile_boxes, line_of_total
from fairsheet.sheets.formulas.explanation import picked
from fairsheet.sheets.formulas.formula import arguments_of, calls_in
from fairsheet.sheets.formulas.functions.function import ArgumentKind, Formula
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Call, Check, CheckLevel, Expression, Name, Operation, Sheet


class Sums(NamedTuple):
    """The boxes of a sheet with their numbers, and those that the total is made of for which no ink tells a number.

    `is_as_written` where the total is more or less than they are together, since it stands as written. `unsure` are
    boxes that stand as written though the marks that are there give other numbers: one that is missing may explain it.
    `refused` are those with a number that nothing can give, and for which no ink tells another: they count 0.
    """

    boxes: Mapping[str, int]
    blank: tuple[str, ...]
    is_as_written: bool = False
    unsure: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def sums_of(sheet: TableSheet, known: Mapping[str, int], unknown: Mapping[str, int]) -> Sums:
    """The numbers of all boxes with score lines, and of those `known` from elsewhere.

    `unknown` are boxes that nobody can know, with what they count.
    """
    layout, ink = sheet.layout, {**setting_of(sheet.record, 1), **sheet.record.marks, **known}
    total = line_of_total(layout).box
    counted = {**ink, **unknown}
    boxes = {**compile_boxes(layout)(counted), **unknown, **known}
    others = {
        box: mark
        for box, computed in boxes.items()
        if box not in known and isinstance(mark := ink.get(box), int) and mark != computed
    }
    added = boxes_added(layout)
    objected = _levels_of_objections(layout, ink) if others else {}
    refused = tuple(box for box in added if box not in (*known, *others) and _is_refused(box, layout, ink))
    stands = {box: mark for box, mark in others.items() if box != total and objected.get(box) != "error"}
    stands |= dict.fromkeys(refused, 0)
    if stands:
        lines = tuple(line for line in layout.scores if line.box not in stands)
        marks = {**counted, **stands}
        boxes |= {**compile_boxes(replace(layout, scores=lines))(marks), **stands, **unknown, **known}
    unsure = tuple(box for box in others if objected.get(box) == "warn")
    blank = tuple(box for box in added if box not in ink and (box in unknown or not boxes.get(box, 0)))
    written = ink.get(total)
    if not isinstance(written, int) or objected.get(total) == "error" or refused:
        return Sums(boxes, blank, unsure=unsure, refused=refused)
    if not blank and total not in unsure and written >= boxes[total]:
        return Sums(boxes, blank, unsure=unsure)
    together = sum(boxes.get(box, _number(ink.get(box))) for box in added)
    return Sums({**boxes, total: written}, blank, together != written, unsure)


def _number(mark: Mark | None) -> int:
    return mark if isinstance(mark, int) else 0


def _levels_of_objections(sheet: Sheet, ink: Marks) -> dict[str, CheckLevel]:
    """By box how gravely the checks of a sheet object to what is written there that ask whether it is added up rightly,
    or say what may be written; boxes to which none does are left out. What may not be written never stands, unless a
    mark that is missing explains it."""
    found: dict[str, CheckLevel] = {}
    needed = recorded_game(sheet).needed_checks
    for check, finding in findings_of_checks(sheet, ink, needed, with_culprits=False):
        if finding.level != "note" or finding.wrong_sum:
            is_error = finding.level != "warn" or (finding.level == check.level and _limits(check, sheet))
            for box in _asked_about(check, sheet):
                found[box] = "error" if is_error or found.get(box) == "error" else "warn"
    return found


def _asked_about(check: Check, sheet: Sheet) -> tuple[str, ...]:
    """The boxes that a check asks to be added up rightly, else those of which it says what may be written."""
    return tuple(_named_in("sums", check.needs, sheet)) or tuple(_named_in("written", check.needs, sheet))


def _limits(check: Check, sheet: Sheet) -> bool:
    """Whether a check says what may be written, and does not ask whether it is added up rightly."""
    return not any(_named_in("sums", check.needs, sheet))


def _is_refused(box: str, sheet: Sheet, ink: Marks) -> bool:
    """Whether what is written in a box may not be, whatever is right: a check would be met without it."""
    without = {field: mark for field, mark in ink.items() if field != box}
    return box in ink and any(
        not is_met(ink) and is_met(without) for is_met in _limits_of(sheet).get(box, ())
    )


@remembered
def _limits_of(sheet: Sheet) -> dict[str, list[Formula]]:
    """By box, the errors that say what may be written there, as functions."""
    found: dict[str, list[Formula]] = {}
    for check, is_met in checks_alone(sheet)["error"]:
        for box in _asked_about(check, sheet) if _limits(check, sheet) else ():
            found.setdefault(box, []).append(is_met)
    return found


def _named_in(kind: ArgumentKind, needs: Expression, sheet: Sheet) -> Iterator[str]:
    """The fields that a condition gives to functions as arguments of a kind."""
    for call in calls_in(needs):
        if kind in FUNCTIONS[call.function].arguments:
            yield from arguments_of(call, sheet).fields


def boxes_added(sheet: Sheet) -> tuple[str, ...]:
    """The boxes that the total of a sheet is made of: what it adds up, not what it asks about before.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> boxes_added(load_sheet("gaia-automa"))[:2]
    ('automa-vp.track', 'automa-score.final-1')
    """
    added = _added(line_of_total(sheet).formula)
    return tuple(dict.fromkeys(box for box in added if box in sheet.field))


def _added(formula: Expression) -> Iterator[str]:
    match formula:
        case Name(name=name):
            yield name
        case Operation(operator="+", operands=parts):
            for part in parts:
                yield from _added(part)
        case Call():
            for part in picked(formula):
                yield from _added(part)

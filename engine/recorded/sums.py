"""Compute the boxes of points on a recorded sheet from its marks, and correct wrong ones.

A written number counts unchanged if a mark that it depends on is blank and no check calls the number an error. So
the points contradict a written number only if the verdict does. Nobody gets more than their written total unless the
verdict calls that total wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from fairsheet.engine.checks.consistency import checks_by_level, findings_of_checks, setting_of
from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.recorded.registry import recorded_game
from fairsheet.engine.scoring.score import compile_boxes, line_of_total
from fairsheet.sheets.formulas.explanation import alternatives
from fairsheet.sheets.formulas.formula import arguments_of, calls_in
from fairsheet.sheets.formulas.functions.function import ArgumentKind, Formula
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Call, Check, CheckLevel, Expression, Name, Operation, Sheet


class Sums(NamedTuple):
    """The boxes of a sheet with their numbers; `blank` are parts of the total without a known number.

    `is_as_written` says that the written total counts, and that it is not the sum of its parts. `unsure` are boxes
    whose written numbers count although the marks give others, because a mark may be missing. `refused` are boxes
    whose written numbers are impossible and whose marks give no other: they count 0.
    """

    boxes: Mapping[str, int]
    blank: tuple[str, ...]
    counts_as_written: bool = False
    unsure: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def sums_of(sheet: TableSheet, known: Mapping[str, int], unknown: Mapping[str, int]) -> Sums:
    """Return the numbers of all boxes with score lines and of the boxes `known` from elsewhere.

    `unknown` are boxes whose points cannot be determined, with the numbers that they count.
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
    parts = boxes_in_total(layout)
    worst_levels = _worst_levels(layout, ink) if others else {}
    refused = tuple(box for box in parts if box not in (*known, *others) and _is_impossible(box, layout, ink))
    kept = {box: mark for box, mark in others.items() if box != total and worst_levels.get(box) != "error"}
    kept |= dict.fromkeys(refused, 0)
    if kept:
        lines = tuple(line for line in layout.scores if line.box not in kept)
        marks = {**counted, **kept}
        boxes |= {**compile_boxes(replace(layout, scores=lines))(marks), **kept, **unknown, **known}
    unsure = tuple(box for box in others if worst_levels.get(box) == "warn")
    blank = tuple(box for box in parts if box not in ink and (box in unknown or not boxes.get(box, 0)))
    written = ink.get(total)
    if not isinstance(written, int) or worst_levels.get(total) == "error" or refused:
        return Sums(boxes, blank, unsure=unsure, refused=refused)
    if not blank and total not in unsure and written >= boxes[total]:
        return Sums(boxes, blank, unsure=unsure)
    sum_of_parts = sum(boxes.get(box, _number(ink.get(box))) for box in parts)
    return Sums({**boxes, total: written}, blank, sum_of_parts != written, unsure)


def _number(mark: Mark | None) -> int:
    return mark if isinstance(mark, int) else 0


def _worst_levels(sheet: Sheet, ink: Marks) -> dict[str, CheckLevel]:
    """Return the worst level of the unmet checks on each box: of its sum, or of the numbers allowed in it.

    Boxes without an unmet check are left out. A number that is not allowed is an error unless a missing mark may
    explain it."""
    found: dict[str, CheckLevel] = {}
    needed = recorded_game(sheet).needed_checks
    for check, finding in findings_of_checks(sheet, ink, needed, with_culprits=False):
        if finding.level != "note" or finding.wrong_sum:
            is_error = finding.level != "warn" or (finding.level == check.level and _is_limit(check, sheet))
            for box in _checked_boxes(check, sheet):
                found[box] = "error" if is_error or found.get(box) == "error" else "warn"
    return found


def _checked_boxes(check: Check, sheet: Sheet) -> tuple[str, ...]:
    """Return the boxes whose sums a check compares; if there are none, the boxes whose numbers it limits."""
    return tuple(_arguments("sums", check.needs, sheet)) or tuple(_arguments("written", check.needs, sheet))


def _is_limit(check: Check, sheet: Sheet) -> bool:
    """Return whether a check compares no sums: it only limits the numbers that may be written."""
    return not any(_arguments("sums", check.needs, sheet))


def _is_impossible(box: str, sheet: Sheet, ink: Marks) -> bool:
    """Return whether the number in a box is impossible: an unmet limit is met when the box is blank."""
    without = {field: mark for field, mark in ink.items() if field != box}
    return box in ink and any(
        not is_met(ink) and is_met(without) for is_met in _limit_checks(sheet).get(box, ())
    )


@remembered
def _limit_checks(sheet: Sheet) -> dict[str, list[Formula]]:
    """Return the compiled checks of level error that limit the number in a box, by box."""
    found: dict[str, list[Formula]] = {}
    for check, is_met in checks_by_level(sheet)["error"]:
        for box in _checked_boxes(check, sheet) if _is_limit(check, sheet) else ():
            found.setdefault(box, []).append(is_met)
    return found


def _arguments(kind: ArgumentKind, needs: Expression, sheet: Sheet) -> Iterator[str]:
    """Yield the fields that a condition passes to functions that take arguments of a kind."""
    for call in calls_in(needs):
        if kind in FUNCTIONS[call.function].arguments:
            yield from arguments_of(call, sheet).fields


def boxes_in_total(sheet: Sheet) -> tuple[str, ...]:
    """Return the boxes that the total of a sheet adds up, without those that only its conditions name.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> boxes_in_total(load_sheet("gaia-automa"))[:2]
    ('automa-vp.track', 'automa-score.final-1')
    """
    parts = _addends(line_of_total(sheet).formula)
    return tuple(dict.fromkeys(box for box in parts if box in sheet.field))


def _addends(formula: Expression) -> Iterator[str]:
    match formula:
        case Name(name=name):
            yield name
        case Operation(operator="+", operands=parts):
            for part in parts:
                yield from _addends(part)
        case Call():
            for part in alternatives(formula):
                yield from _addends(part)

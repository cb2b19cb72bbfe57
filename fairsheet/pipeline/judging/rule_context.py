"""Apply the rules of a record's game to other readings of it: to group its doubts, and to find out whether it is
illegal under every answer."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.checks.attribution import marks_in, some_reading
from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.records.record import Record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import compile_boxes
from fairsheet.pipeline.judging.groups import DoubtGroup, Rules, doubt_groups
from fairsheet.sheets.model.marks import Mark, with_marks
from fairsheet.sheets.model.sheet import TOTAL, Sheet
from fairsheet.vision.readings.reading import Doubt

MOST_READINGS = 1_000  # readings tried for one sheet; each takes about a millisecond


def groups_of_record(sheet: Sheet, record: Record, doubts: Sequence[Doubt]) -> list[DoubtGroup]:
    """Return the doubts about a record in groups with one cause, the most important group first.

    Only this sheet is examined: a doubt that changes a total may also change the ranking.
    """
    return doubt_groups(doubts, record.marks, rules_of_record(sheet, record))


def rules_of_record(sheet: Sheet, record: Record) -> Rules:
    """Return the rules of the record's game that need one sheet only and no proof."""
    setting, boxes = setting_of(record, 1), compile_boxes(sheet)
    contradictions = ruleset_of(sheet).contradictions(record)
    total = next((line.box for line in sheet.scores if line.sign == TOTAL), None)
    return Rules(
        lambda marks: [found.involved for found in contradictions(marks)],
        lambda marks: boxes({**setting, **marks}),
        total,
    )


def possible_marks(doubt: Doubt, sheet: Sheet) -> list[Mark | None]:
    """Return the marks that a field in doubt may have: its candidates and no ink; if it is covered, every mark it
    accepts."""
    candidates = (mark for mark, _ in doubt.candidates)
    marks = (mark for _, mark in marks_in([doubt.field], sheet)) if doubt.is_unseen else candidates
    return [*dict.fromkeys((doubt.chosen, *marks, None))]


def is_illegal_however_read(sheet: Sheet, record: Record, doubts: Sequence[Doubt]) -> bool:
    """Check whether a record contradicts itself with every combination of candidates for its marks in doubt.

    The answer is False if there are more than `MOST_READINGS` combinations, or if only a proof shows the contradiction.
    """
    choices = [possible_marks(doubt, sheet) for doubt in doubts]
    conflicts = rules_of_record(sheet, record).conflicts
    fields = [doubt.field for doubt in doubts]
    is_consistent = some_reading(
        choices,
        lambda marks: not conflicts(with_marks(record.marks, dict(zip(fields, marks, strict=True)))),
        MOST_READINGS,
    )
    return is_consistent is False

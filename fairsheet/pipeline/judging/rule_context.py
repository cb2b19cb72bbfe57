"""What the rules of a record's game say about other marks in it: for telling its doubts apart, and whether a record is
illegal however they are answered."""

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

MOST_LOOKS = 1_000  # at one sheet; one takes about a millisecond


def groups_of_record(sheet: Sheet, record: Record, doubts: Sequence[Doubt]) -> list[DoubtGroup]:
    """The doubts about a record, those of one cause together, the most important first.

    The look is that of one sheet alone: a doubt that changes a total may change the ranking.
    """
    return doubt_groups(doubts, record.marks, rules_of_record(sheet, record))


def rules_of_record(sheet: Sheet, record: Record) -> Rules:
    """The rules of the record's game, as far as one sheet tells without a proof."""
    setting, boxes = setting_of(record, 1), compile_boxes(sheet)
    contradictions = ruleset_of(sheet).contradictions(record)
    total = next((line.box for line in sheet.scores if line.sign == TOTAL), None)
    return Rules(
        lambda marks: [found.involved for found in contradictions(marks)],
        lambda marks: boxes({**setting, **marks}),
        total,
    )


def possible_marks(doubt: Doubt, sheet: Sheet) -> list[Mark | None]:
    """What a field in doubt may bear: a candidate, or no ink; where it cannot be seen any mark that it takes."""
    candidates = (mark for mark, _ in doubt.candidates)
    found = (mark for _, mark in marks_in([doubt.field], sheet)) if doubt.is_unseen else candidates
    return [*dict.fromkeys((doubt.chosen, *found, None))]


def is_illegal_however_read(sheet: Sheet, record: Record, doubts: Sequence[Doubt]) -> bool:
    """Whether a record contradicts itself with every choice of candidates for its marks in doubt, or of none.

    Too many choices to try, more than `MOST_LOOKS`, leave it open, and so does a sheet that only a proof finds illegal.
    """
    choices = [possible_marks(doubt, sheet) for doubt in doubts]
    conflicts = rules_of_record(sheet, record).conflicts
    fields = [doubt.field for doubt in doubts]
    can_stand = some_reading(
        choices,
        lambda marks: not conflicts(with_marks(record.marks, dict(zip(fields, marks, strict=True)))),
        MOST_LOOKS,
    )
    return can_stand is False

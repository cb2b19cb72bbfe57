"""What the rules of a record's game say about other marks in it: for telling its doubts apart, and whether a record is
illegal however they are answered."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.checks.attribution import marks_in, some_reading
from fairsheet.engine.checks.consistency import contradictions_on, setting_of
from fairsheet.engine.games.registry import has_rules, rules_of
from fairsheet.engine.recorded.registry import needed_checks
from fairsheet.engine.records.record import Record, deal_of, missions_of
from fairsheet.engine.scoring.score import compile_boxes, without_sums
from fairsheet.pipeline.judging.groups import DoubtGroup, Problem, Rules, doubt_groups
from fairsheet.sheets.model.marks import Mark, Marks, with_marks
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
    setting = setting_of(record, 1)
    boxes = compile_boxes(sheet)

    def sums(marks: Marks) -> dict[str, int]:
        return boxes({**setting, **marks})

    total = next((line.box for line in sheet.scores if line.sign == TOTAL), None)
    if not has_rules(sheet):
        needed = needed_checks(sheet)

        def unmet(marks: Marks) -> list[Problem]:
            return [found.involved for found in contradictions_on(sheet, marks, setting, needed=needed)]

        return Rules(unmet, sums, total)
    game, dealt, missions = rules_of(sheet), deal_of(sheet, record), missions_of(sheet, [record])

    def conflicts(marks: Marks) -> list[Problem]:
        found = list(game.contradictions(without_sums(sheet, marks), dealt, missions))
        return [contradiction.involved for contradiction in found]

    return Rules(conflicts, sums, total)


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

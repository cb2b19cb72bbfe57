"""Cover up: change other marks, too, until a sheet has no obvious contradiction."""

from __future__ import annotations

from fairsheet.engine.scoring.score import without_sums
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Field
from tests.tampering.forgery import Forgery


def cover_up(forgery: Forgery, tries: int = 60) -> bool:
    """Return whether the sheet has no contradiction any more. The tampered marks stay."""
    game, deal = forgery.table.game, forgery.table.deal
    touched = {f for f in {*forgery.honest, *forgery.marks} if forgery.honest.get(f) != forgery.marks.get(f)}

    def contradictions(marks: Marks) -> list[tuple[str, ...]]:
        return [each.involved for each in game.contradictions(without_sums(game.sheet, marks), deal)]

    wrong = contradictions(forgery.marks)
    for _ in range(tries):
        if not wrong:
            return True
        fields = [game.sheet.field[field] for field in forgery.pick(wrong) if field not in touched]
        choices = [(field, mark) for field in fields for mark in _marks_for(field)]
        if not choices:
            continue
        field, mark = forgery.pick(choices)
        before = dict(forgery.marks)
        forgery.marks.pop(field.id, None)
        if mark is not None:
            forgery.marks[field.id] = mark
        now = contradictions(forgery.marks)
        if len(now) <= len(wrong):
            wrong = now
        else:
            forgery.marks.clear()
            forgery.marks.update(before)
    return not wrong


def _marks_for(field: Field) -> tuple[Mark | None, ...]:
    if field.printed is not None or field.kind in ("text", "box"):
        return ()
    return (None, *(mark for mark in field.accepts if not isinstance(mark, int)))

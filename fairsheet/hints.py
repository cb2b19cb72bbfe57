"""What the rules tell the reader of a photo before any verdict."""

from __future__ import annotations

from engine.deal import deal
from engine.games import rules_of
from engine.score import boxes_of
from sheets.errors import InputError
from sheets.label import Label
from sheets.model import Sheet
from vision.decode import NO_RULES, RulesHint


def rules_hint(sheet: Sheet, label: Label) -> RulesHint:
    """Contradictions within the sheet, given its seed, and what its boxes add up to; nothing without
    rules."""
    try:
        game = rules_of(sheet)
    except InputError:
        return NO_RULES
    dealt = deal(sheet, label.seed, label.players, label.solo)
    return RulesHint(
        conflicts=lambda marks: game.check(marks, dealt),
        sums=lambda marks: boxes_of(sheet, marks),
    )

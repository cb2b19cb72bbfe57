"""The target of a solo game of Planet Unknown."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.recorded.base.protocol import Sheets
from fairsheet.engine.records.record import SheetKey
from fairsheet.engine.scoring.score import compile_boxes
from fairsheet.languages.messages import Message
from fairsheet.sheets.support.phrases import counted_of

TARGET = "solo.target"


def lacking_to_target(table: Sheets, totals: Mapping[SheetKey, int]) -> list[Message] | None:
    """Return the points that the total lacks to the target, in words; empty if the target is reached.

    The target follows from the events, or is the written one. Returns None if the game is not solo, the target is
    unknown, or a page of the sheet is missing.
    """
    (each, *_) = table
    if each.record.game.players > 1 or each.record.key not in totals:
        return None
    target = compile_boxes(each.layout)({**setting_of(each.record, 1), **each.record.marks})[TARGET]
    words = Message("{some} of {n} point", "{some} of {n} points")
    return counted_of(target - totals[each.record.key], target, words) if target else None

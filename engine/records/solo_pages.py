"""The two halves of a solo game: the player's sheet or sheets, and ASTRA's panel on its own page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from fairsheet.engine.records.record import Record
from fairsheet.sheets.model.sheet import Sheet

Half = Literal["sheet", "panel"]


def blank_half(sheet: Sheet, records: Sequence[Record]) -> Half | None:
    """Return the half of a solo game that has no ink though the other half has: it was probably not photographed.

    Every turn leaves ink on both halves. If there are several sheets, one blank sheet is enough. None if all have ink,
    or none has.
    """
    if sheet.solo_level is None:
        return None
    inked = {(record.seat, sheet.field[id_].page) for record in records for id_ in record.marks}
    if not inked:
        return None
    if not any(page == sheet.pages for _, page in inked):
        return "panel"
    with_ink = {seat for seat, page in inked if page < sheet.pages}
    return None if with_ink.issuperset(sheet.seats(players=1)) else "sheet"

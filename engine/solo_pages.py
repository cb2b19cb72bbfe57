"""The two halves of a solo game's record: the player's sheet, and ASTRA's panel on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.record import Record
from sheets.model import Sheet

Half = Literal["sheet", "panel"]


def blank_half(sheet: Sheet, records: Sequence[Record]) -> Half | None:
    """Which half of a solo game bears no ink though the other one does, so that it was hardly photographed.

    Of every turn something stands on both. None where both bear ink, or neither does.
    """
    if sheet.solo_level is None:
        return None
    pages = {sheet.field[id_].page for record in records for id_ in record.marks}
    panel = sheet.pages in pages
    if not pages or (panel and len(pages) > 1):
        return None
    return "sheet" if panel else "panel"

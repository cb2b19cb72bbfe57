"""What is missing of a game that is recorded: sheets that are one for the table, and pages of players' sheets."""

from __future__ import annotations

from collections.abc import Sequence

from engine.phrases import listed
from engine.record import NO_SEAT, Record
from engine.recorded.pages import missing_pages
from engine.recorded.tables import sheets_in_part, table_sheets
from fairsheet.recording import sheets_in_play
from sheets.catalog import BUNDLED, Catalog
from sheets.choices import template_of
from sheets.library import sheets_of_game
from sheets.model import Sheet


def sheets_not_there(sheet: Sheet, records: Sequence[Record]) -> list[Sheet]:
    """The sheets, one for the table, that a table has beside those of its players and of which there is no record."""
    if sheet.game is None:
        return []
    there = {template_of(record.sheet) for record in records if record.seat == NO_SEAT}
    in_play = sheets_in_play(sheets_of_game(sheet.game), records[0].game)
    return [each for each in in_play if each.is_of_table and each.name not in there]


def table_sheet_line(sheet: Sheet, records: Sequence[Record]) -> str | None:
    """Which sheets that are one for the table are missing; None for none."""
    names = [each.name for each in sheets_not_there(sheet, records)]
    if not names:
        return None
    are = "is" if len(names) == 1 else "are"
    return f"{listed(names)}, one for the table, {are} missing: only what the others say could be checked"


def unknown_winner_line(sheet: Sheet, records: Sequence[Record]) -> str:
    """That nobody can know who has won a game alone or together, and which sheet would tell."""
    names = [each.name for each in sheets_not_there(sheet, records) if each.scores]
    why = f": {listed(names)} {'is' if len(names) == 1 else 'are'} missing" if names else ""
    return f"who wins is not known from what is here{why}"


def unranked_line(sheet: Sheet, records: Sequence[Record], catalog: Catalog = BUNDLED) -> str | None:
    """Which players are not ranked since a page of their sheets bears no ink; None where all are.

    `catalog` has the layouts of the records.
    """
    if sheet.game is None:
        return None
    in_part = sheets_in_part(table_sheets(records, catalog))
    if not in_part:
        return None
    pages = [f"page {page} of seat {each.record.seat}" for each in in_part for page in missing_pages(each)]
    bear, are = ("bears", "its player is") if len(pages) == 1 else ("bear", "their players are")
    return f"{listed(pages)} {bear} no ink, so that {are} not ranked: scan the photo together with the others"

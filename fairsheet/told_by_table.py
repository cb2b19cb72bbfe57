"""Boxes that need other sheets of the table: where all were read, what these make answers doubts. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from engine.formula import NoEntry, needs_table
from engine.score import boxes_of_table
from sheets.columns import columns_of
from sheets.label import Label
from vision.reading import PhotoReading, SheetReading


def told_by_table(photos: Sequence[PhotoReading]) -> list[PhotoReading]:
    """The photos, whose pages are joined, without doubts about boxes that hold what the whole table makes.

    That a number was misread and is by chance just what the others' marks make is far less likely than that it is read
    right. A table of which a sheet is missing, or was seen twice, tells nothing.
    """
    tables: dict[Label, list[SheetReading]] = {}
    for photo in photos:
        for sheet in photo.sheets:
            tables.setdefault(structs.replace(sheet.label, seat=0, page=1), []).append(sheet)
    told = {(label, seat): boxes for label, sheets in tables.items() for seat, boxes in _told(sheets).items()}

    def without(sheet: SheetReading) -> SheetReading:
        boxes = told.get((structs.replace(sheet.label, seat=0, page=1), sheet.label.seat), set())
        left = tuple(doubt for doubt in sheet.doubts if doubt.field not in boxes)
        return sheet if len(left) == len(sheet.doubts) else structs.replace(sheet, doubts=left)

    return [structs.replace(photo, sheets=tuple(map(without, photo.sheets))) for photo in photos]


def _told(sheets: Sequence[SheetReading]) -> dict[int, set[str]]:
    """By seat, the boxes that need the whole table and hold what it makes."""
    sheet, players = sheets[0].sheet, sheets[0].label.players
    boxes = [line.box for line in sheet.scores if needs_table(line.formula)]
    seats = sorted(each.label.seat for each in sheets)
    if not boxes or players < 2 or sheet.game or columns_of(sheet) or seats != list(sheet.seats(players)):
        return {}
    table = {each.label.seat: each.marks for each in sheets}
    try:
        right = boxes_of_table(sheet, table, players)
    except NoEntry:
        return {}
    return {
        seat: {box for box in boxes if marks.get(box) == right[seat][box]} for seat, marks in table.items()
    }

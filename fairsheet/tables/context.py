"""Boxes that need other sheets of the table: where all were read, what these make confirms the number read. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from msgspec import structs

from fairsheet.engine.scoring.known_boxes import fields_behind
from fairsheet.engine.scoring.score import boxes_of_table
from fairsheet.sheets.formulas.formula import needs_table
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.functions.lookups import NoEntry
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Call, Sheet
from fairsheet.sheets.model.sides import next_seat
from fairsheet.vision.readings.reading import PhotoReading, SheetReading


def confirmed_by_table(photos: Sequence[PhotoReading]) -> list[PhotoReading]:
    """The photos, whose pages are joined, without doubts about boxes that hold what the whole table makes.

    That a number was misread and is by chance just what marks without a doubt make is far less likely than that it is
    read right. A table of which a sheet is missing, or was seen twice, confirms nothing.
    """
    tables: defaultdict[Label, list[SheetReading]] = defaultdict(list)
    for photo in photos:
        for sheet in photo.sheets:
            tables[_table_of(sheet)].append(sheet)
    confirmed = {label: _confirmed(sheets) for label, sheets in tables.items()}

    def without(sheet: SheetReading) -> SheetReading:
        boxes = confirmed[_table_of(sheet)].get(sheet.label.seat, set())
        left = tuple(doubt for doubt in sheet.doubts if doubt.field not in boxes)
        return sheet if len(left) == len(sheet.doubts) else structs.replace(sheet, doubts=left)

    return [structs.replace(photo, sheets=tuple(map(without, photo.sheets))) for photo in photos]


def _table_of(sheet: SheetReading) -> Label:
    """What the labels of a table have in common."""
    return structs.replace(sheet.label, seat=0, page=1, player="", ink_saving=False)


def _confirmed(sheets: Sequence[SheetReading]) -> dict[int, set[str]]:
    """By seat, the boxes of these sheets of a table that are confirmed."""
    table = {each.label.seat: each.marks for each in sheets}
    if len(table) < len(sheets):
        return {}
    doubted = {each.label.seat: {doubt.field for doubt in each.doubts} for each in sheets}
    return confirmed_boxes(sheets[0].sheet, table, doubted, sheets[0].label.players)


def confirmed_boxes(
    sheet: Sheet,
    table: Mapping[int, Mapping[str, Mark]],
    doubted: Mapping[int, Collection[str]],
    players: int,
) -> dict[int, set[str]]:
    """By seat, the boxes that add up numbers of several sheets and hold what these make; none without all sheets.

    `doubted` are the fields in doubt by seat; where a box is computed from one of them it is not confirmed. Points for
    places never are: of so few numbers a misread one is too often another place's.
    """
    lines = {
        line.box: line.formula.arguments
        for line in sheet.scores
        if isinstance(line.formula, Call)
        and needs_table(line.formula)
        and FUNCTIONS[line.formula.function].adds
    }
    is_alone = players < 2 or sheet.game or columns_of(sheet)
    if not lines or is_alone or sorted(table) != [*sheet.seats(players)]:
        return {}
    try:
        right = boxes_of_table(sheet, table, players)
    except NoEntry:
        return {}
    confirmed: dict[int, set[str]] = {seat: set() for seat in table}
    for box, (own, other) in lines.items():
        from_own, from_next = fields_behind(own, sheet), fields_behind(other, sheet)
        for seat, marks in table.items():
            after = next_seat(seat, len(table))
            is_known = from_own.isdisjoint(doubted[seat]) and from_next.isdisjoint(doubted[after])
            if is_known and marks.get(box) == right[seat][box]:
                confirmed[seat].add(box)
    return confirmed

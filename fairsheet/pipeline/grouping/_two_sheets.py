"""Find tables with two sheets of paper for one seat; they are reported, but neither proved nor ranked. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from fairsheet.engine.records.record import SheetKey
from fairsheet.languages.messages import Message, listed
from fairsheet.pipeline.grouping.seated_tables import SeatedTable, SeatSheet, file_names
from fairsheet.pipeline.joining.joining import different_photos
from fairsheet.pipeline.joining.same_paper import are_two_sheets
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.wording.table_words import seat_name


def with_two_sheets(table: SeatedTable, catalog: Catalog) -> SeatedTable:
    """Return the table; if a seat has two sheets, they are merged and `two_sheets` says so.

    The differences between the two sheets are not doubts about either.
    """
    by_seat: defaultdict[SheetKey, list[SeatSheet]] = defaultdict(list)
    for place in table.places:
        by_seat[_key(place)].append(place)
    doubled = {
        seat for seat, places in by_seat.items() if len(places) > 1 or are_two_sheets(places[0].seen, catalog)
    }
    if not doubled:
        return table
    once = tuple(_merge(places) if seat in doubled else places[0] for seat, places in by_seat.items())
    names = [seat_name(each.record) for each in once if _key(each) in doubled]
    problem = Message(
        "two different sheets for {whose}: two tables with one seed, or a photo from before the end?",
        whose=listed(names),
    )
    return replace(table, places=once, two_sheets=problem)


def _merge(places: Sequence[SeatSheet]) -> SeatSheet:
    """Return a seat with two sheets as one sheet, with the readings of both."""
    seen = tuple(each for place in places for each in place.seen)
    note = Message("{files} are not one sheet", files=file_names(different_photos(seen)))
    return replace(places[0], seen=seen, doubts=(), notes=(note,))


def _key(place: SeatSheet) -> SheetKey:
    """Return the seat and its sheet, without the choices made on the sheet."""
    return template_of(place.record.sheet), place.record.seat

"""Two sheets of paper under one seat of a table: reported, and neither proved nor ranked. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.records.record import SheetKey
from fairsheet.languages.messages import Message, listed
from fairsheet.pipeline.base.values import TableResult
from fairsheet.pipeline.grouping.grouping import SeatedTable, SeatSheet, file_names
from fairsheet.pipeline.joining.joining import different_photos
from fairsheet.pipeline.joining.one_sheet import are_two_sheets
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.wording.table_words import owner_name


def without_verdict(table: SeatedTable, catalog: Catalog) -> tuple[SeatedTable, TableResult] | None:
    """A table with two sheets of a seat, which is undecided whatever its rules say; None for any other table.

    The marks in which the two sheets differ are no doubts about either.
    """
    by_seat: defaultdict[SheetKey, list[SeatSheet]] = defaultdict(list)
    for place in table.places:
        by_seat[_key(place)].append(place)
    doubled = {
        seat for seat, places in by_seat.items() if len(places) > 1 or are_two_sheets(places[0].seen, catalog)
    }
    if not doubled:
        return None
    once = tuple(_as_one(places) if seat in doubled else places[0] for seat, places in by_seat.items())
    names = [owner_name(each.record.seat, each.record.sheet) for each in once if _key(each) in doubled]
    problem = Message(
        "two different sheets for {whose}: two tables with one seed, or a photo from before the end?",
        whose=listed(names),
    )
    undecided = tuple(SheetVerdict(each.record.seat, "undecided", False, None, (), 0.0) for each in once)
    return replace(table, places=once), TableResult(Verdict(undecided), None, problem)


def _as_one(places: Sequence[SeatSheet]) -> SeatSheet:
    """The seat that has two sheets, with all that was read of both."""
    seen = tuple(each for place in places for each in place.seen)
    note = Message("{files} are not one sheet", files=file_names(different_photos(seen)))
    return replace(places[0], seen=seen, doubts=(), notes=(note,))


def _key(place: SeatSheet) -> SheetKey:
    """The seat, whatever was chosen on its sheet."""
    return template_of(place.record.sheet), place.record.seat

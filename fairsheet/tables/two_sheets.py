"""Two sheets of paper under one seat of a table: told, and neither proved nor ranked. Pure."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.records.record import SheetKey
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.support.phrases import listed
from fairsheet.tables._one_sheet import are_two_sheets
from fairsheet.tables.grouping import Place, TableOfSheets, file_names
from fairsheet.tables.joining import different_photos
from fairsheet.tables.values import TableJudged
from fairsheet.wording.table_words import owner_name


def without_verdict(table: TableOfSheets, catalog: Catalog) -> tuple[TableOfSheets, TableJudged] | None:
    """A table with two sheets of a seat, which is undecided whatever its rules say; None for any other table.

    The marks in which the two sheets differ are no doubts about either.
    """
    by_seat: defaultdict[SheetKey, list[Place]] = defaultdict(list)
    for place in table.places:
        by_seat[template_of(place.record.sheet), place.record.seat].append(place)  # whatever was chosen on it
    seen = {seat: [each for place in places for each in place.seen] for seat, places in by_seat.items()}
    doubled = [
        seat for seat, places in by_seat.items() if len(places) > 1 or are_two_sheets(places[0].seen, catalog)
    ]
    if not doubled:
        return None
    once = {
        seat: replace(places[0], seen=tuple(seen[seat]), doubts=()) if seat in doubled else places[0]
        for seat, places in by_seat.items()
    }
    names = {seat: _name(once[seat]) for seat in doubled}
    problem = (
        f"two different sheets for {listed([*names.values()])}: two tables with one seed, or a photo from before the "
        "end? It is neither proved nor ranked; --table-by tells tables apart"
    )
    undecided = tuple(SheetVerdict(seat, "undecided", False, None, (), 0.0) for _, seat in once)
    notes = (
        *(note for note in table.notes if not note.startswith(tuple(f"{name}: " for name in names.values()))),
        *(
            f"{name}: {file_names(different_photos(seen[seat]))} are not one sheet"
            for seat, name in names.items()
        ),
    )
    places = tuple(once.values())
    return replace(table, places=places, notes=notes), TableJudged(Verdict(undecided), None, problem)


def _name(place: Place) -> str:
    return owner_name(place.record.seat, place.record.sheet)

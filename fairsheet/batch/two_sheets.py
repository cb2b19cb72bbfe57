"""Two sheets of paper under one seat of a table: told, and neither proved nor ranked. Pure."""

from __future__ import annotations

from dataclasses import replace

from engine.phrases import listed
from engine.proof.verdict import SheetVerdict, Verdict
from fairsheet.batch.joining import different_photos
from fairsheet.batch.one_sheet import are_two_sheets
from fairsheet.batch.tables import Place, TableOfSheets, file_names
from fairsheet.batch.values import TableJudged
from fairsheet.tables import owner_name
from sheets.catalog import Catalog


def without_verdict(table: TableOfSheets, catalog: Catalog) -> tuple[TableOfSheets, TableJudged] | None:
    """A table with two sheets of a seat, which is undecided whatever its rules say; None for any other table.

    The marks in which the two sheets differ are no doubts about either.
    """
    doubled = [place for place in table.places if are_two_sheets(place.seen, catalog)]
    if not doubled:
        return None
    places = tuple(replace(place, doubts=()) if place in doubled else place for place in table.places)
    undecided = tuple(
        SheetVerdict(place.record.seat, "undecided", False, None, (), 0.0) for place in table.places
    )
    problem = (
        f"two different sheets for {listed([_name(place) for place in doubled])}: two tables with one seed, or a photo "
        "from before the end? It is neither proved nor ranked; --table-by tells tables apart"
    )
    names = tuple(f"{_name(place)}: " for place in doubled)
    notes = (
        *(note for note in table.notes if not note.startswith(names)),
        *(
            f"{_name(place)}: {file_names(different_photos(place.seen))} are not one sheet"
            for place in doubled
        ),
    )
    return replace(table, places=places, notes=notes), TableJudged(Verdict(undecided), None, problem)


def _name(place: Place) -> str:
    return owner_name(place.record.seat, place.record.sheet)

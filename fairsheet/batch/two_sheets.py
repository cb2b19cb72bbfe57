"""Two sheets of paper under one seat of a table: told, and neither proved nor ranked. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.phrases import listed
from engine.proof.verdict import SheetVerdict, Verdict
from engine.record import NO_SEAT, layout_of
from fairsheet.batch.joining import answers_in, different_photos
from fairsheet.batch.tables import Place, TableOfSheets, file_names
from fairsheet.batch.values import SheetOfFile, SheetRead, TableJudged
from sheets.catalog import Catalog
from sheets.model import Sheet
from vision.reading import FieldReading


def are_two_sheets(seen: Sequence[SheetOfFile], catalog: Catalog) -> bool:
    """Whether readings of one seat are of two sheets, by the rule by which `scan` tells photos of sheets apart.

    Records are sure of what nobody doubts. What was answered about any of the readings tells nothing.
    """
    from vision.combine import surely_differ

    by_page: defaultdict[int, list[SheetRead]] = defaultdict(list)
    for each in different_photos(seen):
        by_page[each.sheet.page].append(each.sheet)
    for first, *others in by_page.values():
        if others:
            sheet = layout_of(first.record, catalog)
            answers = answers_in(seen)
            shown = [_fields_seen(sheet, each, answers) for each in (first, *others)]
            if any(surely_differ(shown[0], other) for other in shown[1:]):
                return True
    return False


def _fields_seen(sheet: Sheet, read: SheetRead, answered: Collection[str]) -> list[FieldReading]:
    """What a reading says of the fields of its page, without those that it does not show, or perhaps only in part."""
    from vision.covered import partly_covered
    from vision.decode import UNSEEN
    from vision.scan import fields_read

    unsure = {field.field: field for field in read.unsure}
    doubts = {doubt.field: doubt for doubt in read.doubts or ()}
    covered = {doubt.field for doubt in doubts.values() if doubt.because == UNSEEN}
    seen = [
        unsure.get(field) or FieldReading(field, ((read.record.marks.get(field), 1.0),))
        for field in (each.id for each in fields_read(sheet, read.page))
        if field not in answered and field not in covered and (field in unsure or field not in doubts)
    ]
    partly = partly_covered(sheet, seen, covered)
    return [field for field in seen if field.field not in partly]


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
    return place.record.sheet if place.record.seat == NO_SEAT else f"seat {place.record.seat}"

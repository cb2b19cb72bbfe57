"""Decide whether readings of one seat are of one sheet of paper. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fairsheet.engine.records.record import layout_of
from fairsheet.pipeline.base.values import KeptSheet, SheetOfFile
from fairsheet.pipeline.joining.joining import answers_by_field, by_page, different_photos
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.marks import Mark, becomes
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import FieldReading


def are_two_sheets(seen: Sequence[SheetOfFile], catalog: Catalog) -> bool:
    """Check whether readings of one seat are of two sheets, by the rule of `scan`.

    Marks of records count as certain unless they are in doubt. Answered fields are ignored.
    """
    if len(different_photos(seen)) == 1:  # without the import of the scanner
        return False
    from fairsheet.vision.joining.combine import surely_differ

    for first, *others in _fields_by_page(seen, catalog):
        if any(surely_differ(first, other) for other in others):
            return True
    return False


def were_written_apart(one: SheetOfFile, other: SheetOfFile, catalog: Catalog) -> bool:
    """Check whether two readings are of two sheets, neither of which could become the other with more ink.

    Two photos of one sheet from different moments of the game are not.
    """
    from fairsheet.vision.joining.combine import MOST_CLASHES, list_sure_clashes

    for first, second in _fields_by_page([one, other], catalog):
        clashes = [(a.likeliest, b.likeliest) for a, b in list_sure_clashes(first, second)]
        backwards = [(b, a) for a, b in clashes]
        if all(_count_impossible_changes(marks) > MOST_CLASHES for marks in (clashes, backwards)):
            return True
    return False


def _count_impossible_changes(marks: Sequence[tuple[Mark | None, Mark | None]]) -> int:
    """Return how many marks of one reading could not have become those of another during the game."""
    return sum(before is not None and not becomes(after, before) for before, after in marks)


def _fields_by_page(seen: Sequence[SheetOfFile], catalog: Catalog) -> list[list[list[FieldReading]]]:
    """Return for each page the fields of every reading of it."""
    answers = answers_by_field(seen)
    return [
        [_read_fields(layout_of(each.sheet.record, catalog), each.sheet, answers) for each in of_page]
        for of_page in by_page(different_photos(seen), catalog).values()
        if len(of_page) > 1
    ]


def _read_fields(sheet: Sheet, read: KeptSheet, answered: Collection[str]) -> list[FieldReading]:
    """Return the readings of the fields of a page, without fields that are or may be covered."""
    from fairsheet.vision.classify.areas import areas_read
    from fairsheet.vision.readings.covered import partly_covered

    (page,), covered = read.pages, read.unseen
    unknown = {doubt.field for doubt in read.doubts or ()} - {field.field for field in read.unsure}
    hidden = unknown | covered | set(answered)
    seen = [read.ink(field.id) for field in areas_read(sheet, page).fields if field.id not in hidden]
    partly = partly_covered(sheet, seen, covered)
    return [field for field in seen if field.field not in partly]

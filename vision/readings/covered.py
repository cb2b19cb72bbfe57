"""Covered fields and their neighbours: the object that covers a field may hide other marks, too."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import FieldReading

SEVERAL = 3  # covered fields: fewer are seldom under an object that hides a part of others
NEAR_COVERED_MM = 8.0  # a field that seems blank so near to a covered one may be partly covered


def partly_covered(sheet: Sheet, fields: Iterable[FieldReading], covered: Collection[str]) -> set[str]:
    """Return the ids of fields that seem blank but are next to covered ones, so that a mark may be hidden."""
    places = [sheet.field[id_].rect.grown(NEAR_COVERED_MM) for id_ in covered]
    blank = {field.field for field in fields if field.likeliest is None}.difference(covered)
    return {id_ for id_ in blank if any(place.overlaps(sheet.field[id_].rect) for place in places)}

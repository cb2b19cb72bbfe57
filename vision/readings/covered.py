"""Fields that cannot be seen, and those beside them: what lies on a sheet may hide their marks, too."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import FieldReading

SEVERAL = 3  # covered fields: fewer are seldom under something that hides a part of others
NEAR_COVERED_MM = 8.0  # what seems to bear nothing so near to a covered field may be covered in part


def partly_covered(sheet: Sheet, fields: Iterable[FieldReading], covered: Collection[str]) -> set[str]:
    """The fields that seem to bear nothing beside covered ones: what lies there may hide their marks, too."""
    places = [sheet.field[id_].rect.grown(NEAR_COVERED_MM) for id_ in covered]
    blank = {field.field for field in fields if field.likeliest is None}.difference(covered)
    return {id_ for id_ in blank if any(place.overlaps(sheet.field[id_].rect) for place in places)}

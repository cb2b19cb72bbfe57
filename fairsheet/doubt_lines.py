"""The doubts of a photo as a list for people: those of one cause together, the most important first."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.doubt_groups import DoubtGroup, Rules, doubt_groups, format_group
from fairsheet.doubt_rules import groups_of_record
from fairsheet.formatting import brief_field, format_doubt
from fairsheet.scanning import record_of
from sheets.field_places import field_places
from vision.reading import PhotoReading, SheetReading


def doubt_lines(photo: PhotoReading) -> Iterator[str]:
    """The doubts of a photo in words, with the numbers that they have on its overlay.

    Raises FairsheetError as `record_of` does.
    """
    for sheet in photo.sheets:
        named = brief_field(field_places(sheet.sheet))
        for group in _groups(sheet):
            words = format_group(group)
            if len(group.doubts) > 1:
                yield f"{photo.file}: {words}"
            for doubt in group.doubts:
                line = format_doubt(doubt, named)
                if len(group.doubts) > 1:
                    yield f"    {line}"
                else:
                    yield f"{photo.file}: {line}" + (f"; {words}" if words else "")


def _groups(sheet: SheetReading) -> list[DoubtGroup]:
    if not sheet.is_whole:  # what stands on one page says too little
        return doubt_groups(sheet.doubts, sheet.marks, Rules())
    return groups_of_record(sheet.sheet, record_of(sheet), sheet.doubts)

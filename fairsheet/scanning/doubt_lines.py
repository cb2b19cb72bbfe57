"""The doubts of a photo that matter as a list for people: those of one cause together, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from msgspec import structs

from fairsheet.doubts.doubt_files import asked
from fairsheet.doubts.groups import DoubtGroup, Rules, doubt_groups, format_group
from fairsheet.doubts.rule_context import groups_of_record
from fairsheet.scanning.photos import record_of
from fairsheet.vision.readings.reading import PhotoReading, SheetReading
from fairsheet.wording.formatting import brief_field, format_doubt

MANY_DOUBTS = 15  # doubts about one sheet from which, and ...
DOUBTFUL_SHARE = 0.1  # ... share of its fields from which a new photo is better than answers
HALF_SHARE = 0.9  # of them that lies in one half of the sheet, which is then named


def doubt_lines(photo: PhotoReading) -> Iterator[str]:
    """The doubts of a photo that matter in words, with the numbers that they have on its overlay; for a sheet with very
    many, one line that asks for another photo.

    Raises FairsheetError as `record_of` does.
    """
    for each in photo.sheets:
        sheet = structs.replace(each, doubts=asked(each.doubts))
        if len(sheet.doubts) >= max(MANY_DOUBTS, DOUBTFUL_SHARE * len(sheet.fields)):
            yield f"{photo.file}: {_another_photo(sheet)}"
            continue
        named = brief_field(sheet.sheet)
        for group in _groups(sheet):
            words = format_group(group, named)
            if len(group.doubts) > 1:
                yield f"{photo.file}: {words}"
            for doubt in group.doubts:
                line = format_doubt(doubt, named)
                if len(group.doubts) > 1:
                    yield f"    {line}"
                else:
                    yield f"{photo.file}: {line}" + (f"; {words}" if words else "")


def _another_photo(sheet: SheetReading) -> str:
    """What a photo should show that makes most of these answers needless."""
    doubtful = [doubt.field for doubt in sheet.doubts]
    unseen = [field for field in doubtful if field in sheet.covered]
    if 2 * len(unseen) >= len(doubtful):
        return (
            f"{len(unseen)} of {len(sheet.fields)} fields cannot be seen{_part(sheet, unseen)}: they are covered, or "
            "outside the photo; photograph that part as well, and scan both photos together"
        )
    return (
        f"{len(doubtful)} of {len(sheet.fields)} fields are hard to tell{_part(sheet, doubtful)}; photograph the sheet "
        "again, in more light and closer, and scan both photos together (the overlay shows what is doubtful)"
    )


def _part(sheet: SheetReading, fields: Sequence[str]) -> str:
    """The half of the sheet in which nearly all of some fields lie, in words; nothing where they lie all over it."""
    places = [sheet.sheet.field[field.field].rect.center for field in sheet.fields]
    those = [sheet.sheet.field[field].rect.center for field in fields]
    middle_x, middle_y = median(place.x for place in places), median(place.y for place in places)
    halves = {
        "upper": [place.y < middle_y for place in those],
        "lower": [place.y > middle_y for place in those],
        "left": [place.x < middle_x for place in those],
        "right": [place.x > middle_x for place in those],
    }
    half = next((name for name, there in halves.items() if sum(there) >= HALF_SHARE * len(those)), None)
    return "" if half is None else f", nearly all in its {half} half"


def _groups(sheet: SheetReading) -> list[DoubtGroup]:
    if not sheet.is_whole:  # what stands on one page says too little
        return doubt_groups(sheet.doubts, sheet.marks, Rules())
    return groups_of_record(sheet.sheet, record_of(sheet), sheet.doubts)

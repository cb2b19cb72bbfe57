"""List the doubts of a photo that matter: grouped by cause, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from msgspec import structs

from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.base.doubt_files import asked
from fairsheet.pipeline.judging.groups import DoubtGroup, Rules, doubt_groups, format_group
from fairsheet.pipeline.judging.rule_context import groups_of_record
from fairsheet.pipeline.reading.photos import record_of
from fairsheet.vision.readings.reading import PhotoReading, SheetReading
from fairsheet.wording.field_names import field_names
from fairsheet.wording.formatting import MANY_DOUBTS, format_doubt

DOUBTFUL_SHARE = 0.1  # least share of a sheet's fields in doubt for which a new photo is better than answers
HALF_SHARE = 0.9  # least share of doubtful fields in one half of the sheet for which the half is named


def doubt_lines(photo: PhotoReading, *, is_numbered: bool) -> Iterator[str]:
    """Yield the doubts of a photo that matter, with their numbers on its overlay if they are `is_numbered`.

    A sheet with very many doubts gets one line that asks for another photo. Raises FairsheetError like `record_of`.
    """
    for each in photo.sheets:
        sheet = structs.replace(each, doubts=asked(each.doubts))
        single = [doubt for doubt in sheet.doubts if not doubt.is_pale]
        if len(single) >= max(MANY_DOUBTS, DOUBTFUL_SHARE * len(sheet.fields)):
            yield joined(": ", (photo.file, _ask_for_photo(sheet)))
            continue
        named = field_names(sheet.sheet).__getitem__
        for group in _groups(sheet):
            words = format_group(group, named)
            if len(group.doubts) > 1:
                yield joined(": ", (photo.file, words))
            for doubt in group.doubts:
                number = doubt.tag if is_numbered else ""
                line = joined(" ", filter(None, (number, format_doubt(doubt, named))))
                if len(group.doubts) > 1:
                    yield joined("", ("    ", line))
                else:
                    yield joined(": ", (photo.file, joined("; ", filter(None, (line, words)))))


def _ask_for_photo(sheet: SheetReading) -> str:
    """Return what a new photo should show so that few answers are needed."""
    doubtful = [doubt.field for doubt in sheet.doubts]
    unseen = [doubt.field for doubt in sheet.doubts if doubt.is_unseen]
    if 2 * len(unseen) >= len(doubtful):
        words = Message(
            "{part}: they are covered or outside the photo; photograph that part too and scan both photos "
            "together"
        )
        part = Message("{some} of {n} fields cannot be seen", some=len(unseen), n=len(sheet.fields))
        return words.filled(part=_with_half(part, sheet, unseen))
    words = Message(
        "{part}; photograph the sheet again, in more light and closer, and scan both photos together"
    )
    part = Message("{some} of {n} fields are hard to read", some=len(doubtful), n=len(sheet.fields))
    return words.filled(part=_with_half(part, sheet, doubtful))


def _with_half(words: Message, sheet: SheetReading, fields: Sequence[str]) -> Message:
    """Return the words with the half of the sheet that has nearly all of the fields, if there is one."""
    places = [sheet.sheet.field[field.field].rect.center for field in sheet.fields]
    those = [sheet.sheet.field[field].rect.center for field in fields]
    middle_x, middle_y = median(place.x for place in places), median(place.y for place in places)
    halves = {
        Message("{words}, nearly all in its upper half"): [place.y < middle_y for place in those],
        Message("{words}, nearly all in its lower half"): [place.y > middle_y for place in those],
        Message("{words}, nearly all in its left half"): [place.x < middle_x for place in those],
        Message("{words}, nearly all in its right half"): [place.x > middle_x for place in those],
    }
    half = next((name for name, there in halves.items() if sum(there) >= HALF_SHARE * len(those)), None)
    return words if half is None else half.filled(words=words)


def _groups(sheet: SheetReading) -> list[DoubtGroup]:
    if not sheet.is_whole:  # one page alone is too little for the rules
        return doubt_groups(sheet.doubts, sheet.marks, Rules())
    return groups_of_record(sheet.sheet, record_of(sheet), sheet.doubts)

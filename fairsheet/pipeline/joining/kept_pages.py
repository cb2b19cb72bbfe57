"""Rebuild readings of pages from the parts that a record or a store keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from fairsheet.engine.records.record import Record
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.classify.areas import areas_read
from fairsheet.vision.readings.kept import CERTAIN, KeptReading
from fairsheet.vision.readings.reading import LEAST, Doubt, FieldReading, SheetReading
from fairsheet.wording.labels import labels_of


def pages_kept(
    sheet: Sheet,
    record: Record,
    kept: KeptReading,
    doubts: Sequence[Doubt],
    answers: Mapping[str, Mark | None],
    photos: tuple[str, ...],
    taken: str | None,
) -> tuple[SheetReading, ...]:
    """Return the kept readings of a sheet, page by page; `record` names the sheet, the game and the player.

    Answered fields are certain. A field that is not kept as unsure has its mark with the least probability of a certain
    mark.
    """
    labels = {label.page: label for label in labels_of(sheet, record.game, [record.seat])}
    unsure = {each.field: each for each in kept.unsure}

    def ink_in(field: str) -> FieldReading:
        """Return the reading of a field; like the scanner, it always has the candidate of no ink."""
        read = unsure.get(field, FieldReading(field, ((kept.marks.get(field), CERTAIN),)))
        if field in answers:
            read = FieldReading(field, ((answers[field], 1.0),))
        blank = () if any(mark is None for mark, _ in read.probabilities) else ((None, LEAST),)
        return structs.replace(read, probabilities=(*read.probabilities, *blank))

    def of_page(page: int) -> SheetReading:
        fields = {field.id for field in sheet.fields if field.page == page}
        about = tuple(doubt for doubt in doubts if doubt.field in fields)
        open_ = [doubt for doubt in about if doubt.field not in answers]
        return SheetReading(
            sheet,
            labels[page],
            record.player or None,
            {field: mark for field, mark in kept.marks.items() if field in fields},
            about,
            tuple(ink_in(field.id) for field in areas_read(sheet, page).fields),
            tuple(doubt.field for doubt in open_ if doubt.is_covered),
            photos=photos,
            differing=tuple(each for each in open_ if each.is_about_photos and not is_name(each.field)),
            taken=taken,
        )

    return tuple(map(of_page, kept.pages))

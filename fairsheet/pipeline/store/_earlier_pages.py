"""Pages of one sheet that are scanned one after the other: what an earlier scan read of it, in a folder of records."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import structs

from fairsheet.engine.records.record import Record
from fairsheet.pipeline.answers.corrections import read_record_file, same_sheet, unnoted_edits
from fairsheet.pipeline.base.doubt_files import DoubtsFile, read_doubts_file
from fairsheet.pipeline.joining.kept_pages import pages_kept
from fairsheet.pipeline.reading.photos import record_of, reread
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import PLAYER, Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.joining.pages import with_page
from fairsheet.vision.readings.kept import KeptReading
from fairsheet.vision.readings.reading import SheetReading


def record_at(path: Path, catalog: Catalog) -> tuple[Record, DoubtsFile | None] | None:
    """The record in a file and what is kept beside it; None where one of them cannot be read."""
    with suppress(FairsheetError):
        sheet, record = read_record_file(path, catalog)
        return record, read_doubts_file(path, sheet)
    return None


def records_of_photos(
    folder: Path, catalog: Catalog, but: Collection[Path]
) -> Iterator[tuple[Path, Record, DoubtsFile]]:
    """The records in a folder that came from photos, `but` these, with what is kept beside each."""
    for path in sorted(set(folder.glob("*.json")) - set(but)):
        record, kept = record_at(path, catalog) or (None, None)
        if record is not None and kept is not None and kept.photos:
            yield path, record, kept


def earlier_record(
    folder: Path, sheet: SheetReading, but: Collection[Path] = ()
) -> tuple[Path, Record, DoubtsFile] | None:
    """Return the first record in a folder that has pages which a reading of its sheet lacks, and that came from photos.

    It must not have the pages that were read now, unless the same photos show them. Records `but` these are looked at.
    """
    read = record_of(sheet)
    for path, record, kept in records_of_photos(folder, Catalog((sheet.sheet,)), but):
        if not same_sheet(record, read):
            continue
        pages = _pages(sheet.sheet, record, kept)
        if pages - {*sheet.pages} and (
            pages.isdisjoint(sheet.pages) or set(sheet.photos) <= set(kept.photos)
        ):
            return path, record, kept
    return None


def pages_added(sheet: SheetReading, record: Record, kept: DoubtsFile) -> tuple[int, ...]:
    """Return the pages that a record of an earlier scan has, and the reading of its sheet lacks."""
    return tuple(sorted(_pages(sheet.sheet, record, kept) - {*sheet.pages}))


def _pages(sheet: Sheet, record: Record, kept: DoubtsFile) -> set[int]:
    """The pages that were read; of a record of a former release those on which something was."""
    if kept.reading is not None:
        return {*kept.reading.pages}
    by_hand = {correction.field for correction in kept.corrections}
    return {sheet.field[field].page for field in record.marks if field not in by_hand}


def with_earlier(sheet: SheetReading, record: Record, file: DoubtsFile) -> SheetReading:
    """The reading with the pages that a record of an earlier scan has, as if all were scanned together.

    What was changed in the record since without a note stands; corrections are made again where it is written.
    """
    pages = pages_added(sheet, record, file)
    kept = file.reading or KeptReading(pages, record.marks)  # a former release kept no more
    edited = unnoted_edits(record, kept.marks, {each.field for each in file.corrections})
    crops = {field: crop for field, crop in file.crops.items() if sheet.sheet.field[field].page in pages}
    if PLAYER in sheet.sheet.field and sheet.sheet.field[PLAYER].page in pages:
        sheet = structs.replace(sheet, player=record.player or sheet.player)
    for page in pages_kept(sheet.sheet, record, kept, file.doubts, edited, file.photos, file.taken):
        if page.label.page in pages:
            sheet = with_page(sheet, page)
    photos = tuple(dict.fromkeys(file.photos + sheet.photos))
    sheet = structs.replace(sheet, crops={**crops, **sheet.crops}, photos=photos)
    return reread(sheet) if sheet.is_whole and file.reading is not None else sheet

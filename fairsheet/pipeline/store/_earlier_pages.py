"""Join pages of a sheet that are scanned one after the other, with the record of the earlier scan in the folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import structs

from fairsheet.engine.records.record import Record
from fairsheet.pipeline.answers.corrections import are_same_sheet, edits_without_note, read_record_file
from fairsheet.pipeline.base.doubt_files import DoubtsFile, read_doubts_file
from fairsheet.pipeline.joining.kept_pages import pages_kept
from fairsheet.pipeline.reading.photos import record_of, reread
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import PLAYER, Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.joining.pages import add_page
from fairsheet.vision.readings.kept import KeptReading
from fairsheet.vision.readings.reading import SheetReading


def read_record_and_doubts(path: Path, catalog: Catalog) -> tuple[Record, DoubtsFile | None] | None:
    """Return the record in a file and its `.doubts` file; None if one of them cannot be read."""
    with suppress(FairsheetError):
        sheet, record = read_record_file(path, catalog)
        return record, read_doubts_file(path, sheet)
    return None


def find_records_of_photos(
    folder: Path, catalog: Catalog, excluded: Collection[Path]
) -> Iterator[tuple[Path, Record, DoubtsFile]]:
    """Yield the records in a folder that come from photos, each with its `.doubts` file; records in `excluded` are
    skipped."""
    for path in sorted(set(folder.glob("*.json")) - set(excluded)):
        record, kept = read_record_and_doubts(path, catalog) or (None, None)
        if record is not None and kept is not None and kept.photos:
            yield path, record, kept


def find_earlier_record(
    folder: Path, sheet: SheetReading, excluded: Collection[Path] = ()
) -> tuple[Path, Record, DoubtsFile] | None:
    """Return the first record from photos in a folder that has pages of the sheet which the reading lacks.

    It must not have pages that were read now, except from the same photos. The records `excluded` are skipped.
    """
    read = record_of(sheet)
    for path, record, kept in find_records_of_photos(folder, Catalog((sheet.sheet,)), excluded):
        if not are_same_sheet(record, read):
            continue
        pages = _pages(sheet.sheet, record, kept)
        if pages - {*sheet.pages} and (
            pages.isdisjoint(sheet.pages) or set(sheet.photos) <= set(kept.photos)
        ):
            return path, record, kept
    return None


def earlier_pages_of(sheet: SheetReading, record: Record, kept: DoubtsFile) -> tuple[int, ...]:
    """Return the pages that the record of an earlier scan has and the reading of its sheet lacks."""
    return tuple(sorted(_pages(sheet.sheet, record, kept) - {*sheet.pages}))


def _pages(sheet: Sheet, record: Record, kept: DoubtsFile) -> set[int]:
    """Return the pages that were read; for a record of an earlier release, the pages that have marks from the photo."""
    if kept.reading is not None:
        return {*kept.reading.pages}
    by_hand = {correction.field for correction in kept.corrections}
    return {sheet.field[field].page for field in record.marks if field not in by_hand}


def join_earlier_pages(sheet: SheetReading, record: Record, file: DoubtsFile) -> SheetReading:
    """Return the reading with the pages of an earlier record, as if all were scanned together.

    Changes without a note since the earlier scan are kept. The caller applies the noted corrections when it writes the
    record.
    """
    pages = earlier_pages_of(sheet, record, file)
    kept = file.reading or KeptReading(pages, record.marks)  # a former release kept no more
    edited = edits_without_note(record, kept.marks, {each.field for each in file.corrections})
    crops = {field: crop for field, crop in file.crops.items() if sheet.sheet.field[field].page in pages}
    if PLAYER in sheet.sheet.field and sheet.sheet.field[PLAYER].page in pages:
        sheet = structs.replace(sheet, player=record.player or sheet.player)
    for page in pages_kept(sheet.sheet, record, kept, file.doubts, edited, file.photos, file.taken):
        if page.label.page in pages:
            sheet = add_page(sheet, page)
    photos = tuple(dict.fromkeys(file.photos + sheet.photos))
    sheet = structs.replace(sheet, crops={**crops, **sheet.crops}, photos=photos)
    return reread(sheet) if sheet.is_whole and file.reading is not None else sheet

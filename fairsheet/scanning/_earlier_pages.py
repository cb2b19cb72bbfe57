"""Pages of one sheet that are scanned one after the other: what an earlier scan read of it, in a folder of records."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from msgspec import structs

from fairsheet.doubts.corrections import read_record_file, same_sheet
from fairsheet.doubts.doubt_files import DoubtsFile, read_doubts_file
from fairsheet.engine.records.record import Record
from fairsheet.scanning.photos import record_of
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.page import PLAYER
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import SheetReading


@dataclass(frozen=True)
class EarlierPages:
    """A record of an earlier scan that has some pages of a sheet, and what is kept beside it."""

    path: Path
    record: Record
    kept: DoubtsFile
    pages: tuple[int, ...]


def earlier_pages(folder: Path, sheet: SheetReading, but: Collection[Path] = ()) -> EarlierPages | None:
    """The first record in a folder that has pages which a reading of its sheet lacks, and that came from photos.

    It must not have the pages that were read now, unless the same photos show them. Records `but` these are looked at.
    """
    read = record_of(sheet)
    for path in sorted(set(folder.glob("*.json")) - set(but)):
        try:
            _, record = read_record_file(path, Catalog((sheet.sheet,)))
            kept = read_doubts_file(path, sheet.sheet)
        except FairsheetError:
            continue
        if kept is None or not kept.photos or not same_sheet(record, read):
            continue
        by_hand = {correction.field for correction in kept.corrections}
        inked = {sheet.sheet.field[field].page for field in record.marks if field not in by_hand}
        pages = tuple(sorted(inked - set(sheet.pages)))
        if pages and (inked.isdisjoint(sheet.pages) or set(sheet.photos) <= set(kept.photos)):
            return EarlierPages(path, record, kept, pages)
    return None


def with_earlier(sheet: SheetReading, earlier: EarlierPages) -> SheetReading:
    """The reading with the pages that an earlier scan read, as the record of that says them."""

    def is_earlier(field: str) -> bool:
        return sheet.sheet.field[field].page in earlier.pages

    marks = {field: mark for field, mark in earlier.record.marks.items() if is_earlier(field)}
    crops = {field: crop for field, crop in earlier.kept.crops.items() if is_earlier(field)}
    doubts = tuple(doubt for doubt in earlier.kept.doubts if is_earlier(doubt.field))
    return structs.replace(
        sheet,
        player=(earlier.record.player or sheet.player) if is_earlier(PLAYER) else sheet.player,
        marks={**marks, **sheet.marks},
        doubts=doubts + sheet.doubts,
        crops={**crops, **sheet.crops},
        further_pages=(*sheet.further_pages, *earlier.pages),
        photos=tuple(dict.fromkeys(earlier.kept.photos + sheet.photos)),
    )

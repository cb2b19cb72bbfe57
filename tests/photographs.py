"""Simulate photos of records for tests that read them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from fairsheet.engine.records.record import read_record
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.pipeline.reading.picture_files import page_arrays
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.page_geometry import LABEL_CODE, LABEL_COPIES, LABEL_TEXT, PAPERS
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.loading.load import Photo, PhotoFile, PhotoSource, load_pages
from fairsheet.vision.readings.reading import SheetReading
from fairsheet.vision.scan import ReaderSetup, read_photo
from fairsheet.vision.simulator.camera import SCAN, Difficulty, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import GEL_BLACK, Pen, Picture
from fairsheet.wording.labels import labels_of

PX_PER_MM = 10
FIVE_MEGAPIXELS = (1950, 2600)


def load_photos(source: PhotoSource) -> Iterator[Photo]:
    """Yield the pictures of one file in order. Raise FairsheetError for the first unreadable one."""
    for page in load_pages(source):
        if isinstance(page, FairsheetError):
            raise page
        assert isinstance(page, Photo)
        yield page


def photographed(
    record_path: Path,
    *,
    label: bool = True,
    pen: Pen = GEL_BLACK,
    level: Difficulty = SCAN,
    px_per_mm: int = PX_PER_MM,
    size: tuple[int, int] = FIVE_MEGAPIXELS,
) -> bytes:
    """Return a JPEG of the sheet of a record, by default a scan written with a good pen.
    Without `label`, the label is torn off."""
    sheet, record = read_record(record_path.read_bytes(), str(record_path))
    labels = labels_of(sheet, record.game, [record.seat])
    (page,) = page_arrays(draw_pages(sheet, labels), px_per_mm)
    offset = PAPERS["a4"].offset
    for rect in () if label else (LABEL_CODE, *LABEL_COPIES, LABEL_TEXT):
        place = rect.moved(offset.x, offset.y)
        rows = slice(round(place.y * px_per_mm), round(place.bottom * px_per_mm))
        page[rows, round(place.x * px_per_mm) : round(place.right * px_per_mm)] = 255
    chance = np.random.default_rng(1)
    hand = sample_hands()[0]
    filled = fill_in(page, sheet, record.marks, hand, pen, chance, px_per_mm=px_per_mm, origin=offset)
    photo = photograph(filled, chance, level, px_per_mm=px_per_mm, size=size)
    return to_jpeg(photo, chance, level)


def read_scan(page: Picture, sheet: Sheet, chance: np.random.Generator) -> list[SheetReading]:
    """Scan a filled-in page at `PX_PER_MM` and return the readings of its sheets."""
    jpeg = to_jpeg(photograph(page, chance, SCAN, px_per_mm=PX_PER_MM), chance, SCAN)
    (photo,) = load_photos(PhotoFile("scan.jpg", jpeg))
    seen, errors = read_photo(photo, rules_for, ReaderSetup(Catalog((sheet,))))
    assert not errors
    return [each.reading for each in seen]

"""Make pictures of the fields in which photos of a sheet differ; the photos are read again for this."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.process.inputs import file_of_photo
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.vision.classify.crops import field_crops, side_by_side
from fairsheet.vision.joining.combine import are_of_one_sheet
from fairsheet.vision.readings.reading import SheetReading
from fairsheet.vision.scan import ReaderSetup, scan


def differing_pictures(sheet: SheetReading) -> Mapping[str, bytes]:
    """Return a JPEG of each field in which the photos of a sheet differ, by field.

    A picture shows the field in each photo, in the order of the candidates of its doubt. A photo that no longer exists
    adds nothing.
    """
    places = {doubt.field: [str(mark) for mark, _ in doubt.candidates] for doubt in sheet.differing}
    if not places:
        return {}
    crops: defaultdict[str, list[tuple[int, bytes]]] = defaultdict(list)
    options = ReaderSetup(Catalog((sheet.sheet,)))
    files = dict.fromkeys(Path(file_of_photo(photo)) for photo in sheet.photos)
    for seen in (each for picture in scan(files, rules_for, options) for each in picture.sheets):
        read = seen.reading
        if set(read.photos) <= set(sheet.photos) and are_of_one_sheet(read.label, sheet.label):
            shown = {field.field: str(field.likeliest) for field in read.fields if field.field in places}
            for field, crop in field_crops(read.sheet, seen.page.gray, shown).items():
                order = places[field].index(shown[field]) if shown[field] in places[field] else len(places)
                crops[field].append((order, crop))
    return {field: side_by_side([crop for _, crop in sorted(each)]) for field, each in crops.items()}

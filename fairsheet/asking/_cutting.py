"""Cut out pictures of fields that were not in doubt before, by reading their photo again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.pipeline.reading.records import content_hash, is_record
from fairsheet.sheets.library.catalog import Catalog


def cut_out_fields(seen: SheetOfFile, fields: Iterable[str], catalog: Catalog) -> Mapping[str, bytes]:
    """Return JPEG pictures of fields by id; none if the photo is missing or has changed."""
    from fairsheet.pipeline.reading.photos import rules_for
    from fairsheet.vision.classify.crops import field_crops
    from fairsheet.vision.scan import ReaderSetup, scan

    path = seen.source.path
    try:
        if is_record(path) or content_hash(path) != seen.sha256:
            return {}
    except OSError:
        return {}
    pictures = scan([path], rules_for, ReaderSetup(catalog, are_foreign=True))
    sheets = (sheet for picture in pictures for sheet in picture.sheets)
    for sheet in islice(sheets, seen.number, seen.number + 1):
        return field_crops(sheet.reading.sheet, sheet.page.gray, fields)
    return {}

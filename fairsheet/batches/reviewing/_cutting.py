"""Pictures of fields that nobody doubted when their photo was read: it is read again for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from fairsheet.sheets.library.catalog import Catalog
from fairsheet.tables.records import content_hash, is_record
from fairsheet.tables.values import SheetOfFile

if TYPE_CHECKING:
    from fairsheet.vision.scan import SeenSheet


def cut_again(seen: SheetOfFile, fields: Iterable[str], catalog: Catalog) -> Mapping[str, bytes]:
    """JPEG pictures of fields by id; none where the photo is gone, or is another by now."""
    path = seen.source.path
    try:
        if is_record(path) or content_hash(path) != seen.sha256:
            return {}
    except OSError:
        return {}
    sheet = _sheet_on(path, seen.number, catalog)
    if sheet is None:
        return {}
    from fairsheet.vision.classify.crops import field_crops

    return field_crops(sheet.reading.sheet, sheet.page.gray, fields)


def _sheet_on(path: Path, number: int, catalog: Catalog) -> SeenSheet | None:
    """The sheet with a number, from 0, on the pictures of a file."""
    from fairsheet.scanning.photos import rules_for
    from fairsheet.vision.scan import ReadOptions, scan

    found: list[SeenSheet] = []
    for seen in scan([path], rules_for, ReadOptions(catalog)):
        found += seen.sheets
        if len(found) > number:
            return found[number]
    return None

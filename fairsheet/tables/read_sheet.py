"""A sheet as the commands take it: from a record, or from photos."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairsheet.doubts.doubt_files import DoubtsFile
from fairsheet.engine.records.record import Record
from fairsheet.sheets.model.sheet import Sheet

if TYPE_CHECKING:  # spares commands without photos the import of numpy
    from fairsheet.vision.readings.reading import Doubt, FieldReading


@dataclass(frozen=True)
class ReadSheet:
    """A sheet with the file it is from; `doubts` is None where it came from no photo.

    `overlays` are the pictures of what was read, JPEG, where photos were read and pictures asked for; `kept` is what
    lies beside a record in a file; `unsure` is what the ink of a photo says of fields of which it is not certain.
    """

    file: str
    sheet: Sheet
    record: Record
    doubts: tuple[Doubt, ...] | None = None
    overlays: tuple[bytes, ...] = ()
    kept: DoubtsFile | None = None
    unsure: tuple[FieldReading, ...] = ()

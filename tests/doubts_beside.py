"""Write and read the doubts of a record as a scan stores them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from fairsheet.engine.records.record import Record
from fairsheet.pipeline.base.doubt_files import DoubtsFile, open_doubts, read_doubts_file, write_doubts_file
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import Doubt


def write_doubts(
    record: Path, photo: str, doubts: Sequence[Doubt], crops: Mapping[str, bytes] | None = None
) -> None:
    """Store the doubts about a record that was read from a photo. Replace older ones."""
    write_doubts_file(record, DoubtsFile(photo, tuple(doubts), crops or {}))


def read_doubts(path: Path, sheet: Sheet, record: Record) -> tuple[Doubt, ...] | None:
    """Return the unresolved doubts about a record, or None if it came from no photo."""
    return open_doubts(read_doubts_file(path, sheet), record)

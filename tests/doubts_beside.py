"""Doubts beside a record, as a scan leaves them, for tests of whatever reads them."""

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
    """Keep the doubts about a record that was read from a photo, in place of older ones."""
    write_doubts_file(record, DoubtsFile(photo, tuple(doubts), crops or {}))


def read_doubts(path: Path, sheet: Sheet, record: Record) -> tuple[Doubt, ...] | None:
    """The doubts about a record that are not resolved; None for one that came from no photo."""
    return open_doubts(read_doubts_file(path, sheet), record)

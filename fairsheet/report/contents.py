"""What the report of a table is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.records.record import Record
from fairsheet.engine.scoring.score import Score
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import Doubt


@dataclass(frozen=True)
class Picture:
    """A picture of a sheet: the address of an image, `data:` or a link to a file, and what it shows."""

    source: str
    caption: str


@dataclass(frozen=True)
class ReportSheet:
    """A sheet of a table in the report; `doubts` is None where it came from no photo.

    `effects` says of a field in doubt what another mark in it could change, `reading` in a sentence how it was read.
    """

    record: Record
    pictures: tuple[Picture, ...] = ()
    doubts: tuple[Doubt, ...] | None = None
    effects: Mapping[str, str] = field(default_factory=dict)
    reading: str = ""


@dataclass(frozen=True)
class ReportTable:
    """A table in the report. `verdict` and `score` are None where there is none; `notes` stand above everything.

    `sheet` is the layout of all its sheets; of a game that is recorded on several `catalog` has that of each.
    `name` is what the table is called, where that is not what its print says.
    """

    sheet: Sheet
    sheets: tuple[ReportSheet, ...]
    verdict: Verdict | None
    score: Score | None
    notes: tuple[str, ...] = ()
    catalog: Catalog = BUNDLED
    name: str | None = None

    @property
    def records(self) -> list[Record]:
        """The records of its sheets."""
        return [each.record for each in self.sheets]

    @property
    def found(self) -> Sequence[SheetVerdict]:
        """The verdicts on its sheets; none if nothing was proved."""
        return self.verdict.sheets if self.verdict else ()


def sheet_of(table: ReportTable, record: Record) -> Sheet:
    """Return the layout of a record: the table's, unless it has sheets of several kinds."""
    if table.sheet.has_companions:
        return table.catalog.sheet(record.sheet, record.layout)
    return table.sheet

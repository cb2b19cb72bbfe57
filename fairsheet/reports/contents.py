"""The data from which the report of a table is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.records.record import Record
from fairsheet.engine.scoring.score import Score
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FRAME
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import Doubt

if TYPE_CHECKING:  # most reports have no analysis
    from fairsheet.engine.analysis.analyse import Analysis


@dataclass(frozen=True)
class Picture:
    """A picture of a sheet: a `data:` URL or a link to a file, its caption, and whether it numbers the doubts.

    Reports draw red `frames` on it, in mm of the `area` that it shows.
    """

    source: str
    caption: str
    has_numbers: bool = True
    frames: tuple[Rect, ...] = ()
    area: Rect = FRAME


def frames_on(sheet: Sheet, page: int, found: SheetVerdict | None) -> tuple[Rect, ...]:
    """Return the frames of the marks on a page that contradict the rules, in mm."""
    clashing = found.clashing if found else ()
    return tuple(each.rect for each in sheet.fields if each.id in clashing and each.page == page)


@dataclass(frozen=True)
class ReportSheet:
    """A sheet in the report; `doubts` is None if it is not from a photo.

    `effects` says by field what another mark there could change, and `reading` is a sentence about how the sheet was
    read.
    """

    record: Record
    pictures: tuple[Picture, ...] = ()
    doubts: tuple[Doubt, ...] | None = None
    effects: Mapping[str, str] = field(default_factory=dict)
    reading: str = ""


@dataclass(frozen=True)
class ReportTable:
    """A table in the report. `verdict` and `score` are None if unknown; `notes` come first in the report.

    `sheet` is the layout of all its sheets; for games with several kinds of sheets, `catalog` has each layout. `name`
    is set if the table has another name than its print. `analysis` is None unless it was asked for. Until a
    table `is_proved`, nobody has a rank, because an illegal sheet would lose it. `names` are those of players, by seat,
    that are known without their sheets.
    """

    sheet: Sheet
    sheets: tuple[ReportSheet, ...]
    verdict: Verdict | None
    score: Score | None
    notes: tuple[str, ...] = ()
    catalog: Catalog = BUNDLED
    name: str | None = None
    analysis: Analysis | None = None
    is_proved: bool = True
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def records(self) -> list[Record]:
        """The records of its sheets."""
        return [each.record for each in self.sheets]

    @property
    def found(self) -> Sequence[SheetVerdict]:
        """The verdicts on its sheets; none if nothing was proved."""
        return self.verdict.sheets if self.verdict else ()


def sheet_of(table: ReportTable, record: Record) -> Sheet:
    """Return the layout of a record: the table's, unless it has several kinds of sheets."""
    if table.sheet.has_companions:
        return table.catalog.sheet(record.sheet, record.layout)
    return table.sheet

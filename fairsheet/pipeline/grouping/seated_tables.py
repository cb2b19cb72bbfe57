"""Tables with the sheets of their seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairsheet.engine.records.record import Record, layout_of
from fairsheet.engine.records.table_records import TableKey
from fairsheet.languages.messages import joined, listed
from fairsheet.pipeline.base.doubt_files import about_marks
from fairsheet.pipeline.base.values import HandChange, SheetOfFile, Uncertain
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.wording.table_words import seat_name


@dataclass(frozen=True)
class SeatSheet:
    """One seat's sheet: its record, the doubts about it that matter, and its readings.

    `unsure` has the readings of uncertain fields. `idle` are doubts that change no result. `not_joined` says why its
    photos could not be joined, so that their marks are compared one by one. `notes` say how several photos were
    combined.
    """

    record: Record
    doubts: tuple[Doubt, ...] | None
    seen: tuple[SheetOfFile, ...]
    unsure: tuple[FieldReading, ...] = ()
    idle: tuple[Doubt, ...] = ()
    not_joined: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def files(self) -> str:
        """The names of its files."""
        return file_names(self.seen)

    @property
    def doubted(self) -> frozenset[str]:
        """The fields that may be misread, even if that changes no result."""
        return frozenset(doubt.field for doubt in (*(self.doubts or ()), *self.idle))

    @property
    def changes(self) -> tuple[HandChange, ...]:
        """The changes by hand to its records since they were read."""
        return tuple(change for each in self.seen for change in each.sheet.changes)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The names of its overlay pictures."""
        return tuple(name for each in self.seen for name in each.sheet.drawn)

    def showing(self, field: str, catalog: Catalog) -> tuple[SheetOfFile, ...]:
        """Return the readings that show the page of a field, or all readings if none does."""
        page = layout_of(self.record, catalog).field[field].page
        showing = (each for each in self.seen if page in each.sheet.pages or not each.sheet.pages)
        return tuple(showing) or self.seen


@dataclass(frozen=True)
class SeatedTable:
    """The sheets of a table by seat; `remarks` are about its files and about files that were left out.

    `two_sheets` names the seats with two different sheets, if any: such a table is neither proved nor ranked.
    """

    key: TableKey
    places: tuple[SeatSheet, ...]
    remarks: tuple[str, ...] = ()
    two_sheets: str = ""

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks, and the notes of each seat with its owner."""
        return (
            *self.remarks,
            *(joined(": ", (seat_name(place.record), note)) for place in self.places for note in place.notes),
        )

    @property
    def records(self) -> tuple[Record, ...]:
        """The records, by seat."""
        return tuple(place.record for place in self.places)

    @property
    def uncertain(self) -> tuple[Uncertain, ...]:
        """The marks that may be misread, by record."""
        return tuple(Uncertain(about_marks(place.doubts or ()), place.unsure) for place in self.places)

    @property
    def missing(self) -> list[int]:
        """The seats without a sheet."""
        seats = {place.record.seat for place in self.places}
        return [seat for seat in _seats(self.key) if seat not in seats]

    @property
    def doubts(self) -> int:
        """The number of marks in doubt."""
        return sum(len(place.doubts or ()) for place in self.places)

    def with_doubts(self, more: Sequence[Sequence[Doubt]]) -> SeatedTable:
        """Return the table with more doubts, by record."""
        places = (
            replace(place, doubts=(*(place.doubts or ()), *new))
            for place, new in zip(self.places, more, strict=True)
        )
        return replace(self, places=tuple(places))


def _seats(key: TableKey) -> range:
    """Return the seats of a table; in a solo game, a sheet between two neighbours has two seats."""
    if key.solo is not None and key.sheet in scenario_names():
        return load_sheet(key.sheet).seats(key.players)
    return range(1, key.players + 1)


def file_names(seen: Sequence[SheetOfFile]) -> str:
    """Return the file names of readings as a list in words."""
    return listed([each.name for each in seen])

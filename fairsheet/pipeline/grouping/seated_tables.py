"""Tables with a sheet at each seat."""

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
from fairsheet.wording.table_words import owner_name


@dataclass(frozen=True)
class SeatSheet:
    """One seat's sheet at a table: its record, the doubts about it that matter, and the photos that it is from.

    `unsure` is what the ink alone says of fields of which it is not certain, `idle` are doubts on which nothing hangs;
    `not_joined` is why its photos could not be read together, so that their marks are compared one by one. `notes`
    say what was done with several photos.
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
        """The names of the files that it is from."""
        return file_names(self.seen)

    @property
    def changes(self) -> tuple[HandChange, ...]:
        """Changes by hand to its records since they were read."""
        return tuple(change for each in self.seen for change in each.sheet.changes)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The names of the pictures that show how it was read."""
        return tuple(name for each in self.seen for name in each.sheet.drawn)

    def showing(self, field: str, catalog: Catalog) -> tuple[SheetOfFile, ...]:
        """The readings that show the page of its sheet that a field is on; all, where none does."""
        page = layout_of(self.record, catalog).field[field].page
        showing = (each for each in self.seen if page in each.sheet.pages or not each.sheet.pages)
        return tuple(showing) or self.seen


@dataclass(frozen=True)
class SeatedTable:
    """The sheets of a table by seat; `remarks` are on files that belong to it, or to none of its sheets.

    `two_sheets` says which seats have two different sheets, if any: such a table is neither proved nor ranked.
    """

    key: TableKey
    places: tuple[SeatSheet, ...]
    remarks: tuple[str, ...] = ()
    two_sheets: str = ""

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks, and what was done with several photos of one sheet, with whose it is."""
        return (
            *self.remarks,
            *(
                joined(": ", (owner_name(place.record.seat, place.record.sheet), note))
                for place in self.places
                for note in place.notes
            ),
        )

    @property
    def records(self) -> tuple[Record, ...]:
        """The records, by seat."""
        return tuple(place.record for place in self.places)

    @property
    def uncertain(self) -> tuple[Uncertain, ...]:
        """Return the marks that may be misread, by record."""
        return tuple(Uncertain(about_marks(place.doubts or ()), place.unsure) for place in self.places)

    @property
    def missing(self) -> list[int]:
        """The seats of which there is no sheet."""
        seats = {place.record.seat for place in self.places}
        return [seat for seat in _seats(self.key) if seat not in seats]

    @property
    def doubts(self) -> int:
        """How many marks are in doubt."""
        return sum(len(place.doubts or ()) for place in self.places)

    def with_doubts(self, more: Sequence[Sequence[Doubt]]) -> SeatedTable:
        """The table with more doubts, by record."""
        places = (
            replace(place, doubts=(*(place.doubts or ()), *new))
            for place, new in zip(self.places, more, strict=True)
        )
        return replace(self, places=tuple(places))


def _seats(key: TableKey) -> range:
    """The seats of a table: of a solo game on sheets between neighbours both of a sheet."""
    if key.solo is not None and key.sheet in scenario_names():
        return load_sheet(key.sheet).seats(key.players)
    return range(1, key.players + 1)


def file_names(seen: Sequence[SheetOfFile]) -> str:
    """The names of the files of readings, in words."""
    return listed([each.name for each in seen])

"""The records of scanned photos as files, with the doubts about them beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path

from engine.record import write_record
from fairsheet.console import say
from fairsheet.doubts import doubts_path, write_doubts
from fairsheet.files import keep_former, write_file
from fairsheet.scanning import record_of
from vision.reading import PhotoReading, SheetReading


class RecordFiles:
    """The records in a folder, one for each sheet, named after the photo on which the sheet was first seen."""

    def __init__(self, folder: Path) -> None:
        self.paths: dict[tuple[int, int], Path] = {}  # by the number of its photo, and of the sheet in it
        self._folder = folder
        self._names = FileNames()

    def write(self, photos: Sequence[PhotoReading], *, last: bool = False) -> None:
        """Write the sheets that are whole and not written yet; those whose pages are missing when no more will come."""
        for place, photo, sheet in sheets_of(photos):
            if place not in self.paths and (last or sheet.is_whole):
                path = self._folder / f"{self._names.next(photo.file)}.json"
                write_sheet(photo.file, sheet, path)
                self.paths[place] = path

    def write_answers(self, photos: Sequence[PhotoReading]) -> None:
        """Write the sheets whose doubts were resolved in place of those read."""
        for place, photo, sheet in sheets_of(photos):
            write_answers(photo.file, sheet, self.paths[place])


def sheets_of(
    photos: Sequence[PhotoReading],
) -> Iterator[tuple[tuple[int, int], PhotoReading, SheetReading]]:
    """Every sheet with its photo and its place: the number of the photo, and of the sheet in it."""
    for number, photo in enumerate(photos):
        for place, sheet in enumerate(photo.sheets):
            yield (number, place), photo, sheet


def write_sheet(photo: str, sheet: SheetReading, path: Path) -> None:
    """Write the record of a sheet that was read, and its doubts beside it. Raises FairsheetError.

    A record with other marks that is there already gets another name, and its doubts with it: nobody's corrections,
    nor another table's records, are lost to a new scan.
    """
    content = write_record(record_of(sheet))
    former = keep_former(path, content, doubts_path(path))
    if former is not None:
        say(f"{path} was there with other marks; it is kept as {former.name}")
    # the doubts first: a record without them seems to have come from no photo
    write_doubts(path, photo, sheet.doubts)
    write_file(path, content)


def write_answers(photo: str, sheet: SheetReading, path: Path) -> None:
    """Write the record of a sheet whose doubts were resolved in place of the one read. Raises FairsheetError."""
    # the record first: until it is there nothing is resolved
    write_file(path, write_record(record_of(sheet)))
    write_doubts(path, photo, sheet.doubts)


class FileNames:
    """File names after photos; where one is taken, by another sheet or photo, it gets a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def next(self, photo: str) -> str:
        """The name for what comes of a photo, without its ending."""
        stem = Path(photo).stem
        numbered = (f"{stem}-{number}" for number in count(2))
        name = next(name for name in chain([stem], numbered) if name not in self._taken)
        self._taken.add(name)
        return name

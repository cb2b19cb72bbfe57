"""The records of scanned photos as files, with the doubts about them beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path

from msgspec import structs

from engine.record import write_record
from fairsheet.console import say
from fairsheet.corrections import read_record_file
from fairsheet.doubts import (
    Correction,
    DoubtsFile,
    doubts_path,
    read_doubts,
    read_doubts_file,
    write_doubts_file,
)
from fairsheet.files import keep_former, write_file
from fairsheet.scanning import record_of
from sheets.errors import FairsheetError
from sheets.library import Catalog
from vision.reading import PhotoReading, SheetReading


class RecordFiles:
    """The records in a folder, one for each sheet, named after the photo on which the sheet was first seen."""

    def __init__(self, folder: Path) -> None:
        self.paths: dict[tuple[int, int], Path] = {}  # by the number of its photo, and of the sheet in it
        self._folder = folder
        self._names = FileNames()

    def write(
        self, photos: Sequence[PhotoReading], overlays: Mapping[str, str], *, last: bool = False
    ) -> None:
        """Write the sheets that are whole and not written yet; those whose pages are missing when no more will come.

        `overlays` are the names of the pictures of what was read, by photo.
        """
        for place, photo, sheet in sheets_of(photos):
            if place not in self.paths and (last or sheet.is_whole):
                path = self._folder / f"{self._names.next(photo.file)}.json"
                write_sheet(photo.file, sheet, path, [overlays[each] for each in sheet.photos])
                self.paths[place] = path

    def as_they_are(self, photos: Sequence[PhotoReading], catalog: Catalog) -> list[PhotoReading]:
        """The photos with the marks and open doubts that the files have now. Raises FairsheetError."""
        return [
            structs.replace(
                photo,
                sheets=tuple(
                    _as_in_file(sheet, self.paths[number, place], catalog)
                    for place, sheet in enumerate(photo.sheets)
                ),
            )
            for number, photo in enumerate(photos)
        ]


def sheets_of(
    photos: Sequence[PhotoReading],
) -> Iterator[tuple[tuple[int, int], PhotoReading, SheetReading]]:
    """Every sheet with its photo and its place: the number of the photo, and of the sheet in it."""
    for number, photo in enumerate(photos):
        for place, sheet in enumerate(photo.sheets):
            yield (number, place), photo, sheet


def write_sheet(photo: str, sheet: SheetReading, path: Path, overlays: Sequence[str] = ()) -> None:
    """Write the record of a sheet that was read, and its doubts beside it. Raises FairsheetError.

    `overlays` are the names of the pictures of what was read on its photos, whose first is `photo`.

    A record with other marks that is there already gets another name, and its doubts with it: nobody's corrections,
    nor another table's records, are lost to a new scan.
    """
    content = write_record(record_of(sheet))
    former = keep_former(path, content, doubts_path(path))
    if former is not None:
        say(f"{path} was there with other marks; it is kept as {former.name}")
    # the doubts first: a record without them seems to have come from no photo
    confirmed = _corrections(sheet, path) if path.is_file() else ()
    further = sheet.photos[1:]
    write_doubts_file(path, DoubtsFile(photo, sheet.doubts, sheet.crops, confirmed, further, tuple(overlays)))
    write_file(path, content)


def _corrections(sheet: SheetReading, path: Path) -> tuple[Correction, ...]:
    """What was corrected in a record that has the same marks; what cannot be read is lost with the file anyway."""
    try:
        kept = read_doubts_file(path, sheet.sheet)
    except FairsheetError:
        return ()
    return () if kept is None else kept.corrections


def _as_in_file(sheet: SheetReading, path: Path, catalog: Catalog) -> SheetReading:
    _, record = read_record_file(path, catalog)
    doubts = read_doubts(path, sheet.sheet, record) or ()
    return structs.replace(sheet, marks=record.marks, player=record.player or None, doubts=doubts)


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

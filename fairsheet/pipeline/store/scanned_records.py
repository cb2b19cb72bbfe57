"""The records of scanned photos as files, with the doubts about them beside."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from msgspec import structs

from fairsheet.engine.records.record import Record, write_record
from fairsheet.languages.messages import Message, listed
from fairsheet.pipeline.answers.corrections import (
    corrected,
    format_corrections,
    read_record_file,
    same_sheet,
    standing,
)
from fairsheet.pipeline.base.doubt_files import (
    Correction,
    DoubtsFile,
    digest_of,
    doubts_path,
    open_doubts,
    read_doubts_file,
    write_doubts_file,
)
from fairsheet.pipeline.reading.photos import record_of
from fairsheet.pipeline.store._differing_pictures import differing_pictures
from fairsheet.pipeline.store._earlier_pages import (
    earlier_record,
    pages_added,
    record_at,
    records_of_photos,
    with_earlier,
)
from fairsheet.process.inputs import file_of_photo
from fairsheet.process.output_files import keep_former, put_aside, write_file
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import file_hash, kind_of
from fairsheet.vision.joining.pages import Place
from fairsheet.vision.readings.kept import KeptReading, unsure_fields
from fairsheet.vision.readings.reading import PhotoReading, SheetReading
from fairsheet.wording.table_words import of_seat

Tell = Callable[[str], None]


class RecordFiles:
    """The records in a folder, one for each sheet, named after the photo on which the sheet was first seen.

    `tell` is called with whatever happens to files of earlier scans.
    """

    def __init__(self, folder: Path, tell: Tell = lambda line: None) -> None:
        self._tell = tell
        self.paths: dict[Place, Path] = {}
        self.has_corrections = False  # whether any record bears some of an earlier scan
        self._folder = folder
        self._names = FileNames()
        self._written: dict[Place, SheetReading] = {}
        self._grown: set[Place] = set()  # whose record of an earlier scan only gets further pages

    def write(
        self,
        sheets: Iterable[tuple[Place, PhotoReading, SheetReading]],
        overlays: Mapping[str, str],
        *,
        final: bool = False,
    ) -> None:
        """Write those sheets that are not written yet, or that another photo has changed since, each with its place and
        the photo on which it was first seen.

        `overlays` are the names of the pictures of what was read, by photo. As long as it is not `final`, a sheet waits
        for photos of it that an earlier scan had.
        """
        for place, photo, sheet in sheets:
            if self._written.get(place) is sheet:
                continue
            if place not in self.paths:
                self.paths[place] = self._path_for(photo.file, sheet)
            path, again = self.paths[place], place in self._written or place in self._grown
            if not (again or final) and _lacks_photos(path, sheet):
                continue
            names = [overlays[each] for each in sheet.photos]
            first = next(iter(sheet.photos), photo.file)
            self.has_corrections |= bool(write_sheet(first, sheet, path, names, again=again, tell=self._tell))
            self._written[place] = sheet

    def with_earlier_pages(
        self, photos: Sequence[PhotoReading], overlays: dict[str, str]
    ) -> list[PhotoReading]:
        """The photos, each sheet of which a page is missing joined by what an earlier scan left of it in the folder.

        Says so, and adds the names of its pictures to `overlays`.
        """
        places = iter(list(sheets_of(photos)))
        return [
            structs.replace(
                photo, sheets=tuple(self._with_earlier(*next(places), overlays) for _ in photo.sheets)
            )
            for photo in photos
        ]

    def _with_earlier(
        self, place: Place, photo: PhotoReading, sheet: SheetReading, overlays: dict[str, str]
    ) -> SheetReading:
        if sheet.is_whole or place in self._written:
            return sheet
        earlier = earlier_record(self._folder, sheet, self.paths.values())
        if earlier is None:
            return sheet
        path, record, kept = earlier
        self.paths[place] = path
        self._names.take(path.stem)
        if not set(sheet.photos) & set(kept.photos):
            self._grown.add(place)
        for name, overlay in zip(kept.photos, kept.overlays, strict=False):
            overlays.setdefault(name, overlay)
        pages = listed([Message("page {page}", page=page) for page in pages_added(sheet, record, kept)])
        words = Message("{file}: joined with {pages} of the same sheet, which {path} has of an earlier scan")
        self._tell(words.filled(file=photo.file, pages=pages, path=str(path)))
        return with_earlier(sheet, record, kept)

    def _path_for(self, photo: str, sheet: SheetReading) -> Path:
        """Where the record goes: where an earlier scan left that of the same sheet, else it is named after a photo.

        It never takes the place of another seat of the same game: photos of two phones may have the same name.
        """
        read = record_of(sheet)
        left = (self._left_of(each, sheet, read) for each in dict.fromkeys((photo, *sheet.photos)))
        name = next(filter(None, left), None) or next(
            name
            for name in self._names.free(photo)
            if (there := _record_at(self._folder / f"{name}.json", sheet)) is None or there.game != read.game
        )
        self._names.take(name)
        return self._folder / f"{name}.json"

    def _left_of(self, photo: str, sheet: SheetReading, read: Record) -> str | None:
        """The name under which an earlier scan of a photo left the record of the same sheet."""
        for name in self._names.free(photo):
            path = self._folder / f"{name}.json"
            there = _record_at(path, sheet)
            if there is not None and same_sheet(there, read):
                return name
            if kind_of(path) is None:
                return None
        return None

    def put_earlier_aside(self, photos: Sequence[PhotoReading]) -> list[str]:
        """Put records of earlier scans aside whose photos are among those of a sheet that was read now: a table takes
        one record of a sheet. Says so, and which others in the folder are of such a sheet, and what to do.

        Raises FairsheetError.
        """
        read = {place: (sheet, record_of(sheet)) for place, _, sheet in sheets_of(photos)}
        catalog = Catalog(tuple({id(sheet.sheet): sheet.sheet for sheet, _ in read.values()}.values()))
        lines = []
        for path, there, kept in records_of_photos(self._folder, catalog, self.paths.values()):
            if same := [place for place, (_, record) in read.items() if same_sheet(there, record)]:
                # of several, that which was read from its photos too
                place = next((each for each in same if set(kept.photos) < set(read[each][0].photos)), same[0])
                lines.append(_also_there(path, kept, self.paths[place], read[place][0]))
        return lines

    def as_they_are(self, photos: Sequence[PhotoReading], catalog: Catalog) -> list[PhotoReading]:
        """The photos with the marks and open doubts that the files have now. Raises FairsheetError."""

        def as_it_is(sheet: SheetReading, path: Path) -> SheetReading:
            _, record = read_record_file(path, catalog)
            doubts = open_doubts(read_doubts_file(path, sheet.sheet), record) or ()
            return structs.replace(sheet, marks=record.marks, player=record.player or None, doubts=doubts)

        return [
            structs.replace(
                photo,
                sheets=tuple(
                    as_it_is(sheet, self.paths[number, at]) for at, sheet in enumerate(photo.sheets)
                ),
            )
            for number, photo in enumerate(photos)
        ]


def sheets_of(photos: Sequence[PhotoReading]) -> Iterator[tuple[Place, PhotoReading, SheetReading]]:
    """Every sheet with its place and the photo on which it was first seen."""
    for number, photo in enumerate(photos):
        for place, sheet in enumerate(photo.sheets):
            yield (number, place), photo, sheet


def write_sheet(
    photo: str,
    sheet: SheetReading,
    path: Path,
    overlays: Sequence[str] = (),
    *,
    again: bool = False,
    tell: Tell = lambda line: None,
) -> tuple[Correction, ...]:
    """Write the record of a sheet that was read, and its doubts beside it. Raises FairsheetError.

    `overlays` are the names of the pictures of what was read on its photos, whose first is `photo`.

    What was corrected in an earlier record of the same sheet is corrected again, noted beside the record, and returned.
    A record with still other marks that is there already gets another name, and its doubts with it: nobody's edits,
    nor another table's records, are lost to a new scan. A file that was written for the same sheet
    a moment ago, and is so `again`, is replaced.
    """
    read = record_of(sheet)
    former, beside = record_at(path, Catalog((sheet.sheet,))) or (None, None)
    noted = beside.corrections if beside is not None else ()
    kept = standing(noted, read, sheet.sheet) if former is not None and same_sheet(former, read) else ()
    record = corrected(read, {each.field: each.mark for each in kept})
    content = write_record(record)
    if not again and record != former and not _keep_former(path, content, tell):
        _keep_doubts(path, sheet, tell)
    if kept and not again:
        tell(f"{path}: {format_corrections(kept)} kept")
    if set_aside := [each for each in noted if each not in kept]:
        tell(f"{path}: {format_corrections(set_aside)} set aside, not fitting what was read now")
    # the doubts first: a record without them seems to have come from no photo
    further = sheet.photos[1:]
    reading = KeptReading(sheet.pages, sheet.marks, unsure_fields(sheet)) if sheet.fields else None
    file = DoubtsFile(
        photo, sheet.doubts, {**sheet.crops, **differing_pictures(sheet)}, kept, further, tuple(overlays)
    )
    digests = []
    for name in file.photos:
        with suppress(OSError, ValueError):
            digests.append(file_hash(Path(file_of_photo(name))))
    write_doubts_file(
        path,
        replace(
            file, reading=reading, digest=digest_of(read), taken=sheet.taken, photo_digests=tuple(digests)
        ),
    )
    write_file(path, content)
    return kept


def _record_at(path: Path, sheet: SheetReading) -> Record | None:
    """The record that is in a file, if one can be read."""
    try:
        return read_record_file(path, Catalog((sheet.sheet,)))[1]
    except FairsheetError:
        return None


def _lacks_photos(path: Path, sheet: SheetReading) -> bool:
    """Whether the record that is in a file comes of photos that do not show the sheet so far."""
    try:
        kept = read_doubts_file(path, sheet.sheet)
    except FairsheetError:
        return False
    return kept is not None and not set(kept.photos) <= set(sheet.photos)


def _keep_former(path: Path, content: bytes, tell: Tell) -> bool:
    """Give a record of other content another name, its doubts with it, and say so; whether there was one."""
    doubts = doubts_path(path)
    former = keep_former(path, content, doubts)
    if former is None:
        return False
    tell(f"{path} was there with other marks; it is kept as {_way_back(path, former)}")
    return True


def _way_back(path: Path, former: Path) -> str:
    """The name that a record was given, and how to take it back."""
    doubts = doubts_path(path)
    former_doubts = doubts.with_name(doubts.name + former.name.removeprefix(path.name))
    also = f", and {former_doubts.name} to {doubts.name}" if former_doubts.is_file() else ""
    return f"{former.name} (to take it back, rename it to {path.name}{also})"


def _also_there(path: Path, kept: DoubtsFile, written: Path, sheet: SheetReading) -> str:
    """What is said of a record of an earlier scan of a sheet that was `written` now.

    Where that was read from the photos of this one, too, and nobody answered anything in it, it is put aside.
    """
    same = f"{path} is of the same sheet as {written} ({of_seat(sheet.label.seat).removeprefix('of ')})"
    together = listed(list(dict.fromkeys((*kept.photos, *sheet.photos))))
    if not set(kept.photos) < set(sheet.photos):
        return f"{same}: scan {together} together, or delete the wrong one"
    from_all = f"{same}, which is read from {together}"
    if kept.corrections:
        held = format_corrections(kept.corrections)
        return f"{from_all}, but it has {held}: repeat them in {written.name} with fairsheet correct, and delete it"
    former = put_aside(path, doubts_path(path))
    return from_all if former is None else f"{from_all}; it is kept as {_way_back(path, former)}"


def _keep_doubts(path: Path, sheet: SheetReading, tell: Tell) -> None:
    """Give another name to doubts without their record, or that cannot be read, unless nobody corrected anything."""
    with suppress(FairsheetError):
        kept = read_doubts_file(path, sheet.sheet)
        if kept is None or not kept.corrections:
            return
    doubts = doubts_path(path)
    former = keep_former(doubts, None)
    if former is not None:
        tell(f"{doubts} was there without a record that it fits; it is kept as {former.name}")


class FileNames:
    """File names after photos; where one is taken, by another sheet or photo, it gets a number.

    Names that differ only in upper and lower case are one, as many file systems have it.
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def next(self, photo: str) -> str:
        """The name for what comes of a photo, without its ending."""
        name = next(self.free(photo))
        self.take(name)
        return name

    def free(self, photo: str) -> Iterator[str]:
        """All names for it that nothing has taken, the simplest first."""
        stem = Path(photo).stem
        numbered = (f"{stem}-{number}" for number in count(2))
        return (name for name in chain([stem], numbered) if _folded(name) not in self._taken)

    def take(self, name: str) -> None:
        """Keep a name from being given again."""
        self._taken.add(_folded(name))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()

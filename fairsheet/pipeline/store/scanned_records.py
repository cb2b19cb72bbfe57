"""Write the records of scanned photos as files, each with its `.doubts` file next to it."""

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
    are_same_sheet,
    corrected,
    format_corrections,
    read_record_file,
    still_valid,
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
    earlier_pages_of,
    find_earlier_record,
    find_records_of_photos,
    join_earlier_pages,
    read_record_and_doubts,
)
from fairsheet.process.inputs import file_of_photo
from fairsheet.process.output_files import keep_former, put_aside, write_file
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import file_hash, kind_of
from fairsheet.vision.joining.pages import Place
from fairsheet.vision.readings.kept import KeptReading, unsure_fields
from fairsheet.vision.readings.reading import PhotoReading, SheetReading
from fairsheet.wording.table_words import of_owner

Report = Callable[[str], None]


class RecordFiles:
    """The records in a folder, one for each sheet, named after the photo on which the sheet was first seen.

    `report` is called with a line about each change to files of earlier scans.
    """

    def __init__(self, folder: Path, report: Report = lambda line: None) -> None:
        self._report = report
        self.paths: dict[Place, Path] = {}
        self.has_corrections = False  # whether any record has corrections from an earlier scan
        self._folder = folder
        self._names = FileNames()
        self._written: dict[Place, SheetReading] = {}
        self._grown: set[Place] = set()  # sheets whose earlier record only gets further pages

    def write(
        self,
        sheets: Iterable[tuple[Place, PhotoReading, SheetReading]],
        overlays: Mapping[str, str],
        *,
        final: bool = False,
    ) -> None:
        """Write the sheets that are new, or that another photo has changed since.

        Each sheet comes with its place and the photo on which it was first seen. `overlays` are the names of the
        overlay pictures by photo. Unless `final`, a sheet waits for its photos from an earlier scan.
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
            self.has_corrections |= bool(
                write_sheet(first, sheet, path, names, again=again, report=self._report)
            )
            self._written[place] = sheet

    def with_earlier_pages(
        self, photos: Sequence[PhotoReading], overlays: dict[str, str]
    ) -> list[PhotoReading]:
        """Return the photos with their incomplete sheets joined to the pages of an earlier scan in the folder.

        Each join is reported, and the names of its pictures are added to `overlays`.
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
        earlier = find_earlier_record(self._folder, sheet, self.paths.values())
        if earlier is None:
            return sheet
        path, record, kept = earlier
        self.paths[place] = path
        self._names.take(path.stem)
        if not set(sheet.photos) & set(kept.photos):
            self._grown.add(place)
        for name, overlay in zip(kept.photos, kept.overlays, strict=False):
            overlays.setdefault(name, overlay)
        pages = listed([Message("page {page}", page=page) for page in earlier_pages_of(sheet, record, kept)])
        words = Message("{file}: joined with {pages} of the same sheet in {path}, from an earlier scan")
        self._report(words.filled(file=photo.file, pages=pages, path=str(path)))
        return join_earlier_pages(sheet, record, kept)

    def _path_for(self, photo: str, sheet: SheetReading) -> Path:
        """Return the path of the record: that of an earlier scan of the sheet, or a free name after its photo.

        A record of another seat of the same game is never overwritten: photos of two phones may have the same name.
        """
        read = record_of(sheet)
        earlier = (self._earlier_name(each, sheet, read) for each in dict.fromkeys((photo, *sheet.photos)))
        name = next(filter(None, earlier), None) or next(
            name
            for name in self._names.free(photo)
            if (there := _read_record(self._folder / f"{name}.json", sheet)) is None
            or there.game != read.game
        )
        self._names.take(name)
        return self._folder / f"{name}.json"

    def _earlier_name(self, photo: str, sheet: SheetReading, read: Record) -> str | None:
        """Return the name of the record that an earlier scan of a photo wrote for the same sheet."""
        for name in self._names.free(photo):
            path = self._folder / f"{name}.json"
            there = _read_record(path, sheet)
            if there is not None and are_same_sheet(there, read):
                return name
            if kind_of(path) is None:
                return None
        return None

    def put_earlier_aside(self, photos: Sequence[PhotoReading]) -> list[Message]:
        """Put aside the records of earlier scans that the sheets read now replace: those with a subset of a sheet's
        photos.

        Return a line for each such record, and for other records of the same sheets, with what to do: a table takes one
        record of a sheet. Raises FairsheetError if a file cannot be renamed.
        """
        read = {place: (sheet, record_of(sheet)) for place, _, sheet in sheets_of(photos)}
        catalog = Catalog(tuple({id(sheet.sheet): sheet.sheet for sheet, _ in read.values()}.values()))
        lines = []
        for path, there, kept in find_records_of_photos(self._folder, catalog, self.paths.values()):
            if same := [place for place, (_, record) in read.items() if are_same_sheet(there, record)]:
                # prefer the sheet that was read from the photos of the record too
                place = next((each for each in same if set(kept.photos) < set(read[each][0].photos)), same[0])
                lines.append(_same_sheet_line(path, kept, self.paths[place], read[place][0]))
        return lines

    def with_file_marks(self, photos: Sequence[PhotoReading], catalog: Catalog) -> list[PhotoReading]:
        """Return the photos with the marks and open doubts that their files have now. Raises FairsheetError if one is
        unreadable."""

        def from_file(sheet: SheetReading, path: Path) -> SheetReading:
            _, record = read_record_file(path, catalog)
            doubts = open_doubts(read_doubts_file(path, sheet.sheet), record) or ()
            return structs.replace(sheet, marks=record.marks, player=record.player or None, doubts=doubts)

        return [
            structs.replace(
                photo,
                sheets=tuple(
                    from_file(sheet, self.paths[number, at]) for at, sheet in enumerate(photo.sheets)
                ),
            )
            for number, photo in enumerate(photos)
        ]


def sheets_of(photos: Sequence[PhotoReading]) -> Iterator[tuple[Place, PhotoReading, SheetReading]]:
    """Yield every sheet with its place and the photo on which it was first seen."""
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
    report: Report = lambda line: None,
) -> tuple[Correction, ...]:
    """Write the record of a sheet that was read, and its doubts next to it. Return the corrections that were kept.

    `overlays` are the names of the overlay pictures; `photo` is the first photo. Valid corrections of an earlier record
    of the sheet are applied again. Any other record at `path` is renamed with its doubts, so that no edits are lost. If
    `again`, the file was written for this sheet moments ago and is replaced.

    Raises FairsheetError if a file cannot be written.
    """
    read = record_of(sheet)
    former, former_doubts = read_record_and_doubts(path, Catalog((sheet.sheet,))) or (None, None)
    noted = former_doubts.corrections if former_doubts is not None else ()
    kept = (
        still_valid(noted, read, sheet.sheet) if former is not None and are_same_sheet(former, read) else ()
    )
    record = corrected(read, {each.field: each.mark for each in kept})
    content = write_record(record)
    if not again and record != former and not _keep_former(path, content, report):
        _keep_doubts(path, sheet, report)
    if kept and not again:
        report(
            Message("{record}: {corrections} kept", record=str(path), corrections=format_corrections(kept))
        )
    if set_aside := [each for each in noted if each not in kept]:
        words = Message("{record}: {corrections} not applied, because the new reading differs")
        report(words.filled(record=str(path), corrections=format_corrections(set_aside)))
    # write the doubts first: a record without them seems to be typed
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


def _read_record(path: Path, sheet: SheetReading) -> Record | None:
    """Return the record in a file, or None if it cannot be read."""
    try:
        return read_record_file(path, Catalog((sheet.sheet,)))[1]
    except FairsheetError:
        return None


def _lacks_photos(path: Path, sheet: SheetReading) -> bool:
    """Check whether the record in a file is from photos that do not show the sheet yet."""
    try:
        kept = read_doubts_file(path, sheet.sheet)
    except FairsheetError:
        return False
    return kept is not None and not set(kept.photos) <= set(sheet.photos)


def _keep_former(path: Path, content: bytes, report: Report) -> bool:
    """Rename a record with other content, together with its doubts, and report it. Return whether there was one."""
    doubts = doubts_path(path)
    former = keep_former(path, content, doubts)
    if former is None:
        return False
    words = Message("{record} had other marks; it is kept as {former}")
    report(words.filled(record=str(path), former=_restore_hint(path, former)))
    return True


def _restore_hint(path: Path, former: Path) -> Message:
    """Return the new name of a record, and how to restore it."""
    doubts = doubts_path(path)
    former_doubts = doubts.with_name(doubts.name + former.name.removeprefix(path.name))
    alone = Message("{former} (to take it back, rename it to {record})")
    both = Message("{former} (to take it back, rename it to {record}, and {former_doubts} to {doubts})")
    if not former_doubts.is_file():
        return alone.filled(former=former.name, record=path.name)
    return both.filled(
        former=former.name, record=path.name, former_doubts=former_doubts.name, doubts=doubts.name
    )


def _same_sheet_line(path: Path, kept: DoubtsFile, written: Path, sheet: SheetReading) -> Message:
    """Return the line about a record of an earlier scan of the sheet that was `written` now.

    If the new sheet was read from all its photos, and it has no corrections, the record is put aside.
    """
    same = Message("{record} is a record of the same sheet {whose} as {written}")
    same = same.filled(record=str(path), whose=of_owner(sheet.label), written=str(written))
    together = listed(list(dict.fromkeys((*kept.photos, *sheet.photos))))
    if not set(kept.photos) < set(sheet.photos):
        words = Message("{same}: scan {photos} together, or delete the wrong one")
        return words.filled(same=same, photos=together)
    from_all = Message("{same}, which is read from {photos}", same=same, photos=together)
    if kept.corrections:
        words = Message(
            "{line}, but it has {corrections}: repeat them in {written} with fairsheet correct, and delete it"
        )
        held = format_corrections(kept.corrections)
        return words.filled(line=from_all, corrections=held, written=written.name)
    former = put_aside(path, doubts_path(path))
    if former is None:
        return from_all
    return Message("{line}; it is kept as {former}", line=from_all, former=_restore_hint(path, former))


def _keep_doubts(path: Path, sheet: SheetReading, report: Report) -> None:
    """Rename doubts that have no record or cannot be read, except if they have no corrections."""
    with suppress(FairsheetError):
        kept = read_doubts_file(path, sheet.sheet)
        if kept is None or not kept.corrections:
            return
    doubts = doubts_path(path)
    former = keep_former(doubts, None)
    if former is not None:
        words = Message("{doubts} does not belong to a record here; it is kept as {former}")
        report(words.filled(doubts=str(doubts), former=former.name))


class FileNames:
    """File names after photos; a name that is taken gets a number.

    Names that differ only in case count as the same, as on many file systems.
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def next(self, photo: str) -> str:
        """Return a free name for a photo, without an ending, and take it."""
        name = next(self.free(photo))
        self.take(name)
        return name

    def free(self, photo: str) -> Iterator[str]:
        """Return all free names for a photo, the simplest first."""
        stem = Path(photo).stem
        numbered = (f"{stem}-{number}" for number in count(2))
        return (name for name in chain([stem], numbered) if _fold_name(name) not in self._taken)

    def take(self, name: str) -> None:
        """Mark a name as taken."""
        self._taken.add(_fold_name(name))


def _fold_name(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()

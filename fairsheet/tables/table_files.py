"""The sheets of tables from what people give: records, photos, folders of both, standard input."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import structs

from fairsheet.doubts.doubt_files import SUFFIX as DOUBTS
from fairsheet.doubts.doubt_files import (
    DoubtsFile,
    about_marks,
    asked,
    doubts_path,
    open_doubts,
    read_doubts_file,
    unsure_left,
)
from fairsheet.doubts.hand_changes import change_lines, changed_by_hand
from fairsheet.engine.records.json_documents import LARGEST
from fairsheet.engine.records.record import read_record
from fairsheet.engine.records.table_records import names_apart, table_of_record
from fairsheet.languages.messages import Message, joined
from fairsheet.process.console import complain, progress, say
from fairsheet.process.inputs import (
    STDIN,
    InputFile,
    file_of_photo,
    folders_in,
    input_files,
    keep_from_writing,
    photo_source,
    say_passed_over,
    shown_names,
    such_as_folder_inside,
)
from fairsheet.process.spoken import spoken
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import SUFFIX as TEMPLATE
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import file_hash, format_path, kind_of, read_file
from fairsheet.sheets.support.lookalikes import disguise_lines
from fairsheet.tables._by_table import by_table
from fairsheet.tables.read_sheet import ReadSheet
from fairsheet.wording.table_words import is_unused

if TYPE_CHECKING:  # spares commands without photos the import of numpy
    from fairsheet.scanning.photos import ScannedPhoto

RECORD_FORMAT = b"fairsheet.record/"
RECORDS = "records"  # what demo and batch call the folder of the records as they were read


@dataclass(frozen=True)
class ReadTables:
    """The sheets by table, in the order in which they were found.

    `complete` unless a photo could not be read, or a seat of one of several tables has two records.
    """

    tables: tuple[tuple[ReadSheet, ...], ...]
    complete: bool

    @property
    def names(self) -> list[str | None]:
        """What each table is called, as `names_apart` says."""
        return names_apart([table_of_record(table[0].record, table[0].sheet) for table in self.tables])


@dataclass(frozen=True)
class _Sorted:
    """A file and what it is read as, None for one that is not of a table's sheets; `content` is that of a record."""

    file: InputFile
    kind: Literal["record", "photo"] | None
    content: bytes = b""


def read_tables(
    paths: Sequence[Path], catalog: Catalog = BUNDLED, *, names: bool = False, overlays: bool = False
) -> ReadTables:
    """The sheets, on layouts of `catalog`, of all tables that the paths have records or photos of.

    In a folder, files of other kinds are passed over with a word, and so are photos that records name; a photo
    in it that cannot be read is reported. A folder that itself holds neither stands for those in it that have
    records (`folders_of_records`). Several readings of one sheet are joined.
    `names` also reads the players' names on photos, `overlays` draws what was read. Raises FairsheetError for
    whatever else is wrong, naming the file.
    """
    found = [_sorted(file) for file in input_files(folders_of_records(paths))]
    if (wrong := _named_for_nothing(found)) is not None or all(each.kind is None for each in found):
        raise _nothing_to_read([wrong] if wrong is not None else found, paths)
    records = [(each.file, _record_in(each, catalog)) for each in found if each.kind == "record"]
    _say_what_keeps_nothing(records, found)
    found = _without_photos_of(records, found)
    say_passed_over([each.file for each in found if each.kind is None and each.file.path.suffix != DOUBTS])
    keep_from_writing([each.file for each in found if each.kind is not None])
    sheets = [record for _, record in records]
    photos = [each.file for each in found if each.kind == "photo"]
    scanned = list(_scanned(photos, catalog, names=names, overlays=overlays))
    if scanned:
        from fairsheet.scanning.scan_lines import left_out

        for line in left_out(photo.reading for photo in scanned):
            say(line)
    sheets += _sheets_on(scanned)
    if not sheets:
        raise FairsheetError("no photo here could be read", where=format_path(paths[0]), hint="see above")
    used = [each for each in sheets if not is_unused(each.record, each.doubts)]
    for each in sheets:
        if each not in used:
            say(f"{each.file}: the sheet bears no ink{' and is left out, as a spare print' if used else ''}")
    if not used:
        used = [*{(table_of_record(each.record), each.record.key): each for each in sheets}.values()]
    for line in disguise_lines(each.record.game.seed for each in used):
        say(line)
    tables, complete = by_table(used)
    complete &= all(photo.reading.error is None for photo in scanned)
    return ReadTables(tuple(tables), complete)


def folders_of_records(paths: Sequence[Path]) -> list[Path]:
    """The paths; in place of a folder without records and photos of its own the folders in it that hold records.

    That is `records` alone where it is among them: beside it lie the same games as bots played them. Which folders are
    read instead is said on stderr.
    """
    places: list[Path] = []
    for path in paths:
        inside = []
        if not _holds(path, "record", "photo"):
            found = [each for each in folders_in(path) if _holds(each, "record")]
            inside = [each for each in found if each.name == RECORDS] or found
        if inside:
            say(f"{format_path(path)}: reads the records in {shown_names(list(map(format_path, inside)))}")
        places += inside or [path]
    return places


def _holds(path: Path, *kinds: str) -> bool:
    """Whether something of these kinds is in a folder, or a path is no folder; not of a folder that cannot be read."""
    if path == STDIN or kind_of(path) != "folder":
        return True
    with suppress(FairsheetError):
        return any(_sorted(file).kind in kinds for file in input_files([path]))
    return False


def _sorted(file: InputFile) -> _Sorted:
    """The file with what it is read as."""
    if file.data is not None:
        is_json = file.data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")
        return _Sorted(file, "record", file.data) if is_json else _Sorted(file, "photo")
    if file.is_drawn:
        return _Sorted(file, None)
    if file.is_photo:
        return _Sorted(file, "photo")
    if file.path.suffix.lower() == ".json" or not file.path.suffix or kind_of(file.path) is None:
        content = read_file(file.path, LARGEST + 1)
        return _Sorted(file, "record" if _may_be_record(file, content) else None, content)
    return _Sorted(file, None)


def _may_be_record(file: InputFile, content: bytes) -> bool:
    """Whether it is a record, or a broken one, rather than another file, of ours or in a folder anybody's."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return not file.found or RECORD_FORMAT in content or doubts_path(file.path).is_file()
    if isinstance(document, list):
        return False
    form = document.get("format") if isinstance(document, dict) else None
    if isinstance(form, str) and form.startswith("fairsheet."):
        return form.startswith(RECORD_FORMAT.decode())
    return not file.found


def _without_photos_of(
    records: Sequence[tuple[InputFile, ReadSheet]], found: Sequence[_Sorted]
) -> list[_Sorted]:
    """Return the same files, without the photos in folders that records came from: by the digests that these keep, or
    in records of earlier releases by their names.

    The photo of a record that keeps nothing of it, or was edited without a note, is read too and compared with it.
    """
    kept = [
        (file, record.kept)
        for file, record in records
        if record.kept is not None and all(change.at for change in record.changes)
    ]
    digests = {digest for _, beside in kept for digest in beside.photo_digests}
    named = {
        (file.path.parent, Path(file_of_photo(photo)).name)
        for file, beside in kept
        if not beside.photo_digests
        for photo in beside.photos
    }

    def is_of_record(each: _Sorted) -> bool:
        if (each.file.path.parent, Path(each.file.name).name) in named:
            return True
        with suppress(OSError):  # it is reported when it is read
            return bool(digests) and file_hash(each.file.path) in digests
        return False

    return [
        replace(each, kind=None) if each.kind == "photo" and each.file.found and is_of_record(each) else each
        for each in found
    ]


def _named_for_nothing(found: Sequence[_Sorted]) -> _Sorted | None:
    """The first file that is named and no sheet; not what `records/*` names beside a record, overlays and doubts."""
    named = [each for each in found if each.kind is None and not each.file.found]
    has_sheets = len(named) < len(found)
    beside = [each for each in named if each.file.path.suffix == DOUBTS or each.file.is_drawn]
    return next((each for each in named if not (has_sheets and each in beside)), None)


def _say_what_keeps_nothing(records: Sequence[tuple[InputFile, ReadSheet]], found: Sequence[_Sorted]) -> None:
    """Say which records have nothing beside them that tells how they were read, though others in their folder have, or
    a photo of their name lies there."""
    folders = {file.path.parent for file, record in records if record.kept is not None and record.kept.photos}
    photos = {each.file.path.with_suffix("") for each in found if each.kind == "photo"}
    for file, record in records:
        is_of_photo = file.path.parent in folders or file.path.with_suffix("") in photos
        if is_of_photo and record.kept is None and file.data is None:
            missing = doubts_path(file.path).name
            say(f"{file.name}: nothing tells how it was read; {missing} is missing, or it was typed")


def _nothing_to_read(found: Sequence[_Sorted], paths: Sequence[Path]) -> FairsheetError:
    """Why there is no sheet among the files: what is wrong with the first, or that there is none."""
    if not found or found[0].file.found:
        hint = f"give records or photos, or a folder of them{such_as_folder_inside(paths)}"
        return FairsheetError("there is no record and no photo here", where=format_path(paths[0]), hint=hint)
    first = found[0].file
    if first.path.suffix == DOUBTS:
        problem, hint = (
            "this holds only what was doubtful about a record",
            "give the record, the .json beside it",
        )
    elif first.path.suffix == TEMPLATE:
        problem = "this is a template, not a record"
        hint = "give the records, of a custom sheet with --sheet and this template: fairsheet score --help"
    elif first.path.suffix.lower() == ".json":
        try:
            read_record(found[0].content, first.name)
        except FairsheetError as error:
            return error
    else:
        problem, hint = "this is no record and no photo", "give records or photos, or a folder of them"
    return FairsheetError(problem, where=first.name, hint=hint)


def _record_in(found: _Sorted, catalog: Catalog) -> ReadSheet:
    sheet, record = read_record(found.content, found.file.name, catalog)
    kept = read_doubts_file(found.file.path, sheet) if found.file.data is None else None
    changes = changed_by_hand(record, kept)
    for line in change_lines(changes, kept):
        say(joined(": ", (found.file.name, line)))
    if kept is not None and kept.table is not None:
        record = structs.replace(record, game=structs.replace(record.game, name=kept.table))
    doubts = open_doubts(kept, record)
    about = None if doubts is None else asked(about_marks(doubts))
    unsure = () if kept is None else unsure_left(kept, record)
    return ReadSheet(found.file.name, sheet, record, about, kept=kept, unsure=unsure, changes=changes)


def _scanned(
    files: Sequence[InputFile], catalog: Catalog, *, names: bool, overlays: bool
) -> Iterator[ScannedPhoto]:
    """The photos as read; what cannot be read is an error, in a folder one that is only reported."""
    if not files:
        return
    from fairsheet.scanning.photos import scan_file
    from fairsheet.vision.scan import ReadOptions

    options = ReadOptions(catalog, names=names)
    with progress(Message("reading"), len(files)) as advance:
        for file in files:
            for photo in scan_file(photo_source(file), options, overlay=spoken() if overlays else None):
                if photo.reading.error is not None:
                    if not file.found:
                        raise FairsheetError(photo.reading.error)
                    complain(f"fairsheet: {photo.reading.error}")
                yield photo
            advance()


def _sheets_on(photos: Sequence[ScannedPhoto]) -> list[ReadSheet]:
    """The sheets on some photos, the pages of each joined."""
    if not photos:
        return []
    from fairsheet.scanning.photos import record_of, reread
    from fairsheet.vision.joining.pages import join_pages
    from fairsheet.vision.readings.kept import KeptReading, unsure_fields

    overlays = {photo.reading.file: photo.overlay for photo in photos if photo.overlay is not None}
    return [
        ReadSheet(
            reading.file,
            sheet.sheet,
            record_of(sheet),
            asked(about_marks(sheet.doubts)),
            tuple(overlays[photo] for photo in sheet.photos if photo in overlays),
            DoubtsFile(reading.file, sheet.doubts, reading=KeptReading(sheet.pages, sheet.marks, unsure)),
            unsure=unsure,
        )
        for reading in join_pages([photo.reading for photo in photos], reread)
        for sheet in reading.sheets
        for unsure in [unsure_fields(sheet)]
    ]

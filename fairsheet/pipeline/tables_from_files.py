"""Read tables from the given inputs: records, photos, folders of both, standard input."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import structs

from fairsheet.engine.records.json_documents import LARGEST
from fairsheet.engine.records.record import layout_of, read_record
from fairsheet.engine.records.table_records import distinct_names
from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.answers.answers import with_answers
from fairsheet.pipeline.answers.hand_changes import change_lines
from fairsheet.pipeline.base.doubt_files import SUFFIX as DOUBTS
from fairsheet.pipeline.base.doubt_files import about_marks, doubts_path, read_doubts_file
from fairsheet.pipeline.base.values import UNREADABLE, KeptSheet, SheetOfFile, Source
from fairsheet.pipeline.grouping.grouping import tables_of
from fairsheet.pipeline.grouping.seated_tables import SeatedTable, file_names
from fairsheet.pipeline.joining.joining import join_readings
from fairsheet.pipeline.reading.records import sheet_read
from fairsheet.pipeline.store.folders import RECORDS
from fairsheet.process.inputs import (
    STDIN,
    InputFile,
    folders_in,
    input_files,
    keep_from_writing,
    passed_over_lines,
    photo_folder_hint,
    photo_source,
    shown_names,
)
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import SUFFIX as TEMPLATE
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import file_hash, format_path, kind_of, read_file
from fairsheet.sheets.support.lookalikes import disguise_lines
from fairsheet.vision.readings.left_out import left_out_words
from fairsheet.vision.readings.read_choices import DEFAULT_CHOICES, ReadChoices
from fairsheet.wording.table_words import seat_name

RECORD_FORMAT = b"fairsheet.record/"


@dataclass(frozen=True)
class ReadTables:
    """The tables that were read. `overlays` are JPEG pictures of the readings, by the name of the photo.

    `unread` are errors of photos in folders. `remarks` are notes on the other files, in the order of reading.
    """

    tables: tuple[SeatedTable, ...]
    unread: tuple[FairsheetError, ...] = ()
    remarks: tuple[str, ...] = ()
    overlays: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def names(self) -> list[str | None]:
        """The name of each table, distinguished by `names_apart`."""
        return distinct_names([table.key for table in self.tables])


@dataclass(frozen=True)
class _ClassifiedFile:
    """A file with its kind, None if it is not a sheet; `content` is the content of a record."""

    file: InputFile
    kind: Literal["record", "photo"] | None
    content: bytes = b""


def read_tables(
    paths: Sequence[Path],
    catalog: Catalog = BUNDLED,
    *,
    choices: ReadChoices = DEFAULT_CHOICES,
    overlays: Catalogue | None = None,
    for_review: bool = False,
    count_photos: Callable[[Sequence[InputFile]], Iterable[InputFile]] = lambda photos: photos,
) -> ReadTables:
    """Return all tables of the records and photos in the paths; their sheets are on layouts of `catalog`.

    Other files in folders are passed over, and so are photos of records. A folder without records and photos is
    replaced by its subfolders with records (`folders_of_records`). Several readings of one sheet are joined.

    `choices` are the reading options, and `overlays` is the language of pictures of the readings. Unless `for_review`,
    doubts about names are left out and no input file may be written. `count_photos` wraps the photos to show progress.

    Raises FairsheetError for a faulty file, with its name; faulty photos in folders are listed in `unread` instead.
    """
    folders, remarks = folders_of_records(paths)
    found = [_classify(file) for file in input_files(folders)]
    if (wrong := _first_unusable(found)) is not None or all(each.kind is None for each in found):
        raise _nothing_to_read([wrong] if wrong is not None else found, paths)
    records = [_read_record(each, catalog) for each in found if each.kind == "record"]
    for record in records:
        lines = change_lines(record.sheet.changes, layout_of(record.sheet.record, catalog))
        remarks += [joined(": ", (record.name, line)) for line in lines]
    remarks += _records_without_reading(records, found)
    found = _without_photos_of(records, found)
    remarks += passed_over_lines(
        [each.file for each in found if each.kind is None and each.file.path.suffix != DOUBTS]
    )
    if not for_review:
        keep_from_writing([each.file for each in found if each.kind is not None])
    files = [each.file for each in found if each.kind == "photo"]
    photos = _read_photos(count_photos(files), catalog, choices, overlays) if files else _Photos()
    remarks += photos.remarks
    sheets = [*records, *photos.sheets]
    if not for_review:
        sheets = [replace(each, sheet=_without_names(each.sheet)) for each in sheets]
    if not sheets:
        raise FairsheetError(
            Message("no photo here could be read"),
            code=ErrorCode.NOTHING_TO_READ,
            where=format_path(paths[0]),
            hint=joined("; ", (each.as_message() for each in photos.unread)),
        )
    remarks += disguise_lines(each.sheet.record.game.seed for each in sheets if not each.sheet.is_unused)
    if all(each.sheet.is_unused for each in sheets):
        remarks += [Message("{file}: the sheet has no ink", file=each.name) for each in sheets]
    tables = tables_of(sheets, joined=partial(join_readings, catalog), catalog=catalog, are_given=True)
    for table in tables:
        remarks += _reading_remarks(table)
    return ReadTables(tuple(tables), tuple(photos.unread), tuple(remarks), photos.overlays)


def _reading_remarks(table: SeatedTable) -> Iterator[str]:
    """Yield which files of a table were left out, and which are photos of one sheet."""
    yield from table.remarks
    for place in table.places:
        if len(place.seen) > 1:
            agree = Message("{files} show one sheet and agree", files=file_names(place.seen))
            for note in place.notes or (agree,):
                yield joined(": ", (seat_name(place.record), note))


def folders_of_records(paths: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """Replace each folder without records and photos by its subfolders that have records; return the paths and remarks.

    If one of them is called `records`, only that one is taken: the others have the same games as bots played them.
    """
    places: list[Path] = []
    remarks: list[str] = []
    for path in paths:
        inside = []
        if not _has_files(path, "record", "photo"):
            found = [each for each in folders_in(path) if _has_files(each, "record")]
            inside = [each for each in found if each.name == RECORDS] or found
        if inside:
            names = shown_names(list(map(format_path, inside)))
            words = Message("{folder}: reads the records in {names}")
            remarks.append(words.filled(folder=format_path(path), names=names))
        places += inside or [path]
    return places, remarks


def _has_files(path: Path, *kinds: str) -> bool:
    """Check whether a folder has files of these kinds; True for a path that is no folder, False for an unreadable
    folder."""
    if path == STDIN or kind_of(path) != "folder":
        return True
    with suppress(FairsheetError):
        return any(_classify(file).kind in kinds for file in input_files([path]))
    return False


def _classify(file: InputFile) -> _ClassifiedFile:
    """Return the file with its kind."""
    if file.data is not None:
        is_json = file.data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")
        return _ClassifiedFile(file, "record", file.data) if is_json else _ClassifiedFile(file, "photo")
    if file.is_drawn:
        return _ClassifiedFile(file, None)
    if file.is_photo:
        return _ClassifiedFile(file, "photo")
    if file.path.suffix.lower() == ".json" or not file.path.suffix or kind_of(file.path) is None:
        content = read_file(file.path, LARGEST + 1)
        return _ClassifiedFile(file, "record" if _may_be_record(file, content) else None, content)
    return _ClassifiedFile(file, None)


def _may_be_record(file: InputFile, content: bytes) -> bool:
    """Check whether a file is a record or a broken one, and not another document."""
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
    records: Sequence[SheetOfFile], found: Sequence[_ClassifiedFile]
) -> list[_ClassifiedFile]:
    """Return the files without the photos in folders that records are from: by their digests, or by name for earlier
    releases.

    A photo stays if its record keeps nothing of it, or was edited without a note: then the two are compared.
    """
    noted = [each for each in records if all(change.at for change in each.sheet.changes)]
    digests = {digest for each in noted for digest in each.sheet.photo_digests}
    named = {
        (each.source.path.parent, photo)
        for each in noted
        if not each.sheet.photo_digests
        for photo in each.sheet.photos
    }

    def is_of_record(each: _ClassifiedFile) -> bool:
        if (each.file.path.parent, Path(each.file.name).name) in named:
            return True
        with suppress(OSError):  # the error is reported when the photo is read
            return bool(digests) and file_hash(each.file.path) in digests
        return False

    return [
        replace(each, kind=None) if each.kind == "photo" and each.file.found and is_of_record(each) else each
        for each in found
    ]


def _first_unusable(found: Sequence[_ClassifiedFile]) -> _ClassifiedFile | None:
    """Return the first file that was named but is no sheet; `records/*` may also name overlays and doubts."""
    named = [each for each in found if each.kind is None and not each.file.found]
    has_sheets = len(named) < len(found)
    companions = [each for each in named if each.file.path.suffix == DOUBTS or each.file.is_drawn]
    return next((each for each in named if not (has_sheets and each in companions)), None)


def _records_without_reading(
    records: Sequence[SheetOfFile], found: Sequence[_ClassifiedFile]
) -> Iterator[str]:
    """Yield a remark for each record that should have a `.doubts` file: other records there or a photo suggest it."""
    folders = {each.source.path.parent for each in records if each.sheet.photos}
    photos = {each.file.path.with_suffix("") for each in found if each.kind == "photo"}
    for each in records:
        path = each.source.path
        is_of_photo = path.parent in folders or path.with_suffix("") in photos
        if is_of_photo and not each.sheet.is_noted and path != STDIN:
            missing = doubts_path(path).name
            words = Message(
                "{file}: {missing} is missing, or the record was typed: nothing in it counts as doubtful"
            )
            yield words.filled(file=each.name, missing=missing)


def _nothing_to_read(found: Sequence[_ClassifiedFile], paths: Sequence[Path]) -> FairsheetError:
    """Return the error that there is no sheet among the files: the fault of the first, or that there is none."""
    if not found or found[0].file.found:
        hint = Message("give records or photos, or a folder of them{more}", more=photo_folder_hint(paths))
        problem, where = Message("there is no record and no photo here"), format_path(paths[0])
        return FairsheetError(problem, code=ErrorCode.NOTHING_TO_READ, where=where, hint=hint)
    first = found[0].file
    hint = Message("give records or photos, or a folder of them")
    if first.path.suffix == DOUBTS:
        problem = Message("this file has only the doubts about a record")
        hint = Message("give the record, the .json next to it")
    elif first.path.suffix == TEMPLATE:
        problem = Message("this is a template, not a record")
        hint = Message("give the records, and this template with --sheet: fairsheet score --help")
    elif first.path.suffix.lower() == ".json":
        problem = Message("this is not a record")
        try:
            read_record(found[0].content, first.name)
        except FairsheetError as error:
            return error
    else:
        problem = Message("this is neither a record nor a photo")
    return FairsheetError(problem, code=ErrorCode.WRONG_KIND_OF_FILE, where=first.name, hint=hint)


def _read_record(found: _ClassifiedFile, catalog: Catalog) -> SheetOfFile:
    """Return the sheet of a record file and its `.doubts` file. Raises FairsheetError if one is bad."""
    sheet, record = read_record(found.content, found.file.name, catalog)
    kept = read_doubts_file(found.file.path, sheet) if found.file.data is None else None
    read = sheet_read(record, kept)
    content = msgspec.json.encode((read, kept and kept.reading), enc_hook=str)
    return _sheet_of_file(found.file.path, found.file.name, hashlib.sha256(content).hexdigest(), 0, read)


def _without_names(read: KeptSheet) -> KeptSheet:
    """Return a sheet without doubts about the player's name, which change neither verdict nor points."""
    return read if read.doubts is None else structs.replace(read, doubts=about_marks(read.doubts))


def _sheet_of_file(path: Path, name: str, sha256: str, number: int, read: KeptSheet) -> SheetOfFile:
    return with_answers(Source(path, name), sha256, number, read, ())


@dataclass(frozen=True)
class _Photos:
    """The sheets on photos, their overlays by sheet name, and the errors and remarks for `ReadTables`."""

    sheets: list[SheetOfFile] = field(default_factory=list)
    overlays: dict[str, bytes] = field(default_factory=dict)
    unread: list[FairsheetError] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def _content_hash(file: InputFile) -> str:
    """Return the SHA-256 of a file, or its name if it is unreadable, which is reported later."""
    if file.data is not None:
        return hashlib.sha256(file.data).hexdigest()
    with suppress(OSError):
        return file_hash(file.path)
    return file.name


def _read_photos(
    files: Iterable[InputFile], catalog: Catalog, choices: ReadChoices, overlays: Catalogue | None
) -> _Photos:
    """Read the sheets on photos. Raises FairsheetError for a file that was named and cannot be read."""
    from fairsheet.pipeline.reading.photos import read_photo_file
    from fairsheet.vision.scan import ReaderSetup

    options = ReaderSetup(catalog, choices=choices)
    found = _Photos()
    for file in files:
        read = read_photo_file(photo_source(file), options, overlay=overlays)
        errors = [_without_options(error) for error in read.errors]
        if errors and not file.found:
            raise errors[0]
        found.unread.extend(errors)
        sha256 = _content_hash(file)
        for number, each in enumerate(read.sheets):
            sheet = _sheet_of_file(file.path, file.name, sha256, number, each)
            found.sheets.append(sheet)
            if overlays is not None:
                found.overlays[sheet.name] = read.pictures[each.overlay]
        if read.left_out:
            found.remarks.append(joined(": ", (file.name, left_out_words(read.left_out.values()))))
    return found


def _without_options(error: FairsheetError) -> FairsheetError:
    """Return the error of a photo with a hint that has no options of `scan`."""
    from fairsheet.vision.label.label_reader import UnreadableLabel

    if not isinstance(error, UnreadableLabel):
        return error
    return FairsheetError(error.problem, code=error.code, where=error.where, hint=UNREADABLE)

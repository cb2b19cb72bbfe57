"""Read the record files of a batch, each with the `.doubts` file next to it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec import structs

from fairsheet.engine.records.json_documents import LARGEST
from fairsheet.engine.records.record import FORMAT, FORMER, Record, mark_in, read_record
from fairsheet.pipeline.answers.corrections import edits_without_note
from fairsheet.pipeline.answers.hand_changes import changed_by_hand
from fairsheet.pipeline.base.doubt_files import DoubtsFile, doubts_path, open_doubts, read_doubts_file
from fairsheet.pipeline.base.values import FileReading, KeptSheet
from fairsheet.process.inputs import file_of_photo, input_files
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.support.input_files import file_hash

RECORD = ".json"
_RECORDS = {FORMAT, FORMER}


def is_record(path: Path) -> bool:
    """Check whether a file has the ending of a record."""
    return path.suffix.lower() == RECORD


def record_and_crops(path: Path, catalog: Catalog) -> tuple[FileReading, Mapping[str, bytes]]:
    """Return the record in a file with its open doubts, and JPEG pictures of their fields.

    Raises FairsheetError if the record is bad, and OSError if the file cannot be read.
    """
    content = _read_content(path)
    if _is_foreign(content):
        return FileReading(foreign=True), {}
    sheet, record = read_record(content, "", catalog)
    kept = read_doubts_file(path, sheet) if doubts_file_of(path) is not None else None
    read = sheet_read(record, kept)
    crops = {} if kept is None else kept.crops
    return (
        FileReading((read,)),
        {doubt.field: crops[doubt.field] for doubt in read.doubts or () if doubt.field in crops},
    )


def sheet_read(record: Record, kept: DoubtsFile | None) -> KeptSheet:
    """Return a record with its `.doubts` file. A mark that was changed without a note counts as certain."""
    if kept is None:
        return KeptSheet(record, None, pages=())
    corrections = [each for each in kept.corrections if mark_in(record, each.field) == each.mark]
    named = structs.replace(record.game, name=kept.table) if kept.table is not None else record.game
    read = KeptSheet(
        structs.replace(record, game=named),
        open_doubts(kept, record),
        pages=(),
        corrections=tuple(corrections),
        digest=kept.digest,
        photos=tuple(dict.fromkeys(Path(file_of_photo(photo)).name for photo in kept.photos)),
        taken=kept.taken,
        photo_digests=kept.photo_digests,
        changes=changed_by_hand(record, kept),
        drawn=kept.overlays,
    )
    if kept.reading is None or not kept.photos:
        return read
    edits = edits_without_note(record, kept.reading.marks, {each.field for each in corrections})
    unsure = tuple(field for field in kept.reading.unsure if field.field not in edits)
    return structs.replace(read, pages=kept.reading.pages, unsure=unsure)


def records_in(folder: Path) -> list[Path]:
    """Return the records in a folder, sorted by name, with broken ones but without subfolders.

    Raises FairsheetError if the folder cannot be read.
    """
    return [each.path for each in input_files([folder]) if is_record(each.path) and not is_foreign(each.path)]


def is_foreign(path: Path) -> bool:
    """Check whether a file has the ending of a record but is another document, such as a history or a score."""
    try:
        return is_record(path) and _is_foreign(_read_content(path))
    except OSError:
        return False


def content_hash(path: Path, hash_of: Callable[[Path], str] = file_hash) -> str:
    """Return the SHA-256 of a file; a record is hashed together with its `.doubts` file.

    `hash_of` returns the SHA-256 of a single file. Raises OSError if a file cannot be read.
    """
    doubts_file = doubts_file_of(path)
    if doubts_file is None:
        return hash_of(path)
    return hashlib.sha256(f"{hash_of(path)} {hash_of(doubts_file)}".encode()).hexdigest()


def doubts_file_of(path: Path) -> Path | None:
    """Return the path of the `.doubts` file of a record, or None if there is none."""
    if not is_record(path):
        return None
    doubts_file = doubts_path(path)
    try:
        return doubts_file if doubts_file.is_file() else None
    except OSError:  # the name would be too long
        return None


def _read_content(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def _is_foreign(content: bytes) -> bool:
    """Check whether the content is valid JSON but not a record; broken JSON may be a record."""
    try:
        document = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return not isinstance(document, dict) or not (
        str(document.get("format")) in _RECORDS or "marks" in document
    )

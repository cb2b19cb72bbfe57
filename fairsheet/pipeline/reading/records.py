"""The records of a batch as files: what is one, what belongs to it, and what it says."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec import structs

from fairsheet.engine.records.json_documents import LARGEST
from fairsheet.engine.records.record import FORMAT, FORMER, Record, mark_in, read_record
from fairsheet.pipeline.answers.corrections import unnoted_edits
from fairsheet.pipeline.answers.hand_changes import changed_by_hand
from fairsheet.pipeline.base.doubt_files import DoubtsFile, doubts_path, open_doubts, read_doubts_file
from fairsheet.pipeline.base.values import FileReading, KeptSheet
from fairsheet.process.inputs import file_of_photo, input_files
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.support.input_files import file_hash

RECORD = ".json"
_RECORDS = {FORMAT, FORMER}


def is_record(path: Path) -> bool:
    """Whether a file is a record by its ending."""
    return path.suffix.lower() == RECORD


def record_and_crops(path: Path, catalog: Catalog) -> tuple[FileReading, Mapping[str, bytes]]:
    """The record in a file with the open doubts beside it, and JPEG pictures of their fields.

    Raises OSError, and FairsheetError for a bad record.
    """
    content = _content(path)
    if _is_foreign(content):
        return FileReading(foreign=True), {}
    sheet, record = read_record(content, "", catalog)
    kept = read_doubts_file(path, sheet) if doubts_beside(path) is not None else None
    read = sheet_read(record, kept)
    crops = {} if kept is None else kept.crops
    return (
        FileReading((read,)),
        {doubt.field: crops[doubt.field] for doubt in read.doubts or () if doubt.field in crops},
    )


def sheet_read(record: Record, kept: DoubtsFile | None) -> KeptSheet:
    """Return a record with its `.doubts` file. A mark that was changed without a note is sure as it is now."""
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
    edits = unnoted_edits(record, kept.reading.marks, {each.field for each in corrections})
    unsure = tuple(field for field in kept.reading.unsure if field.field not in edits)
    return structs.replace(read, pages=kept.reading.pages, unsure=unsure)


def records_in(folder: Path) -> list[Path]:
    """The records in a folder, sorted by name, broken ones too; none in folders inside. Raises FairsheetError."""
    return [each.path for each in input_files([folder]) if is_record(each.path) and not is_foreign(each.path)]


def is_foreign(path: Path) -> bool:
    """Whether a file ends like a record, but is something else, such as a history or a score."""
    try:
        return is_record(path) and _is_foreign(_content(path))
    except OSError:
        return False


def content_hash(path: Path, hash_of: Callable[[Path], str] = file_hash) -> str:
    """The SHA-256 of a file; of a record with doubts beside it, that of both of theirs. Raises OSError.

    `hash_of` gives the SHA-256 of a file alone.
    """
    beside = doubts_beside(path)
    if beside is None:
        return hash_of(path)
    return hashlib.sha256(f"{hash_of(path)} {hash_of(beside)}".encode()).hexdigest()


def doubts_beside(path: Path) -> Path | None:
    """The file of doubts beside a record, if there is one."""
    if not is_record(path):
        return None
    beside = doubts_path(path)
    try:
        return beside if beside.is_file() else None
    except OSError:  # a name that is as long as names can be has no neighbour
        return None


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def _is_foreign(content: bytes) -> bool:
    """Broken JSON is not: it may be a record."""
    try:
        document = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return not isinstance(document, dict) or not (
        str(document.get("format")) in _RECORDS or "marks" in document
    )

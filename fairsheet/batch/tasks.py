"""What workers do: read a file, judge a table. Each task is whole and may be done twice with the same result."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from engine.proof.verify import can_verify, verify_table
from engine.record import FORMAT, FORMER, LARGEST, Record, read_record
from engine.score import score_table
from fairsheet.batch.values import FileRead, Options, SheetRead, TableJudged
from fairsheet.doubts import doubts_path, read_doubts
from sheets.errors import FairsheetError
from sheets.library import BUNDLED, Catalog, custom_sheet

GUARD = 3600.0  # seconds for the proof of one table, on the slowest machine
_RECORDS = {FORMAT, FORMER}


class ReadFile(msgspec.Struct, frozen=True, tag="read"):
    """Read the file at `path`, whose content has this SHA-256; with `pictures` also what is drawn of it."""

    path: bytes
    sha256: str
    options: Options
    pictures: bool


class JudgeTable(msgspec.Struct, frozen=True, tag="judge"):
    """Prove and score the records of one table, all on sheets of one layout."""

    records: tuple[Record, ...]
    options: Options


class FileDone(msgspec.Struct, frozen=True, tag="file"):
    """What was read of a file, its pictures as JPEG, and those of fields in doubt by sheet (from 0) and field."""

    found: FileRead
    pictures: tuple[bytes, ...] = ()
    crops: tuple[tuple[int, str, bytes], ...] = ()


class TableDone(msgspec.Struct, frozen=True, tag="table"):
    """What is said of a table."""

    found: TableJudged


class Failure(msgspec.Struct, frozen=True, tag="failure"):
    """A task that came to no result, and why: it took its worker with it, or took too long or too much memory."""

    reason: str


Task = ReadFile | JudgeTable
Result = FileDone | TableDone | Failure


def perform(task: Task) -> Result:
    """The result of a task. Whatever is wrong with a file stands in it as an error, on one line."""
    match task:
        case ReadFile():
            return _read_file(task)
        case JudgeTable():
            return TableDone(_judge(task))


def _read_file(task: ReadFile) -> FileDone | Failure:
    path = Path(os.fsdecode(task.path))
    try:
        if content_hash(path) != task.sha256:
            return Failure("the file changed while it was read")
        if path.suffix.lower() == ".json":
            return FileDone(_read_record(path, _catalog(task.options.template)))
    except (OSError, FairsheetError) as error:
        return FileDone(FileRead(error=_one_line(error, path)))
    return _read_photo(path, task)


def content_hash(path: Path) -> str:
    """The SHA-256 of a file; of a record together with its doubts beside it. Raises OSError."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    beside = doubts_beside(path)
    if beside is not None:
        digest.update(beside.read_bytes())
    return digest.hexdigest()


def doubts_beside(path: Path) -> Path | None:
    """The file of doubts beside a record, if there is one."""
    if path.suffix.lower() != ".json":
        return None
    beside = doubts_path(path)
    try:
        return beside if beside.is_file() else None
    except OSError:  # a name that is as long as names can be has no neighbour
        return None


def _read_record(path: Path, catalog: Catalog) -> FileRead:
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if _is_foreign(content):
        return FileRead(foreign=True)
    sheet, record = read_record(content, "", catalog)
    doubts = read_doubts(path, sheet, record) if doubts_beside(path) is not None else None
    return FileRead((SheetRead(record, doubts),))


def _is_foreign(content: bytes) -> bool:
    """Whether JSON is something else than a record, such as a history or a score; broken JSON may be a record."""
    try:
        document = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return not isinstance(document, dict) or not (
        str(document.get("format")) in _RECORDS or "marks" in document
    )


def _read_photo(path: Path, task: ReadFile) -> FileDone:
    from fairsheet.scanning import record_of, scan_file

    options = task.options
    sheets: list[SheetRead] = []
    errors: list[str] = []
    pictures: list[bytes] = []
    crops: list[tuple[int, str, bytes]] = []
    scanned = scan_file(path, catalog=_catalog(options.template), names=options.names, overlay=task.pictures)
    for number, photo in enumerate(scanned):
        if number == options.pages:
            errors.append(f"only the first {options.pages} pages were read (--pages gives more)")
            break
        if photo.reading.error is not None:
            errors.append(_without_path(photo.reading.error, path))
        for reading in photo.reading.sheets:
            crops += [(len(sheets), field, picture) for field, picture in sorted(reading.crops.items())]
            sheets.append(
                SheetRead(record_of(reading), reading.doubts, reading.label.page, overlay=len(pictures))
            )
        if photo.overlay is not None:
            pictures.append(photo.overlay)
    return FileDone(FileRead(tuple(sheets), "; ".join(errors) or None), tuple(pictures), tuple(crops))


def _judge(task: JudgeTable) -> TableJudged:
    first = task.records[0]
    try:
        sheet = _catalog(task.options.template).sheet(first.sheet, first.layout)
        verdict = None
        if can_verify(sheet):
            verdict = verify_table(sheet, task.records, GUARD, task.options.work)
    except FairsheetError as error:
        return TableJudged(None, None, _said(error))
    try:
        return TableJudged(verdict, score_table(sheet, task.records))
    except FairsheetError as error:
        return TableJudged(verdict, None, _said(error))


@cache
def _catalog(template: str | None) -> Catalog:
    return BUNDLED if template is None else Catalog((custom_sheet(Path(template)),))


def _one_line(error: OSError | FairsheetError, path: Path) -> str:
    """An error in one line, without the path of the file, which depends on where the batch is called."""
    if isinstance(error, OSError):
        return f"the file cannot be read ({error.strerror})"
    return _without_path(_said(error), path)


def _without_path(words: str, path: Path) -> str:
    name = os.fsencode(path).decode("utf-8", "replace")
    return " ".join(words.replace(f"{name}: ", "").replace(f"{name} page", "page").split()).removeprefix(": ")


def _said(error: FairsheetError) -> str:
    return " ".join(str(error).split())


def key_of(parts: Sequence[bytes]) -> str:
    """A key of all of these parts, none of which can be taken for a part of another."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()

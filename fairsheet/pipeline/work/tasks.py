"""Define the tasks of workers: read a file, join the photos of one sheet, judge a table.

A task needs no other task, and gives the same result if it runs twice.
"""

from __future__ import annotations

import hashlib
import os
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from fairsheet.engine.records.record import Record
from fairsheet.engine.solver.budget import Budget
from fairsheet.languages.messages import Message, as_message, joined
from fairsheet.pipeline.base.values import (
    CANNOT_READ,
    UNREADABLE,
    FileReading,
    JoinResult,
    KeptSheet,
    TableResult,
    TaskOptions,
    TemplateFile,
    Uncertain,
)
from fairsheet.pipeline.joining.joining import join_sheets
from fairsheet.pipeline.judging.judging import prove_table
from fairsheet.pipeline.reading.records import content_hash, is_record, record_and_crops
from fairsheet.pipeline.store.plan import catalog_with, placed_template
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, read_file

if TYPE_CHECKING:  # the process that starts workers need not import the scanner
    from fairsheet.vision.loading.load import PhotoFile


class ReadFile(msgspec.Struct, frozen=True, tag="read"):
    """Read the file at `path`, whose content has this SHA-256.

    With `pictures`, draw overlays in the language `lang`, or with `flat` return each flattened page, in the order of
    the sheets.
    """

    path: bytes
    sha256: str
    options: TaskOptions
    pictures: bool
    flat: bool = False
    lang: str = "en"


class JoinSheets(msgspec.Struct, frozen=True, tag="join"):
    """Join the photos of one seat; `answers` are people's answers about any of them, by field."""

    sheets: tuple[KeptSheet, ...]
    answers: dict[str, Mark | None]
    options: TaskOptions


class JudgeTable(msgspec.Struct, frozen=True, tag="judge"):
    """Prove and score the records of one table; `uncertain` has the uncertain marks of each record."""

    records: tuple[Record, ...]
    uncertain: tuple[Uncertain, ...]
    options: TaskOptions


class FileDone(msgspec.Struct, frozen=True, tag="file"):
    """The reading of a file. `pictures` are JPEGs of its pages.

    Each of `crops` has the number of a sheet (from 0), a field in doubt and its JPEG. `is_to_retry` is set if a decoder
    crashed on the file, so that `--retry` reads it again.
    """

    found: FileReading
    pictures: tuple[bytes, ...] = ()
    crops: tuple[tuple[int, str, bytes], ...] = ()
    is_to_retry: bool = False


class Unread(msgspec.Struct, frozen=True, tag="unread"):
    """A file that was missing or changed when it was to be read, with the reason; its content is not at fault."""

    reason: Message


class Failure(msgspec.Struct, frozen=True, tag="failure"):
    """A task without a result, with the reason: it killed its worker, or took too long or too much memory.

    `option` is the option of `batch` that raises the limit.
    """

    reason: Message
    option: str = ""

    @property
    def words(self) -> Message:
        """The reason, with the option that helps."""
        if not self.option:
            return self.reason
        return Message("{reason} (raise {option})", reason=self.reason, option=self.option)


class Stopped(msgspec.Struct, frozen=True, tag="stopped"):
    """A fault that prevents every task of this kind, so that the batch ends."""

    problem: Message
    code: ErrorCode
    where: str
    hint: Message


CHANGED = Unread(Message("the file changed while it was read"))
Task = ReadFile | JoinSheets | JudgeTable
Result = FileDone | Unread | JoinResult | TableResult | Failure | Stopped


def perform(task: Task) -> Result:
    """Return the result of a task. Faults of a file become errors of one line in it."""
    try:
        catalog = catalog_with(task.options.template)
    except FairsheetError as error:
        return Stopped(as_message(error.problem), error.code, error.where, as_message(error.hint))
    match task:
        case ReadFile():
            return _read_file(task, catalog)
        case JoinSheets():
            try:
                return JoinResult(join_sheets(task.sheets, task.answers, catalog))
            except FairsheetError as error:
                return JoinResult(None, _format_error(error, task.options.template))
        case JudgeTable():
            return _judge(task, catalog)


def _read_file(task: ReadFile, catalog: Catalog) -> FileDone | Unread:
    """Read a file; if its content changed since it was found, return that instead."""
    from fairsheet.vision.loading.load import MOST_BYTES, PhotoFile

    path = Path(os.fsdecode(task.path))
    try:
        if is_record(path):
            done = _read_record(path, catalog)
            return done if content_hash(path) == task.sha256 else CHANGED
        data = read_file(path, MOST_BYTES + 1)
    except OSError as error:
        return Unread(CANNOT_READ.filled(why=str(error.strerror)))
    except FairsheetError as error:
        return Unread(_file_error_message(error, path))
    if len(data) <= MOST_BYTES and hashlib.sha256(data).hexdigest() != task.sha256:
        return CHANGED
    return _read_photo(PhotoFile(format_path(path), data), path, task, catalog)


def _read_record(path: Path, catalog: Catalog) -> FileDone:
    """Read a record. Raises OSError if the file cannot be read."""
    try:
        found, crops = record_and_crops(path, catalog)
    except FairsheetError as error:
        return FileDone(FileReading(error=_file_error_message(error, path), codes=(error.code,)))
    return FileDone(found, crops=tuple((0, *crop) for crop in sorted(crops.items())))


def _read_photo(photo: PhotoFile, path: Path, task: ReadFile, catalog: Catalog) -> FileDone:
    from fairsheet.pipeline.reading.photos import read_photo_file
    from fairsheet.vision.label.label_reader import UnreadableLabel
    from fairsheet.vision.scan import ReaderSetup

    read = read_photo_file(
        photo,
        ReaderSetup(catalog, choices=task.options, are_foreign=True),
        overlay=catalog.words(task.lang) if task.pictures and not task.flat else None,
        flat=task.pictures and task.flat,
        most_pages=task.options.pages,
    )
    errors = [
        FairsheetError(error.problem, code=error.code, where=error.where, hint=UNREADABLE)
        if isinstance(error, UnreadableLabel)
        else error
        for error in read.errors
    ]
    error_words = joined("; ", (_file_error_message(error, path) for error in errors)) if errors else None
    codes = tuple(error.code for error in errors)
    return FileDone(
        FileReading(read.sheets, error_words, codes, left_out=dict(read.left_out)),
        read.pictures,
        read.crops,
        ErrorCode.OUT_OF_RESOURCES in codes,
    )


def _judge(task: JudgeTable, catalog: Catalog) -> TableResult:
    result, error = TableResult(None, None), None
    try:
        budget = Budget(task.options.work)  # without a time limit: only the waiting process may stop it
        result, _, error = prove_table(task.records, task.uncertain, catalog, budget)
    except FairsheetError as failure:
        error = failure
    return (
        result
        if error is None
        else structs.replace(result, problem=_format_error(error, task.options.template))
    )


def _format_error(error: FairsheetError, template: TemplateFile | None) -> Message:
    """Return an error of a table or sheet, with its place in a custom template."""
    if template is None:
        return error.as_message()
    return _file_error_message(placed_template(template).located(error), Path(template.path))


def _file_error_message(error: FairsheetError, path: Path) -> Message:
    """Return an error of a file as `_in_one_line` does, in parts that can be translated."""
    shorter = copy(error)
    shorter.where = _in_one_line(f"{format_path(error.where)}: ", path).removesuffix(":")
    shorter.problem, shorter.hint = (
        each if isinstance(each, Message) else _in_one_line(format_path(each), path)
        for each in (error.problem, error.hint)
    )
    return shorter.as_message()


def _in_one_line(words: str, path: Path) -> str:
    """Return words in one line, without the folder of their file, which depends on where the batch was called."""
    name, folder = format_path(path), f"{format_path(path.parent)}{os.sep}"
    shorter = words.replace(f"{name}: ", "").replace(f"{name} page", "page").replace(folder, "").lstrip(": ")
    return " ".join(shorter.split())

"""The doubts about records in files: which are open, and answers that are written as soon as they are given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fairsheet.asking.asking import Answer, Asking
from fairsheet.asking.asking_terminal import ask
from fairsheet.asking.questions import Question, questions_of_record
from fairsheet.pipeline.answers.corrections import (
    following,
    now,
    read_record_file,
    undo_corrections,
    withdraw_corrections,
    write_corrections,
)
from fairsheet.pipeline.base.doubt_files import SUFFIX, read_doubts_file
from fairsheet.pipeline.joining.joining import doubts_left
from fairsheet.pipeline.judging.implausible import implausible_lines
from fairsheet.pipeline.reading.records import RECORD, records_in, sheet_read
from fairsheet.pipeline.table_files import folders_of_records
from fairsheet.process.console import say
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of


def records_to_review(paths: Sequence[Path]) -> list[Path]:
    """The records that are named, and those in folders, each once. Raises FairsheetError."""
    folders, remarks = folders_of_records(paths)
    for line in remarks:
        say(line)
    found = [
        record
        for path in folders
        for record in (_in_folder(path) if kind_of(path) == "folder" else [_named(path)])
    ]
    by_file: dict[Path, Path] = {}
    for record in found:
        by_file.setdefault(record.resolve(), record)
    return list(by_file.values())


def _in_folder(folder: Path) -> list[Path]:
    if found := records_in(folder):
        return found
    hint = "give records, or the folder in which scan -o left them"
    raise FairsheetError("there are no records here", where=format_path(folder), hint=hint)


def _named(path: Path) -> Path:
    """The record that is named, or to which the doubts belong that are named."""
    if kind_of(path) is None:
        raise FairsheetError("no such file", where=format_path(path), hint="check the name")
    record = path.with_suffix(RECORD) if path.suffix == SUFFIX else path
    if kind_of(record) is None:
        hint = f"keep {format_path(path)} beside its record, or scan the photo again"
        raise FairsheetError("no such file", where=format_path(record), hint=hint)
    return record


def questions_about(path: Path, catalog: Catalog = BUNDLED, *, all_: bool = False) -> list[Question]:
    """The open doubts of a record in a file that matter, or `all_`, as questions, the most important first.

    Raises FairsheetError.
    """
    sheet, record = read_record_file(path, catalog)
    kept = read_doubts_file(path, sheet)
    if kept is None or kept.photo is None:
        return []
    read = sheet_read(record, kept)
    own = Catalog((sheet,))
    doubts = (read.doubts or ()) if all_ else doubts_left(read, {}, own)
    if not doubts:
        return []
    photos = dict.fromkeys((doubt.field for doubt in doubts), kept.photo)
    groups = questions_of_record(
        str(path), sheet, record, doubts, photos, kept.crops, None if all_ else read, own
    )
    return [question for _, questions in groups for question in questions]


def ask_about_records(
    paths: Sequence[Path], *, by: str, catalog: Catalog = BUNDLED, all_: bool = False
) -> Asking:
    """Ask about the open doubts of records in files that matter, or `all_`; each answer is written as soon as it is
    given."""
    questions = [question for path in paths for question in questions_about(path, catalog, all_=all_)]
    return ask(questions, lambda answer: write_answer(answer, by=by, catalog=catalog))


def write_answer(answer: Answer, *, by: str, catalog: Catalog = BUNDLED) -> None:
    """Write an answer into the file of its record, with what it explains or revokes, or take it back.

    Raises FairsheetError.
    """
    path = Path(answer.question.source)
    sheet, record = read_record_file(path, catalog)
    field, moment = answer.question.field.id, now()
    follower = following(by, field)
    withdraw_corrections(path, sheet, [each.field.id for each in answer.revoked], by=follower)
    if answer.undone:
        undo_corrections(path, sheet, record, [field])
        return
    record = write_corrections(path, sheet, record, {field: answer.mark}, by=by, at=moment)
    if explained := {each.field.id: answer.mark_of(each) for each in answer.explained}:
        write_corrections(path, sheet, record, explained, by=follower, at=moment)
    for line in implausible_lines(sheet, record, [field]):
        say(line)

"""Ask about the doubts of record files, and write the answers into the files."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from fairsheet.asking._reviewing import ask_about
from fairsheet.asking.asking import Asking
from fairsheet.asking.table_questions import TableQuestion, questions_about
from fairsheet.engine.records.record import layout_of
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.answers.corrections import UNDO, now, read_record_file, take_back, write_corrections
from fairsheet.pipeline.base.doubt_files import SUFFIX, read_doubts_file
from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.pipeline.judging.judging import JudgedTable, as_judged, judge
from fairsheet.pipeline.reading.records import RECORD, records_in
from fairsheet.pipeline.tables_from_files import folders_of_records, read_tables
from fairsheet.process.console import progress, say
from fairsheet.process.inputs import check_no_photo
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, missing_file
from fairsheet.wording.field_names import field_names


def records_to_review(paths: Sequence[Path]) -> list[Path]:
    """Return the given records, and those in given folders, each once. Raises FairsheetError."""
    folders, remarks = folders_of_records(paths)
    for line in remarks:
        say(line)
    found = [
        record
        for path in folders
        for record in (_find_records(path) if kind_of(path) == "folder" else [_find_record(path)])
    ]
    by_file: dict[Path, Path] = {}
    for record in found:
        by_file.setdefault(record.resolve(), record)
    return list(by_file.values())


def _find_records(folder: Path) -> list[Path]:
    if found := records_in(folder):
        return found
    hint = Message("give records, or the folder to which scan -o wrote them")
    problem = Message("no records found")
    raise FairsheetError(problem, code=ErrorCode.NOTHING_TO_READ, where=format_path(folder), hint=hint)


def _find_record(path: Path) -> Path:
    """Return the given record, or the record of a given .doubts file. Raises FairsheetError if there is none."""
    if kind_of(path) is None:
        raise missing_file(format_path(path))
    check_no_photo(path)
    record = path.with_suffix(RECORD) if path.suffix == SUFFIX else path
    if kind_of(record) is None:
        hint = Message("keep {file} next to its record, or scan the photo again", file=format_path(path))
        problem = Message("no such file or folder")
        raise FairsheetError(problem, code=ErrorCode.NO_SUCH_FILE, where=format_path(record), hint=hint)
    return record


def judge_records(paths: Sequence[Path], catalog: Catalog = BUNDLED) -> list[JudgedTable]:
    """Return the tables of record files, judged if their questions depend on it. Raises FairsheetError."""
    tables = read_tables(paths, catalog, for_review=True).tables if paths else ()
    judged = []
    with progress(Message("proving"), len(tables)) as advance:
        for table in tables:
            judged.append(_judged(table, catalog))
            advance()
    return judged


def questions_of_records(
    tables: Sequence[JudgedTable], catalog: Catalog = BUNDLED, *, all_: bool = False
) -> list[TableQuestion]:
    """Return questions about doubts that matter, or about all with `all_`, the most decisive first.

    Raises FairsheetError.
    """
    return questions_about(tables, catalog, lambda wanted: _crops(wanted, catalog), all_=all_)


def ask_about_records(
    paths: Sequence[Path], by: str, catalog: Catalog = BUNDLED, *, all_: bool = False
) -> Asking:
    """Ask about the doubts of record files that matter, or about all with `all_`, and write every answer at once."""
    tables = judge_records(paths, catalog)
    asking = ask_about(questions_of_records(tables, catalog, all_=all_), RecordAnswers(catalog), by, tables)
    seen = (each for table in tables for place in table.table.places for each in place.seen)
    if not asking.questions and (answered := [each for each in seen if each.answered]):
        first = answered[0]
        name = field_names(layout_of(first.sheet.record, catalog))[first.answered[0].field]
        words = Message("to take an answer back: fairsheet correct {record} {argument}")
        record = shlex.quote(format_path(first.source.path))
        say(words.filled(record=record, argument=joined("=", (name, UNDO))))
    return asking


def _judged(table: SeatedTable, catalog: Catalog) -> JudgedTable:
    """Return the table; if anything is uncertain and it can be judged, with the doubts that its proof raises."""
    if any(place.doubts or place.unsure for place in table.places):
        with suppress(FairsheetError):  # fairsheet verify shows this error
            return judge(table, catalog)
    return as_judged(table, None)


def _crops(wanted: Mapping[str, Sequence[SheetOfFile]], catalog: Catalog) -> dict[str, bytes]:
    """Return the pictures of fields from the .doubts files of their records."""

    @cache
    def crops_of(record: Path) -> Mapping[str, bytes]:
        kept = read_doubts_file(record, read_record_file(record, catalog)[0])
        return {} if kept is None else kept.crops

    pictures: defaultdict[str, list[bytes]] = defaultdict(list)
    for field, seen in wanted.items():
        for each in seen:
            if (crop := crops_of(each.source.path).get(field)) is not None:
                pictures[field].append(crop)
    return {field: _join_crops(crops) for field, crops in pictures.items()}


def _join_crops(crops: Sequence[bytes]) -> bytes:
    if len(crops) == 1:
        return crops[0]
    from fairsheet.vision.classify.crops import side_by_side

    return side_by_side(crops)


class RecordAnswers:
    """Answers in record files, with notes in their .doubts files."""

    def __init__(self, catalog: Catalog = BUNDLED) -> None:
        self._catalog, self._since = catalog, now()

    def keep(self, seen: SheetOfFile, marks: Mapping[str, Mark | None], by: str) -> None:
        """Write the marks that a person gave for fields of a sheet into its record. Raises FairsheetError."""
        path = seen.source.path
        write_corrections(path, *read_record_file(path, self._catalog), marks, by=by, at=now())

    def take_back(self, seen: SheetOfFile, field: str, by: str) -> None:
        """Write the mark that a field had before the answers of this session. Raises FairsheetError."""
        path = seen.source.path
        take_back(path, *read_record_file(path, self._catalog), [field], by=by, since=self._since)

"""`fairsheet correct`: correct marks of a record by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from fairsheet.batches.again import judge_again
from fairsheet.engine.records.record import Record, layout_of, mark_in
from fairsheet.languages.messages import Message, joined
from fairsheet.options.options import (
    OUTPUT,
    by_option,
    catalog_of,
    ids_option,
    json_option,
    lang_option,
    sheet_option,
)
from fairsheet.pipeline.answers.corrections import (
    UNDO,
    changes_typed,
    now,
    read_record_file,
    somebody,
    take_back,
    write_corrections,
)
from fairsheet.pipeline.judging.implausible import implausible_lines
from fairsheet.pipeline.store.folders import folder_to_review, has_batch
from fairsheet.process.console import complain_about, print_json, say, show_folded
from fairsheet.process.inputs import check_no_photo, shown_names
from fairsheet.process.spoken import command_language
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.marks import Mark, mark_name
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of
from fairsheet.wording.field_names import full_names
from fairsheet.wording.table_words import to_json_values

if TYPE_CHECKING:  # so that correcting one record does not import numpy
    from fairsheet.pipeline.batch_state import State
    from fairsheet.pipeline.grouping.seated_tables import SeatSheet

T = TypeVar("T")


@click.command("correct")
@click.argument("record", type=OUTPUT)
@click.argument("changes", nargs=-1, required=True, metavar="FIELD=MARK...")
@click.option(
    "--seat", type=int, metavar="N", help="Correct the sheet of this seat, from 1, if RECORD is a folder."
)
@click.option("--table", metavar="NAME", help="With --seat: choose this table if the folder has several.")
@by_option("Store this name as the author of the correction")
@sheet_option("Read the record of a custom sheet with this template.")
@json_option
@ids_option
@lang_option
def command(
    record: Path,
    changes: tuple[str, ...],
    seat: int | None,
    table: str | None,
    by: str | None,
    sheet: Sheet | None,
    as_json: bool,
) -> None:
    """Correct marks of a RECORD by hand, or of the sheet of one seat in a folder.

    The .doubts file next to the record keeps the marks as read, with the name and time of each correction. The mark
    `blank` removes a mark, and `undo` takes corrections back. To confirm a mark, repeat it. Name a field by its
    place, as verdicts and questions do, or by its id; fairsheet print SHEET --key shows all fields.

    \b
        fairsheet correct records/IMG_2041.json "floor 6, 1st slot=2"
        fairsheet correct records/IMG_2041.json floor-6.1=2 error.1=circled score.total=blank --by Ada
        fairsheet correct records/IMG_2041.json "floor 6, 1st slot=undo"
        fairsheet correct evening --table "Club 7" --seat 2 player=Ada      (of fairsheet batch -o evening)
    """
    by = by or somebody()
    if seat is None and table is not None:
        problem = "a table alone does not name a sheet"
        raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where="--table", hint="also give --seat")
    folder = folder_to_review(record)
    out = folder if has_batch(folder) else None
    if out is not None and sheet is not None:
        problem = "a batch already has the template of its custom sheet"
        hint = "leave it out"
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--sheet", hint=hint)
    if out is None:
        catalog = catalog_of(sheet)
        table_result = None
        path = _check_record_file(record) if seat is None else _find_in_folder(record, catalog, table, seat)
        layout, before = read_record_file(path, catalog)
        marks = changes_typed(changes, layout, command_language())
        undone = [field for field, mark in marks.items() if mark == UNDO]
        after = take_back(path, layout, before, undone) if undone else before
        if given := {field: mark for field, mark in marks.items() if field not in undone}:
            after = write_corrections(path, layout, after, given, by=by, at=now())
    elif seat is None:
        layout, before, marks, after, table_result = _correct_in_batch(out, record, changes, by)
    else:
        layout, before, marks, after, table_result = _correct_seat_in_batch(out, table, seat, changes, by)
    for line in implausible_lines(layout, after, marks):
        say(line)
    if as_json:
        print_json(to_json_values(after))
        return
    names = full_names(layout)
    for field in marks:
        was, mark = mark_in(before, field), mark_in(after, field)
        change = joined(" -> ", map(mark_name, (was, mark) if was != mark else (mark,)))
        if marks[field] == UNDO:
            change = Message("{change}, the correction is taken back", change=change)
        elif was == mark:
            change = Message("{mark}, confirmed", mark=mark_name(mark))
        show_folded(joined(": ", (names[field], change)))
    if table_result is not None:
        show_folded(table_result)


def _correct_in_batch(
    out: Path, record: Path, changes: Sequence[str], by: str
) -> tuple[Sheet, Record, dict[str, Mark | None], Record, str | None]:
    """Correct a record that a batch wrote; then prove and write again everything that depends on it."""
    from fairsheet.batches.again import find_photo, keep_corrections, open_batch
    from fairsheet.results.html_pages import table_line

    with open_batch(out) as batch:
        layout, before = read_record_file(record, batch.plan.catalog)
        marks = changes_typed(changes, layout, command_language())
        photo = find_photo(batch, record)
        keep_corrections(batch, layout, marks, lambda field: [photo], by)
        tables = judge_again(batch).tables
    of_photo = (
        table_line(each)
        for each in tables
        for place in each.table.places
        if any((seen.sha256, seen.number) == photo for seen in place.seen)
    )
    table_result = next(of_photo, None)
    return layout, before, marks, read_record_file(record, batch.plan.catalog)[1], table_result


def _correct_seat_in_batch(
    out: Path, table: str | None, seat: int, changes: Sequence[str], by: str
) -> tuple[Sheet, Record, dict[str, Mark | None], Record, str | None]:
    """Correct the sheet of a seat in a batch; then prove and write again everything that depends on it."""
    from fairsheet.asking.batch_answers import photos_of
    from fairsheet.batches.again import keep_corrections, open_batch
    from fairsheet.pipeline.joining.joining import different_photos
    from fairsheet.results.html_pages import table_line

    with open_batch(out) as batch:

        def place_in(state: State) -> SeatSheet:
            places = [
                (each.name or each.table.key.seed, place.record.seat, place)
                for each in state.tables
                for place in each.table.places
            ]
            return _pick_sheet(places, table, seat, out)

        place = place_in(batch.state)
        of_table = next(each.table for each in batch.state.tables if place in each.table.places)
        if of_table.two_sheets and len(different_photos(place.seen)) > 1:
            hint = Message("give one of the records: {files}", files=place.files)
            problem = of_table.two_sheets
            raise FairsheetError(problem, code=ErrorCode.DUPLICATE_SEAT, where=format_path(out), hint=hint)
        layout = layout_of(place.record, batch.plan.catalog)
        marks = changes_typed(changes, layout, command_language())
        keep_corrections(batch, layout, marks, lambda field: photos_of(batch, place, field), by)
        state = judge_again(batch)
        corrected = place_in(state)
        table_result = next(table_line(each) for each in state.tables if corrected in each.table.places)
        return layout, place.record, marks, corrected.record, table_result


def _check_record_file(record: Path) -> Path:
    """Return the path unchanged. Raises FairsheetError if it is a folder or a photo."""
    if kind_of(record) == "folder":
        hint = Message("give a record in it, or add {option}", option="--seat N")
        problem = Message("this is a folder")
        raise FairsheetError(problem, code=ErrorCode.WRONG_KIND_OF_FILE, where=format_path(record), hint=hint)
    check_no_photo(record)
    return record


def _find_in_folder(folder: Path, catalog: Catalog, table: str | None, seat: int) -> Path:
    """Return the record file of a seat in a folder, after printing which records there cannot be read."""
    from fairsheet.pipeline.reading.records import records_in
    from fairsheet.pipeline.tables_from_files import folders_of_records

    found = []
    for path in (path for each in folders_of_records([folder])[0] for path in records_in(each)):
        try:
            read = read_record_file(path, catalog)[1]
            found.append((read.game.name or read.game.seed, read.seat, path))
        except FairsheetError as error:
            complain_about(error)
    return _pick_sheet(found, table, seat, folder)


def _pick_sheet(sheets: Sequence[tuple[str | None, int, T]], table: str | None, seat: int, folder: Path) -> T:
    """Return the single sheet of a seat, at the table with this name, or with this seed if it has no name.

    Raises FairsheetError if there is no such sheet or several.
    """
    matching = [each for name, record_seat, each in sheets if record_seat == seat and table in (None, name)]
    if len(matching) == 1:
        return matching[0]
    tables = [name for name in dict.fromkeys(name for name, _, _ in sheets) if name is not None]
    hint = f"give --table, one of {shown_names(tables)}" if len(tables) > 1 else "give the file of the record"
    problem = f"{len(matching) or 'no'} sheets of seat {seat} are here"
    if tables and table not in (None, *tables):
        problem, hint = f"no table is called {table}", f"its tables: {shown_names(tables)}"
    raise FairsheetError(problem, code=ErrorCode.INCOMPLETE_TABLE, where=format_path(folder), hint=hint)

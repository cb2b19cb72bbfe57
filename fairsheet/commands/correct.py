"""`fairsheet correct`: corrections of a record by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from fairsheet.batches.store.folders import batch_of
from fairsheet.doubts.corrections import (
    changes_typed,
    corrected,
    mark_in,
    now,
    read_record_file,
    somebody,
    write_corrections,
)
from fairsheet.doubts.implausible import implausible_lines
from fairsheet.engine.records.record import Record
from fairsheet.options.options import OUTPUT, by_option, catalog_of, json_option, sheet_option
from fairsheet.process.console import print_json, say, show
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.naming.field_places import field_places
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.wording.formatting import mark_name
from fairsheet.wording.table_words import with_no_seat


@click.command("correct")
@click.argument("record", type=OUTPUT)
@click.argument("changes", nargs=-1, required=True, metavar="FIELD=MARK...")
@by_option("Who corrects")
@sheet_option("The template of a custom sheet that the record is of.")
@json_option
def command(
    record: Path, changes: tuple[str, ...], by: str | None, sheet: Sheet | None, as_json: bool
) -> None:
    """Correct marks of a RECORD by hand.

    What was read stays in the .doubts file beside the record, with who corrected it and when. The mark `blank` takes a
    mark away; to confirm what was read, give the same mark again. To find a field: fairsheet print SHEET --key

    \b
        fairsheet correct records/IMG_2041.json floor-6.1=2
        fairsheet correct records/IMG_2041.json floor-6.1=2 error.1=circled score.total=blank --by Ada
        fairsheet correct evening/records/IMG_2041-1f3a9c0d2b55.json floor-6.1=2      (of fairsheet batch -o evening)
    """
    by = by or somebody()
    out = batch_of(record)
    if out is None:
        layout, before = read_record_file(record, catalog_of(sheet))
        marks = changes_typed(changes, layout)
        after = write_corrections(record, layout, before, marks, by=by, at=now())
    else:
        if sheet is not None:
            problem = "a batch knows the templates of its records"
            raise FairsheetError(problem, where="--sheet", hint="leave it out")
        layout, before, marks, after = _in_batch(out, record, changes, by)
    for line in implausible_lines(layout, after, marks):
        say(line)
    if as_json:
        print_json(with_no_seat(after))
        return
    places = field_places(layout)
    for field, mark in marks.items():
        was = mark_in(before, field)
        change = f"{mark_name(was)}, confirmed" if was == mark else f"{mark_name(was)} -> {mark_name(mark)}"
        show(f"{field}: {change}    {places[field]}")


def _in_batch(
    out: Path, record: Path, changes: Sequence[str], by: str
) -> tuple[Sheet, Record, dict[str, Mark | None], Record]:
    """Correct a record that a batch wrote, which proves and writes again what depends on it."""
    from fairsheet.batches.reviewing.again import keep_corrections, opened

    with opened(out) as batch:
        layout, before = read_record_file(record, batch.plan.catalog)
        marks = changes_typed(changes, layout)
        keep_corrections(batch, record, marks, by)
        batch.judged_again()
    return layout, before, marks, corrected(before, marks)

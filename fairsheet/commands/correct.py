"""`fairsheet correct`: corrections of a record by hand."""

from __future__ import annotations

from pathlib import Path

import click

from fairsheet.console import print_json, say, show
from fairsheet.corrections import changes_typed, mark_in, now, read_record_file, somebody, write_corrections
from fairsheet.formatting import mark_name
from fairsheet.implausible import implausible_lines
from fairsheet.options import OUTPUT, by_option, catalog_of, json_option, sheet_option
from fairsheet.tables import with_no_seat
from sheets.field_places import field_places
from sheets.model import Sheet


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
    """
    catalog = catalog_of(sheet)
    layout, before = read_record_file(record, catalog)
    marks = changes_typed(changes, layout)
    after = write_corrections(record, layout, before, marks, by=by or somebody(), at=now())
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

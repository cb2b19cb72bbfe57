"""`fairsheet score`: points and ranking of a table."""

from __future__ import annotations

from pathlib import Path

import click

from engine.record import Record
from engine.score import Score, score_table, unknown_boxes
from fairsheet.console import print_json, print_table, say, show
from fairsheet.exits import ExitCode
from fairsheet.options import INPUT, json_option, sheet_option
from fairsheet.points import PointsRow, points_of
from fairsheet.tables import missing_line, part_name, read_records, seat_name, tie_lines
from fairsheet.words import question_words
from sheets.library import Catalog
from sheets.model import Sheet


@click.command("score")
@click.argument("records", nargs=-1, required=True, type=INPUT)
@sheet_option("Of a custom sheet, its template.")
@json_option
def command(records: tuple[Path, ...], sheet: Sheet | None, as_json: bool) -> ExitCode:
    """Add up the points of one table's RECORDS, part by part, and rank its players.

    \b
        fairsheet score records/*.json
        fairsheet score records/*.json --sheet garden.sheet

    A custom sheet is added up by its score lines; it has no rules, so that nothing can be proved of it.

    What a player added up wrongly is told; the ranking goes by the ink, not by the sums. Whether the ink can have come
    about is not asked here: `fairsheet verify` proves that.

    Exit codes: 0 all added up, 3 something is in doubt, or cannot be known without a sheet that is missing.
    """
    read = read_records(records, Catalog((sheet,) if sheet is not None else ()))
    layout, records_read = read[0].sheet, [each.record for each in read]
    score = score_table(layout, records_read)
    if as_json:
        print_json(score)
    else:
        show_score(layout, score, records_read)
    missing = missing_line(layout, records_read)
    if missing is not None:
        say(missing)
    for each in read:
        if each.doubts:
            say(f"{each.file}: still in doubt: {', '.join(map(question_words, each.doubts))}")
    unknown = unknown_boxes(layout, records_read)
    return ExitCode.NEEDS_A_PERSON if unknown or any(each.doubts for each in read) else ExitCode.DONE


def show_score(sheet: Sheet, score: Score, records: list[Record]) -> None:
    """Print the ranking as a table: a column for each player, the winner first, a line for each part.

    What cannot be known without a missing sheet bears a question mark.
    """
    points = points_of(sheet, records, score)
    name = {record.seat: seat_name(record) for record in records}

    def cells(row: PointsRow) -> list[str]:
        return [f"{value}{'' if row.known else '?'}" for value in row.values]

    rows = [(part_name(row.box), *cells(row)) for row in points.parts]
    columns = ["player", *(f"{name[seat]}#" for seat in points.seats)]
    print_table(columns, [("rank", *points.ranks), *rows, ("total", *cells(points.total))])
    for line in tie_lines(sheet, records, score):
        show(line)
    for each in points.differences:
        say(f"{name[each.seat]}: {each.box} says {each.written}, the ink gives {each.computed}")

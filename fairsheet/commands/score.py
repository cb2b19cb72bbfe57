"""`fairsheet score`: points and ranking of a table."""

from __future__ import annotations

from pathlib import Path

import click

from engine.record import Record
from engine.score import (
    Score,
    boxes_of_table,
    ladders_of_total,
    line_of_total,
    score_table,
    signs_of_total,
    unknown_boxes,
)
from engine.sides import by_owner
from fairsheet.console import print_json, print_table, say
from fairsheet.exits import ExitCode
from fairsheet.options import INPUT, json_option, sheet_option
from fairsheet.tables import missing_line, part_name, ranks, read_records, seat_name, tie_lines
from fairsheet.words import question_words
from sheets.library import load_sheet
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
    read = read_records(records, sheet)
    records_read = [each.record for each in read]
    score = score_table(records_read, sheet)
    if as_json:
        print_json(score)
    else:
        show_score(score, records_read, sheet)
    missing = missing_line(records_read, sheet)
    if missing is not None:
        say(missing)
    for each in read:
        if each.doubts:
            say(f"{each.file}: still in doubt: {', '.join(map(question_words, each.doubts))}")
    unknown = unknown_boxes(load_sheet(records_read[0].sheet, sheet), records_read)
    return ExitCode.NEEDS_A_PERSON if unknown or any(each.doubts for each in read) else ExitCode.DONE


def show_score(score: Score, records: list[Record], own: Sheet | None = None) -> None:
    """Print the ranking as a table: a column for each player, the winner first, a line for each part.

    A ladder that only the total counts has a line, too, so that the parts explain the total. What the total subtracts
    bears a minus; what cannot be known without a missing sheet bears a question mark.
    """
    sheet, players = load_sheet(records[0].sheet, own), records[0].game.players
    ink = {record.seat: record.marks for record in records}
    ladders = {seat: ladders_of_total(sheet, marks) for seat, marks in by_owner(sheet, ink, players).items()}
    name = {record.seat: seat_name(record) for record in records}
    player = {player.seat: player for player in score.players}
    signs, unknown, total = signs_of_total(sheet), unknown_boxes(sheet, records), line_of_total(sheet).box
    ranked = [(rank, seat) for rank, seats in ranks(score) for seat in seats]
    summands = {seat: {**ladders[seat], **player[seat].parts} for _, seat in ranked}
    values = {seat: {**summands[seat], total: player[seat].total} for _, seat in ranked}

    def shown(part: str) -> list[str]:
        doubt = "?" if part in unknown else ""
        return [f"{signs.get(part, 1) * values[seat][part]}{doubt}" for _, seat in ranked]

    points = [(part_name(part), *shown(part)) for part in summands[ranked[0][1]]]
    columns = ["player", *(f"{name[seat]}#" for _, seat in ranked)]
    print_table(columns, [("rank", *(rank for rank, _ in ranked)), *points, ("total", *shown(total))])
    for line in tie_lines(records, score, own):
        click.echo(line)
    boxes = by_owner(sheet, boxes_of_table(sheet, ink, players), players)
    for each in score.players:
        for box in each.differences:
            worked_out = boxes[each.seat][box]
            say(f"{name[each.seat]}: {box} says {each.written[box]}, the ink gives {worked_out}")

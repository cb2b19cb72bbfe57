"""`fairsheet score`: points and ranking of a table."""

from __future__ import annotations

from pathlib import Path

import click

from engine.record import Record
from engine.score import Score, boxes_of_table, ladders_of_total, score_table
from engine.sides import by_owner
from fairsheet.console import print_json, print_table, say
from fairsheet.options import json_option, sheet_option
from fairsheet.tables import ranks, read_records, seat_name, tie_lines
from fairsheet.words import question_words
from sheets.library import load_sheet
from sheets.model import Sheet


@click.command("score")
@click.argument("records", nargs=-1, required=True, type=click.Path(path_type=Path))
@sheet_option("Of a sheet of your own, its template.")
@json_option
def command(records: tuple[Path, ...], sheet: Sheet | None, as_json: bool) -> None:
    """Add up the points of one table's RECORDS, part by part, and rank its players.

    \b
        fairsheet score records/*.json
        fairsheet score records/*.json --sheet garden.sheet

    A sheet of your own is added up by its score lines; it has no rules, so that nothing can be proved of it.

    What a player added up wrongly is told; the ranking goes by the ink, not by the sums.
    """
    read = read_records(records, sheet)
    score = score_table([each.record for each in read], sheet)
    if as_json:
        print_json(score)
    else:
        show_score(score, [each.record for each in read], sheet)
    for each in read:
        if each.doubts:
            say(f"{each.file}: still in doubt: {', '.join(map(question_words, each.doubts))}")


def show_score(score: Score, records: list[Record], own: Sheet | None = None) -> None:
    """Print the ranking as a table: a column for each player, the winner first, a line for each part.

    A ladder that only the total counts has a line, too, so that the parts explain the total.
    """
    sheet, players = load_sheet(records[0].sheet, own), records[0].game.players
    ink = {record.seat: record.marks for record in records}
    ladders = {seat: ladders_of_total(sheet, marks) for seat, marks in by_owner(sheet, ink, players).items()}
    name = {record.seat: seat_name(record) for record in records}
    player = {player.seat: player for player in score.players}
    parts = [*next(iter(ladders.values())), *score.players[0].parts]
    rows = [
        (rank, name[seat], *ladders[seat].values(), *player[seat].parts.values(), player[seat].total)
        for rank, seats in ranks(score)
        for seat in seats
    ]
    lines = ("rank", "player", *(part.removeprefix("score.") for part in parts), "total")
    ranked, players_row, *points = zip(lines, *rows, strict=True)
    print_table(["player", *(f"{player}#" for player in players_row[1:])], [ranked, *points])
    for line in tie_lines(records, score, own):
        click.echo(line)
    boxes = by_owner(sheet, boxes_of_table(sheet, ink, players), players)
    for each in score.players:
        for box in each.differences:
            worked_out = boxes[each.seat][box]
            say(f"{name[each.seat]}: {box} says {each.written[box]}, the ink gives {worked_out}")

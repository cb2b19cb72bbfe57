"""`fairsheet analyse`: show where the points of a table came from, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from fairsheet.engine.analysis.analyse import Analysis
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import Record, layout_of
from fairsheet.languages.messages import Message, joined
from fairsheet.options.analysed_games import analyse_table, histories_of, keep_option
from fairsheet.options.given_tables import read_given_tables
from fairsheet.options.options import INPUT, ids_option, result_options
from fairsheet.options.read_options import read_options
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.pipeline.judging.judging import judge
from fairsheet.process.console import complain_about, print_json, print_table, show, show_folded
from fairsheet.process.exits import ExitCode
from fairsheet.results.documents.table_documents import tables_document
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.wording.analysis_words import balance_rows, costly_turns, total_line
from fairsheet.wording.table_words import names_of_all, table_heading


@click.command("analyse")
@click.argument("sheets", nargs=-1, required=True, type=INPUT)
@keep_option
@read_options(names=False)
@ids_option
@result_options
def command(sheets: tuple[Path, ...], keep: Path | None, choices: ReadChoices, as_json: bool) -> ExitCode:
    """Show where the points of a finished game came from: par, luck, the other players, and better steps missed.

    SHEETS are the records or photos of all players of a table, folders of them, or - for standard input. The game needs
    a seed. Par is the mean total of good bots with any cards, and what a careful player gains over them. An analysis
    takes minutes, on all processors.

    \b
        fairsheet analyse records
        fairsheet analyse records --keep parts

    Exit codes: 0 all analysed, 2 a file could not be read, or a table has no analysis.
    """
    read = read_given_tables(sheets, BUNDLED, choices)
    analysed: list[tuple[SeatedTable, Analysis]] = []
    for number, (table, name) in enumerate(zip(read.tables, read.names, strict=True)):
        records = table.records
        layout = layout_of(records[0], BUNDLED)
        heading = table_heading(layout, records[0], name)
        begin = None if as_json else partial(show_totals, heading, records)
        if number and not as_json:
            show()
        try:
            judged = judge(table, BUNDLED, name=name)
            analysis = analyse_table(layout, judged, keep, begin)
        except FairsheetError as error:
            if len(read.tables) == 1:
                raise
            complain_about(error)
            continue
        analysed.append((table, analysis))
        if not as_json:
            show_analysis(analysis, records, histories_of(judged))
    if as_json:
        tables, analyses = zip(*analysed, strict=True) if analysed else ((), ())
        print_json(tables_document("fairsheet.analyses/1", "analysis", analyses, tables))
    is_whole = not read.unread and len(analysed) == len(read.tables)
    return ExitCode.DONE if is_whole else ExitCode.FAILED


def show_totals(heading: Message, records: Sequence[Record], totals: Mapping[int, int], par: float) -> None:
    """Print the heading of a table, and for each player the total and par."""
    show_folded(heading)
    names = names_of_all(records)
    for seat, total in totals.items():
        show_folded(joined(": ", (names[seat], total_line(total, par))))


def show_analysis(analysis: Analysis, records: Sequence[Record], histories: Mapping[int, History]) -> None:
    """Print for each player a column of where the points came from, and the costliest turns."""
    sheets = {record.seat: layout_of(record, BUNDLED) for record in records}
    alone = len(analysis.players) == 1
    rows = zip(*(balance_rows(player, alone=alone) for player in analysis.players), strict=True)
    names = names_of_all(records)
    heads = [joined("", (names[player.seat], "#")) for player in analysis.players]
    print_table(
        [Message("points"), *heads], [(cells[0][0], *(points for _, points in cells)) for cells in rows]
    )
    for player in analysis.players:
        for line in costly_turns(player, sheets[player.seat], histories[player.seat]):
            show_folded(joined(": ", (names[player.seat], line)))

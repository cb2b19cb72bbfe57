"""`fairsheet analyse`: show where the points of a table came from, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from fairsheet.engine.analysis.analyse import Analysis, Task, analyse_game
from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.records.record import Record, layout_of
from fairsheet.languages.messages import Message, joined
from fairsheet.options.given_tables import read_given_tables
from fairsheet.options.options import INPUT, catalog_of, ids_option, result_options, sheet_option
from fairsheet.options.read_options import read_options
from fairsheet.pipeline.judging.judging import judge
from fairsheet.process.console import print_json, print_table, progress, show, show_folded
from fairsheet.process.exits import ExitCode, worst
from fairsheet.process.parallel import map_in_processes
from fairsheet.process.spoken import translate_for_document
from fairsheet.results.documents.table_documents import tables_document
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.wording.analysis_words import balance_rows, costly_turns, total_line
from fairsheet.wording.table_words import seat_name, table_heading


@click.command("analyse")
@click.argument("sheets", nargs=-1, required=True, type=INPUT)
@read_options(names=False)
@sheet_option("Analyse a custom sheet with this template.")
@ids_option
@result_options
def command(sheets: tuple[Path, ...], choices: ReadChoices, sheet: Sheet | None, as_json: bool) -> ExitCode:
    """Show where the points of a finished game came from: par, luck, the other players, and better steps missed.

    SHEETS are the records or photos of all players of a table, folders of them, or - for standard input. The game needs
    a seed. Par is what a careful player who does not know the coming cards reaches on average. An analysis takes
    minutes, on all processors.

    \b
        fairsheet analyse records

    Exit codes: 0 all analysed, 2 a file could not be read, or a table has no analysis.
    """
    catalog = catalog_of(sheet)
    read = read_given_tables(sheets, catalog, choices)
    analyses = []
    for number, (table, name) in enumerate(zip(read.tables, read.names, strict=True)):
        records = table.records
        layout = layout_of(records[0], catalog)
        proof = None if table.two_sheets else judge(table, catalog, name=name).proof
        analysis = _analyse(layout, records, proof)
        analyses.append(analysis)
        if not as_json:
            if number:
                show()
            show_folded(table_heading(layout, records[0], name))
            show_analysis(analysis, records, catalog)
    if as_json:
        print_json(
            tables_document("fairsheet.analyses/1", "analysis", analyses, read.tables, translate_for_document)
        )
    return worst([ExitCode.FAILED] if read.unread else [ExitCode.DONE])


def _analyse(sheet: Sheet, records: Sequence[Record], proof: Verdict | None) -> Analysis:
    """Return the analysis of a table by the histories of its proof. Raises FairsheetError if they are not all legal."""
    game = records[0].game
    histories = {each.seat: each.history for each in proof.sheets if each.history} if proof else {}
    if game.seed is None or proof is None or len(histories) < len(proof.sheets):
        raise FairsheetError(
            "only legal sheets of a game with a seed can be analysed",
            code=ErrorCode.NOT_FOR_THIS_GAME,
            where=sheet.name,
            hint="fairsheet verify shows what is wrong",
        )
    return analyse_game(sheet, deal(sheet, game.seed, game.players, game.solo), histories, _with_progress)


def _with_progress(perform: Callable[[Task], Any], tasks: Sequence[Task]) -> Iterator[Any]:
    """Perform tasks in several processes, with a progress bar."""
    with progress(Message("analysing"), len(tasks)) as advance:
        for result in map_in_processes(perform, tasks):
            advance()
            yield result


def show_analysis(analysis: Analysis, records: Sequence[Record], catalog: Catalog) -> None:
    """Print for each player the total and par, a column of where the points came from, and the costliest turns."""
    by_seat = {record.seat: record for record in records}
    for player in analysis.players:
        show_folded(joined(": ", (seat_name(by_seat[player.seat]), total_line(player))))
    rows = zip(*(list(balance_rows(player)) for player in analysis.players), strict=True)
    names = [joined("", (seat_name(by_seat[player.seat]), "#")) for player in analysis.players]
    print_table(
        [Message("points"), *names], [(cells[0][0], *(points for _, points in cells)) for cells in rows]
    )
    for player in analysis.players:
        record = by_seat[player.seat]
        for line in costly_turns(player, layout_of(record, catalog)):
            show_folded(joined(": ", (seat_name(record), line)))

"""`fairsheet report`: make one page about an evening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from fairsheet.engine.records.record import layout_of
from fairsheet.languages.messages import Message, counted, joined
from fairsheet.options.analysed_games import analyse_table, keep_option
from fairsheet.options.default_names import game_name, unused_file
from fairsheet.options.given_tables import read_given_tables
from fairsheet.options.options import INPUT, catalog_of, ids_option, out_option, result_options, sheet_option
from fairsheet.options.read_options import read_options
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.judging.judging import JudgedTable, judge
from fairsheet.process.console import print_json, progress, say, show
from fairsheet.process.exits import ExitCode, worst
from fairsheet.process.inputs import shown_names
from fairsheet.process.output_files import write_file
from fairsheet.process.spoken import command_language
from fairsheet.reports.contents import ReportTable
from fairsheet.reports.evening import KINDS, evening_table, render_report
from fairsheet.results.documents.table_documents import with_changes
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.wording.missing_parts import missing_sheets_message


@click.command("report")
@click.argument("sheets", nargs=-1, required=True, type=INPUT)
@click.option(
    "--overlay",
    type=INPUT,
    help="Show the records with their overlays from this folder, which scan --overlay wrote.",
)
@click.option(
    "--analyse", is_flag=True, help="Also show where the points came from, as fairsheet analyse does."
)
@keep_option
@read_options(names=True)
@sheet_option("Report on a custom sheet with this template.")
@ids_option
@result_options
@out_option("Write the report to this .html, .pdf, .png or .txt file; default a page named after the game.")
def command(
    sheets: tuple[Path, ...],
    overlay: Path | None,
    analyse: bool,
    keep: Path | None,
    choices: ReadChoices,
    sheet: Sheet | None,
    as_json: bool,
    out: Path | None,
) -> ExitCode:
    """Make one page of an evening: ranking, points, verdicts with reasons, marks as read, doubts and turns.

    SHEETS are records, photos, folders of them, or - for standard input. The page needs no other file and fits a phone.
    Without -o it is named after the game and replaces an earlier report. With -o the ending sets the kind: .html,
    .pdf, a .png picture, or a short .txt for a chat.

    \b
        fairsheet report records --overlay overlays
        fairsheet report IMG_20*.jpg -o evening.pdf

    Exit codes: 0 all legal, 1 something is illegal, 3 something needs review, 2 a file could not be read.
    """
    from fairsheet.reports.html import is_report

    if overlay is not None and kind_of(overlay) != "folder":
        hint = Message("give the folder that scan --overlay wrote")
        where = f"--overlay {format_path(overlay)}"
        raise FairsheetError(Message("no such folder"), code=ErrorCode.NO_SUCH_FILE, where=where, hint=hint)
    if keep is not None and not analyse:
        problem = Message("only an analysis has parts to keep")
        hint = Message("also give --analyse")
        raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where="--keep", hint=hint)
    ending = ".html" if out is None else out.suffix.lower()
    if ending[1:] not in KINDS:
        hint = Message(
            "name it {name}.html, or use one of {endings}",
            name=out.stem if out else "x",
            endings=", ".join(f".{kind}" for kind in KINDS[1:]),
        )
        problem = Message("unknown report type {ending!r}", ending=ending)
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=str(out), hint=hint)
    catalog = catalog_of(sheet)
    read = read_given_tables(sheets, catalog, choices, overlays=True)
    reported, codes = [], []
    with progress(Message("proving"), len(read.tables)) as advance:
        for table, name in zip(read.tables, read.names, strict=True):
            judged = judge(table, catalog, name=name)
            shown = evening_table(judged, catalog, command_language(), read.overlays, overlay)
            reported.append(_with_analysis(shown, judged, keep) if analyse else shown)
            codes.append(judged.exit_code)
            if (
                missing_sheets_message(layout_of(table.records[0], catalog), table.records, catalog)
                is not None
            ):
                codes.append(ExitCode.NEEDS_REVIEW)
            advance()
    if overlay is not None:
        places = [each for table in read.tables for each in table.places]
        for line in _warn_missing_overlays(places, read.overlays, overlay):
            say(line)
    page = render_report(ending[1:], reported, command_language())
    first = read.tables[0].records[0]
    usual_name = game_name(layout := layout_of(first, catalog), first.game.seed, layout.game)
    usual = Path("evening.html" if len(reported) > 1 else f"{usual_name}.html")
    file = out or unused_file(usual, page, is_report)
    write_file(file, page)
    if as_json:
        document = {"format": "fairsheet.report/1", "tables": len(reported), "file": format_path(file)}
        print_json(with_changes(document, read.tables))
    else:
        players = sum(len(table.sheets) for table in reported)
        summary = joined(", ", (counted(len(reported), "table"), counted(players, "sheet")))
        say(summary if out is None else joined(": ", (format_path(file), summary)))
        if out is None:
            show(format_path(file))
    return worst(codes if not read.unread else [*codes, ExitCode.FAILED])


def _with_analysis(table: ReportTable, judged: JudgedTable, keep: Path | None) -> ReportTable:
    """Return the table with the analysis of its game, or with a note why there is none."""
    try:
        return replace(table, analysis=analyse_table(table.sheet, judged, keep))
    except FairsheetError as error:
        note = Message("There is no analysis: {why}.", why=error.problem)
        return replace(table, notes=(*table.notes, note))


def _warn_missing_overlays(
    places: Sequence[SeatSheet], overlays: Mapping[str, bytes], folder: Path
) -> Iterator[str]:
    """Yield a warning for records without an overlay in the folder; the report draws their marks instead."""
    records = [place for place in places if not any(each.name in overlays for each in place.seen)]
    unknown = [each.files for each in records if not each.drawn]
    named = {Path(name).name for each in records for name in each.drawn}
    missing = sorted(named - {path.name for path in folder.iterdir()})
    again = Message("scan the photos with -o and --overlay {folder} again", folder=format_path(folder))
    if unknown:
        words = Message("no {ending} file names the overlay of {records}; {again}")
        yield words.filled(ending=".doubts", records=shown_names(unknown), again=again)
    if missing:
        words = Message("{folder} lacks {overlays}; {again}")
        yield words.filled(folder=format_path(folder), overlays=shown_names(missing), again=again)

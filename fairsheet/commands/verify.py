"""`fairsheet verify`: prove whether the sheets of a table are legal, from records or photos."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click
import msgspec
from msgspec import UNSET

from fairsheet.engine.checks.consistency import nothing_to_check
from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.dealing.piles import PiledDeal
from fairsheet.engine.records.record import Record, layout_of, missions_of
from fairsheet.engine.solver.budget import TIME_LIMIT, WORK_LIMIT, Budget
from fairsheet.languages.messages import Message, joined
from fairsheet.languages.terms import term
from fairsheet.options.certificate_folders import earlier_certificates, write_certificates
from fairsheet.options.given_tables import read_given_tables
from fairsheet.options.options import INPUT, OUTPUT, catalog_of, ids_option, result_options, sheet_option
from fairsheet.options.read_options import read_options
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.pipeline.judging.judging import JudgedTable, doubts_about_verdict, judge, two_sheets_line
from fairsheet.process.console import print_json, say, show, show_folded
from fairsheet.process.exits import ExitCode, worst
from fairsheet.process.output_files import write_file
from fairsheet.process.spoken import command_language
from fairsheet.reports.contents import Picture, ReportSheet, ReportTable
from fairsheet.results.documents.table_documents import how_to_answer_tables, tables_document
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.wording.field_names import field_names
from fairsheet.wording.formatting import (
    DOUBTS_SHOWN,
    askable_doubts,
    brief_mark,
    format_doubt,
    format_turn,
    format_verdict,
    in_words_of_sheet,
    photo_hint,
    reason_lines,
    reasons_of,
)
from fairsheet.wording.missing_parts import missing_page_line, table_sheet_line, unchecked_line, unproved_line
from fairsheet.wording.table_words import (
    format_checked,
    is_undecided_in_part,
    known_names,
    sheet_names,
    table_heading,
    with_names,
)

LONGEST = 86_400.0  # seconds, or units of work
TURN_INDENT = 5  # columns for the number of a turn


@click.command("verify")
@click.argument("sheets", nargs=-1, required=True, type=INPUT)
@click.option(
    "--work",
    type=float,
    default=WORK_LIMIT,
    show_default=True,
    help="Limit the proof of each table, in machine-independent units of about one second.",
)
@click.option(
    "--time-limit",
    type=float,
    default=TIME_LIMIT,
    show_default=True,
    help="Stop the proof of each table after this time, in seconds.",
)
@click.option(
    "--certificate",
    "folder",
    type=OUTPUT,
    help="Write a certificate for every contradiction to this folder, for others to check.",
)
@click.option(
    "--html",
    "page",
    type=OUTPUT,
    help="Write a page to this file, to step through the turns and contradictions.",
)
@click.option("--history", is_flag=True, help="Show the turns of every legal sheet.")
@read_options(names=False)
@sheet_option("Verify a custom sheet with this template.")
@ids_option
@result_options
def command(
    sheets: tuple[Path, ...],
    work: float,
    time_limit: float,
    folder: Path | None,
    page: Path | None,
    history: bool,
    choices: ReadChoices,
    sheet: Sheet | None,
    as_json: bool,
) -> ExitCode:
    """Prove whether the SHEETS of a table are legal: records, photos, folders of them, or - for standard input.

    For a legal sheet the proof finds a history that leads to exactly its marks. For an illegal sheet it finds marks
    that cannot all be true, and --certificate writes a certificate of that. If it finds neither within the limit of
    work, the sheet is undecided. Several tables are proved one by one. A custom sheet (--sheet) is checked against the
    zones, ladders and checks of its template.

    \b
        fairsheet verify records --history
        fairsheet verify records --certificate evidence
        fairsheet verify records --html game.html
        fairsheet verify IMG_20*.jpg
        fairsheet verify - < seat-1.json

    Exit codes: 0 all legal, 1 something is illegal, 3 something is undecided or in doubt, 2 a file could not be read.

    Questions from `scan -o` stay open here until you answer them or correct the mark.
    """
    for option, given in (("--work", work), ("--time-limit", time_limit)):
        if not 0 < given <= LONGEST:
            problem = f"{given:g} is not a valid limit"
            raise FairsheetError(
                problem,
                code=ErrorCode.BAD_OPTION,
                where=option,
                hint=f"give more than 0, at most {LONGEST:g}",
            )
    catalog = catalog_of(sheet)
    read = read_given_tables(sheets, catalog, choices)
    several = len(read.tables) > 1
    verdicts, codes, reported, tables = [], [], [], list[SeatedTable]()
    for number, (table, name) in enumerate(zip(read.tables, read.names, strict=True)):
        record = table.records[0]
        layout = layout_of(record, catalog)
        if several and not as_json:
            show(joined("", ("\n" if number else "", table_heading(layout, record, name))))
        judged = judge(table, catalog, budget=Budget(work, time_limit), name=name, are_points_shown=False)
        if (verdict := judged.proof) is None:
            raise nothing_to_check(layout)
        if folder is not None:
            place = folder / f"table-{number + 1}" if several else folder
            verdict = write_certificates(place, verdict, layout, table.records, judged.certificates)
        verdicts.append(verdict)
        tables.append(judged.table)
        codes.append(_print_table(judged, verdict, catalog, None if as_json else history))
        if page is not None:
            reported.append(_with_blank_pages(judged, verdict, catalog))
    if page is not None:
        from fairsheet.reports.playback import playback_page

        write_file(page, playback_page(reported, language=command_language()).encode())
    if folder is not None:
        earlier = Message("{folder}: this certificate is of an earlier run; delete it if you do not need it")
        for each in earlier_certificates(folder, verdicts):
            say(earlier.filled(folder=each))
    if hint := how_to_answer_tables(tables, catalog):
        say(hint)
    if as_json:
        print_json(tables_document("fairsheet.verdicts/1", "verdict", verdicts, read.tables))
    return worst(codes if not read.unread else [*codes, ExitCode.FAILED])


def _with_blank_pages(judged: JudgedTable, verdict: Verdict, catalog: Catalog) -> ReportTable:
    """Return a table with pictures of blank sheets, for a page that draws the marks itself."""
    from fairsheet.pipeline.reading.picture_files import data_url, record_pngs

    sheets = []
    for each in judged.table.places:
        sheet = layout_of(each.record, catalog, command_language().language)
        blank = record_pngs(sheet, msgspec.structs.replace(each.record, marks={}))
        pictures = tuple(Picture(data_url(png, "png"), "") for png in blank)
        sheets.append(ReportSheet(each.record, pictures, each.doubts))
    sheet = layout_of(judged.table.records[0], catalog)
    return ReportTable(sheet, tuple(sheets), verdict, None, (), catalog, judged.name)


def _print_table(
    judged: JudgedTable, verdict: Verdict, catalog: Catalog, with_history: bool | None
) -> ExitCode:
    """Print the result of a table and return its exit code; `with_history` None leaves out the verdict."""
    table, records = judged.table, judged.table.records
    sheet = layout_of(records[0], catalog)
    of_pages = (
        missing_page_line(sheet, records),
        unchecked_line(sheet, records),
        table_sheet_line(sheet, records),
    )
    for line in filter(None, of_pages):
        say(line)
    for each in table.places:
        named = field_names(layout_of(each.record, catalog)).__getitem__
        doubts = askable_doubts(each.doubts)  # the verdict names a hidden part
        if hint := photo_hint(doubts):
            say(joined(": ", (each.files, hint)))
        for doubt in doubts[:DOUBTS_SHOWN]:
            say(joined(": ", (each.files, format_doubt(doubt, named))))
        if (left := len(doubts) - DOUBTS_SHOWN) > 0:
            say(Message("{file}: {n} more in doubt; fairsheet review shows them", file=each.files, n=left))
    if judged.has_two_sheets:
        print_line = say if with_history is None else show_folded
        print_line(joined(": ", (term("undecided"), two_sheets_line(table))))
    elif with_history is not None:
        _show_verdict(verdict, table, catalog, with_history)
    for line in filter(None, (unproved_line(sheet, records), missions_hint(sheet, verdict, records))):
        say(line)
    return judged.exit_code


def missions_hint(sheet: Sheet, verdict: Verdict, records: Sequence[Record]) -> str | None:
    """Return advice for a table that is undecided because its missions are unknown; None if that is not so."""
    undecided = any(found.verdict == "undecided" for found in verdict.sheets)
    if not undecided or not sheet.missions or missions_of(sheet, records):
        return None
    first = {mission.letter: mission.id for mission in reversed(sheet.missions)}
    example = json.dumps(dict(sorted(first.items())))
    return Message(
        "the missions of the table are unknown, and every choice of them needs its own proof: add them to the game of "
        'one record, such as "missions": {example}; next time print with --missions',
        example=example,
    )


def _show_verdict(verdict: Verdict, table: SeatedTable, catalog: Catalog, with_history: bool) -> None:
    """Print the verdict on each sheet of a table."""
    records = table.records
    sheet = layout_of(records[0], catalog)
    places = {each.record.key: each for each in table.places}
    names, players = sheet_names(records), known_names(records)
    in_part = is_undecided_in_part(sheet, records, verdict)
    checked = format_checked(sheet, records)
    is_all_seen = len({record.seat for record in records}) == records[0].game.players and not any(
        doubt.is_covered for each in table.places for doubt in each.doubts or ()
    )
    not_over = Message("the game is not over") if is_all_seen else Message("nothing on it ends the game")
    for found in verdict.sheets:
        key = (records[0].sheet if found.sheet is UNSET else found.sheet, found.seat)
        each = places[key]
        layout = layout_of(each.record, catalog)
        deal = verdict.deal_of(layout, each.record)
        doubts = doubts_about_verdict(found, layout, each.doubts)
        words = format_verdict(
            found,
            layout,
            deal=deal,
            doubts=doubts,
            checked=checked,
            in_part=in_part,
            is_outvoted=verdict.is_outvoted(found),
        )
        cut = Message("stopped by --time-limit; a longer limit may give a result")
        parts = (
            with_names(words, players),
            "" if found.over else not_over,
            cut if found.cut_short is True else "",
        )
        whose = Message("all players") if columns_of(layout) else names[key]
        show_folded(joined(": ", (whose, joined("; ", filter(None, parts)))))
        for reasons in reasons_of(found, layout, first=verdict.first_in_conflict(found)):
            lines = reason_lines(reasons, brief_mark(layout, each.record.marks))
            first, *others = (with_names(line, players) for line in lines)
            show_folded(first, 4)
            for line in others:
                show_folded(line, 6)
        for certificate in dict.fromkeys(
            each.certificate for each in found.contradiction if each.certificate
        ):
            show_folded(Message("certificate: {folder}", folder=certificate), 4)
        if with_history and found.history is not None:
            if isinstance(deal, PiledDeal):
                show_folded(Message("as the cards can have lain:"), 4)
            for turn in found.history:
                show_folded(format_turn(turn, deal, partial(in_words_of_sheet, sheet=layout)), 4, TURN_INDENT)

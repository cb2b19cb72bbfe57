"""`fairsheet report`: one page about one's own evening."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

import click

from fairsheet.commands.verify import table_code
from fairsheet.doubts.consequences import doubt_effects
from fairsheet.doubts.hand_changes import change_lines
from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.records.record import Record, layout_of
from fairsheet.engine.scoring.score import Score
from fairsheet.engine.table_score import score_table
from fairsheet.engine.verify import can_verify, verify_table
from fairsheet.languages.messages import Message, as_sentence, counted, joined
from fairsheet.options.default_names import game_name, unused_file
from fairsheet.options.options import (
    INPUT,
    catalog_of,
    json_option,
    lang_option,
    located,
    out_option,
    sheet_option,
)
from fairsheet.process.console import print_json, progress, say, show
from fairsheet.process.exits import ExitCode, worst
from fairsheet.process.inputs import shown_names
from fairsheet.process.output_files import write_file
from fairsheet.process.spoken import spoken
from fairsheet.report.contents import Picture, ReportSheet, ReportTable
from fairsheet.report.text import tables_text
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of
from fairsheet.tables.certainty import Prove, with_raised_doubts
from fairsheet.tables.read_sheet import ReadSheet, with_changes
from fairsheet.tables.table_files import read_tables
from fairsheet.wording.table_words import of_seat

ENDINGS = (".html", ".pdf", ".png", ".txt")  # of what can be made


@click.command("report")
@click.argument("sheets", nargs=-1, required=True, type=INPUT)
@click.option(
    "--overlay", type=INPUT, help="The folder of the overlays that scan drew, to show them with records."
)
@sheet_option("Of a custom sheet, its template.")
@lang_option
@json_option
@out_option(
    "What to write: .html, .pdf, .png or .txt; by default a page named after the game.", required=False
)
def command(
    sheets: tuple[Path, ...], overlay: Path | None, sheet: Sheet | None, as_json: bool, out: Path | None
) -> ExitCode:
    """Make one page of an evening: ranking, points, verdicts and why, what was read, doubts, turns.

    SHEETS are records, photos, folders of them, or -. The page needs no other file and fits a phone. Without -o it is
    named after the game, in place of an earlier report. With -o the ending says what is made: .html, a .pdf, a .png
    picture, or a short .txt for a chat.

    \b
        fairsheet report records --overlay overlays
        fairsheet report IMG_20*.jpg -o evening.pdf

    Exit codes: 0 made and all is legal, 1 made but something is illegal, 3 made but something needs review.
    """
    from fairsheet.report.html import is_report
    from fairsheet.vision.label.ocr import ocr_available

    if overlay is not None and kind_of(overlay) != "folder":
        hint = "give the folder that scan --overlay wrote"
        raise FairsheetError("there is no such folder", where=f"--overlay {format_path(overlay)}", hint=hint)
    ending = ".html" if out is None else out.suffix.lower()
    if ending not in ENDINGS:
        hint = f"name it {out.stem if out else 'x'}.html, or end it in {', '.join(ENDINGS[1:])}"
        raise FairsheetError("the ending tells no kind of report", where=str(out), hint=hint)
    catalog = catalog_of(sheet)
    read = read_tables(sheets, catalog, names=ocr_available(), overlays=True)
    reported, codes = [], []
    with progress(Message("proving"), len(read.tables)) as advance:
        for table, name in zip(read.tables, read.names, strict=True):
            records = [each.record for each in table]
            prove = partial(verify_table, table[0].sheet, catalog=catalog)
            verdict = prove(records) if can_verify(table[0].sheet) else None
            doubted, judged = with_raised_doubts(table, verdict)
            reported.append(_report_table(doubted, name, judged, overlay, catalog))
            codes.append(_code(doubted, verdict, prove))
            advance()
    if overlay is not None:
        for line in _without_overlay([each for table in read.tables for each in table], overlay):
            say(line)
    page = _made(ending, reported, Message("Made by fairsheet {version}.", version=version("fairsheet")))
    first = read.tables[0][0]
    usual_name = game_name(first.sheet, first.record.game.seed, first.sheet.game)
    usual = Path("evening.html" if len(reported) > 1 else f"{usual_name}.html")
    file = out or unused_file(usual, page, is_report)
    write_file(file, page)
    if as_json:
        document = {"format": "fairsheet.report/1", "tables": len(reported), "file": format_path(file)}
        print_json(with_changes(document, [each for table in read.tables for each in table]))
    else:
        players = sum(len(table.sheets) for table in reported)
        made = joined(", ", (counted(len(reported), "table"), counted(players, "sheet")))
        say(made if out is None else joined(": ", (format_path(file), made)))
        if out is None:
            show(format_path(file))
    return worst(codes if read.complete else [*codes, ExitCode.FAILED])


def _made(ending: str, tables: Sequence[ReportTable], foot: str) -> bytes:
    """The report in the kind of an ending."""
    from fairsheet.report.html import tables_page

    if ending == ".html":
        return tables_page(tables, foot, spoken()).encode()
    if ending == ".txt":
        return tables_text(tables, foot, spoken()).encode()
    from fairsheet.report.pdf import tables_pdf, tables_png

    return (tables_pdf if ending == ".pdf" else tables_png)(tables, foot, spoken())


def _without_overlay(sheets: Sequence[ReadSheet], folder: Path) -> Iterator[str]:
    """Says of which records no overlay is in the folder, and why, so that only their marks are drawn."""
    records = [each for each in sheets if not each.overlays]
    unknown = [each.file for each in records if each.kept is None or not each.kept.overlays]
    named = {Path(name).name for each in records if each.kept is not None for name in each.kept.overlays}
    missing = sorted(named - {path.name for path in folder.iterdir()})
    hint = f"scan the photos with -o and --overlay {format_path(folder)} again"
    if unknown:
        yield f"no .doubts file tells which overlay is that of {shown_names(unknown)}; {hint}"
    if missing:
        yield f"{format_path(folder)} lacks {shown_names(missing)}; {hint}"


def _code(table: Sequence[ReadSheet], verdict: Verdict | None, prove: Prove) -> ExitCode:
    if verdict is not None:
        return table_code(table, verdict, prove)
    return ExitCode.NEEDS_REVIEW if any(each.doubts for each in table) else ExitCode.DONE


def _report_table(
    table: Sequence[ReadSheet],
    name: str | None,
    verdict: Verdict | None,
    overlays: Path | None,
    catalog: Catalog,
) -> ReportTable:
    """A table, proved, and added up here; what cannot be added up is said in its notes."""
    sheet, records = table[0].sheet, [each.record for each in table]
    notes: list[str] = []
    if verdict is None:
        notes.append(
            Message(
                "This sheet has no rules and no checks, so nothing is verified; it is added up by its score lines."
            )
        )
    score = _score(sheet, records, catalog, notes)
    doubts = [each.doubts or () for each in table]
    effects = doubt_effects(sheet, records, doubts, score, catalog) if score else [{}] * len(table)
    shown = []
    for each, could_change in zip(table, effects, strict=True):
        found = verdict.of_sheet(each.record.sheet, each.record.seat) if verdict else None
        clashing = found.clashing if found else ()
        pictures = tuple(_pictures(each, clashing, overlays, catalog, notes))
        told = joined(" ", map(as_sentence, change_lines(each.changes, each.kept)))
        shown.append(ReportSheet(each.record, pictures, each.doubts, could_change, told, bool(each.changes)))
    return ReportTable(sheet, tuple(shown), verdict, score, tuple(notes), catalog, name)


def _score(sheet: Sheet, records: Sequence[Record], catalog: Catalog, notes: list[str]) -> Score | None:
    try:
        return score_table(sheet, records, catalog)
    except FairsheetError as error:
        in_template = located(error)
        why = error.problem if in_template is error else in_template
        notes.append(Message("The points cannot be added up: {why}.", why=str(why)))
        return None


def _pictures(
    each: ReadSheet, clashing: Sequence[str], overlays: Path | None, catalog: Catalog, notes: list[str]
) -> Iterator[Picture]:
    """The photo with what was read, where there is one; of a record a drawing of its marks as well."""
    from fairsheet.scanning.picture_files import data_url, embedded_photo, record_pngs

    for overlay in each.overlays:
        yield Picture(embedded_photo(io.BytesIO(overlay)), Message("What was read on the photo"))
    if each.overlays:
        return
    if overlays is not None and each.kept is not None:
        for drawn in (overlays / Path(name).name for name in each.kept.overlays):
            try:
                if kind_of(drawn) == "file":
                    yield Picture(embedded_photo(drawn), Message("What was read on the photo"))
            except FairsheetError as error:
                words = Message("The photo {whose} cannot be shown: {why}.")
                notes.append(words.filled(whose=of_seat(each.record.seat), why=str(error)))
    sheet = layout_of(each.record, catalog, spoken().language)
    for png in record_pngs(sheet, each.record, each.doubts or (), clashing):
        yield Picture(data_url(png, "png"), Message("The marks of the record, drawn"))

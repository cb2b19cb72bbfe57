"""`fairsheet score`: add up the points of a table and rank its players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import click
import msgspec

from fairsheet.engine.checks.verdict import Judgement
from fairsheet.engine.recorded.recorded_tables import table_sheets
from fairsheet.engine.records.record import NO_SEAT, Record, SheetKey, layout_of
from fairsheet.engine.records.solo_pages import blank_half
from fairsheet.engine.rulesets.formula_sheet import unknown_boxes
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import Score
from fairsheet.languages.messages import Message, joined
from fairsheet.options.given_tables import read_given_tables
from fairsheet.options.options import INPUT, catalog_of, ids_option, result_options, sheet_option
from fairsheet.options.read_options import read_options
from fairsheet.pipeline.grouping.seated_tables import SeatedTable, SeatSheet
from fairsheet.pipeline.judging.judging import judge, known_score, two_sheets_line
from fairsheet.pipeline.judging.rule_context import is_illegal_however_read
from fairsheet.process.console import print_json, print_table, say, show, show_folded
from fairsheet.process.exits import ExitCode, worst
from fairsheet.reports.campaign import campaign_of, campaign_rows, is_log
from fairsheet.results.documents.table_documents import how_to_answer_tables, tables_document
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.wording.formatting import format_questions
from fairsheet.wording.missing_parts import (
    missing_page_line,
    missing_sheets_message,
    unknown_winner_line,
    unranked_line,
)
from fairsheet.wording.points import NOTHING_COVERED, covered_fields, points_of, recorded_names, recorded_rows
from fairsheet.wording.table_words import astra_lines, format_rank, seat_name, table_heading, tie_lines

OBJECTIONS: dict[Judgement, Message] = {
    "illegal": Message("{sheet} has a contradiction, so the result may be wrong: fairsheet verify shows why"),
    "undecided": Message(
        "{sheet} has to be looked at, so the result may be wrong: fairsheet verify shows why"
    ),
}


NO_SCORE = Score((), ())  # for a table with two sheets of one seat


@click.command("score")
@click.argument("sheets", nargs=-1, required=True, type=INPUT)
@click.option("--campaign", is_flag=True, help="Add up the stars of each player over several evenings.")
@read_options(names=False)
@sheet_option("Score a custom sheet with this template; with --campaign: the template of its log.")
@ids_option
@result_options
def command(
    sheets: tuple[Path, ...], campaign: bool, choices: ReadChoices, sheet: Sheet | None, as_json: bool
) -> ExitCode:
    """Add up the points of a table, part by part, and rank its players.

    SHEETS are records, photos, folders of them, or - for standard input. Several tables are scored one by one.

    \b
        fairsheet score records
        fairsheet score records --sheet garden.sheet

    For the stars of a campaign, give the records of its evenings, and its log for evenings without records:

    \b
        fairsheet score --campaign launch-records journey-records
        fairsheet score --campaign log.json colony-records --sheet log.sheet

    The score lines of a custom sheet give its points. A custom sheet has no rules, so nothing can be proved about it.

    The command reports wrong sums, but ranks by the marks. It names sheets whose marks contradict each other; only
    `fairsheet verify` proves whether a sheet is legal.

    Exit codes: 0 all scored, 1 a sheet contradicts itself, 3 something is in doubt or missing, or a seat has two
    sheets, 2 a file could not be read.
    """
    catalog = catalog_of(sheet)
    read = read_given_tables(sheets, catalog, choices)
    if campaign:
        codes = _score_campaign(read.tables, catalog, as_json)
        return worst(codes if not read.unread else [*codes, ExitCode.FAILED])
    several = len(read.tables) > 1
    scores, codes = [], []
    for number, (table, name) in enumerate(zip(read.tables, read.names, strict=True)):
        records = list(table.records)
        layout = layout_of(records[0], catalog)
        if several and not as_json:
            if number:
                show()
            show_folded(table_heading(layout, records[0], name))
        if table.two_sheets:
            say(two_sheets_line(table))
            scores.append(NO_SCORE)
            codes.append(ExitCode.NEEDS_REVIEW)
            continue
        rules = ruleset_of(layout, catalog)
        score = rules.score(records)
        found = _find_objections(table, catalog)
        illegal = [key for key, verdict in found.items() if verdict == "illegal"]
        score = known_score(score, table, illegal, catalog)
        scores.append(score)
        if not as_json:
            covered = covered_fields((each.record.seat, each.doubts) for each in table.places)
            show_score(layout, score, records, catalog, covered)
            if rules.is_proved and not found:
                show_folded(Message("not proved: fairsheet verify proves it"))
        codes.append(_print_open_points(table, catalog, found))
    if hint := how_to_answer_tables(read.tables, catalog):
        say(hint)
    if as_json:
        print_json(tables_document("fairsheet.scores/1", "score", scores, read.tables))
    return worst(codes if not read.unread else [*codes, ExitCode.FAILED])


def _score_campaign(tables: Sequence[SeatedTable], catalog: Catalog, as_json: bool) -> list[ExitCode]:
    """Print the stars of a campaign; return exit codes, with 3 if something is in doubt or the log differs."""
    logs, scored, codes, of_logs = [], [], [], list[SeatSheet]()
    for table in tables:
        records = list(table.records)
        layout = layout_of(records[0], catalog)
        if table.two_sheets:
            say(two_sheets_line(table))
            codes.append(ExitCode.NEEDS_REVIEW)
        elif is_log(layout):
            logs += [(layout, record) for record in records]
            of_logs += table.places
        else:
            score = ruleset_of(layout, catalog).score(records)
            objections = _find_objections(table, catalog)
            illegal = [key for key, verdict in objections.items() if verdict == "illegal"]
            scored.append((layout, records, known_score(score, table, illegal, catalog)))
            codes.append(_print_open_points(table, catalog, objections))
    found = campaign_of(scored, logs)
    if as_json:
        print_json(found)
    else:
        print_table(*campaign_rows(found))
    for other in found.differences:
        words = Message("the log has {log} for {player} in {scenario}, the records give {records}")
        say(words.filled(**msgspec.structs.asdict(other)))
    doubtful = [each for each in of_logs if each.doubts]
    _print_doubts(doubtful, catalog)
    return [*codes, ExitCode.NEEDS_REVIEW] if found.differences or doubtful else codes


def _print_doubts(places: Sequence[SeatSheet], catalog: Catalog) -> None:
    for each in places:
        if each.doubts:
            questions = format_questions(each.doubts, layout_of(each.record, catalog))
            say(Message("{file}: still in doubt: {questions}", file=each.files, questions=questions))


def _print_open_points(
    table: SeatedTable, catalog: Catalog, objections: Mapping[SheetKey, Judgement]
) -> ExitCode:
    """Print the missing sheets, the doubts and the objections of a table.

    Return 3 if these may change the score, 1 if a sheet contradicts itself at a first look, otherwise 0.
    """
    records = table.records
    sheet = layout_of(records[0], catalog)
    missing = missing_sheets_message(sheet, records, catalog)
    page = missing_page_line(sheet, records)
    unranked = unranked_line(sheet, records, catalog)
    for line in filter(None, (missing, page, unranked)):
        say(line)
    _print_doubts(table.places, catalog)
    worst_of: dict[str, Judgement] = {}
    for record in records:
        if (verdict := objections.get(record.key)) is not None:
            name = seat_name(record)
            whose = name if record.seat == NO_SEAT else Message("the sheet of {name}", name=name)
            worst_of[whose] = "illegal" if "illegal" in (verdict, worst_of.get(whose)) else verdict
    for whose, verdict in worst_of.items():
        say(OBJECTIONS[verdict].filled(sheet=whose))
    if "illegal" in worst_of.values():
        return ExitCode.ILLEGAL
    rules = ruleset_of(sheet, catalog)
    in_part = page is not None or unranked is not None or rules.has_unknown_points(records)
    is_open = (
        unknown_boxes(sheet, records) or in_part or bool(worst_of) or missing is not None or table.doubts
    )
    return ExitCode.NEEDS_REVIEW if is_open else ExitCode.DONE


def _find_objections(table: SeatedTable, catalog: Catalog) -> dict[SheetKey, Judgement]:
    """Return the sheets that `verify` would not call legal, with their verdicts.

    Recorded games run all their checks; other games get a quick look at each sheet alone. Half a solo game has none.
    """
    sheet = layout_of(table.records[0], catalog)
    if missing_page_line(sheet, table.records) is not None:
        return {}
    if not sheet.has_companions:
        return {
            each.record.key: "illegal"
            for each in table.places
            if is_illegal_however_read(layout_of(each.record, catalog), each.record, each.doubts or ())
        }
    verdict = judge(table, catalog).proof
    found = {record.key: verdict.of_sheet(*record.key) for record in table.records if verdict}
    return {
        key: each.verdict
        for key, each in found.items()
        if each is not None and each.verdict != "legal" and not each.is_doubted
    }


def show_score(
    sheet: Sheet,
    score: Score,
    records: list[Record],
    catalog: Catalog = BUNDLED,
    covered: Mapping[int, Collection[str]] = NOTHING_COVERED,
) -> None:
    """Print the score as a table: a column for each player, the winner first, and a line for each part.

    Points have a question mark if they depend on a missing sheet or on blank or `covered` fields (see `points_of`).
    No player has a rank while fields are `covered`. Points of sheets that the whole table shares are printed above.
    `catalog` has the layouts of the records.
    """
    points = points_of(sheet, records, score, catalog, covered)
    name = {record.seat: seat_name(record) for record in records}
    if sheet.has_companions and (shared := _show_shared_sheet(score, records, catalog)):
        name[NO_SEAT] = shared
    rules = ruleset_of(sheet, catalog)
    together = rules.play_together(records)
    one, players = rules.ranked(records)
    if not players:
        _show_who_wins(score, one, records, together=together)
        return
    name |= {player.seat: seat_name(player) for player in players}

    rows = [(row.name, *row.cells) for row in (*points.added, points.total)]
    rows += [(Message("{part} (not added)", part=row.name), *row.cells) for row in points.beside]
    columns = [Message("player"), *(joined("", (name[seat], "#")) for seat in points.seats)]
    is_winner_below = sheet.solo_level is not None or together or isinstance(score.winner, str)  # who has won
    ranks = [] if is_winner_below or covered else [(Message("rank"), *map(format_rank, points.ranks))]
    print_table(columns, [*ranks, *rows])
    for line in tie_lines(sheet, records, score, catalog, points.unsure):
        show_folded(line)
    _show_who_wins(score, one, records, together=together)
    for each in points.differences:
        say(joined(": ", (name[each.seat], each.words)))
    for blanks in points.blanks:
        say(joined(": ", (name[blanks.seat], blanks.words)))


def _show_who_wins(score: Score, sheet: Sheet, records: Sequence[Record], *, together: bool) -> None:
    """Print who won a solo or team game, or that it is unknown."""
    lines = astra_lines(score)
    if blank_half(sheet, records) == "panel":
        lines = lines[-1:]  # ASTRA's points are unknown
    for line in lines:
        show_folded(line)
    if together and not isinstance(score.winner, str):
        show_folded(unknown_winner_line(sheet, records))


def _show_shared_sheet(score: Score, records: Sequence[Record], catalog: Catalog) -> str:
    """Print the points of the sheet that the whole table shares; return its name, or "" if there is none."""
    for player in score.players:
        if player.seat == NO_SEAT:
            of_table = (each for each in table_sheets(records, catalog) if each.record.seat == NO_SEAT)
            shared = next(each for each in of_table if each.layout.scores)
            rows = recorded_rows(shared.layout, player, shared.record.marks) if player.parts else {}
            named = recorded_names(shared)
            parts = joined(", ", (joined(" ", (named(box), points)) for box, points in rows.items()))
            name = seat_name(shared.record)
            total = joined(": ", (name, player.total))
            show_folded(Message("{total} ({parts})", total=total, parts=parts) if parts else total)
            return name
    return ""

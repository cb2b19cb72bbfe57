"""`fairsheet score`: points and ranking of a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import click
import msgspec

from fairsheet.engine.checks.verdict import Judgement
from fairsheet.engine.recorded.recorded_tables import table_sheets
from fairsheet.engine.records.record import NO_SEAT, Record, SheetKey, layout_of
from fairsheet.engine.rulesets.formula_sheet import unknown_boxes
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import Score
from fairsheet.languages.messages import Message, joined
from fairsheet.options.given_tables import given_tables
from fairsheet.options.options import INPUT, catalog_of, ids_option, result_options, sheet_option
from fairsheet.options.read_options import read_options
from fairsheet.pipeline.grouping.seated_tables import SeatedTable, SeatSheet
from fairsheet.pipeline.judging.judging import judge, known_ranks, two_sheets_line
from fairsheet.pipeline.judging.rule_context import is_illegal_however_read
from fairsheet.process.console import print_json, print_table, say, show, show_folded
from fairsheet.process.exits import ExitCode, worst
from fairsheet.process.spoken import said
from fairsheet.report.campaign import campaign_of, campaign_rows, is_log
from fairsheet.results.documents.table_documents import answering, tables_document
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.wording.formatting import format_questions
from fairsheet.wording.missing_parts import (
    missing_line,
    missing_page_line,
    unknown_winner_line,
    unranked_line,
)
from fairsheet.wording.points import NOTHING_COVERED, covered_fields, points_of, recorded_names, recorded_rows
from fairsheet.wording.table_words import astra_lines, format_rank, seat_name, table_heading, tie_lines

OBJECTIONS: dict[Judgement, Message] = {
    "illegal": Message("{sheet} is contradicted, so the result may be wrong: fairsheet verify shows why"),
    "undecided": Message(
        "{sheet} has to be looked at, so the result may be wrong: fairsheet verify shows why"
    ),
}


NO_SCORE = Score((), ())  # of a table with two sheets of a seat


@click.command("score")
@click.argument("sheets", nargs=-1, required=True, type=INPUT)
@click.option("--campaign", is_flag=True, help="Add up the stars of several evenings, by player.")
@read_options(names=False)
@sheet_option("Of a custom sheet, its template; of a campaign its log.")
@ids_option
@result_options
def command(
    sheets: tuple[Path, ...], campaign: bool, choices: ReadChoices, sheet: Sheet | None, as_json: bool
) -> ExitCode:
    """Add up the points of a table, part by part, and rank its players.

    SHEETS are records, photos, folders of them, or -. Several tables are added up one by one.

    \b
        fairsheet score records
        fairsheet score records --sheet garden.sheet

    The stars of a campaign so far, from the records of its evenings, and from its log where there are no records:

    \b
        fairsheet score --campaign launch-records journey-records
        fairsheet score --campaign log.json colony-records --sheet log.sheet

    A custom sheet is added up by its score lines; it has no rules, so that nothing can be proved of it.

    Wrong sums are reported; the ranking goes by the ink, not by the sums. Sheets whose marks contradict each other are
    named; only `fairsheet verify` proves whether a sheet is legal.

    Exit codes: 0 all added up, 1 the marks of a sheet contradict each other, 3 something is in doubt or missing, or a
    seat has two sheets.
    """
    catalog = catalog_of(sheet)
    read = given_tables(sheets, catalog, choices)
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
        found = _objections(table, catalog)
        illegal = [key for key, verdict in found.items() if verdict == "illegal"]
        score = known_ranks(score, table, illegal, catalog)
        scores.append(score)
        if not as_json:
            covered = covered_fields((each.record.seat, each.doubts) for each in table.places)
            show_score(layout, score, records, catalog, covered)
            if rules.is_proved and not found:
                show_folded(Message("not proved: fairsheet verify does that"))
        codes.append(_say_what_is_open(table, catalog, found))
    if hint := answering(read.tables, catalog):
        say(hint)
    if as_json:
        print_json(tables_document("fairsheet.scores/1", "score", scores, read.tables, said))
    return worst(codes if not read.unread else [*codes, ExitCode.FAILED])


def _score_campaign(tables: Sequence[SeatedTable], catalog: Catalog, as_json: bool) -> list[ExitCode]:
    """Show the stars of a campaign; 3 where something of it is in doubt, or its log says otherwise."""
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
            objections = _objections(table, catalog)
            illegal = [key for key, verdict in objections.items() if verdict == "illegal"]
            scored.append((layout, records, known_ranks(score, table, illegal, catalog)))
            codes.append(_say_what_is_open(table, catalog, objections))
    found = campaign_of(scored, logs)
    if as_json:
        print_json(found)
    else:
        print_table(*campaign_rows(found))
    for other in found.differences:
        words = Message("the log has {log} for {player} in {scenario}, the records give {records}")
        say(words.filled(**msgspec.structs.asdict(other)))
    doubtful = [each for each in of_logs if each.doubts]
    _say_doubts(doubtful, catalog)
    return [*codes, ExitCode.NEEDS_REVIEW] if found.differences or doubtful else codes


def _say_doubts(places: Sequence[SeatSheet], catalog: Catalog) -> None:
    for each in places:
        if each.doubts:
            questions = format_questions(each.doubts, layout_of(each.record, catalog))
            say(Message("{file}: still in doubt: {questions}", file=each.files, questions=questions))


def _say_what_is_open(
    table: SeatedTable, catalog: Catalog, objections: Mapping[SheetKey, Judgement]
) -> ExitCode:
    """Say which sheets of a table are missing, what is in doubt and what is objected to; return 3 if that may change
    the score, 1 if a sheet contradicts itself at a first look."""
    records = table.records
    sheet = layout_of(records[0], catalog)
    missing = missing_line(sheet, records, catalog)
    page = missing_page_line(sheet, records)
    unranked = unranked_line(sheet, records, catalog)
    for line in filter(None, (missing, page, unranked)):
        say(line)
    _say_doubts(table.places, catalog)
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
    open_ = unknown_boxes(sheet, records) or in_part or bool(worst_of) or missing is not None or table.doubts
    return ExitCode.NEEDS_REVIEW if open_ else ExitCode.DONE


def _objections(table: SeatedTable, catalog: Catalog) -> dict[SheetKey, Judgement]:
    """Return what `verify` objects to the marks of sheets: of a recorded game by all its checks, of others by a quick
    look at each sheet alone; half a solo game proves nothing."""
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
    """Print the ranking as a table: a column for each player, the winner first, a line for each part.

    What cannot be known without a missing sheet, or for what is blank or `covered` (see `points_of`), bears a question
    mark, and nobody has a rank while fields are `covered`. What the sheets say that are one for the table stands below
    it. `catalog` has the layouts of the records.
    """
    points = points_of(sheet, records, score, catalog, covered)
    name = {record.seat: seat_name(record) for record in records}
    if sheet.has_companions and (own := _show_tables_own(score, records, catalog)):
        name[NO_SEAT] = own
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
    is_told_below = sheet.solo_level is not None or together or isinstance(score.winner, str)  # who has won
    ranks = [] if is_told_below or covered else [(Message("rank"), *map(format_rank, points.ranks))]
    print_table(columns, [*ranks, *rows])
    for line in tie_lines(sheet, records, score, catalog, points.unsure):
        show_folded(line)
    _show_who_wins(score, one, records, together=together)
    for each in points.differences:
        say(joined(": ", (name[each.seat], each.words)))
    for blanks in points.blanks:
        say(joined(": ", (name[blanks.seat], blanks.words)))


def _show_who_wins(score: Score, sheet: Sheet, records: Sequence[Record], *, together: bool) -> None:
    """Print who has won a game alone or together, or that nobody can know."""
    for line in astra_lines(score):
        show_folded(line)
    if together and not isinstance(score.winner, str):
        show_folded(unknown_winner_line(sheet, records))


def _show_tables_own(score: Score, records: Sequence[Record], catalog: Catalog) -> str:
    """Print in a line what a sheet adds up that is one for the table; return its name, "" where there is none."""
    for player in score.players:
        if player.seat == NO_SEAT:
            of_table = (each for each in table_sheets(records, catalog) if each.record.seat == NO_SEAT)
            own = next(each for each in of_table if each.layout.scores)
            rows = recorded_rows(own.layout, player, own.record.marks) if player.parts else {}
            named = recorded_names(own)
            parts = joined(", ", (joined(" ", (named(box), points)) for box, points in rows.items()))
            name = seat_name(own.record)
            total = joined(": ", (name, player.total))
            show_folded(Message("{total} ({parts})", total=total, parts=parts) if parts else total)
            return name
    return ""

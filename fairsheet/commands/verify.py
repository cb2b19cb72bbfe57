"""`fairsheet verify`: the proof for a table, from records or photos."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from engine.proof.verdict import SheetVerdict, Verdict
from engine.proof.verify import TIME_LIMIT, WORK_LIMIT, verify_table
from engine.record import Record, deal_of, missions_of
from fairsheet.console import print_json, say, show
from fairsheet.exits import ExitCode
from fairsheet.options import INPUT, json_option
from fairsheet.tables import ReadSheet, read_sheets, seat_name
from fairsheet.words import contradiction_lines, doubt_words, turn_words, verdict_words
from sheets.errors import FairsheetError
from sheets.model import Sheet

LONGEST = 86_400.0  # seconds, or as much work


@click.command("verify")
@click.argument("sheets", nargs=-1, required=True, type=INPUT)
@click.option(
    "--work",
    type=float,
    default=WORK_LIMIT,
    show_default=True,
    help="How long the table may be thought about: a count, about a second each, that every machine counts alike.",
)
@click.option(
    "--time-limit",
    type=float,
    default=TIME_LIMIT,
    show_default=True,
    help="Seconds after which the proof is given up in any case.",
)
@click.option("--history", is_flag=True, help="Show the history of every legal sheet, turn by turn.")
@json_option
def command(
    sheets: tuple[Path, ...], work: float, time_limit: float, history: bool, as_json: bool
) -> ExitCode:
    """Prove whether the SHEETS of one table, records or photos, can have come about.

    A legal sheet has a history that leads to exactly its ink; an illegal one has marks that cannot stand together.
    Where neither is found with the work allowed the sheet is undecided.

    \b
        fairsheet verify records/*.json --history
        fairsheet verify IMG_20*.jpg

    Exit codes: 0 all legal, 1 something is illegal, 3 something is undecided or in doubt.

    What `scan -o` doubted and nobody has corrected since stays in doubt here.
    """
    for option, given in (("--work", work), ("--time-limit", time_limit)):
        if not 0 < given <= LONGEST:
            problem = f"{given:g} is no limit"
            raise FairsheetError(problem, where=option, hint=f"give more than 0, at most {LONGEST:g}")
    read = read_sheets(sheets)
    verdict = verify_table(read[0].sheet, [each.record for each in read], time_limit, work)
    for sheet in read:
        for doubt in sheet.doubts or ():
            say(f"{sheet.file}: {doubt_words(doubt)}")
    if as_json:
        print_json(verdict)
    else:
        by_seat = {sheet.record.seat: sheet for sheet in read}
        for found in verdict.sheets:
            _show(found, by_seat[found.seat], history, alone=len(by_seat) < read[0].record.game.players)
    hint = missions_hint(read[0].sheet, verdict, [each.record for each in read])
    if hint is not None:
        say(hint)
    return ExitCode.NEEDS_A_PERSON if any(sheet.doubts for sheet in read) else exit_code(verdict)


def missions_hint(sheet: Sheet, verdict: Verdict, records: Sequence[Record]) -> str | None:
    """What would help a table that is left undecided because its missions are not known."""
    undecided = any(found.verdict == "undecided" for found in verdict.sheets)
    if not undecided or not sheet.missions or missions_of(sheet, records):
        return None
    first = {mission.letter: mission.id for mission in reversed(sheet.missions)}
    example = json.dumps(dict(sorted(first.items())))
    return (
        "it is not known which missions lay open, and every choice of them takes a proof of its own: write them into "
        f'the game of one record, such as "missions": {example}; next time print with --missions'
    )


def exit_code(verdict: Verdict) -> ExitCode:
    """1 where a sheet is illegal, 3 where one is undecided."""
    found = {sheet.verdict for sheet in verdict.sheets}
    if "illegal" in found:
        return ExitCode.ILLEGAL
    return ExitCode.NEEDS_A_PERSON if "undecided" in found else ExitCode.DONE


def _show(found: SheetVerdict, sheet: ReadSheet, with_history: bool, *, alone: bool) -> None:
    deal = deal_of(sheet.sheet, sheet.record)
    clashing = [field for contradiction in found.contradiction for field in contradiction.fields]
    words = verdict_words(found.verdict, with_cards=deal is not None, doubts=sheet.doubts, fields=clashing)
    not_over = "nothing on it ends the game" if alone else "the game is not over"
    over = "" if found.over else f"; {not_over}"
    cut = "; cut short by --time-limit, a faster machine may say more" if found.cut_short is True else ""
    show(f"{seat_name(sheet.record)}: {words}{over}{cut}")
    for contradiction in found.contradiction:
        first, *others = contradiction_lines(contradiction)
        show(f"    {first}")
        for line in others:
            show(f"      {line}")
    if with_history and found.history is not None:
        for turn in found.history:
            show(f"    {turn_words(turn, deal)}")

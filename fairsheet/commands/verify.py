"""`fairsheet verify`: the proof for a table, from records or photos."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from engine.proof.verdict import SheetVerdict, Verdict
from engine.proof.verify import TIME_LIMIT, verify_table
from engine.record import Record, deal_of
from fairsheet.console import print_json, say
from fairsheet.exits import ExitCode
from fairsheet.options import json_option
from fairsheet.tables import read_sheets, seat_name
from fairsheet.words import VERDICTS, contradiction_lines, doubt_words, turn_words
from sheets.errors import InputError

LONGEST = 86_400.0  # seconds


@click.command("verify")
@click.argument("sheets", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--time-limit", type=float, default=TIME_LIMIT, show_default=True, help="Seconds for the table."
)
@click.option("--history", is_flag=True, help="Show the history of every legal sheet, turn by turn.")
@json_option
def command(sheets: tuple[Path, ...], time_limit: float, history: bool, as_json: bool) -> ExitCode:
    """Prove whether the SHEETS of one table, records or photos, can have come about.

    A legal sheet has a history that leads to exactly its ink; an illegal one has marks that cannot stand together.
    Where neither is found in time the sheet is undecided.

    \b
        fairsheet verify records/*.json --history
        fairsheet verify IMG_20*.jpg

    Exit codes: 0 all legal, 1 something is illegal, 3 something is undecided or a photo was not read without doubt.
    """
    if not 0 < time_limit <= LONGEST:
        raise InputError(
            f"{time_limit:g} seconds", where="--time-limit", mend=f"give more than 0, at most {LONGEST:g}"
        )
    records, doubts = read_sheets(sheets)
    verdict = verify_table(records, time_limit)
    for path, doubt in doubts:
        say(f"{path}: {doubt_words(doubt)}")
    if as_json:
        print_json(verdict)
    else:
        names = {record.seat: seat_name(record) for record in records}
        for sheet in verdict.sheets:
            _show(sheet, names, records[0], history)
    return ExitCode.NEEDS_A_PERSON if doubts else exit_code(verdict)


def exit_code(verdict: Verdict) -> ExitCode:
    """1 where a sheet is illegal, 3 where one is undecided."""
    found = {sheet.verdict for sheet in verdict.sheets}
    if "illegal" in found:
        return ExitCode.ILLEGAL
    return ExitCode.NEEDS_A_PERSON if "undecided" in found else ExitCode.DONE


def _show(sheet: SheetVerdict, names: Mapping[int, str], record: Record, with_history: bool) -> None:
    over = "" if sheet.over else "; the game is not over"
    click.echo(f"{names[sheet.seat]}: {sheet.verdict}, {VERDICTS[sheet.verdict]}{over}")
    for contradiction in sheet.contradiction:
        first, *others = contradiction_lines(contradiction)
        click.echo(f"    {first}")
        for line in others:
            click.echo(f"      {line}")
    if with_history and sheet.history is not None:
        for turn in sheet.history:
            click.echo(f"    {turn_words(turn, deal_of(record))}")

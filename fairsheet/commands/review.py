"""`fairsheet review`: answer the doubts about records without reading the photos again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from fairsheet.asking.asking import left_open
from fairsheet.asking.merging import merge_in_records, parse_merges, renamed_line
from fairsheet.batches.again import judge_again
from fairsheet.languages.messages import Message, counted
from fairsheet.options.options import OUTPUT, by_option, catalog_of, ids_option, lang_option, sheet_option
from fairsheet.pipeline.answers.corrections import somebody
from fairsheet.pipeline.store.folders import batch_of, has_batch
from fairsheet.process.console import say
from fairsheet.process.exits import ExitCode
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path


@click.command("review")
@click.argument("records", nargs=-1, required=True, type=OUTPUT)
@click.option(
    "--accept-likely",
    type=click.FloatRange(0.5, 1.0),
    metavar="P",
    help="In a batch: accept readings of at least this probability, 0.5 to 1, without asking.",
)
@click.option(
    "--merge",
    multiple=True,
    metavar="NAME=NAME",
    help="Replace the first name by the second, because both are one player; asks nothing.",
)
@click.option("--ask-all", is_flag=True, help="Also ask about marks that cannot change the result.")
@by_option("Store this name as the author of the answers")
@sheet_option("Read the records of a custom sheet with this template.")
@ids_option
@lang_option
def command(
    records: tuple[Path, ...],
    accept_likely: float | None,
    merge: tuple[str, ...],
    ask_all: bool,
    by: str | None,
    sheet: Sheet | None,
) -> ExitCode:
    """Answer the doubts about RECORDS: record files, folders of records, or the folder of a batch's results.

    It asks only about marks that could change a verdict, a total or the ranking. The most decisive question comes
    first.

    It shows each field on the photo and asks what you see. Each answer is written at once. Go back with b, leave with
    q or Ctrl-C, and continue later with the same command.

    \b
        fairsheet review records
        fairsheet review records/IMG_2041.json --by Ada
        fairsheet review evening                        (of fairsheet batch -o evening)
        fairsheet review evening --accept-likely 0.95
        fairsheet review evening --merge "Kovar=Jiří Kovář"
    """
    from fairsheet.asking.record_answers import ask_about_records, records_to_review

    merges, by = parse_merges(merge), by or somebody()
    if merges and accept_likely is not None:
        problem, hint = "this cannot be combined with --merge", "run the command once for each"
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--accept-likely", hint=hint)
    if len(records) == 1 and has_batch(records[0]):
        return _review_batch(records[0], by, accept_likely, merges, ask_all)
    if accept_likely is not None:
        problem = "this is not a batch"
        hint = "give only the folder of a batch's results"
        raise FairsheetError(problem, code=ErrorCode.NO_BATCH, where="--accept-likely", hint=hint)
    paths = records_to_review(records)
    _check_not_in_batch(paths)
    catalog = catalog_of(sheet)
    if merges:
        found = merge_in_records(paths, merges, by=by, catalog=catalog)
        say(renamed_line(found, merges))
        return ExitCode.DONE
    asking = ask_about_records(paths, by, catalog, all_=ask_all)
    if not asking.questions and not asking.unasked:
        say(Message("nothing is in doubt"))
    return ExitCode.NEEDS_REVIEW if left_open(asking) else ExitCode.DONE


def _review_batch(out: Path, by: str, least: float | None, merges: Mapping[str, str], all_: bool) -> ExitCode:
    """Ask about a batch, accept its likely readings, or merge names; then prove the changed tables again."""
    from fairsheet.asking.batch_answers import accept_likely, ask_about_batch, merge
    from fairsheet.batches.again import open_batch
    from fairsheet.results.league import league_of, twice_line

    with open_batch(out) as batch:
        if merges:
            say(renamed_line(merge(batch, merges, by), merges))
        if least is not None:
            kept = accept_likely(batch, least)
        elif not merges:
            kept = len(ask_about_batch(batch, by, all_=all_).answers)
        state = judge_again(batch)
        if merges and (twice := twice_line(league_of(batch.plan, state.tables), out)) is not None:
            say(twice)
    left = sum(each.table.doubts + each.has_two_sheets for each in state.tables)
    outcome = "answered" if least is None else "accepted as read"
    if not merges:
        say(f"{counted(kept, 'doubt')} {outcome}, {left} open" if kept or left else "nothing is in doubt")
    return ExitCode.NEEDS_REVIEW if left else ExitCode.DONE


def _check_not_in_batch(records: Sequence[Path]) -> None:
    """Raise FairsheetError if a batch wrote one of the records: the batch would overwrite the answers."""
    for record in records:
        if (out := batch_of(record)) is not None:
            hint = f"use fairsheet review {format_path(out)}"
            problem = "this record belongs to a batch"
            raise FairsheetError(problem, code=ErrorCode.NOT_ALLOWED, where=format_path(record), hint=hint)

"""`fairsheet review`: answers the doubts about records, without reading the photos again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from fairsheet.asking.asking import left_open
from fairsheet.asking.merging import merge_in_records, merges_typed, renamed_line
from fairsheet.batches.again import judged_again
from fairsheet.languages.messages import Message, counted
from fairsheet.options.options import OUTPUT, by_option, catalog_of, ids_option, lang_option, sheet_option
from fairsheet.pipeline.answers.corrections import somebody
from fairsheet.pipeline.store.folders import batch_of, has_batch
from fairsheet.process.console import say
from fairsheet.process.exits import ExitCode
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path


@click.command("review")
@click.argument("records", nargs=-1, required=True, type=OUTPUT)
@click.option(
    "--accept-likely",
    type=click.FloatRange(0.5, 1.0),
    metavar="P",
    help="Of a batch: leave to the reader what it is so sure of.",
)
@click.option(
    "--merge",
    multiple=True,
    metavar="NAME=NAME",
    help="Two names are one player's: the second stays, and nothing is asked.",
)
@click.option("--ask-all", is_flag=True, help="Ask about marks that change nothing as well.")
@by_option("Who answers")
@sheet_option("The template of a custom sheet that records are of.")
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
    """Answer what is in doubt about RECORDS, about those in a folder, or about a batch: the folder of its results.

    Asked is only what could change a verdict, a total or the ranking, first what settles most.

    Shows each field as it is on the photo and asks what you see. Every answer is written at once: go back with b, leave
    with q or Ctrl-C, and take it up again with the same command.

    \b
        fairsheet review records
        fairsheet review records/IMG_2041.json --by Ada
        fairsheet review evening                        (of fairsheet batch -o evening)
        fairsheet review evening --accept-likely 0.95
        fairsheet review evening --merge "Kovar=Jiří Kovář"
    """
    from fairsheet.asking.record_answers import ask_about_records, records_to_review

    merges, by = merges_typed(merge), by or somebody()
    if merges and accept_likely is not None:
        problem, hint = "this cannot go with --merge", "call it once with each"
        raise FairsheetError(problem, where="--accept-likely", hint=hint)
    if len(records) == 1 and has_batch(records[0]):
        return _review_batch(records[0], by, accept_likely, merges, ask_all)
    if accept_likely is not None:
        raise FairsheetError(
            "this is no batch", where="--accept-likely", hint="give the folder of its results alone"
        )
    paths = records_to_review(records)
    _check_of_no_batch(paths)
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
    """Ask about a batch, or leave its doubts to the reader, or merge names; then prove again what that changed."""
    from fairsheet.asking.batch_answers import accept_likely, ask_about_batch, merge
    from fairsheet.batches.again import opened
    from fairsheet.results.league import league_of, twice_line

    with opened(out) as batch:
        if merges:
            say(renamed_line(merge(batch, merges, by), merges))
        if least is not None:
            kept = accept_likely(batch, least)
        elif not merges:
            kept = len(ask_about_batch(batch, by, all_=all_).answers)
        state = judged_again(batch)
        if merges and (twice := twice_line(league_of(batch.plan, state.tables), out)) is not None:
            say(twice)
    left = sum(each.table.doubts + each.has_two_sheets for each in state.tables)
    done_with = "answered" if least is None else "left to the reader"
    if not merges:
        say(f"{counted(kept, 'doubt')} {done_with}, {left} open" if kept or left else "nothing is in doubt")
    return ExitCode.NEEDS_REVIEW if left else ExitCode.DONE


def _check_of_no_batch(records: Sequence[Path]) -> None:
    """Raises FairsheetError where a batch wrote a record: it would not know the answers, and write it again."""
    for record in records:
        if (out := batch_of(record)) is not None:
            hint = f"ask about it with fairsheet review {format_path(out)}"
            raise FairsheetError("this record is of a batch", where=format_path(record), hint=hint)

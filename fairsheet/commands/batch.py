"""`fairsheet batch`: read, prove and score folders of photos and records, table by table."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

import click
from msgspec.structs import asdict

from fairsheet.batches.progress import show_progress
from fairsheet.batches.run import run
from fairsheet.batches.watch import watch
from fairsheet.engine.solver.budget import WORK_LIMIT
from fairsheet.languages.messages import Message, counted, joined
from fairsheet.options.options import INPUT, OUTPUT, result_options
from fairsheet.options.read_options import read_options
from fairsheet.options.rosters import roster_option
from fairsheet.pipeline.base.values import MOST_PAGES, TaskOptions
from fairsheet.pipeline.batch_files import check_folders
from fairsheet.pipeline.batch_state import State
from fairsheet.pipeline.store.folders import LOG
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.store.plan import ALL, Plan, left_out, template_file_at, with_former_dates
from fairsheet.pipeline.store.store import open_store
from fairsheet.pipeline.work.executor import Executor
from fairsheet.pipeline.work.processes import Processes, default_workers
from fairsheet.process.console import print_json, say, show, show_folded
from fairsheet.process.exits import ExitCode, worst
from fairsheet.process.inputs import SHOWN, shown_names
from fairsheet.process.spoken import command_language, use_catalog
from fairsheet.results.html_pages import sheet_and_table
from fairsheet.results.league import WAYS, league_notes, league_of
from fairsheet.results.look_first import to_look_at
from fairsheet.results.outputs import (
    left_out_line,
    marks_asked_about,
    not_joined_line,
    summary,
    unnamed_files,
    unused_line,
    verdicts_line,
)
from fairsheet.results.parquet import check_parquet
from fairsheet.results.spreadsheets import DIALECTS
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, missing_file
from fairsheet.sheets.support.lookalikes import disguise_lines
from fairsheet.vision.label.ocr import describe_missing_languages
from fairsheet.vision.readings.read_choices import ReadChoices


@click.command("batch")
@click.argument("folders", nargs=-1, required=True, type=INPUT)
@click.option(
    "-o",
    "--out",
    type=OUTPUT,
    required=True,
    help="Write all results to this folder; give it again to continue.",
)
@click.option(
    "--league",
    is_flag=True,
    help="Add up the results of each player over all tables: in league.csv and in the report.",
)
@click.option(
    "--league-by",
    type=click.Choice(list(WAYS)),
    help="Rank the players of the league by stars (default), places (one for each player beaten) or points.",
)
@click.option(
    "--best",
    type=click.IntRange(1),
    help="Count at most this number of games of each player in the league, the best ones; default all.",
)
@click.option(
    "--date",
    "dates",
    multiple=True,
    metavar="[FOLDER=]DATE",
    help="Set the date of play, such as 2026-11-24, for all files or those in FOLDER; default from names and photos.",
)
@click.option(
    "--csv-dialect",
    type=click.Choice(list(DIALECTS)),
    default="comma",
    show_default=True,
    help="Write CSV files with this separator; semicolon suits spreadsheets in languages with decimal commas.",
)
@click.option(
    "--table-by",
    metavar="PATTERN",
    help="Extract the name of the table from each file name with this regular expression.",
)
@click.option(
    "--retry", is_flag=True, help="Try files again on which a worker crashed, hung or ran out of memory."
)
@click.option("--sheet", "template", type=INPUT, help="Also read the custom sheet of this template.")
@read_options(names=True)
@roster_option
@click.option(
    "--overlays/--no-overlays",
    default=True,
    show_default=True,
    help="Draw a picture of the marks read on each photo.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="Run this number of processes at the same time; default one per processor.",
)
@click.option("--dask", metavar="ADDRESS", help="Let the dask cluster with this scheduler do the work.")
@click.option(
    "--memory",
    type=click.IntRange(256),
    default=2048,
    show_default=True,
    help="Limit the memory for each photo or table, in MB.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(1),
    default=120.0,
    show_default=True,
    help="Limit the processor time for each photo or table, in seconds.",
)
@click.option(
    "--pages",
    type=click.IntRange(1, MOST_PAGES),
    default=MOST_PAGES,
    show_default=True,
    help="Read at most this number of pages of each PDF.",
)
@click.option(
    "--work",
    type=click.FloatRange(0.001),
    default=WORK_LIMIT,
    show_default=True,
    help="Limit the proof of each table, in machine-independent units of about one second.",
)
@click.option("--parquet", is_flag=True, help="Also write results.parquet; needs DuckDB.")
@click.option("--watch", "watching", is_flag=True, help="Keep looking for new files until Ctrl-C.")
@result_options
def command(
    folders: tuple[Path, ...],
    out: Path,
    league: bool,
    league_by: str | None,
    best: int | None,
    dates: tuple[str, ...],
    csv_dialect: str,
    table_by: str | None,
    retry: bool,
    template: Path | None,
    choices: ReadChoices,
    roster: tuple[str, ...],
    overlays: bool,
    workers: int | None,
    dask: str | None,
    memory: int,
    seconds: float,
    pages: int,
    work: float,
    parquet: bool,
    watching: bool,
    as_json: bool,
) -> ExitCode:
    """Read, prove and score all photos, PDF scans and records below FOLDERS, table by table.

    You can stop a batch at any time. The same command then continues, and also reads photos added since. It names each
    file that cannot be read, with the reason, and reads the other files.

    \b
        fairsheet batch photos -o evening
        fairsheet batch evening-1 evening-2 -o season --league --date evening-1=2026-11-24
        fairsheet batch photos -o evening --table-by '^[^/]+'      (the folder names the table)

    The folder of -o then has results.csv, tables.jsonl, photos.jsonl, report/index.html, records and overlays.

    Exit codes: 0 all legal, 1 something is illegal, 3 something is undecided or in doubt, 2 a file could not be read.
    """
    _check_pattern(table_by)
    check_folders(folders, out, may_be_empty=watching)
    if watching and as_json:
        problem = "--watch never ends, so it has no JSON"
        hint = "leave out --json or --watch"
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--json", hint=hint)
    if parquet:
        check_parquet()
    options = TaskOptions(
        **asdict(choices),
        pages=pages,
        work=work,
        template=None if template is None else template_file_at(template),
    )
    plan = Plan(
        folders,
        out,
        options,
        table_by,
        roster=roster,
        league=league or league_by is not None or best is not None or bool(dates),
        league_by=league_by or "stars",
        best=best,
        dates=tuple(map(_parse_date, dates)),
        csv_dialect=csv_dialect,
        lang=command_language().language,
        overlays=overlays,
        parquet=parquet,
        limits=Limits(memory, seconds),
    )
    use_catalog(plan.catalog)
    with open_store(out, new=True) as store, (out / LOG).open("ab", buffering=0) as log:
        if retry:
            store.forget_failures()
        given, plan = plan.dates, with_former_dates(plan, store)
        if names_left := left_out(plan, store):
            files = f"{counted(len(names_left), 'file')} of the last run, such as {names_left[0]}"
            say(
                f"left out: {files}: not below the given folders; to keep them in the results, name all folders"
            )
        try:
            with (
                _executor(dask, workers, plan.limits, log.fileno()) as executor,
                show_progress(log) as watcher,
            ):
                if watching:
                    watch(plan, store, executor, watcher, lambda state: _print_results(plan, state))
                state = run(plan, store, executor, watcher)
        except KeyboardInterrupt:
            done, number = store.progress()
            where = f"after {done} of {number} files" if number else "before all files were listed"
            say(f"stopped {where}; to continue, run the same command")
            raise click.Abort from None  # click prints an empty line for KeyboardInterrupt
    _warn_missing_languages(state)
    _warn_unused_dates(given, plan, state)
    if as_json:
        _warn_unnamed_files(plan, state)
        _say_unread(state)
        print_json(summary(state.files, state.tables, format_path(out)))
    else:
        _print_results(plan, state)
    return exit_code(state)


@contextmanager
def _executor(dask: str | None, workers: int | None, limits: Limits, log: int) -> Iterator[Executor]:
    if dask is not None:
        from fairsheet.pipeline.work.cluster import Cluster

        with closing(Cluster(dask, limits)) as cluster:
            yield cluster
    else:
        with closing(Processes(workers or default_workers(), limits, log)) as processes:
            yield processes


def _check_pattern(pattern: str | None) -> None:
    try:
        re.compile(pattern or "")
    except (re.error, OverflowError, RecursionError) as error:
        hint = "give one such as '^[^/]+', which finds the first folder"
        problem = f"this is no regular expression ({error})"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="--table-by", hint=hint) from None


def _parse_date(text: str) -> tuple[Path, date]:
    """Return the absolute path and the date of one `--date` option. Raises FairsheetError."""
    folder, _, day = text.rpartition("=")
    path = Path(os.path.normpath(Path(folder).absolute())) if folder else ALL
    where = f"--date {format_path(text)}"
    if kind_of(path) is None:
        raise missing_file(where)
    try:
        return path, date.fromisoformat(day)
    except ValueError:
        hint = "write it as 2026-11-24, or as 'evening 3=2026-11-24' for one folder"
        problem = "this is not a date"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=where, hint=hint) from None


def exit_code(state: State) -> ExitCode:
    """Return 2 if a file could not be read, 1 if a table is illegal, 3 if a question is open, otherwise 0."""
    if any(each.found is not None and each.found.error is not None for each in state.files):
        return ExitCode.FAILED
    codes = [each.exit_code for each in state.tables]
    is_open = any(each.table.missing or each.table.doubts for each in state.tables)  # also doubts about names
    return worst([*codes, ExitCode.NEEDS_REVIEW] if is_open else codes)


def _print_results(plan: Plan, state: State) -> None:
    """Print the results of a run in words."""
    out = plan.out
    _warn_unnamed_files(plan, state)
    show_folded(verdicts_line(state.tables))
    for heading, tables in to_look_at(state.tables, plan.catalog):
        show_folded(joined("", (heading, ":")))
        for table, reasons in tables[:SHOWN]:
            show_folded(joined(": ", (sheet_and_table(table), joined("; ", reasons))), indent=2)
        if len(tables) > SHOWN:
            show_folded(Message("{n} more in the report", n=len(tables) - SHOWN), indent=2)
    if (unused := unused_line(state.files)) is not None:
        show_folded(unused)
    if (not_joined := not_joined_line(state.tables)) is not None:
        say(not_joined)
    if doubts := marks_asked_about(state.tables):
        review_command = shlex.join(["fairsheet", "review", format_path(out)])
        show_folded(
            Message(
                "{n} mark in doubt: {review} asks about it",
                "{n} marks in doubt: {review} asks about them",
                n=doubts,
                review=review_command,
            )
        )
    if plan.league:
        for line in league_notes(league_of(plan, state.tables), out):
            say(line)
    _say_unread(state)
    show(Message("the report: {file}", file=format_path(out / "report" / "index.html")))


def _say_unread(state: State) -> None:
    """Print which seeds look alike, how many pages were left out and which files could not be read."""
    for line in disguise_lines(each.table.key.seed for each in state.tables):
        say(line)
    if (pages := left_out_line(state.files)) is not None:
        say(pages)
    files = [each for each in state.files if each.found is not None and not each.found.foreign]
    if bad := [each.source.name for each in files if each.found is not None and each.found.error is not None]:
        words = Message(
            "{some} of {n} file could not be read, or not in full: {names}; the report says why",
            "{some} of {n} files could not be read, or not in full: {names}; the report says why",
        )
        say(words.filled(some=len(bad), n=len(files), names=shown_names(bad)))


def _warn_missing_languages(state: State) -> None:
    """Print which languages Tesseract lacked when it read names."""
    sheets = (sheet for each in state.files if each.found for sheet in each.found.sheets)
    if any(sheet.is_named_by_hand for sheet in sheets) and (line := describe_missing_languages()) is not None:
        say(line)


def _warn_unused_dates(given: Sequence[tuple[Path, date]], plan: Plan, state: State) -> None:
    """Warn about given dates that have no effect: for files outside the batch, or dated by an earlier run."""
    files = [Path(os.path.normpath(each.source.path)) for each in state.files]
    dates = dict(plan.dates)
    for folder, day in given:
        if folder == ALL and files and all(dates.get(file, day) != day for file in files):
            say(
                f"--date {day}: all files keep the date of an earlier run; to change it, give --date FOLDER={day}"
            )
        if not any(file.is_relative_to(folder) for file in files):
            say(f"--date {format_path(folder)}={day}: the batch has no file there")


def _warn_unnamed_files(plan: Plan, state: State) -> None:
    """Print the number of file names in which the pattern finds no table, if their prints name none either."""
    if plan.table_by is not None and (names := unnamed_files(state.files, re.compile(plan.table_by))):
        files = f"{counted(len(names), 'file name')}, such as {names[0]}"
        say(f"--table-by {plan.table_by}: finds no table in {files}")

"""Run a batch from folders to outputs: find, read, judge and write. The store keeps all earlier results."""

from __future__ import annotations

import os
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import (
    CANNOT_READ,
    FileOutcome,
    FileReading,
    JoinResult,
    Source,
    TableResult,
)
from fairsheet.pipeline.batch_files import PassedOver, find_sources
from fairsheet.pipeline.batch_state import State, joins_to_do, judged_table, proofs_to_do, state_of
from fairsheet.pipeline.grouping.grouping import table_named
from fairsheet.pipeline.grouping.seated_tables import file_names
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.reading.records import content_hash, is_record
from fairsheet.pipeline.store.keys import file_key, judged_key
from fairsheet.pipeline.store.plan import Plan, kept_plan
from fairsheet.pipeline.store.store import Store
from fairsheet.pipeline.work.executor import Executor
from fairsheet.pipeline.work.tasks import Failure, FileDone, ReadFile, Result, Stopped, Task, Unread
from fairsheet.process.output_files import write_file
from fairsheet.results.html_pages import sheet_and_table
from fairsheet.results.leftovers import remove_leftovers
from fairsheet.results.outputs import overlay_name
from fairsheet.results.writing import write_outputs, write_pages
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import file_hash
from fairsheet.sheets.support.lookalikes import disguise_lines

WRITTEN_EVERY = 300.0  # seconds between writing outputs while a batch runs ...
SELDOM = 20  # ... and at least this multiple of the time that writing took
PAGES_AT_ONCE = 4  # pages of finished tables to write while the next tables are judged


@dataclass
class Watcher:
    """Functions that a running batch calls to show its progress; by default they do nothing."""

    passed_over: Callable[[Sequence[str]], None] = lambda names: None
    begin: Callable[[str, int], None] = lambda what, total: None
    looked: Callable[[], None] = lambda: None  # after the content of one more file is known
    done: Callable[[str, str | None], None] = lambda name, error: None
    trouble: Callable[[str, str], None] = lambda name, problem: None  # a file or table has a problem
    end: Callable[[], None] = lambda: None


def run(
    plan: Plan,
    store: Store,
    executor: Executor,
    watcher: Watcher,
    is_ready: Callable[[str], bool] = lambda name: True,
) -> State:
    """Do everything that is not done yet, and write the outputs; skip files that are not ready."""
    found, passed_over = find_sources(plan.folders, plan.out)
    sources = [source for source in found if is_ready(source.name)]
    if plan.table_by is not None:  # fails early, before files are read
        for source in sources:
            table_named(source.name, re.compile(plan.table_by))
    watcher.begin("looking at files", len(sources))
    listed = []
    for source, sha256, key in _list_files(plan, store, sources):
        listed.append((source, sha256, key))
        watcher.looked()
        if key and not store.has_file(key):
            executor.prepare()
    store.begin(kept_plan(plan), listed)
    _read_files(plan, store, executor, watcher, listed)
    state = judge_tables(plan, store, executor, watcher)
    passed_over += [PassedOver(each.source.path) for each in state.files if each.found and each.found.foreign]
    watcher.passed_over(sorted(map(str, passed_over)))
    return state


def judge_tables(plan: Plan, store: Store, executor: Executor, watcher: Watcher) -> State:
    """Prove and score the tables of the files read so far, and write the outputs."""
    state = _join_photos(plan, store, executor, watcher)
    waiting: defaultdict[str, list[int]] = defaultdict(list)  # by key, the indices of tables with this key
    for number, each in enumerate(state.tables):
        if each.result is None:
            waiting[each.key].append(number)
    first = {key: state.tables[numbers[0]] for key, numbers in waiting.items()}
    tasks = proofs_to_do(plan, state.tables)
    watcher.begin("proving", len(waiting))
    for each in first.values():
        for line in disguise_lines([each.table.key.seed]):
            watcher.trouble(sheet_and_table(each), line)
    # a thread writes pages, so that the workers need not wait for their next tables
    with closing(store.opened_again()) as own_store, ThreadPoolExecutor(1) as thread:
        writing: list[Future[None]] = []
        new: list[JudgedTable] = []
        for key, result in _run_tasks(plan, store, executor, tasks.items()):
            name = sheet_and_table(first[key])
            match result:
                case TableResult():
                    by_marks = judged_key(plan.options, first[key].table.records)
                    store.keep(key if result.is_about_readings else by_marks, result)
                    watcher.done(name, result.problem)
                case Failure() as failure:
                    store.keep(key, TableResult(None, None, failure.words), failed=True)
                    watcher.done(name, failure.words)
            for number in waiting[key]:
                waited = state.tables[number]
                state.tables[number] = judged_table(plan, store, waited.table, waited.name)
                new.append(state.tables[number])
            if len(new) >= PAGES_AT_ONCE:
                writing.append(thread.submit(copy_context().run, write_pages, plan, own_store, state, new))
                new = []
            while writing and writing[0].done():
                writing.pop(0).result()  # a page that cannot be written ends the run at once
        for pages in writing:
            pages.result()
    write_outputs(plan, store, state)
    remove_leftovers(plan, state.files, state.tables)
    watcher.end()
    return state


def _join_photos(plan: Plan, store: Store, executor: Executor, watcher: Watcher) -> State:
    """Join several photos of each sheet, and return the state of the batch."""
    state = state_of(plan, store)
    joins = joins_to_do(plan, store, state.tables)
    if not joins:
        return state
    names = {key: file_names(seen) for key, (seen, _) in joins.items()}
    watcher.begin("reading photos of one sheet together", len(joins))
    tasks = ((key, task) for key, (_, task) in joins.items())
    for key, result in _run_tasks(plan, store, executor, tasks):
        match result:
            case JoinResult():
                store.keep(key, result)
                watcher.done(names[key], result.problem)
            case Failure() as failure:
                problem = Message("{why}; to try again, add {option}", why=failure.words, option="--retry")
                store.keep(key, JoinResult(None, problem), failed=True)
                watcher.done(names[key], problem)
    return state_of(plan, store)


def _run_tasks(
    plan: Plan, store: Store, executor: Executor, tasks: Iterable[tuple[str, Task]]
) -> Iterator[tuple[str, Result]]:
    """Yield the results of tasks, and write the outputs from time to time. Raises FairsheetError."""
    last, pause = time.monotonic(), WRITTEN_EVERY
    for name, result in executor.run(tasks):
        if isinstance(result, Stopped):
            raise FairsheetError(result.problem, code=result.code, where=result.where, hint=result.hint)
        yield name, result
        begin = time.monotonic()
        if begin - last > pause:
            write_outputs(plan, store, state_of(plan, store))
            last = time.monotonic()
            pause = max(WRITTEN_EVERY, SELDOM * (last - begin))


def _list_files(plan: Plan, store: Store, sources: Iterable[Source]) -> Iterator[tuple[Source, str, str]]:
    """Yield the found files with their SHA-256 and keys; both are "" for files that cannot be read."""
    for source in sources:
        if source.problem is not None:
            yield source, "", ""
            continue
        try:
            sha256 = content_hash(source.path, partial(_hash, store))
        except OSError as error:
            problem = CANNOT_READ.filled(why=str(error.strerror))
            yield Source(source.path, source.name, problem), "", ""
            continue
        yield source, sha256, file_key(plan.options, sha256, source.path.suffix)


def _hash(store: Store, path: Path) -> str:
    """Return the SHA-256 of a file, without opening it if it did not change. Raises OSError."""
    status, name = path.stat(), os.fsencode(path.absolute())
    known = store.hash_of(name, status.st_size, status.st_mtime_ns)
    if known is None:
        known = file_hash(path)
        store.keep_hash(name, status.st_size, status.st_mtime_ns, known)
    return known


def _read_files(
    plan: Plan, store: Store, executor: Executor, watcher: Watcher, listed: Sequence[tuple[Source, str, str]]
) -> None:
    """Read the unread files; equal files are read once, but each gets its own overlays."""
    equal: defaultdict[str, list[FileOutcome]] = defaultdict(list)
    for source, sha256, key in listed:
        if key:
            equal[key].append(FileOutcome(source, sha256, store.found(FileReading, key)))
        elif source.problem is not None:
            watcher.trouble(source.name, source.problem)
    unread: dict[str, Sequence[FileOutcome]] = {
        key: outcomes
        for key, outcomes in equal.items()
        if outcomes[0].found is None or (plan.overlays and _lacks_overlays(plan.out, store, key, outcomes))
    }
    while unread:
        unread = _read_first(plan, store, executor, watcher, unread)


def _read_first(
    plan: Plan,
    store: Store,
    executor: Executor,
    watcher: Watcher,
    unread: Mapping[str, Sequence[FileOutcome]],
) -> dict[str, Sequence[FileOutcome]]:
    """Read the first of the equal files under each key; return the other files if the first was missing."""
    left: dict[str, Sequence[FileOutcome]] = {}
    watcher.begin("reading", len(unread))
    tasks: Iterator[tuple[str, Task]] = (
        (
            key,
            ReadFile(
                os.fsencode(first.source.path.absolute()),
                first.sha256,
                plan.options,
                plan.overlays,
                lang=plan.lang,
            ),
        )
        for key, (first, *_) in unread.items()
    )
    for key, result in _run_tasks(plan, store, executor, tasks):
        first, *copies = unread[key]
        name, sha256 = first.source.name, first.sha256
        match result:
            case FileDone(found, pictures, crops, is_to_retry):
                for outcome, (number, picture) in product(unread[key], enumerate(pictures)):
                    write_file(plan.out / overlay_name(outcome, number), picture)
                store.keep(key, found, [(sha256, *crop) for crop in crops], failed=is_to_retry)
                watcher.done(name, found.error)
                for copy in copies:
                    if found.error is not None:
                        watcher.trouble(copy.source.name, found.error)
            case Failure() as failure:  # an earlier reading stays if only its overlays could not be drawn
                code = ErrorCode.OUT_OF_RESOURCES if failure.option else ErrorCode.WORKER_FAILED
                failed = FileReading(error=failure.words, codes=(code,))
                store.keep(key, first.found or failed, failed=True)
                watcher.done(name, failure.words)
            case Unread(reason):
                store.keep_unread(first.source, reason)
                watcher.done(name, reason)
                if copies:
                    left[key] = copies
    return left


def _lacks_overlays(out: Path, store: Store, key: str, outcomes: Sequence[FileOutcome]) -> bool:
    """Return whether overlays of read files are missing although they can be drawn."""
    there = all(
        (out / overlay_name(outcome, sheet.overlay)).exists()
        for outcome in outcomes
        if outcome.found is not None and not is_record(outcome.source.path)
        for sheet in outcome.found.sheets
        if sheet.doubts is not None
    )
    return not there and not store.has_failed(key)

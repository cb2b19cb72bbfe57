"""Compute the state of a batch from its store: files, tables, answers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import IO

import msgspec

from fairsheet.engine.records.table_records import distinct_names
from fairsheet.pipeline.answers.answers import READER, with_answers
from fairsheet.pipeline.base.values import (
    Answer,
    FileOutcome,
    FileReading,
    JoinResult,
    KeptSheet,
    SheetOfFile,
    TableResult,
)
from fairsheet.pipeline.grouping.dates import date_of
from fairsheet.pipeline.grouping.grouping import tables_of
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.pipeline.joining.joining import answers_by_field, different_photos, needs_joining
from fairsheet.pipeline.judging.judging import JudgedTable, as_judged, undecided
from fairsheet.pipeline.reading.known_players import with_players
from fairsheet.pipeline.store.keys import joined_key, judged_key, judged_key_with_doubts
from fairsheet.pipeline.store.plan import Plan
from fairsheet.pipeline.store.store import Store
from fairsheet.pipeline.work.tasks import JoinSheets, JudgeTable
from fairsheet.sheets.support.errors import ErrorCode


@dataclass
class State:
    """The files and tables of a batch with their results, in the order of the outputs."""

    files: list[FileOutcome] = field(default_factory=list)
    tables: list[JudgedTable] = field(default_factory=list)
    answers: dict[tuple[str, int], list[Answer]] = field(default_factory=dict)

    @cached_property
    def file_named(self) -> dict[str, FileOutcome]:
        """The files by name."""
        return {each.source.name: each for each in self.files}

    @property
    def left_to_reader(self) -> int:
        """The number of doubts that were left to the scanner because it was probably right."""
        return sum(answer.who.startswith(READER) for each in self.answers.values() for answer in each)


Photo = tuple[str, int]  # the SHA-256 of a file, and the number of a sheet in it


@dataclass(frozen=True)
class OpenBatch:
    """A batch as its last run left it, with its store open."""

    plan: Plan
    store: Store
    state: State
    log: IO[bytes]


def state_of(plan: Plan, store: Store) -> State:
    """Return the state of the files of this run and their tables, as far as the store knows it."""
    files = [
        FileOutcome(
            source,
            sha256,
            FileReading(error=source.problem, codes=(ErrorCode.UNREADABLE_FILE,))
            if source.problem
            else store.found(FileReading, key),
        )
        for source, sha256, key in store.listed()
    ]
    return state_with(plan, store, files, store.answers())


def state_with(plan: Plan, store: Store, files: Sequence[FileOutcome], given: Sequence[Answer]) -> State:
    """Return the state of some files and their tables with these answers, as far as the store knows it."""
    read = with_players([(each.sha256, each.found) for each in files], given, plan.roster)
    files = [replace(each, found=found) for each, found in zip(files, read, strict=True)]
    contents = {each.sha256 for each in files}
    answers: defaultdict[tuple[str, int], list[Answer]] = defaultdict(list)
    for answer in given:
        if answer.sha256 in contents:
            answers[answer.sha256, answer.number].append(answer)
    sheets = [
        with_answers(each.source, each.sha256, number, sheet, answers.get((each.sha256, number), ()))
        for each in files
        if each.found is not None
        for number, sheet in enumerate(each.found.sheets)
    ]
    table_by = re.compile(plan.table_by) if plan.table_by is not None else None

    def joined(seen: Sequence[SheetOfFile]) -> JoinResult | None:
        return store.found(JoinResult, join_task(plan, seen)[0])

    seated = tables_of(sheets, table_by, joined, plan.catalog)
    tables = [
        judged_table(plan, store, table, name)
        for table, name in zip(seated, distinct_names([table.key for table in seated]), strict=True)
    ]
    by_file = {(each.sha256, each.number): each.sheet for each in sheets}
    files = _without_named_errors([_with_answers(each, by_file) for each in files])
    return State(files, tables, answers)


def join_task(plan: Plan, seen: Sequence[SheetOfFile]) -> tuple[str, JoinSheets]:
    """Return the task that joins the photos of one seat, and the key of its result."""
    sheets, answers = tuple(each.sheet for each in seen), answers_by_field(seen)
    return joined_key(plan.options, sheets, answers), JoinSheets(sheets, answers, plan.options)


def joins_to_do(
    plan: Plan, store: Store, tables: Sequence[JudgedTable]
) -> dict[str, tuple[Sequence[SheetOfFile], JoinSheets]]:
    """Return the photos of each seat that must still be joined, with the task for it, by the key of its result."""
    joins: dict[str, tuple[Sequence[SheetOfFile], JoinSheets]] = {}
    for seen in (different_photos(place.seen) for each in tables for place in each.table.places):
        if needs_joining(seen):
            key, task = join_task(plan, seen)
            if store.found(JoinResult, key) is None:
                joins[key] = seen, task
    return joins


def proofs_to_do(plan: Plan, tables: Sequence[JudgedTable]) -> dict[str, JudgeTable]:
    """Return the tasks that prove the tables without a result, by the keys of their results."""
    return {
        each.key: JudgeTable(each.table.records, each.table.uncertain, plan.options)
        for each in tables
        if each.result is None
    }


def judged_table(plan: Plan, store: Store, table: SeatedTable, name: str | None) -> JudgedTable:
    """Return a table with its name and its stored result, from its marks only or from its uncertain marks too."""
    day = date_of(table, dict(plan.dates), store.changed) if plan.league else None
    key = judged_key_with_doubts(plan.options, table.records, table.uncertain)
    if table.two_sheets:
        return replace(undecided(table), key=key, day=day, name=name)
    keys = (judged_key(plan.options, table.records), key)
    found = next(filter(None, (store.found(TableResult, each) for each in keys)), None)
    return replace(as_judged(table, found, plan.catalog), key=key, day=day, name=name)


def _without_named_errors(files: Sequence[FileOutcome]) -> list[FileOutcome]:
    """Return the files without errors of photos that a record names: `scan` read these photos with options.

    The error stays if several files have the name of the photo.
    """
    named = {name for each in files if each.found for sheet in each.found.sheets for name in sheet.photos}
    called = Counter(each.source.path.name for each in files)

    def without_error(each: FileOutcome) -> FileOutcome:
        name = each.source.path.name
        if each.found is None or each.found.error is None or name not in named or called[name] > 1:
            return each
        return replace(each, found=msgspec.structs.replace(each.found, error=None, codes=()))

    return list(map(without_error, files))


def _with_answers(outcome: FileOutcome, sheets: dict[tuple[str, int], KeptSheet]) -> FileOutcome:
    if outcome.found is None:
        return outcome
    now = tuple(sheets[outcome.sha256, number] for number in range(len(outcome.found.sheets)))
    found = msgspec.structs.replace(outcome.found, sheets=now)
    return FileOutcome(outcome.source, outcome.sha256, found, outcome.found)

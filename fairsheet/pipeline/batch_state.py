"""Where a batch is, from what its store knows: files, tables, answers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import IO

import msgspec

from fairsheet.engine.records.table_records import names_apart
from fairsheet.languages.messages import Message
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
from fairsheet.pipeline.joining.joining import answers_in, different_photos, is_to_join
from fairsheet.pipeline.judging.judging import JudgedTable, as_judged, undecided
from fairsheet.pipeline.reading.known_players import with_players
from fairsheet.pipeline.store.keys import doubted_key, joined_key, judged_key
from fairsheet.pipeline.store.plan import Plan
from fairsheet.pipeline.store.store import Store
from fairsheet.pipeline.work.tasks import JoinSheets, JudgeTable


@dataclass
class State:
    """Where a batch is: the files and tables with what is known of them, in the order of the outputs."""

    files: list[FileOutcome] = field(default_factory=list)
    tables: list[JudgedTable] = field(default_factory=list)
    answers: dict[tuple[str, int], list[Answer]] = field(default_factory=dict)

    @cached_property
    def file_named(self) -> dict[str, FileOutcome]:
        """The files by their names."""
        return {each.source.name: each for each in self.files}

    @property
    def left_to_reader(self) -> int:
        """How many doubts nobody looked at, since the reader was likely right."""
        return sum(answer.who.startswith(READER) for each in self.answers.values() for answer in each)


Photo = tuple[str, int]  # the content of a file as SHA-256, and which of its sheets


@dataclass(frozen=True)
class OpenBatch:
    """A batch as its last run left it, with its store open."""

    plan: Plan
    store: Store
    state: State
    log: IO[bytes]


def state_of(plan: Plan, store: Store) -> State:
    """What the store knows of the files of this run and their tables."""
    files = [
        FileOutcome(
            source,
            sha256,
            FileReading(error=Message(source.problem)) if source.problem else store.found(FileReading, key),
        )
        for source, sha256, key in store.listed()
    ]
    return state_with(plan, store, files, store.answers())


def state_with(plan: Plan, store: Store, files: Sequence[FileOutcome], given: Sequence[Answer]) -> State:
    """What the store knows of the tables of some files, with these answers about them."""
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

    found = tables_of(sheets, table_by, joined, plan.catalog)
    tables = [
        judged_table(plan, store, table, name)
        for table, name in zip(found, names_apart([table.key for table in found]), strict=True)
    ]
    by_file = {(each.sha256, each.number): each.sheet for each in sheets}
    files = _settled([_with_answers(each, by_file) for each in files])
    return State(files, tables, answers)


def join_task(plan: Plan, seen: Sequence[SheetOfFile]) -> tuple[str, JoinSheets]:
    """The task that reads photos of one seat together, and the key of its result."""
    sheets, answers = tuple(each.sheet for each in seen), answers_in(seen)
    return joined_key(plan.options, sheets, answers), JoinSheets(sheets, answers, plan.options)


def joins_to_do(
    plan: Plan, store: Store, tables: Sequence[JudgedTable]
) -> dict[str, tuple[Sequence[SheetOfFile], JoinSheets]]:
    """Return the photos of each seat that are not joined yet, with the task that does it, by the key of its result."""
    joins: dict[str, tuple[Sequence[SheetOfFile], JoinSheets]] = {}
    for seen in (different_photos(place.seen) for each in tables for place in each.table.places):
        if is_to_join(seen):
            key, task = join_task(plan, seen)
            if store.found(JoinResult, key) is None:
                joins[key] = seen, task
    return joins


def proofs_to_do(plan: Plan, tables: Sequence[JudgedTable]) -> dict[str, JudgeTable]:
    """Return the tasks that prove the tables, all of whose photos are joined, by the keys of their results."""
    return {
        each.key: JudgeTable(each.table.records, each.table.uncertain, plan.options)
        for each in tables
        if each.result is None
    }


def judged_table(plan: Plan, store: Store, table: SeatedTable, name: str | None) -> JudgedTable:
    """The table of that name with what is said of it, by its marks alone or by what may be misread as well."""
    day = date_of(table, dict(plan.dates), store.changed) if plan.league else None
    key = doubted_key(plan.options, table.records, table.uncertain)
    if table.two_sheets:
        return replace(undecided(table), key=key, day=day, name=name)
    keys = (judged_key(plan.options, table.records), key)
    found = next(filter(None, (store.found(TableResult, each) for each in keys)), None)
    return replace(as_judged(table, found, plan.catalog), key=key, day=day, name=name)


def _settled(files: Sequence[FileOutcome]) -> list[FileOutcome]:
    """The files, without an error of a photo that a record names, if no other photo is called so: somebody said in
    `scan` what its label does not."""
    named = {name for each in files if each.found for sheet in each.found.sheets for name in sheet.photos}
    called = Counter(each.source.path.name for each in files)

    def settled(each: FileOutcome) -> FileOutcome:
        name = each.source.path.name
        if each.found is None or each.found.error is None or name not in named or called[name] > 1:
            return each
        return replace(each, found=msgspec.structs.replace(each.found, error=None))

    return list(map(settled, files))


def _with_answers(outcome: FileOutcome, sheets: dict[tuple[str, int], KeptSheet]) -> FileOutcome:
    if outcome.found is None:
        return outcome
    now = tuple(sheets[outcome.sha256, number] for number in range(len(outcome.found.sheets)))
    found = msgspec.structs.replace(outcome.found, sheets=now)
    return FileOutcome(outcome.source, outcome.sha256, found, outcome.found)

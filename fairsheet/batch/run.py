"""A batch from folders to outputs: finds, reads, judges, writes. What is done already is taken from the store."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path

import msgspec

from engine.record import write_record
from fairsheet.batch.answers import answered, by_sheet, left_to_the_reader
from fairsheet.batch.executor import Executor
from fairsheet.batch.find import find_sources
from fairsheet.batch.league import league_csv, standings
from fairsheet.batch.outputs import (
    FileOutcome,
    TableOutcome,
    overlay_name,
    photos_lines,
    record_name,
    results_csv,
    tables_lines,
)
from fairsheet.batch.pages import index_html, page_name, table_html
from fairsheet.batch.store import Store
from fairsheet.batch.tables import TableOfSheets, tables_of
from fairsheet.batch.tasks import (
    Failure,
    FileDone,
    JudgeTable,
    ReadFile,
    TableDone,
    Task,
    content_hash,
    doubts_beside,
    key_of,
)
from fairsheet.batch.values import FileRead, Options, SheetOfFile, SheetRead, Source
from fairsheet.files import write_file
from sheets.library import BUNDLED, Catalog, custom_sheet
from vision.classifier import MODELS

WRITTEN_EVERY = 120.0  # seconds between outputs while a batch is at work


@dataclass(frozen=True)
class Plan:
    """What a batch is asked to do, apart from how."""

    folders: tuple[Path, ...]
    out: Path
    options: Options
    table_by: str | None = None
    league: bool = False
    overlays: bool = True


@dataclass
class Watcher:
    """Told what happens, for whoever shows progress; does nothing by itself."""

    begin: Callable[[str, int], None] = lambda what, total: None
    done: Callable[[str, str | None, int], None] = lambda name, error, doubts: None


@dataclass
class State:
    """Where a batch is: the files and tables with what is known of them, in the order of the outputs."""

    files: list[FileOutcome] = field(default_factory=list)
    tables: list[TableOutcome] = field(default_factory=list)
    left_to_reader: int = 0


def run(plan: Plan, store: Store, executor: Executor, watcher: Watcher) -> State:
    """Do whatever is not done yet, and write the outputs."""
    listed = list(_listed(plan, store))
    store.keep_listed(listed)
    store.keep_setting("plan", msgspec.json.encode((plan.options, plan.table_by, plan.league, plan.overlays)))
    _read(plan, store, executor, watcher, listed)
    return judge(plan, store, executor, watcher)


def judge(plan: Plan, store: Store, executor: Executor, watcher: Watcher) -> State:
    """Prove and score the tables of the files that were read, and write the outputs."""
    state = state_of(plan, store)
    waiting = [(table_key(plan, each.table), each.table) for each in state.tables if each.judged is None]
    tasks: list[tuple[str, Task]] = [(key, JudgeTable(table.records, plan.options)) for key, table in waiting]
    watcher.begin("proving", len(tasks))
    last = time.monotonic()
    for key, result in executor.run(dict(tasks).items()):
        match result:
            case TableDone(found):
                store.keep_judged(key, found)
            case Failure(reason):
                watcher.done("a table", reason, 0)
        watcher.done("", None, 0)
        if time.monotonic() - last > WRITTEN_EVERY:
            write_outputs(plan, store, state_of(plan, store))
            last = time.monotonic()
    if tasks:
        state = state_of(plan, store)
    write_outputs(plan, store, state)
    return state


def _listed(plan: Plan, store: Store) -> Iterator[tuple[Source, str, str]]:
    """The files found with their SHA-256 and keys; files that did not change are not even opened."""
    release = reader_digest(plan.options)
    for source in find_sources(plan.folders, plan.out):
        if source.problem is not None:
            yield source, "", ""
            continue
        try:
            sha256 = _hash(source.path, store)
        except OSError as error:
            yield Source(source.path, source.name, f"the file cannot be read ({error.strerror})"), "", ""
            continue
        yield (
            source,
            sha256,
            key_of([sha256.encode(), source.path.suffix.lower().encode("utf-8", "replace"), release]),
        )


def _hash(path: Path, store: Store) -> str:
    status, name = path.stat(), os.fsencode(path.absolute())
    mtime = status.st_mtime_ns
    beside = doubts_beside(path)
    if beside is not None:
        mtime = max(mtime, beside.stat().st_mtime_ns)
    known = store.hash_of(name, status.st_size, mtime)
    if known is None:
        known = content_hash(path)
        store.keep_hash(name, status.st_size, mtime, known)
    return known


def _read(
    plan: Plan, store: Store, executor: Executor, watcher: Watcher, listed: Sequence[tuple[Source, str, str]]
) -> None:
    """Read the files that were not read yet; equal ones once."""
    by_key: dict[str, FileOutcome] = {}
    for source, sha256, key in listed:
        if not key:
            continue
        outcome = FileOutcome(source, sha256, store.file(key))
        if outcome.found is None or (plan.overlays and not _has_overlays(plan.out, outcome)):
            by_key.setdefault(key, outcome)
    watcher.begin("reading", len(by_key))
    tasks: Iterator[tuple[str, Task]] = (
        (key, ReadFile(os.fsencode(each.source.path.absolute()), each.sha256, plan.options, plan.overlays))
        for key, each in by_key.items()
    )
    last = time.monotonic()
    for key, result in executor.run(tasks):
        name = by_key[key].source.name
        match result:
            case FileDone(found, pictures, crops):
                for number, picture in enumerate(pictures):
                    write_file(plan.out / overlay_name(by_key[key], number), picture)
                sha256 = by_key[key].sha256
                store.keep_file(key, found, [(sha256, *crop) for crop in crops])
                watcher.done(name, found.error, sum(len(sheet.doubts or ()) for sheet in found.sheets))
            case Failure(reason):
                store.keep_file(key, FileRead(error=reason), failed=True)
                watcher.done(name, reason, 0)
        if time.monotonic() - last > WRITTEN_EVERY:
            write_outputs(plan, store, state_of(plan, store))
            last = time.monotonic()


def _has_overlays(out: Path, outcome: FileOutcome) -> bool:
    sheets = outcome.found.sheets if outcome.found else ()
    pictures = {sheet.overlay for sheet in sheets if sheet.doubts is not None}
    if outcome.source.path.suffix.lower() == ".json":
        return True
    return all((out / overlay_name(outcome, number)).exists() for number in pictures)


def state_of(plan: Plan, store: Store) -> State:
    """What the store knows of the files of this run and their tables."""
    files = [_outcome(store, *each) for each in store.listed()]
    answers = by_sheet(store.answers())
    told = [
        SheetOfFile(each.source, each.sha256, number, answered(sheet, said), tuple(said))
        for each in files
        if each.found is not None
        for number, sheet in enumerate(each.found.sheets)
        for said in [answers.get((each.sha256, number), [])]
    ]
    table_by = re.compile(plan.table_by) if plan.table_by is not None else None
    tables = [
        TableOutcome(table, store.judged(table_key(plan, table))) for table in tables_of(told, table_by)
    ]
    by_file = {(each.sha256, each.number): each.sheet for each in told}
    files = [_with_answers(each, by_file) for each in files]
    return State(files, tables, left_to_the_reader(answers))


def _outcome(store: Store, source: Source, sha256: str, key: str) -> FileOutcome:
    found = FileRead(error=source.problem) if source.problem is not None else store.file(key)
    return FileOutcome(source, sha256, found)


def _with_answers(outcome: FileOutcome, sheets: dict[tuple[str, int], SheetRead]) -> FileOutcome:
    if outcome.found is None:
        return outcome
    told = tuple(sheets[outcome.sha256, number] for number in range(len(outcome.found.sheets)))
    return FileOutcome(outcome.source, outcome.sha256, msgspec.structs.replace(outcome.found, sheets=told))


def table_key(plan: Plan, table: TableOfSheets) -> str:
    """The key of what is said of a table: its records, the work that a proof may take, and the program."""
    records = [write_record(record) for record in table.records]
    return key_of([rules_digest(), repr(plan.options.work).encode(), *records])


@cache
def rules_digest() -> bytes:
    """What verdicts and scores depend on besides the records: the release (layouts are named by the records)."""
    return version("fairsheet").encode()


@cache
def reader_digest(options: Options) -> bytes:
    """What readings depend on besides the photo: release, nets, options, and a custom sheet's template."""
    digest = hashlib.sha256(rules_digest())
    for net in sorted(MODELS.glob("*.onnx")):
        digest.update(hashlib.sha256(net.read_bytes()).digest())
    digest.update(msgspec.json.encode(msgspec.structs.replace(options, work=0.0, template=None)))
    if options.template is not None:
        digest.update(custom_sheet(Path(options.template)).fingerprint.encode())
    return digest.digest()


def write_outputs(plan: Plan, store: Store, state: State) -> None:
    """Write every output whose content is not there yet, the documents last: they name the others."""
    out = plan.out
    for outcome in state.files:
        for number, sheet in enumerate(outcome.found.sheets if outcome.found else ()):
            _write(out / record_name(outcome, number), write_record(sheet.record))
    _write_pages(plan, store, state)
    league = standings(state.tables) if plan.league else []
    if plan.league:
        _write(out / "league.csv", league_csv(league))
    _write(out / "report/index.html", index_html(state.files, state.tables, league, state.left_to_reader))
    _write(out / "photos.jsonl", photos_lines(state.files))
    _write(out / "tables.jsonl", tables_lines(state.tables))
    _write(out / "results.csv", results_csv(state.tables))


def _write_pages(plan: Plan, store: Store, state: State) -> None:
    """The pages of tables; one whose table did not change is not even made."""
    catalog = Catalog((custom_sheet(Path(plan.options.template)),)) if plan.options.template else BUNDLED
    files_of = {each.source.name: each for each in state.files}
    for outcome in state.tables:
        if outcome.judged is None:
            continue
        name, table = page_name(outcome), outcome.table
        key = key_of(
            [
                table_key(plan, table).encode(),
                msgspec.msgpack.encode([place.doubts for place in table.places]),
                repr(
                    [(each.source.name, each.sha256, each.answered) for p in table.places for each in p.seen]
                ).encode(),
                repr(table.notes).encode(),
            ]
        )
        path = plan.out / "report" / name
        if store.page_key(name) == key and path.exists():
            continue
        sheet = catalog.sheet(table.key.sheet, table.key.layout)
        _write(path, table_html(sheet, outcome, files_of))
        store.keep_page_key(name, key)


def _write(path: Path, content: bytes) -> None:
    try:
        if path.read_bytes() == content:
            return
    except OSError:
        pass  # it is not there yet
    write_file(path, content)


def restored_plan(out: Path, store: Store) -> Plan:
    """The plan of the last run on a folder of outputs, without its folders of inputs."""
    kept = store.setting("plan")
    assert kept is not None
    options, table_by, league, overlays = msgspec.json.decode(
        kept, type=tuple[Options, str | None, bool, bool]
    )
    return Plan((), out, options, table_by, league, overlays)

"""Write the outputs of a batch from its store: documents, records and pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from itertools import islice
from pathlib import Path
from typing import TypeVar

import msgspec

from fairsheet.engine.records.record import mark_in, write_record
from fairsheet.languages.messages import packed
from fairsheet.pipeline.base.doubt_files import (
    Correction,
    DoubtsFile,
    digest_of,
    doubts_document,
    doubts_path,
)
from fairsheet.pipeline.base.values import Answer, FileOutcome, KeptSheet
from fairsheet.pipeline.batch_state import State
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.reading.records import is_record
from fairsheet.pipeline.store.keys import key_of
from fairsheet.pipeline.store.plan import Plan
from fairsheet.pipeline.store.store import Store
from fairsheet.process.output_files import sync_folder, write_file
from fairsheet.results._edited import keep_aside
from fairsheet.results._table_players import areas_csv, parts_csv, results_csv
from fairsheet.results.html_pages import index_html, page_name, table_html
from fairsheet.results.league import games_csv, league_csv, league_of
from fairsheet.results.outputs import (
    file_stem,
    overlay_name,
    photos_lines,
    raised_doubts,
    record_name,
    tables_lines,
)
from fairsheet.results.parquet import parquet_of
from fairsheet.results.player_pages import player_pages
from fairsheet.sheets.model.marks import with_marks
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.readings.kept import KeptReading
from fairsheet.vision.readings.reading import Doubt

SIDE_BY_SIDE = 16  # files that are written in parallel, because each waits for the disk
AT_A_TIME = 64  # files that are in memory before they are written

T = TypeVar("T")


def write_outputs(plan: Plan, store: Store, state: State) -> None:
    """Write every output whose content has changed; the documents come last, because they name the others."""
    out = plan.out
    with ThreadPoolExecutor(SIDE_BY_SIDE) as threads:
        for files in _batched(_record_files(plan, store, state)):
            records = [(path, content) for path, content in files if content and is_record(path)]
            keep_aside(store, out, records)
            _write_all(threads, files)
    write_pages(plan, store, state, state.tables)
    league = league_of(plan, state.tables)
    _write(out / "league.csv", league_csv(league, plan.csv_dialect) if plan.league else None)
    _write(out / "league-games.csv", games_csv(league, plan.csv_dialect) if plan.league else None)
    for name, page in player_pages(plan, league):
        _write(out / "report" / name, page)
    _write(out / "report/index.html", index_html(plan, state, league))
    _write(out / "photos.jsonl", photos_lines(state.files))
    _write(out / "tables.jsonl", tables_lines(state.tables))
    _write(out / "results.csv", results_csv(state.tables, plan.csv_dialect))
    _write(out / "results-parts.csv", parts_csv(state.tables, plan.csv_dialect))
    _write(out / "areas.csv", areas_csv(state.tables, plan.csv_dialect))
    _write(out / "results.parquet", parquet_of(results_csv(state.tables)) if plan.parquet else None)


def write_pages(plan: Plan, store: Store, state: State, tables: Iterable[JudgedTable]) -> None:
    """Write the pages of tables whose content has changed."""
    with ThreadPoolExecutor(SIDE_BY_SIDE) as threads:
        for changed in _batched(_changed_pages(plan, store, state, tables)):
            _write_all(threads, [(plan.out / "report" / name, page) for name, _, page in changed])
            # otherwise a power cut could leave the new key of a page with its former content
            sync_folder(plan.out / "report" / "tables")
            store.keep_page_keys([(name, key) for name, key, _ in changed])


def _record_files(plan: Plan, store: Store, state: State) -> Iterator[tuple[Path, bytes | None]]:
    """Yield the path and content of each record and of its `.doubts` file; None as content removes the file.

    Equal files of one name have one record, which names the first of them.
    """
    raised = raised_doubts(state.tables, plan.catalog)
    places = {
        (seen.source.name, seen.number): (outcome.table.key.name, len(place.seen) > 1)
        for outcome in state.tables
        for place in outcome.table.places
        for seen in place.seen
    }
    first = {file_stem(outcome): outcome for outcome in reversed(state.files)}
    for outcome in reversed(first.values()):
        for number, sheet in enumerate(outcome.found.sheets if outcome.found else ()):
            path, key = plan.out / record_name(outcome, number), (outcome.sha256, number)
            table_and_others = places.get((outcome.source.name, number), (None, False))
            doubts_file = _doubts_file(
                store, outcome, number, raised.get(key, ()), state.answers.get(key, ()), *table_and_others
            )
            yield path, write_record(sheet.record)
            yield doubts_path(path), doubts_document(doubts_file) if doubts_file else None


def _doubts_file(
    store: Store,
    outcome: FileOutcome,
    number: int,
    raised: Sequence[Doubt],
    answers: Sequence[Answer],
    table: str | None,
    has_others: bool,
) -> DoubtsFile | None:
    """Return the `.doubts` file of a sheet's record, as `scan -o` writes it.

    Return None for a sheet without photo and answers, unless the record does not name its table or has other readings.
    """
    assert outcome.as_read is not None
    read = outcome.as_read.sheets[number]
    corrections = (
        *read.corrections,
        *(
            Correction(each.field, mark_in(read.record, each.field), each.mark, each.who, each.when)
            for each in answers
        ),
    )
    table = table if table != read.record.game.name else None
    if read.doubts is None and not corrections and table is None and not has_others:
        return None
    doubts = tuple({doubt.field: doubt for doubt in (*(read.doubts or ()), *raised)}.values())
    crops = store.crops(outcome.sha256, number) if doubts else {}
    return DoubtsFile(
        photo=None if read.doubts is None else next(iter(read.photos), outcome.source.name),
        further_photos=read.photos[1:],
        doubts=doubts,
        crops={doubt.field: crops[doubt.field] for doubt in doubts if doubt.field in crops},
        corrections=corrections,
        overlays=() if is_record(outcome.source.path) else (Path(overlay_name(outcome, read.overlay)).name,),
        reading=_reading(read, has_others),
        table=table,
        digest=read.digest if read.corrections else read.digest or digest_of(read.record),
        taken=read.taken,
        photo_digests=read.photo_digests if is_record(outcome.source.path) else (outcome.sha256,),
    )


def _reading(read: KeptSheet, has_others: bool) -> KeptReading | None:
    """Return the reading that others of the sheet are joined with; None for a record without any reading."""
    if not read.pages and not has_others:
        return None
    was = {each.field: each.was for each in reversed(read.corrections) if each.field != PLAYER}
    return KeptReading(read.pages or (1,), with_marks(read.record.marks, was), read.unsure)


def _changed_pages(
    plan: Plan, store: Store, state: State, tables: Iterable[JudgedTable]
) -> Iterator[tuple[str, str, bytes]]:
    """Yield the name, the key and the content of pages whose tables have changed."""
    for outcome in tables:
        if outcome.result is None:
            continue
        name, key = page_name(outcome), _page_key(plan, outcome)
        if store.page_key(name) != key or not (plan.out / "report" / name).exists():
            table = outcome.table.key
            sheet = plan.catalog.sheet(table.sheet, table.layout, table.solo)
            page = table_html(sheet, outcome, state.file_named, plan)
            yield name, key, page


def _page_key(plan: Plan, outcome: JudgedTable) -> str:
    """Return a key of everything that the page of a table shows."""
    table, judged = outcome.table, outcome.result
    seen = [
        (each.source.name, each.sha256, each.sheet.overlay, each.answered)
        for place in table.places
        for each in place.seen
    ]
    return key_of(
        [
            outcome.key.encode(),
            repr(judged.problem if judged else None).encode(),  # a retry may fail differently
            msgspec.msgpack.encode(table.records),
            msgspec.msgpack.encode([place.doubts for place in table.places], enc_hook=packed),
            repr(seen).encode(),
            repr((outcome.name, table.notes, plan.overlays, plan.lang)).encode(),
            msgspec.json.encode(plan.words.patterns) if plan.options.template else b"",
        ]
    )


def _batched(items: Iterable[T]) -> Iterator[list[T]]:
    iterator = iter(items)
    while some := list(islice(iterator, AT_A_TIME)):
        yield some


def _write_all(threads: ThreadPoolExecutor, files: Iterable[tuple[Path, bytes | None]]) -> None:
    """Write files in parallel; each task has a copy of the context, which protects the inputs of this run."""
    waiting = [threads.submit(copy_context().run, _write, path, content) for path, content in files]
    for each in waiting:
        each.result()


def _write(path: Path, content: bytes | None) -> None:
    """Write a file if its content has changed; without content, remove the file of an earlier call."""
    if content is None:
        path.unlink(missing_ok=True)
        return
    with suppress(OSError):  # the file does not exist yet
        if path.read_bytes() == content:
            return
    write_file(path, content)

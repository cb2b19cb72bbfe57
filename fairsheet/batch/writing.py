"""Writes the outputs of a batch: what its store knows, as documents, records and pages."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.record import write_record
from fairsheet.batch.league import league_csv, standings
from fairsheet.batch.outputs import photos_lines, record_name, results_csv, tables_lines
from fairsheet.batch.pages import index_html, page_name, table_html
from fairsheet.batch.plan import Plan, judged_key, key_of
from fairsheet.batch.state import State
from fairsheet.batch.store import Store
from fairsheet.files import write_file
from sheets.files import format_path


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
    index = index_html(state.files, state.tables, league, state.left_to_reader, format_path(out))
    _write(out / "report/index.html", index)
    _write(out / "photos.jsonl", photos_lines(state.files))
    _write(out / "tables.jsonl", tables_lines(state.tables))
    _write(out / "results.csv", results_csv(state.tables))


def _write_pages(plan: Plan, store: Store, state: State) -> None:
    """The pages of tables; one whose table did not change is not even made."""
    files_of = {each.source.name: each for each in state.files}
    for outcome in state.tables:
        if outcome.judged is None:
            continue
        name, table = page_name(outcome), outcome.table
        key = key_of(
            [
                judged_key(plan.options, table.records).encode(),
                msgspec.msgpack.encode(table.records),
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
        sheet = plan.catalog.sheet(table.key.sheet, table.key.layout)
        _write(path, table_html(sheet, outcome, files_of))
        store.keep_page_key(name, key)


def _write(path: Path, content: bytes) -> None:
    try:
        if path.read_bytes() == content:
            return
    except OSError:
        pass  # it is not there yet
    write_file(path, content)

"""An executor without processes, and small batches of records, for tests of other parts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from fairsheet.batches.run import Watcher, run
from fairsheet.engine.records.record import Record, write_record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.pipeline.base.values import TaskOptions
from fairsheet.pipeline.batch_state import State
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.store.plan import Plan
from fairsheet.pipeline.store.store import open_store
from fairsheet.pipeline.tables_from_files import read_tables
from fairsheet.pipeline.work.tasks import Result, Task, perform
from fairsheet.sheets.library.templates import load_sheet

OPTIONS = TaskOptions(pages=200, work=30.0)


class InProcess:
    """Performs every task in this process and stores the task names. Subclasses replace `do`."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.is_prepared = False

    def prepare(self) -> None:
        self.is_prepared = True

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        for name, task in tasks:
            self.done.append(name)
            yield name, self.do(task)

    def do(self, task: Task) -> Result:
        return perform(task)

    def close(self) -> None:
        pass


class Pool(InProcess):
    """Replaces worker processes and ignores their arguments."""

    def __init__(self, *given: object) -> None:
        super().__init__()


def batch(folder: Path | list[Path], out: Path, executor: InProcess | None = None, **changes: Any) -> State:
    """Run a batch over folders in this process."""
    folders = folder if isinstance(folder, list) else [folder]
    plan = Plan(tuple(folders), out, **{"options": OPTIONS, **changes})
    with open_store(out, new=True) as store:
        return run(plan, store, executor or InProcess(), Watcher())


def sheets_read(paths: list[Path]) -> list[tuple[SeatSheet, ...]]:
    """Return the sheets of each table as commands read them."""
    return [table.places for table in read_tables(paths).tables]


def records_of(sheet: str, seed: str, players: int = 2) -> tuple[Record, ...]:
    """Return the records of a short game of bots."""
    return next(simulate(load_sheet(sheet), seed, players, 1, "random")).records


def other_records(records: Iterable[Record]) -> list[Record]:
    """Return records of another table with the same game and other ink."""
    return [
        replace(other, game=record.game)
        for record in records
        for other in records_of(record.sheet, "another seed", record.game.players)
        if other.seat == record.seat
    ]


def write_records(folder: Path, records: Iterable[Record]) -> list[Path]:
    """Write the records as files `seat-<k>.json` and return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for record in records:
        path = folder / f"seat-{record.seat}.json"
        path.write_bytes(write_record(record))
        paths.append(path)
    return paths


def content(out: Path) -> dict[str, bytes]:
    """Return every file in an output folder except the store and its log."""
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and not path.name.startswith((".", "batch."))
    }


def lines(path: Path) -> list[dict[str, Any]]:
    """Return the documents of a file of JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def photo_files(folder: Path, *names: str) -> Path:
    """Write files that look like photos, each with other content, and return their folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_bytes(b"\xff\xd8\xff" + name.encode())
    return folder


def impossible(record: Record) -> Record:
    """Return the record with the same number in all slots."""
    slots = {
        field: mark
        for field, mark in record.marks.items()
        if load_sheet(record.sheet).field[field].kind == "slot"
    }
    assert len(slots) > 1
    return replace(record, marks={**record.marks, **dict.fromkeys(slots, 9)})

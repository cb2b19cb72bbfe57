"""Stores of earlier releases: answers and options are kept, and the rest is computed again."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from fairsheet.batches.again import open_batch
from fairsheet.languages.messages import Message, packed
from fairsheet.pipeline.base.values import CANNOT_READ, Source
from fairsheet.pipeline.store.folders import STORE
from fairsheet.pipeline.store.plan import restored_plan
from fairsheet.pipeline.store.store import OLDEST, VERSION, open_store
from fairsheet.sheets.support.errors import FairsheetError
from tests.fairsheet.here import InProcess, batch, records_of, write_records

STORE_5 = Path(__file__).parents[3] / "data" / "store-5"  # with a correction: floor-2.1 of seat 1 is 0


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return an output folder with a store of version 5."""
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / STORE).write_bytes(gzip.decompress((STORE_5 / f"{STORE}.gz").read_bytes()))
    return folder


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return the records of the store."""
    folder = tmp_path / "club"
    folder.mkdir()
    for record in STORE_5.glob("*.json"):
        shutil.copy(record, folder)
    return folder


def set_version(out: Path, version: int) -> None:
    with closing(sqlite3.connect(out / STORE)) as connection:
        connection.execute(f"pragma user_version={version}")


def test_corrections_outlive_a_change_of_release(out: Path, club: Path) -> None:
    state = batch(club, out)
    marks = {place.record.seat: place.record.marks for each in state.tables for place in each.table.places}
    assert marks[1]["floor-2.1"] == 0
    with open_batch(out) as again:
        assert [(each.field, each.mark, each.who) for each in again.store.answers()] == [
            ("floor-2.1", 0, "Ada")
        ]


def test_the_plan_outlives_a_change_of_release(out: Path) -> None:
    with open_store(out, new=False) as store:
        plan = restored_plan(out, store)
        assert len(store.listed()) == 2
    assert (plan.league, plan.best, plan.roster) == (True, 3, ("Ada", "Jiří"))
    assert [day for _, day in plan.dates] == [date(2026, 3, 1)]


def test_problem_of_a_file_is_stored_as_a_message(tmp_path: Path) -> None:
    unread = CANNOT_READ.filled(why="No such device")
    with open_store(tmp_path, new=True) as store:
        files = [Source(tmp_path / "a", "a"), Source(tmp_path / "b", "b", Message("this is a broken link"))]
        store.begin(b"", [(each, "", "") for each in files])
        store.keep_unread(files[0], unread)
        problems = [source.problem for source, *_ in store.listed()]
    assert [packed(each) for each in problems] == [packed(unread), packed(files[1].problem)]
    with closing(sqlite3.connect(tmp_path / STORE)) as connection, connection:
        connection.execute("update listed set problem='as earlier releases wrote it' where name='b'")
    with open_store(tmp_path, new=False) as store:
        assert store.listed()[1][0].problem == Message("as earlier releases wrote it")


def test_files_read_by_another_release_are_read_again(out: Path, club: Path) -> None:
    with pytest.raises(FairsheetError, match=r"has not read any file yet.*fairsheet batch"), open_batch(out):
        pass
    first, second = InProcess(), InProcess()
    batch(club, out, first)
    batch(club, out, second)
    assert first.done and not second.done


def test_only_an_older_store_is_computed_again(tmp_path: Path) -> None:
    club, out = tmp_path / "club", tmp_path / "out"
    write_records(club, records_of("launch", "kept"))
    batch(club, out)
    set_version(out, OLDEST)
    assert batch(club, out, executor := InProcess()).tables
    assert executor.done
    set_version(out, VERSION)
    assert batch(club, out, executor := InProcess()).tables
    assert not executor.done


@pytest.mark.parametrize(
    ("version", "hint"), [(VERSION + 1, "update fairsheet"), (OLDEST - 1, "another output folder")]
)
def test_unsupported_stores_are_refused_and_unchanged(out: Path, version: int, hint: str) -> None:
    set_version(out, version)
    before = (out / STORE).read_bytes()
    with pytest.raises(FairsheetError, match=hint), open_store(out, new=True):
        pass
    assert (out / STORE).read_bytes() == before

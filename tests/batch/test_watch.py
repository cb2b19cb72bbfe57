"""Watching: what is new is taken up once it stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairsheet.batch.plan import Plan
from fairsheet.batch.run import Watcher
from fairsheet.batch.state import State
from fairsheet.batch.store import open_store
from fairsheet.batch.watch import watch
from tests.batch.here import OPTIONS, Here, records_of, write_records


def test_what_is_new_is_taken_up_once_it_stays_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    first, second = records_of("launch", "first"), records_of("launch", "second")
    write_records(folder / "a", first)
    told: list[int] = []
    growing = folder / "b" / "seat-1.json"
    looks = 0

    def sleep(seconds: float) -> None:
        nonlocal looks
        looks += 1
        match looks:
            case 2:
                growing.parent.mkdir()
                growing.write_bytes(b"{")  # a copy that has just begun
            case 3:
                write_records(folder / "b", second)
                assert len(told) == 1
            case 4:
                assert len(told) == 1
            case 8:
                raise KeyboardInterrupt

    def tell(state: State) -> None:
        told.append(len(state.tables))

    with open_store(folder / "out", new=True) as store, pytest.raises(KeyboardInterrupt):
        watch(Plan((folder,), folder / "out", OPTIONS), store, Here(), Watcher(), tell, sleep)
    assert told == [1, 2]

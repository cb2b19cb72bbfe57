"""Watch folders: new files are read once they no longer change."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairsheet.batches.run import Watcher
from fairsheet.batches.watch import watch
from fairsheet.languages.messages import Message
from fairsheet.pipeline.batch_state import State
from fairsheet.pipeline.store.plan import Plan
from fairsheet.pipeline.store.store import open_store
from fairsheet.vision.readings.reading import Doubt
from tests.doubts_beside import write_doubts
from tests.fairsheet.here import OPTIONS, InProcess, records_of, write_records


def test_new_files_are_read_once_they_stop_changing(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    first, second = records_of("launch", "first"), records_of("launch", "second")
    write_records(folder / "a", first)
    counts: list[int] = []
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
                assert len(counts) == 1
            case 4:
                assert len(counts) == 1
            case 8:
                raise KeyboardInterrupt

    def count(state: State) -> None:
        counts.append(len(state.tables))

    with open_store(folder / "out", new=True) as store, pytest.raises(KeyboardInterrupt):
        watch(Plan((folder,), folder / "out", OPTIONS), store, InProcess(), Watcher(), count, sleep)
    assert counts == [1, 2]


def test_complete_files_are_read_while_others_arrive(tmp_path: Path) -> None:
    folder, counts = tmp_path / "club", list[int]()
    write_records(folder / "0", records_of("launch", "0"))

    def sleep(seconds: float) -> None:
        if len(counts) == 3:
            raise KeyboardInterrupt
        number = len(list(folder.iterdir()))
        write_records(folder / f"{number}", records_of("launch", f"{number}"))

    with open_store(tmp_path / "out", new=True) as store, pytest.raises(KeyboardInterrupt):
        plan = Plan((folder,), tmp_path / "out", OPTIONS)
        watch(plan, store, InProcess(), Watcher(), lambda state: counts.append(len(state.tables)), sleep)
    assert counts == [1, 2, 3]


def test_doubts_files_next_to_records_are_watched(tmp_path: Path) -> None:
    (record, _) = write_records(tmp_path / "club", records_of("launch", "first"))
    counts: list[int] = []
    looks = iter(range(9))

    def sleep(seconds: float) -> None:
        match next(looks):
            case 2:
                write_doubts(
                    record, "photo.jpg", [Doubt("floor-1.1", ((3, 0.6), (8, 0.4)), 3, Message("faint"))]
                )
            case 5:
                raise KeyboardInterrupt

    with open_store(tmp_path / "out", new=True) as store, pytest.raises(KeyboardInterrupt):
        plan = Plan((tmp_path / "club",), tmp_path / "out", OPTIONS)
        watch(plan, store, InProcess(), Watcher(), lambda state: counts.append(len(state.files)), sleep)
    assert counts == [2, 1, 2], "a new file may be incomplete"

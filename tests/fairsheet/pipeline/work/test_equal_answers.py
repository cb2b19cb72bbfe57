"""The reading of a photo depends only on the photo, not on earlier photos or the process."""

from __future__ import annotations

import hashlib
import os
from contextlib import closing
from pathlib import Path

import msgspec

from fairsheet.languages.messages import packed
from fairsheet.pipeline.reading.photos import record_of, scan_file
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.work.processes import Processes
from fairsheet.pipeline.work.tasks import FileDone, ReadFile, Result, perform
from fairsheet.vision.simulator.camera import HARD, SCAN
from tests.fairsheet.here import OPTIONS
from tests.photographs import photographed


def test_reading_is_the_same_in_any_order_and_process(table: list[Path], tmp_path: Path) -> None:
    paths = [tmp_path / record.with_suffix(".jpg").name for record in table[1:]]
    for record, path, level in zip(table[1:], paths, (SCAN, HARD), strict=True):
        path.write_bytes(photographed(record, level=level, px_per_mm=6))
    tasks = [(path.name, _read_task(path)) for path in paths]
    local_results = {name: perform(task) for name, task in tasks}
    doubts = [_count_doubts(result) for result in local_results.values()]
    assert any(doubts), "photos without doubts would agree too easily"
    with closing(Processes(1, Limits())) as pool:
        pool_results = dict(pool.run(reversed(tasks)))
    assert _bytes(local_results) == _bytes(pool_results)
    alone = next(iter(scan_file(paths[1])))
    (sheet,) = alone.reading.sheets
    done = local_results[paths[1].name]
    assert isinstance(done, FileDone) and done.found.sheets[0].record == record_of(sheet)
    assert done.found.sheets[0].doubts == sheet.doubts


def _read_task(path: Path) -> ReadFile:
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return ReadFile(os.fsencode(path), sha256, OPTIONS, pictures=True)


def _count_doubts(result: Result) -> int:
    """Return the number of doubts."""
    assert isinstance(result, FileDone) and result.found.error is None and result.pictures
    return sum(len(sheet.doubts or ()) for sheet in result.found.sheets)


def _bytes(results: dict[str, Result]) -> dict[str, bytes]:
    return {name: msgspec.msgpack.encode(result, enc_hook=packed) for name, result in sorted(results.items())}

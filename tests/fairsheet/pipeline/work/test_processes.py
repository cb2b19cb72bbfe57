"""Workers that die, hang or use too much memory lose only one task."""

from __future__ import annotations

import hashlib
import io
import os
import platform
import resource
import signal
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from fairsheet.pipeline.base.values import TemplateFile
from fairsheet.pipeline.store.limits import Limits, release_memory
from fairsheet.pipeline.work import processes
from fairsheet.pipeline.work.processes import Processes
from fairsheet.pipeline.work.tasks import Failure, FileDone, ReadFile, Stopped, Task
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from tests.fairsheet.here import OPTIONS, records_of, write_records


def write_noise(path: Path, width: int = 2400, height: int = 1800) -> Path:
    """Write a picture without a sheet that takes a while to read."""
    stream = io.BytesIO()
    Image.effect_noise((width, height), 60).save(stream, "PNG", compress_level=1)
    path.write_bytes(stream.getvalue())
    return path


def read_task(path: Path) -> tuple[str, Task]:
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return path.name, ReadFile(os.fsencode(path), sha256, OPTIONS, pictures=False)


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    return write_records(tmp_path, records_of("launch", "first", 3))


def test_task_that_needs_too_much_memory_fails_alone(records: list[Path], tmp_path: Path) -> None:
    tasks = [read_task(write_noise(tmp_path / "huge.png")), *map(read_task, records)]
    with closing(Processes(1, Limits(memory=8))) as pool:
        results = dict(pool.run(tasks))
    assert isinstance(results["huge.png"], Failure) and "8 MB of memory" in results["huge.png"].reason
    assert sum(isinstance(result, FileDone) for result in results.values()) == len(records)


def test_task_that_takes_too_long_ends_its_worker(tmp_path: Path) -> None:
    with closing(Processes(1, Limits(seconds=0.08))) as pool:
        ((_, results),) = pool.run([read_task(write_noise(tmp_path / "slow.png"))])
        assert isinstance(results, Failure) and "raise --seconds" in results.words
        assert pool._workers == []


def test_missing_template_stops_the_batch_with_its_error(records: list[Path], tmp_path: Path) -> None:
    name, task = read_task(records[0])
    assert isinstance(task, ReadFile)
    options = replace(OPTIONS, template=TemplateFile(str(tmp_path / "gone.sheet"), ""))
    with closing(Processes(1, Limits())) as pool:
        ((_, result),) = pool.run([(name, replace(task, options=options))])
    assert isinstance(result, Stopped) and result.code is ErrorCode.NO_SUCH_FILE


def kill_holder(pool: Processes, name: str) -> int | None:
    """Kill the worker that has a task, and return its process id, or None if there is none."""
    for worker in pool._workers:
        if worker.task is not None and worker.task[0] == name:
            os.kill(worker.process.pid, signal.SIGKILL)
            return worker.process.pid
    return None


def test_task_of_a_killed_worker_gets_another_try(records: list[Path], tmp_path: Path) -> None:
    with closing(Processes(1, Limits())) as pool:

        def tasks() -> Iterator[tuple[str, Task]]:
            yield read_task(write_noise(tmp_path / "unlucky.png", 1200, 900))
            assert kill_holder(pool, "unlucky.png") is not None
            yield from map(read_task, records)

        results = dict(pool.run(tasks()))
    assert {type(result) for result in results.values()} == {FileDone} and len(results) == 1 + len(records)


def test_a_task_that_kills_every_worker_is_named(records: list[Path], tmp_path: Path) -> None:
    with closing(Processes(1, Limits())) as pool:

        def tasks() -> Iterator[tuple[str, Task]]:
            yield read_task(write_noise(tmp_path / "deadly.png", 1200, 900))
            start_dead: set[int | None] = {None}
            for record in cycle(records):
                start_dead.add(kill_holder(pool, "deadly.png"))
                if len(start_dead) == 1 + 2:
                    break
                name, task = read_task(record)
                yield f"{name} again", task
            yield from map(read_task, records)

        results = {name: result for name, result in pool.run(tasks()) if not name.endswith("again")}
    assert isinstance(results["deadly.png"], Failure) and "SIGKILL" in results["deadly.png"].reason
    assert sum(isinstance(result, FileDone) for result in results.values()) == len(records)


def test_workers_that_cannot_start_blame_no_task_and_start_later(
    records: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cluster worker has such a pool and outlives the failed batch."""
    (tmp_path / "msgspec.py").write_text("raise SystemExit('no module of the current folder is to be taken')")
    monkeypatch.chdir(tmp_path)
    with closing(Processes(1, Limits())) as pool:
        with monkeypatch.context() as patched, pytest.raises(FairsheetError, match="cannot start"):
            patched.setenv("PYTHONHOME", "/nowhere")
            list(pool.run(map(read_task, records)))
        assert len(dict(pool.run(map(read_task, records)))) == len(records)


def test_forbidden_program_start_is_reported(
    records: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other errors of the system are reported as an output folder that cannot be written."""
    (tmp_path / "python").touch()
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(FairsheetError, match="a worker cannot start \\(Permission denied\\)"):
        list(Processes(1, Limits()).run([read_task(records[0])]))


def test_silently_dead_workers_are_released(records: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    pool = Processes(1, Limits())
    start = pool._start

    def start_dead() -> processes._Worker:
        worker = start()
        worker.process.wait()
        return worker

    monkeypatch.setattr(pool, "_start", start_dead)
    with closing(pool), pytest.raises(FairsheetError, match="cannot start"):
        list(pool.run(map(read_task, records)))


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can be asked to release memory")
def test_freed_memory_goes_back_to_the_system() -> None:
    blocks = [bytes(60_000) for _ in range(2000)]  # smaller than blocks that get their own pages
    full = resident()
    del blocks[:-1]
    release_memory()
    assert resident() < full - 80 * 2**20


def resident() -> int:
    """Return the bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()


def test_unexpected_errors_are_logged(records: list[Path], tmp_path: Path) -> None:
    name, task = read_task(records[0])
    assert isinstance(task, ReadFile)
    with (tmp_path / "log").open("wb") as log, closing(Processes(1, Limits(), log)) as pool:
        ((_, result),) = pool.run([(name, replace(task, path=b"\0"))])
    assert isinstance(result, Failure) and "fairsheet failed on it (ValueError" in result.reason
    assert (tmp_path / "log").read_text().startswith('ValueError\n  File "')


def test_workers_are_replaced_after_many_tasks_and_end_cleanly(
    records: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "MOST_TASKS", 2)
    with closing(Processes(1, Limits())) as pool:
        start = pool._start
        started: list[processes._Worker] = []

        def start_and_count() -> processes._Worker:
            started.append(start())
            return started[-1]

        monkeypatch.setattr(pool, "_start", start_and_count)
        results = dict(pool.run(map(read_task, records)))
    assert len(results) == 3 and all(isinstance(result, FileDone) for result in results.values())
    assert [worker.process.returncode for worker in started] == [0, 0], "no worker was killed"

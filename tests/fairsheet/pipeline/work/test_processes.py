"""Workers that die, hang or swallow memory take one task with them and no other."""

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

from fairsheet.pipeline.store.limits import Limits, release_memory
from fairsheet.pipeline.work import processes
from fairsheet.pipeline.work.processes import Processes
from fairsheet.pipeline.work.tasks import Failure, FileDone, ReadFile, Task
from fairsheet.sheets.support.errors import FairsheetError
from tests.fairsheet.here import OPTIONS, records_of, write_records


def white(path: Path, width: int = 2400, height: int = 1800) -> Path:
    """A picture with nothing on it that takes a while to read."""
    stream = io.BytesIO()
    Image.effect_noise((width, height), 60).save(stream, "PNG", compress_level=1)
    path.write_bytes(stream.getvalue())
    return path


def read(path: Path) -> tuple[str, Task]:
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return path.name, ReadFile(os.fsencode(path), sha256, OPTIONS, pictures=False)


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    return write_records(tmp_path, records_of("launch", "first", 3))


def test_a_task_that_needs_too_much_is_named_and_others_go_on(records: list[Path], tmp_path: Path) -> None:
    tasks = [read(white(tmp_path / "huge.png")), *map(read, records)]
    with closing(Processes(1, Limits(memory=8))) as pool:
        found = dict(pool.run(tasks))
    assert isinstance(found["huge.png"], Failure) and "8 MB of memory" in found["huge.png"].reason
    assert sum(isinstance(result, FileDone) for result in found.values()) == len(records)


def test_a_task_that_takes_too_long_loses_its_worker(tmp_path: Path) -> None:
    with closing(Processes(1, Limits(seconds=0.08))) as pool:
        ((_, found),) = pool.run([read(white(tmp_path / "slow.png"))])
        assert isinstance(found, Failure) and "raise --seconds" in found.words
        assert pool._workers == []


def kill_holder(pool: Processes, name: str) -> int | None:
    """Kill the worker that has a task; its process id, if there is one."""
    for worker in pool._workers:
        if worker.task is not None and worker.task[0] == name:
            os.kill(worker.process.pid, signal.SIGKILL)
            return worker.process.pid
    return None


def test_a_task_whose_worker_somebody_killed_gets_another_try(records: list[Path], tmp_path: Path) -> None:
    with closing(Processes(1, Limits())) as pool:

        def tasks() -> Iterator[tuple[str, Task]]:
            yield read(white(tmp_path / "unlucky.png", 1200, 900))
            assert kill_holder(pool, "unlucky.png") is not None
            yield from map(read, records)

        found = dict(pool.run(tasks()))
    assert {type(result) for result in found.values()} == {FileDone} and len(found) == 1 + len(records)


def test_a_task_that_kills_every_worker_is_named(records: list[Path], tmp_path: Path) -> None:
    with closing(Processes(1, Limits())) as pool:

        def tasks() -> Iterator[tuple[str, Task]]:
            yield read(white(tmp_path / "deadly.png", 1200, 900))
            dead: set[int | None] = {None}
            for record in cycle(records):
                dead.add(kill_holder(pool, "deadly.png"))
                if len(dead) == 1 + 2:
                    break
                name, task = read(record)
                yield f"{name} again", task
            yield from map(read, records)

        found = {name: result for name, result in pool.run(tasks()) if not name.endswith("again")}
    assert isinstance(found["deadly.png"], Failure) and "SIGKILL" in found["deadly.png"].reason
    assert sum(isinstance(result, FileDone) for result in found.values()) == len(records)


def test_workers_that_cannot_start_blame_none_and_start_later(
    records: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker of a cluster, which has such a pool, outlives the batch that failed."""
    (tmp_path / "msgspec.py").write_text("raise SystemExit('no module of the current folder is to be taken')")
    monkeypatch.chdir(tmp_path)
    with closing(Processes(1, Limits())) as pool:
        with monkeypatch.context() as patched, pytest.raises(FairsheetError, match="cannot start"):
            patched.setenv("PYTHONHOME", "/nowhere")
            list(pool.run(map(read, records)))
        assert len(dict(pool.run(map(read, records)))) == len(records)


def test_a_program_that_may_not_be_started_is_told_as_such(
    records: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not as a folder of results that cannot be written, as which any other error of the system would be told."""
    (tmp_path / "python").touch()
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(FairsheetError, match="a worker cannot start \\(Permission denied\\)"):
        list(Processes(1, Limits()).run([read(records[0])]))


def test_workers_that_died_untold_are_let_go(records: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    pool = Processes(1, Limits())
    start = pool._start

    def dead() -> processes._Worker:
        worker = start()
        worker.process.wait()
        return worker

    monkeypatch.setattr(pool, "_start", dead)
    with closing(pool), pytest.raises(FairsheetError, match="cannot start"):
        list(pool.run(map(read, records)))


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can be asked to release memory")
def test_freed_memory_goes_back_to_the_system() -> None:
    blocks = [bytes(60_000) for _ in range(2000)]  # below the size from which each has pages of its own
    full = resident()
    del blocks[:-1]
    release_memory()
    assert resident() < full - 80 * 2**20


def resident() -> int:
    """The bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()


def test_what_the_program_fails_at_is_in_the_log(records: list[Path], tmp_path: Path) -> None:
    name, task = read(records[0])
    assert isinstance(task, ReadFile)
    with (tmp_path / "log").open("wb") as log, closing(Processes(1, Limits(), log)) as pool:
        ((_, result),) = pool.run([(name, replace(task, path=b"\0"))])
    assert isinstance(result, Failure) and "fairsheet failed on it (ValueError" in result.reason
    assert "Traceback" in (tmp_path / "log").read_text()


def test_a_worker_gives_way_after_many_tasks_and_at_the_end(
    records: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "MOST_TASKS", 2)
    with closing(Processes(1, Limits())) as pool:
        start = pool._start
        started: list[processes._Worker] = []

        def counted() -> processes._Worker:
            started.append(start())
            return started[-1]

        monkeypatch.setattr(pool, "_start", counted)
        found = dict(pool.run(map(read, records)))
    assert len(found) == 3 and all(isinstance(result, FileDone) for result in found.values())
    assert [worker.process.returncode for worker in started] == [0, 0], "neither was killed"

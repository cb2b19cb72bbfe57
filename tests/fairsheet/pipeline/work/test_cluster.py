"""Batches on a dask cluster of real processes, including a worker that is killed half-way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from distributed import LocalCluster

from fairsheet.batches.run import Watcher, run
from fairsheet.languages.messages import Message, packed
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.store.plan import Plan
from fairsheet.pipeline.store.store import open_store
from fairsheet.pipeline.work import cluster as cluster_module
from fairsheet.pipeline.work.tasks import Failure, ReadFile, Result, Task
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from tests.fairsheet.here import OPTIONS, batch, content, records_of, write_records


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Return the address of a scheduler and its two workers."""
    address = tmp_path / "scheduler.json"
    words = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard"]
    scheduler = subprocess.Popen([*words, "--scheduler-file", str(address)], stderr=subprocess.DEVNULL)
    try:
        while not address.exists():
            time.sleep(0.1)
        words = [
            sys.executable,
            "-m",
            "distributed.cli.dask_worker",
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
        ]
        workers = [
            subprocess.Popen([*words, "--scheduler-file", str(address)], stderr=subprocess.DEVNULL)
            for _ in range(2)
        ]

        yield json.loads(address.read_text())["address"], workers
        for worker in workers:
            worker.kill()
            worker.wait()
    finally:
        scheduler.kill()
        scheduler.wait()


@pytest.mark.soak
def test_killed_worker_does_not_change_the_results(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    folder = tmp_path / "club"
    for number in range(8):
        write_records(folder / f"{number}", records_of("launch", f"club {number}", 3))
    batch(folder, tmp_path / "here")
    done: list[str] = []

    def kill_half_way(name: str, error: str | None) -> None:
        done.append(name)
        if len(done) == 6:
            os.kill(workers[0].pid, signal.SIGKILL)

    with open_store(tmp_path / "there", new=True) as store:
        executor = cluster_module.Cluster(address, Limits())
        run(Plan((folder,), tmp_path / "there", OPTIONS), store, executor, Watcher(done=kill_half_way))
        executor.close()
    assert workers[0].poll() is not None and workers[1].poll() is None
    assert content(tmp_path / "there") == content(tmp_path / "here")


@pytest.mark.parametrize(
    ("address", "why"), [("nonsense", "missing port"), ("tcp://127.0.0.1:1", "Timed out")]
)
def test_missing_scheduler_is_named_without_waiting(
    address: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import distributed

    def fail_on_client(*_: object, **__: object) -> None:
        raise AssertionError("its close waits for half a minute where nobody answers")

    monkeypatch.setattr(distributed, "Client", fail_on_client)
    monkeypatch.setattr(cluster_module, "ANSWERS_WITHIN", 0.2)
    with pytest.raises(FairsheetError, match=f"no scheduler answers .*{why}"):
        cluster_module.Cluster(address, Limits())


def test_cluster_without_a_worker_is_given_up_with_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=None) as scheduler,
        pytest.raises(FairsheetError, match="the scheduler has no worker"),
    ):
        cluster_module.Cluster(scheduler.scheduler_address, Limits(), workers_within=0.1)
    assert "has no worker yet; waiting for one" in capsys.readouterr().err


def result_of(content: bytes, limits: bytes) -> bytes:
    """Return a failure without any work, as the worker of these tests."""
    return msgspec.msgpack.encode(Failure(Message("it was looked at")), enc_hook=packed)


def raise_failure(content: bytes, limits: bytes) -> bytes:
    raise FairsheetError("a worker cannot start", code=ErrorCode.WORKER_FAILED, where="batch")


def raise_missing_module(content: bytes, limits: bytes) -> bytes:
    raise ModuleNotFoundError("No module named 'fairsheet'")


@pytest.fixture
def local() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as started:
        yield started


def tasks(number: int) -> list[tuple[str, Task]]:
    return [(str(each), ReadFile(b"x.jpg", "", OPTIONS, pictures=False)) for each in range(number)]


@pytest.mark.parametrize(
    ("work", "why"),
    [(raise_failure, "a worker cannot start"), (raise_missing_module, "the cluster fails .*No module named")],
)
def test_a_cluster_that_cannot_work_blames_no_file(
    work: Callable[[bytes, bytes], bytes], why: str, local: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "perform_isolated", work)
    executor = cluster_module.Cluster(local.scheduler_address, Limits())
    with closing(executor), pytest.raises(FairsheetError, match=why):
        list(executor.run(tasks(1)))


def test_lost_scheduler_blames_no_file(local: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "perform_isolated", result_of)
    executor = cluster_module.Cluster(local.scheduler_address, Limits())
    with closing(executor), pytest.raises(FairsheetError, match="the cluster fails"):
        for _ in executor.run(tasks(20)):
            local.close()


def test_cluster_worker_applies_the_limits_of_each_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[Limits] = []

    class Pool:
        def __init__(self, workers: int, limits: Limits) -> None:
            received.append(limits)

        def run(self, tasks: list[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
            yield "", Failure(Message("it was looked at"))

        def close(self) -> None:
            closed.append(len(received))

    closed: list[int] = []
    monkeypatch.setattr(cluster_module, "Processes", Pool)
    monkeypatch.setattr(cluster_module, "_here", threading.local())
    (_, task) = tasks(1)[0]
    for seconds in (120.0, 120.0, 600.0):
        limits = msgspec.msgpack.encode(Limits(seconds=seconds))
        cluster_module.perform_isolated(msgspec.msgpack.encode(task), limits)
    assert [each.seconds for each in received] == [120.0, 600.0] and closed == [1]

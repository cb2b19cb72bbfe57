"""A stopped batch leaves no half-written file. The next run gives the result of an undisturbed one."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest

from fairsheet.cli import main
from fairsheet.languages.messages import Message
from fairsheet.pipeline.store.store import Store, open_store
from fairsheet.pipeline.work.tasks import Failure, JudgeTable, ReadFile, Result, Task, perform
from fairsheet.process.output_files import write_file
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from tests.fairsheet.here import InProcess, batch, content, records_of, write_records


class Interrupted(InProcess):
    """Stops after some tasks, as by Ctrl-C."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._left = after

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        for result in super().run(tasks):
            if self._left == 0:
                raise KeyboardInterrupt
            self._left -= 1
            yield result


@pytest.fixture
def club(tmp_path: Path) -> Path:
    folder = tmp_path / "club"
    for number in range(2):
        write_records(folder / f"{number}", records_of("launch", f"club {number}"))
    return folder


def test_batch_resumes_after_an_interrupt_at_every_task(club: Path, tmp_path: Path) -> None:
    batch(club, tmp_path / "whole")
    out = tmp_path / "out"
    for after in range(4 + 2):
        with pytest.raises(KeyboardInterrupt):
            batch(club, out, Interrupted(after=1 if after else 0))
    done = InProcess()
    batch(club, out, done)
    assert len(done.done) == 1  # each of the six stopped runs except the first kept one result
    assert content(out) == content(tmp_path / "whole")


@pytest.mark.parametrize(
    ("known", "progress"), [(True, "after 3 of 4 files"), (False, "before all files were listed")]
)
def test_interrupt_reports_the_progress(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    known: bool, progress: str,
) -> None:  # fmt: skip
    def hash_of(path: Path) -> str:
        raise KeyboardInterrupt

    if known:
        stopping = Interrupted(after=3)
        monkeypatch.setattr("fairsheet.commands.batch._executor", lambda *_: nullcontext(stopping))
    else:
        monkeypatch.setattr("fairsheet.batches.run.file_hash", hash_of)
    with pytest.raises(SystemExit) as ended:
        main(["batch", str(club), "-o", str(tmp_path / "out")])
    assert ended.value.code == 130
    assert capsys.readouterr().err == f"stopped {progress}; to continue, run the same command\n"


def test_batch_resumes_after_a_full_disk(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batch(club, tmp_path / "whole")
    out = tmp_path / "out"

    def full(path: Path, content: bytes) -> None:
        if path.suffix == ".html":
            raise FairsheetError(
                "cannot be written (No space left on device)", code=ErrorCode.CANNOT_WRITE, where=str(path)
            )
        write_file(path, content)

    monkeypatch.setattr("fairsheet.results.writing.write_file", full)
    with pytest.raises(FairsheetError, match="No space left"):
        batch(club, out)
    monkeypatch.undo()
    batch(club, out)
    assert content(out) == content(tmp_path / "whole")


@pytest.mark.parametrize("kind", [ReadFile, JudgeTable])
def test_failed_tasks_are_named_and_skipped_until_retried(
    kind: type[Task], club: Path, tmp_path: Path
) -> None:
    class Deadly(InProcess):
        def do(self, task: Task) -> Result:
            first = isinstance(task, kind) and not failed
            failed.extend([task] * first)
            return Failure(Message("the computer stopped this work (SIGKILL)")) if first else perform(task)

    failed: list[Task] = []
    out, again, retried = tmp_path / "out", InProcess(), InProcess()
    state = batch(club, out, Deadly())
    bad = [
        each.source.name for each in state.files if each.found is not None and each.found.error is not None
    ]
    assert bad == (["0/seat-1.json"] if kind is ReadFile else [])
    assert [each.verdict for each in state.tables].count(None) == (kind is JudgeTable)
    batch(club, out, again)
    assert again.done == []
    assert any(b"the computer stopped this work" in text for text in content(out).values())
    with open_store(out, new=True) as store:
        store.forget_failures()
    batch(club, out, retried)
    batch(club, tmp_path / "whole")
    assert retried.done and content(out) == content(tmp_path / "whole")


def command(folder: Path, out: Path) -> list[str]:
    code = "from fairsheet.cli import main; main()"
    return [sys.executable, "-c", code, "batch", str(folder), "-o", str(out), "--workers", "2"]


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.soak
def test_batch_resumes_after_random_kills(tmp_path: Path) -> None:
    folder, out = tmp_path / "club", tmp_path / "out"
    for number in range(12):
        write_records(folder / f"{number:02}", records_of("launch", f"club {number}", 4))
    start = time.monotonic()
    subprocess.run(command(folder, tmp_path / "whole"), check=False, capture_output=True)
    whole = time.monotonic() - start
    chance = random.Random(1)
    for _ in range(12):
        process = subprocess.Popen(command(folder, out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.2, whole))
        if process.poll() is None:
            workers = children_of(process.pid)
            os.kill(workers[0] if workers and chance.random() < 0.3 else process.pid, signal.SIGKILL)
            if chance.random() < 0.5:
                process.kill()
        process.wait()
    ended = subprocess.run([*command(folder, out), "--retry"], check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert content(out) == content(tmp_path / "whole")
    assert [path.name for path in out.rglob(".*")] == [".batch.lock"]


def test_next_run_removes_temporary_files_of_a_killed_run(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Test a temporary file that could not be renamed. After a completed run nothing is searched for."""
    out = tmp_path / "out"

    class Killed(BaseException):
        pass

    def kill(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", kill)
        patched.setattr(Path, "unlink", lambda path, missing_ok: None)
        with pytest.raises(Killed):
            batch(club, out)
    assert len([path for path in out.rglob(".*") if path.name != ".batch.lock"]) > 0
    batch(club, out)
    assert [path.name for path in out.rglob(".*")] == [".batch.lock"]
    (out / ".mine.1-0123abcd").touch()
    batch(club, out)
    assert (out / ".mine.1-0123abcd").exists()


def test_errors_of_system_and_store_name_the_folder(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    refused = pytest.raises(FairsheetError, match=r"out: cannot be written \(nobody answers")
    with refused, open_store(out, new=True):
        raise TimeoutError("nobody answers")
    (out / "batch.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(FairsheetError, match="choose another output folder"):
        batch(club, out)


def test_page_is_synced_before_its_key_is_stored(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise an older page could seem up to date after a power cut."""
    done: list[str] = []

    def sync(folder: Path) -> None:
        done.append(f"{len(list(folder.glob('*.html')))} pages")

    def keep(store: Store, keys: Sequence[tuple[str, str]]) -> None:
        done.append(f"{len(keys)} keys")

    monkeypatch.setattr("fairsheet.results.writing.sync_folder", sync)
    monkeypatch.setattr(Store, "keep_page_keys", keep)
    batch(club, tmp_path / "out")
    assert done == ["2 pages", "2 keys"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of 400 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)]
    mounted = subprocess.run(mount, check=False, capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", str(disk)], check=False)


@pytest.mark.soak
def test_batch_resumes_after_a_really_full_disk(small_disk: Path, tmp_path: Path) -> None:
    folder = tmp_path / "club"
    for number in range(12):
        write_records(folder / f"{number:02}", records_of("launch", f"club {number}", 4))
    ended = subprocess.run(command(folder, small_disk / "out"), check=False, capture_output=True, text=True)
    assert ended.returncode == 2 and len(ended.stderr.splitlines()) == 1, ended.stderr
    assert "full" in ended.stderr or "No space left" in ended.stderr
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    ended = subprocess.run(command(folder, small_disk / "out"), check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    batch(folder, tmp_path / "whole")
    assert content(small_disk / "out") == content(tmp_path / "whole")

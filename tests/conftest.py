"""Fixtures for tests of several packages: the program, and one simulated table."""

from __future__ import annotations

import errno
import gc
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from fairsheet.cli import main
from fairsheet.process.threads import keep_to_one_thread
from tests.memory import give_back, keep_collected_tests

SEED = "coral-otter-42"
collect_ignore = ["data"]  # it has code that hides modules from other processes

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for background jobs
os.environ["LC_MESSAGES"] = "C"  # tests do not depend on the language of the machine
os.environ.pop("LC_ALL", None)
gc.set_threshold(100_000)  # as the program does: there are many objects, and few are garbage
keep_to_one_thread()  # as the program does: tests read photos in parallel
# No test depends on time or chance. --hypothesis-profile random draws new examples in each run.
settings.register_profile("fixed", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile("fixed")


@dataclass(frozen=True)
class Ended:
    """The result of a run of the program."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Return the one JSON document on stdout."""
        return json.loads(self.out)

    def refused(self, *messages: object) -> None:
        """Assert exit code 2, nothing on stdout, and one line on stderr that has these words."""
        assert (self.code, self.out, len(self.err.splitlines())) == (2, "", 1), self.err
        for words in messages:
            assert str(words) in self.err


@pytest.fixture(scope="session", autouse=True)
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the state of the program out of the user's home."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


def pytest_collection_finish() -> None:
    """Exclude objects that stay until the end from garbage collection."""
    keep_collected_tests()


@pytest.fixture(scope="module", autouse=True)
def give_memory_back() -> Iterator[None]:
    """Release the memory of a module's tests and fixtures."""
    yield
    give_back()


Fairsheet = Callable[..., Ended]


@pytest.fixture(scope="session")
def fairsheet() -> Fairsheet:
    """Return a function that runs `fairsheet` with some words in the process of the tests."""

    def run(*words: object, cwd: Path | None = None) -> Ended:
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        code = 0
        with ExitStack() as stack:
            stack.enter_context(redirect_stdout(out))
            stack.enter_context(redirect_stderr(err))
            stack.enter_context(chdir(cwd or Path.cwd()))
            stdin = stack.enter_context(Path(os.devnull).open(encoding="utf-8"))
            stack.enter_context(pytest.MonkeyPatch.context()).setattr(sys, "stdin", stdin)
            try:
                main([str(word) for word in words])
            except SystemExit as end:
                code = int(end.code or 0)
        return Ended(code, *(each.buffer.getvalue().decode() for each in (out, err)))

    return run


@pytest.fixture(scope="session")
def process() -> Fairsheet:
    """Return a function that runs `fairsheet` with some words as a separate process."""

    def run(*words: object, cwd: Path | None = None) -> Ended:
        command = [sys.executable, "-c", "from fairsheet.cli import main; main()", *map(str, words)]
        ended = subprocess.run(
            command,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    return run


@pytest.fixture(scope="session")
def table(fairsheet: Fairsheet, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the records of a launch game of three bots, by seat. Histories are next to them."""
    folder = tmp_path_factory.mktemp("games")
    ended = fairsheet("simulate", "launch", "--seed", SEED, "--players", 3, "-o", folder)
    assert ended.code == 0, ended.err
    return [folder / SEED / f"seat-{seat}.json" for seat in (1, 2, 3)]


@pytest.fixture
def name_that_is_no_text(tmp_path: Path) -> str:
    """Return a file name whose bytes are not UTF-8. Some file systems (APFS) do not allow one."""
    name = os.fsdecode(b"f\xfcr")
    try:
        (tmp_path / name).touch()
    except OSError as error:
        assert error.errno == errno.EILSEQ
        pytest.skip("this file system takes only names that are text")
    (tmp_path / name).unlink()
    return name

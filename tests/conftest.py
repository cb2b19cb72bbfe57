"""What tests of several rooms share: the program as a process, and one simulated table."""

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

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what runs with &
os.environ["LC_MESSAGES"] = "C"  # nor on the language of the machine
os.environ.pop("LC_ALL", None)
gc.set_threshold(100_000)  # as the program does: objects are many, and hardly any are garbage
keep_to_one_thread()  # as the program does: tests read photos side by side
# No test depends on time or chance: --hypothesis-profile random draws other examples than those of every run.
settings.register_profile("fixed", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile("fixed")


@dataclass(frozen=True)
class Ended:
    """How a run of the program ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)

    def refused(self, *said: object) -> None:
        """Assert that it ended with 2, nothing on stdout, and one line on stderr that has these words."""
        assert (self.code, self.out, len(self.err.splitlines())) == (2, "", 1), self.err
        for words in said:
            assert str(words) in self.err


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays until the end."""
    keep_collected_tests()


@pytest.fixture(scope="module", autouse=True)
def give_memory_back() -> Iterator[None]:
    """Give back what the tests of a module leave, its fixtures included."""
    yield
    give_back()


Fairsheet = Callable[..., Ended]


@pytest.fixture(scope="session")
def fairsheet() -> Fairsheet:
    """Runs `fairsheet` with some words as `fairsheet.cli.main` does, in the process of the tests."""

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
    """Runs `fairsheet` with some words as a process of its own, where the process is what is tested."""

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
    """The records of a game of launch that three bots played, by seat; histories lie beside them."""
    folder = tmp_path_factory.mktemp("games")
    ended = fairsheet("simulate", "launch", "--seed", SEED, "--players", 3, "-o", folder)
    assert ended.code == 0, ended.err
    return [folder / SEED / f"seat-{seat}.json" for seat in (1, 2, 3)]


@pytest.fixture
def name_that_is_no_text(tmp_path: Path) -> str:
    """The name of a file whose bytes are no UTF-8; some file systems (APFS) have none."""
    name = os.fsdecode(b"f\xfcr")
    try:
        (tmp_path / name).touch()
    except OSError as error:
        assert error.errno == errno.EILSEQ
        pytest.skip("this file system takes only names that are text")
    (tmp_path / name).unlink()
    return name

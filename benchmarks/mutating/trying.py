"""Run tests against a mutant in a separate process."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from benchmarks.mutating.coverage_map import PYTEST, CoverageMap, tests_of
from benchmarks.mutating.mutations import Mutant

MEMORY = 6 << 30  # bytes of address space per mutant
SIGNALS = {signal.SIGPROF: "takes too long", signal.SIGABRT: "aborted", signal.SIGSEGV: "crashed"}


class Trial(msgspec.Struct, frozen=True):
    """A process that tries a mutant, and the file descriptor from which to read its result."""

    mutant: Mutant
    process: int
    reading: int

    @classmethod
    def start(cls, mutant: Mutant, covered: CoverageMap, budget: float) -> Trial:
        """Start a process that runs tests of the mutant's lines for about `budget` CPU seconds."""
        reading, writing = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(reading)
            os.write(writing, _run_tests(mutant, covered, budget).encode()[:200])
            os._exit(0)
        os.close(writing)
        return cls(mutant, process, reading)

    def result(self) -> tuple[str, float]:
        """Wait for the process and return the failure (blank if none) and its CPU seconds."""
        with os.fdopen(self.reading, "rb") as pipe:
            noticed = pipe.read().decode(errors="replace")
        _, status, used = os.wait4(self.process, 0)
        if os.WIFSIGNALED(status):
            ended = os.WTERMSIG(status)
            noticed = SIGNALS.get(signal.Signals(ended), f"ended by signal {ended}")
        return noticed, round(used.ru_utime + used.ru_stime, 2)


def _run_tests(mutant: Mutant, covered: CoverageMap, budget: float) -> str:
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    mutated = _MutantImporter(mutant)
    sys.meta_path.insert(0, mutated)
    chosen, seconds = list[str](), 0.0
    for test in tests_of(covered, mutant.file, range(mutant.lines[0], mutant.lines[1] + 1)):
        if not chosen or seconds + covered[test].seconds <= budget:
            chosen.append(test)
            seconds += covered[test].seconds
    watch = _Watch(mutated, {test: covered[test].seconds for test in chosen})
    files = {file for test in chosen if Path(file := test.partition("::")[0]).exists()}
    try:
        ended = pytest.main([*PYTEST, "-x", *sorted(files)], plugins=[watch])
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    if ended in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return ""
    return watch.failed or f"pytest ended with {int(ended)}"


class _Watch:
    """A pytest plugin that runs these tests in this order, and ends the process if one takes far too long."""

    def __init__(self, mutated: importlib.abc.MetaPathFinder, seconds: Mapping[str, float]) -> None:
        self.mutated = mutated
        self.seconds = seconds
        self.failed = ""

    def pytest_sessionstart(self) -> None:
        # pytest's own import hook for doctest modules must not come first
        sys.meta_path.insert(0, self.mutated)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self.seconds]
        place = {test: number for number, test in enumerate(self.seconds)}
        items[:] = sorted(chosen, key=lambda item: place[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool | None, bool | None]:
        signal.setitimer(signal.ITIMER_PROF, 10 + 5 * self.seconds[item.nodeid])
        done = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid


class _MutantImporter(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """An importer that loads one module from its mutated source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        path = Path("fairsheet", mutant.file)  # through the link, because pytest imports doctest modules so
        self.path = str(path.absolute())
        self.module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        is_package = self.path.endswith("__init__.py")
        return importlib.util.spec_from_loader(name, self, origin=self.path, is_package=is_package)

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self.path
        exec(compile(self.mutant.source(), self.mutant.file, "exec"), module.__dict__)

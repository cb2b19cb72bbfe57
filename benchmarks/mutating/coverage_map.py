"""Measure with coverage.py which lines of the engine each test runs, and how long it takes.

    python -m benchmarks.mutating.coverage_map tests/engine/proof

adds these tests to the map; by default all tests.
"""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

MAP = Path("build/mutants-tests.json")
TESTS = ("tests/engine", "tests/agreement", "fairsheet/engine")
SLOW = ("fuzz", "tampering", "every_field", "simulate")  # files that take minutes
PYTEST = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0")


class TestCoverage(msgspec.Struct, frozen=True):
    """The lines that a test runs, by file, and its CPU seconds."""

    seconds: float
    lines: Mapping[str, frozenset[int]]


CoverageMap = Mapping[str, TestCoverage]  # by test


def tests_of(covered: CoverageMap, file: str, lines: range) -> list[str]:
    """Return the tests that run one of these lines, with quick tests first and similar ones spread.

    If no test runs these lines, return the tests that run the file: lines that run on import count for no test.
    """
    of_file = {test: each.lines[file] for test, each in covered.items() if file in each.lines}
    tests = [test for test, run in of_file.items() if not run.isdisjoint(lines)] or list(of_file)
    alike: Counter[str] = Counter()
    cost = {}
    for test in sorted(tests, key=lambda test: covered[test].seconds):
        function = test.partition("[")[0]
        alike[function] += 1
        cost[test] = covered[test].seconds * alike[function]
    return sorted(tests, key=lambda test: cost[test])


class _Recorder:
    """A pytest plugin that switches the context of coverage.py for each test, and measures the time of each."""

    def __init__(self) -> None:
        import coverage

        self.coverage = coverage.Coverage(data_file=None, source=["engine"], config_file=False)
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_collection_finish(self) -> None:
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool | None, bool | None]:
        self.coverage.switch_context(item.nodeid)
        start = sum(os.times()[:4])
        done = yield
        self.seconds[item.nodeid] = round(sum(os.times()[:4]) - start, 3)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()


def measure_tests(tests: Sequence[str]) -> CoverageMap:
    """Run tests and return their map, without failed tests. Nothing may have imported the engine before."""
    recorder = _Recorder()
    left_out = [f"--ignore-glob=*{each}*" for each in SLOW]
    pytest.main([*PYTEST, *left_out, *tests], plugins=[recorder])
    data = recorder.coverage.get_data()
    lines: defaultdict[str, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for path in sorted(data.measured_files()):
        file = Path(path).relative_to(Path.cwd()).as_posix()
        for line, tests_there in data.contexts_by_lineno(path).items():
            for test in filter(None, tests_there):
                lines[test][file].add(line)
    return {
        test: TestCoverage(seconds, {file: frozenset(run) for file, run in lines[test].items()})
        for test, seconds in recorder.seconds.items()
        if test not in recorder.failed
    }


def read_map() -> CoverageMap:
    """Return the stored map; empty if there is none."""
    return msgspec.json.decode(MAP.read_bytes(), type=dict[str, TestCoverage]) if MAP.exists() else {}


def main() -> None:
    new = measure_tests(sys.argv[1:] or TESTS)
    MAP.parent.mkdir(parents=True, exist_ok=True)
    MAP.write_bytes(msgspec.json.encode({**read_map(), **new}))


if __name__ == "__main__":
    main()

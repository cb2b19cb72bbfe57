"""Measure the CPU time of `fairsheet scan` per photo: by stage, and as a multiple of the decoding time.

    python -m benchmarks.stages

The photos have 12 megapixels and are made once, in build/mixed. Each shows a different game of bots. The first eight,
one for each scenario, warm up the process; the others are measured. Then a new process reads one photo.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in fairsheet

import numpy as np

import fairsheet.pipeline.reading.photos as photos
import fairsheet.vision.classify.mark_reader as mark_reader
import fairsheet.vision.decoding.decode as decoding
import fairsheet.vision.scan as scan
from benchmarks.filled_sheets import cases, photo_of
from fairsheet.sheets.library.templates import scenario_names
from fairsheet.sheets.support.memory import collect_seldom

FOLDER = Path("build/mixed")
BYTECODE = Path("build/bytecode").absolute()
WARMING, MEASURED = 8, 64
FIRST = """import sys, time
from fairsheet.sheets.support.memory import collect_seldom
collect_seldom()
from fairsheet.pipeline.reading.photos import scan_file
list(scan_file(sys.argv[1]))
print(time.process_time())"""
STAGES: tuple[tuple[Any, str, str], ...] = (  # module or class of a function, its name, its stage
    (scan, "load_pages", "decoding"),
    (scan, "find_sheets", "markers"),
    (scan, "printed_page", "printed page"),
    (scan, "flat_page", "flattening"),
    (scan, "score_page", "cutting out"),
    (mark_reader.MarkReader, "_read", "nets"),
    (mark_reader.Model, "scores", "nets"),
    (scan, "covered_fields", "covered fields"),
    (scan, "traced_fields", "traced fields"),
    (scan, "read_marks", "decoding marks"),
    (decoding, "decode_jointly", "joint decoding"),
    (decoding, "add_questions", "questions"),
    (photos, "rules_for", "rules"),
    (photos, "certified_outcome", "proof"),
)


class Stopwatch:
    """CPU time by stage; the time of a nested stage does not count for the outer one."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._inner: list[float] = []

    def wrap(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a function so that its time is counted for a stage."""

        def call(*args: object, **options: object) -> object:
            self._inner.append(0.0)
            start = time.process_time()
            try:
                result = function(*args, **options)
                return iter(list(result)) if stage == "decoding" else result
            finally:
                spent = time.process_time() - start
                self.seconds[stage] += spent - self._inner.pop()
                if self._inner:
                    self._inner[-1] += spent

        return call


def main() -> None:
    """Read the photos and print their times."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    collect_seldom()  # as fairsheet and its workers do
    watch, spent = Stopwatch(), []
    for home, name, stage in STAGES:
        setattr(home, name, watch.wrap(stage, getattr(home, name)))
    read = watch.wrap("rest", lambda path: list(photos.scan_file(path)))
    for case in cases(["ordinary"], 0, WARMING + MEASURED, "mixed", scenario_names()):
        path = FOLDER / f"{case.name}.jpg"
        if not path.exists():
            path.write_bytes(photo_of(case, None)[0])
        watch.seconds.clear()
        read(path)
        spent.append(dict(watch.seconds))
    measured = spent[WARMING:]
    for stage in sorted({stage for photo in measured for stage in photo}):
        print(f"{stage:15} {1e3 * np.mean([photo.get(stage, 0.0) for photo in measured]):6.1f} ms")
    whole = np.array([sum(photo.values()) for photo in measured])
    one = np.median([photo["decoding"] for photo in measured])
    figures = {"median": np.median(whole), "mean": whole.mean(), "99 %": np.percentile(whole, 99)}
    for figure, seconds in {**figures, "worst": whole.max()}.items():
        print(f"{figure:15} {1e3 * seconds:6.0f} ms = {seconds / one:4.1f} times decoding")
    command = [sys.executable, "-X", f"pycache_prefix={BYTECODE}", "-c", FIRST, str(path)]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    for _ in range(2):  # the first run compiles all modules, as an installation does
        first = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    print(f"first photo of a process, with imports: {1e3 * float(first.stdout):.0f} ms")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()

"""Where the time of a photo goes: processor time of every stage of reading, warm, and of the first photo.

    python -m benchmarks.stages build/reading/ordinary-*.jpg

The photos are those that `benchmarks.reading` keeps, or any others. All are read twice; times are the means of the
second time.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program has it

import cv2

import fairsheet.vision.decoding.decode
import fairsheet.vision.geometry.rectify
import fairsheet.vision.scan
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.vision.classify.mark_reader import Model
from fairsheet.vision.geometry.rectify import FlatPage
from tests.photographs import load_photos

STAGES: tuple[tuple[Any, str, str], ...] = (  # where a function is looked up, its name, its stage
    (fairsheet.vision.scan, "find_sheets", "fiducials"),
    (fairsheet.vision.scan, "read_label", "label"),
    (fairsheet.vision.scan, "printed_page", "blank page"),
    (fairsheet.vision.scan, "flat_page", "dewarp"),
    (fairsheet.vision.geometry.rectify, "match_patches", "registration"),
    (fairsheet.vision.geometry.rectify, "flatten", "sample"),
    (fairsheet.vision.geometry.rectify, "even_light", "illumination"),
    (fairsheet.vision.scan, "scores_of", "cut out"),
    (Model, "scores", "models"),
    (FlatPage, "unseen", "covered?"),
    (fairsheet.vision.scan, "read_marks", "readings"),
    (fairsheet.vision.scan, "decode", "decode"),
    (fairsheet.vision.decoding.decode, "jointly_decoded", "joint decoding"),
    (fairsheet.vision.scan, "field_crops", "crops"),
)


class Stopwatch:
    """Processor time by stage; what a stage spends in another one counts there alone."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._inner: list[float] = []

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, which counts its time."""

        def call(*args: object, **options: object) -> object:
            self._inner.append(0.0)
            start = time.process_time()
            try:
                return function(*args, **options)
            finally:
                spent = time.process_time() - start
                self.seconds[stage] += spent - self._inner.pop()
                if self._inner:
                    self._inner[-1] += spent

        return call


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("photos", type=Path, nargs="+")
    photos = parser.parse_args().photos
    imported = time.process_time()
    watch = Stopwatch()
    for home, name, stage in STAGES:
        setattr(home, name, watch.timed(stage, getattr(home, name)))
    load, rules = watch.timed("load", lambda path: list(load_photos(path))), watch.timed("rules", rules_for)

    def read(path: Path) -> None:
        for photo in load(path):
            fairsheet.vision.scan.read_photo(photo, rules)

    cv2.setNumThreads(1)
    read_timed = watch.timed("rest", read)
    start = time.process_time()
    read(photos[0])
    first = time.process_time() - start
    for path in photos[1:]:
        read(path)
    watch.seconds.clear()
    for path in photos:
        read_timed(path)
    for stage, seconds in watch.seconds.items():
        print(f"{stage:15} {1e3 * seconds / len(photos):6.0f} ms")
    print(f"{'all':15} {1e3 * sum(watch.seconds.values()) / len(photos):6.0f} ms")
    print(f"imports {1e3 * imported:.0f} ms, the first photo {1e3 * first:.0f} ms")
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()

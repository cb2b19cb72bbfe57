"""How well single fields are read, and how fast: simulated photos of made-up pages, hands not trained on.

    python benchmarks/classify.py --pages 10 --difficulty ordinary --sheet launch

Every other page is of the sheet; `--difficulty none` uses the quick flat stand-in for the camera. The rules have no
say here: these are the errors of the mark reader alone.
"""

from __future__ import annotations

import argparse
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import numpy as np

from sheets.label import Label
from sheets.library import load_sheet
from vision.classifier import mark_reader
from vision.simulator.camera import DIFFICULTIES
from vision.training.data import sample_handwriting
from vision.training.prints import made_up_page, printed_page
from vision.training.report import report
from vision.training.samples import samples_of

PLACES = 220  # of an ordinary sheet, for the time of one


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sheet", default="launch")
    parser.add_argument("--difficulty", choices=[*DIFFICULTIES, "none"], default="ordinary")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    handwriting = sample_handwriting()
    sheet = load_sheet(options.sheet)
    missions = {mission.letter: mission.id for mission in sheet.missions}
    label = Label(sheet.name, sheet.fingerprint, "bench", 2, 1, missions=tuple(missions.values()))
    parts = []
    for number in range(options.pages):
        rng = np.random.default_rng((options.seed, number))
        page = printed_page(sheet, label) if number % 2 else made_up_page(rng)
        samples = samples_of(page, handwriting, rng, DIFFICULTIES.get(options.difficulty))
        if samples is None:
            print(f"page {number} was not found in its photo")
        else:
            parts.append(samples)
    columns = [[getattr(part, name) for part in parts] for name in ("patches", "kinds", "allowed", "targets")]
    patches, kinds, allowed, targets = (np.concatenate(column) for column in columns)
    reader = mark_reader()
    print(report(reader.shares(patches, kinds, allowed), targets, kinds))
    times = []
    for _ in range(10):
        start = time.perf_counter()
        reader.shares(patches[:PLACES], kinds[:PLACES], allowed[:PLACES])
        times.append(time.perf_counter() - start)
    print(f"{len(patches[:PLACES])} places: {1000 * np.median(times):.0f} ms on one core")


if __name__ == "__main__":
    main()

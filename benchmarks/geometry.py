"""Measure how well bent and folded sheets are flattened, with simulated photos of known geometry.

    python -m benchmarks.geometry --photos 4 --jobs 2

Every photo shows a filled-in sheet with a named bend. The table shows the position errors (mm) of the middles of the
fields, by the markers only and after registration, and the numbers of doubts, wrong marks, and silent errors (wrong and
not in doubt).
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processes read photos in parallel

import cv2
import numpy as np

from benchmarks.filled_sheets import PAPER, PX_PER_MM, inked_page
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.vision.geometry.detection import find_sheets
from fairsheet.vision.geometry.rectify import surface_of
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.scan import read_photo
from fairsheet.vision.simulator._paper import Bend, curled, folded, waved
from fairsheet.vision.simulator.camera import ORDINARY, arrange, photograph
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.traces import GEL_BLACK

UPRIGHT, ACROSS, ASLANT = 0.0, math.pi / 2, 0.6  # direction of bending (radians)

BENDS: dict[str, Callable[[], Bend]] = {
    "flat": lambda: curled(PAPER.width, PAPER.height, 0, UPRIGHT),
    "curl 20 mm": lambda: curled(PAPER.width, PAPER.height, 20, UPRIGHT),
    "curl 40 mm": lambda: curled(PAPER.width, PAPER.height, 40, ACROSS),
    "waves 5 mm": lambda: waved(PAPER.width, PAPER.height, 5, 3, ACROSS),
    "waves 10 mm": lambda: waved(PAPER.width, PAPER.height, 10, 3, ASLANT),
    "fold 10°": lambda: folded(PAPER.width, PAPER.height, 10, 2, ACROSS),
    "fold 20°": lambda: folded(PAPER.width, PAPER.height, 20, 2, ACROSS),
    "fold 30°": lambda: folded(PAPER.width, PAPER.height, 30, 2, ACROSS),
    "long fold 20°": lambda: folded(PAPER.width, PAPER.height, 20, 2, UPRIGHT),
    "thirds 20°": lambda: folded(PAPER.width, PAPER.height, 20, 3, ACROSS),
    "thirds 30°": lambda: folded(PAPER.width, PAPER.height, 30, 3, ACROSS),
    "corner fold 25°": lambda: folded(PAPER.width, PAPER.height, 25, 2, ASLANT),
}


@dataclass(frozen=True)
class Outcome:
    """The result of one photo: position errors (mm) of all fields, by the markers `alone` and after registration.

    `error` is set if the photo was refused.
    """

    bend: str
    alone: tuple[float, ...] = ()
    distances: tuple[float, ...] = ()
    doubts: int = 0
    wrong: int = 0
    silent: int = 0
    error: str | None = None


def read_one(job: tuple[str, int]) -> Outcome:
    """Make one photo and read it."""
    bend, number = job
    cv2.setNumThreads(1)
    rng = np.random.default_rng([number, *bend.encode()])
    names = scenario_names()
    sheet = load_sheet(names[number % len(names)])
    (played,) = simulate(sheet, f"geometry-{number}", 2)
    record = played.records[0]
    hand = sample_hands()[number % len(sample_hands())]
    inked = inked_page(sheet, record, hand, GEL_BLACK, rng)
    scene = arrange([(PAPER.width, PAPER.height)], rng, ORDINARY, bends=[BENDS[bend]()])
    picture = photograph(inked, rng, ORDINARY, px_per_mm=PX_PER_MM, scene=scene)
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    sheets, errors = read_photo(Photo(bend, gray), rules_for)
    if len(sheets) != 1:
        return Outcome(bend, error=str(errors[0]) if errors else f"{len(sheets)} sheets")
    (seen,) = sheets
    ids = [field.field for field in seen.reading.fields]
    middles = np.array([(sheet.field[id_].rect.center.x, sheet.field[id_].rect.center.y) for id_ in ids])
    truth = scene.sees(middles + np.array([PAPER.offset.x, PAPER.offset.y]))
    ((sighting, *_), _) = find_sheets(gray, bend)
    alone, registered = (
        np.linalg.norm(surface.to_photo(middles) - truth, axis=1) / seen.page.surface.px_per_mm
        for surface in (surface_of(sighting), seen.page.surface)
    )
    doubts = {doubt.field for doubt in seen.reading.doubts}
    wrong = {id_ for id_ in ids if seen.reading.marks.get(id_) != record.marks.get(id_)}
    return Outcome(
        bend, tuple(alone.tolist()), tuple(registered.tolist()), len(doubts), len(wrong), len(wrong - doubts)
    )


def main() -> None:
    """Read the photos and print a row for each bend."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--photos", type=int, default=4, help="photos of each bend")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--bends", nargs="+", choices=list(BENDS), default=list(BENDS))
    given = parser.parse_args()
    jobs = list(product(given.bends, range(given.photos)))
    with ProcessPoolExecutor(given.jobs) as pool:
        outcomes = list(pool.map(read_one, jobs))
    print(f"{'':16}  markers only   after registration, mm")
    print(
        f"{'bend':16} {'mean':>6} {'max.':>6}   {'mean':>6} {'95 %':>6} {'max.':>6}  doubts  wrong  silent  refused"
    )
    for bend in given.bends:
        those = [outcome for outcome in outcomes if outcome.bend == bend]
        read = [outcome for outcome in those if outcome.error is None]
        alone = np.array([distance for outcome in read for distance in outcome.alone] or [math.nan])
        apart = np.array([distance for outcome in read for distance in outcome.distances] or [math.nan])
        print(
            f"{bend:16} {alone.mean():6.2f} {alone.max():6.2f}   "
            f"{apart.mean():6.2f} {np.quantile(apart, 0.95):6.2f} {apart.max():6.2f} "
            f"{sum(o.doubts for o in read):7} {sum(o.wrong for o in read):6} {sum(o.silent for o in read):7} "
            f"{len(those) - len(read):8}"
        )
        for outcome in those:
            if outcome.error is not None:
                print(f"    {outcome.error}")


if __name__ == "__main__":
    main()

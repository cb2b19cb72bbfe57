"""How well filled-in sheets are read: simulated photos of games played by bots.

    python benchmarks/read.py --photos 200 --difficulty ordinary --jobs 2

Every photo is a sheet of a game of its own, written by a hand that the mark reader was not trained on, and
printed, bent, lit and photographed by the simulator. Counts sheets that are exact, that raise a doubt, and
that are silently wrong: with a wrong mark in a field that is not in doubt.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # photos run side by side

import cv2
import numpy as np

from engine.simulate import simulate
from fairsheet.scanning import rules_for
from sheets.draw import draw_pages
from sheets.errors import FairsheetError
from sheets.label import Label
from sheets.library import load_sheet
from sheets.page import PAPERS
from vision.load import Photo, load_photos
from vision.raster import render_page
from vision.scan import no_rules, read_photo
from vision.simulator.camera import DIFFICULTIES, photograph, to_jpeg
from vision.simulator.handwriting import Hand, sample_hands
from vision.simulator.ink import some_pen
from vision.simulator.pen import fill_in
from vision.training.data import Handwriting, load_handwriting

PX_PER_MM = 14  # of the printed page that is photographed: finer than any camera here sees it
SLIPS = 0.02  # how often a number is first written wrong


@cache
def held_out(folder: Path) -> Handwriting:
    """The writers of the collections that the mark reader was not trained on."""
    return load_handwriting(folder, held_out=True)


def some_hand(handwriting: Path | None, rng: np.random.Generator) -> Hand:
    """One of the hands that come with the program, or of the writers held out of the collections."""
    if handwriting is not None:
        return held_out(handwriting).hand(rng)
    hands = sample_hands()
    return hands[int(rng.integers(len(hands)))]


def make_photo(
    name: str, number: int, difficulty: str, seed: str, handwriting: Path | None
) -> tuple[bytes, dict[str, int | str]]:
    """A JPEG of one filled-in sheet, and its true marks."""
    rng = np.random.default_rng([number, *seed.encode()])
    sheet = load_sheet(name)
    players = int(rng.integers(2, 5))
    policy = ("greedy", "random")[int(rng.integers(2))]
    (played,) = simulate(sheet, f"{seed}-{number}", players, policy=policy)
    record = played.records[int(rng.integers(players))]
    missions = tuple((record.game.missions or {}).values())
    label = Label(sheet.name, sheet.fingerprint, played.seed, players, record.seat, None, missions)
    paper = PAPERS[("a4", "letter")[int(rng.integers(2))]]
    shape = round(paper.width * PX_PER_MM), round(paper.height * PX_PER_MM)
    page = render_page(draw_pages(sheet, [label], paper), 0, *shape)
    hand = some_hand(handwriting, rng)
    colour = np.stack([page] * 3, axis=-1)
    inked = fill_in(
        colour, sheet, record.marks, hand, some_pen(rng), rng,
        px_per_mm=PX_PER_MM, origin=paper.offset, slips=SLIPS,
    )  # fmt: skip
    picture = photograph(inked, rng, DIFFICULTIES[difficulty], px_per_mm=PX_PER_MM)
    return to_jpeg(picture, rng, DIFFICULTIES[difficulty]), dict(record.marks)


def read_one(job: tuple[str, int, str, str, Path, bool, Path | None]) -> dict[str, Any]:
    """Makes (or takes from the folder of photos) one photo and reads it."""
    name, number, difficulty, seed, folder, use_rules, handwriting = job
    cv2.setNumThreads(1)
    layout = load_sheet(name).fingerprint
    writers = "collections" if handwriting else "sample"
    file = folder / f"{name}-{layout}-{difficulty}-{writers}-{seed}-{number}.jpg"
    truth_file = file.with_suffix(".json")
    if not truth_file.exists():
        data, marks = make_photo(name, number, difficulty, seed, handwriting)
        file.write_bytes(data)
        truth_file.write_text(json.dumps(marks))
    truth = json.loads(truth_file.read_text())
    photo: Photo
    start, start_cpu = time.perf_counter(), time.process_time()
    try:
        (photo,) = load_photos(file)
        sheets, errors = read_photo(photo, rules_for=rules_for if use_rules else no_rules)
    except FairsheetError as error:
        sheets, errors = [], [error]
    seconds, cpu = time.perf_counter() - start, time.process_time() - start_cpu
    result: dict[str, Any] = {
        "number": number,
        "file": str(file),
        "ms": 1e3 * seconds,
        "cpu_ms": 1e3 * cpu,
    }
    if not sheets:
        return result | {"error": str(errors[0])}
    reading = sheets[0].reading
    ink = {field.field: field for field in reading.fields}
    wrong = [
        (id_, truth.get(id_), reading.marks.get(id_), round(field.probability(truth.get(id_)), 5))
        for id_, field in ink.items()
        if truth.get(id_) != reading.marks.get(id_)
    ]
    raw = [(truth.get(id_), f.likeliest) for id_, f in ink.items() if truth.get(id_) != f.likeliest]
    return result | {
        "wrong": wrong,
        "raw": raw,
        "doubts": [
            (doubt.field, truth.get(doubt.field), doubt.chosen, doubt.because) for doubt in reading.doubts
        ],
        "fields": len(reading.fields),
    }


def report(results: list[dict[str, Any]], verbose: bool) -> None:
    """Prints the shares, the confusions and the times."""
    total = len(results)
    read = [result for result in results if "error" not in result]
    exact = [result for result in read if not result["wrong"]]
    doubtful = [result for result in read if result["doubts"]]
    silent = [result for result in read if _fields(result, "wrong") - _fields(result, "doubts")]
    fields = sum(result["fields"] for result in read)
    raw = collections.Counter(f"{true} read as {got}" for result in read for true, got in result["raw"])
    shares = {
        "refused": total - len(read),
        "exact": len(exact),
        "with a doubt": len(doubtful),
        "silently wrong": len(silent),
    }
    print(f"{total} photos:", ", ".join(f"{name} {n} ({n / total:.1%})" for name, n in shares.items()))
    misread = sum(raw.values())
    print(f"fields misread by the ink alone: {misread} of {fields} ({misread / max(fields, 1):.4%})")
    for words, count in raw.most_common(25):
        print(f"  {count:4} {words}")
    for key in ("ms", "cpu_ms"):
        times = sorted(result[key] for result in results)
        middle, high = times[total // 2], times[int(total * 0.95)]
        print(f"{key}: median {middle:.0f}, 95 % {high:.0f}, most {times[-1]:.0f}")
    if verbose:
        for result in results:
            if "error" in result or result["wrong"] or result["doubts"]:
                print(json.dumps(result, ensure_ascii=False))


def _fields(result: dict[str, Any], key: str) -> set[str]:
    return {entry[0] for entry in result[key]}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sheet", default="launch")
    parser.add_argument("--photos", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first photo")
    parser.add_argument("--difficulty", choices=list(DIFFICULTIES), default="ordinary")
    parser.add_argument("--seed", default="read")
    parser.add_argument(
        "--handwriting",
        type=Path,
        help="folder of the collections (docs/training.md): their held-out writers, not those that come along",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--ink-only", action="store_true", help="read without the rules")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/read"), help="keeps the photos for later runs"
    )
    parser.add_argument("--verbose", action="store_true", help="list every sheet that is not exact")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        (args.sheet, number, args.difficulty, args.seed, args.folder, not args.ink_only, args.handwriting)
        for number in range(args.first, args.first + args.photos)
    ]
    results = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for done, result in enumerate(pool.map(read_one, jobs), 1):
            results.append(result)
            print(f"\r{done}/{len(jobs)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    report(results, args.verbose)


if __name__ == "__main__":
    main()

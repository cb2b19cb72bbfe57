"""Measure soft photos: blurred by lens, focus or motion, small, or noisy; with usual pens and thin pencil.

Each case is one sharp simulated photo, from which every level is derived. Each level is also scaled by 5 % down and up.
Sigmas and lengths are px of a 12-megapixel photo.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np
import simplejpeg

import fairsheet.vision.scan
from benchmarks.filled_sheets import PENS, Case, photo_of
from benchmarks.ink.__main__ import Options
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.sheets.library.templates import scenario_names
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.decoding.decode import Decoded
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.readings.reading import FieldReading
from fairsheet.vision.scan import read_marks, read_photo
from fairsheet.vision.simulator.traces import HARD_PENCIL
from tests.photographs import load_photos

Rng = np.random.Generator
Filter = Callable[[Gray, Rng], Gray]

COUNT = 16  # cases for each kind of pen
THIN_PENCIL = replace(HARD_PENCIL, name="thin pencil", width=0.28)
SIZES = (0.95, 1.0, 1.05)
SENSOR = 2.5  # grey levels of noise on every derived photo
NOISY = 14.0  # grey levels of noise on a noisy photo
SURE = 0.999  # probability from which a mark counts as sure
QUALITY = 88  # JPEG


def _gaussian(sigma: float) -> Filter:
    return lambda gray, rng: np.asarray(cv2.GaussianBlur(gray, (0, 0), sigma), np.uint8)


def _defocus(radius: float) -> Filter:
    side = 2 * math.ceil(radius) + 3
    y, x = np.mgrid[:side, :side] - side // 2
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    return lambda gray, rng: np.asarray(cv2.filter2D(gray, -1, disc / disc.sum()), np.uint8)


def _motion(length: float) -> Filter:
    def moved(gray: Gray, rng: Rng) -> Gray:
        side, angle = 2 * math.ceil(length / 2) + 3, rng.uniform(0, math.pi)
        kernel, middle = np.zeros((side, side), np.float32), side // 2
        tip = np.array([math.cos(angle), math.sin(angle)]) * length / 2
        ends = [tuple(int((middle + sign * along) * 16) for along in tip) for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        return np.asarray(cv2.filter2D(gray, -1, kernel / kernel.sum()), np.uint8)

    return moved


def _fewer_pixels(gray: Gray, rng: Rng) -> Gray:
    return np.asarray(cv2.resize(gray, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _unchanged(gray: Gray, rng: Rng) -> Gray:
    return gray


LEVELS: Mapping[str, Filter] = {
    "sharp": _unchanged,
    "blur 2 px": _gaussian(2),
    "blur 4 px": _gaussian(4),
    "blur 6 px": _gaussian(6),
    "defocus 6 px": _defocus(6),
    "motion 14 px": _motion(14),
    "3 megapixels": _fewer_pixels,
    "noisy": _unchanged,
}


@dataclass
class Figures:
    """The figures of the photos of one level."""

    photos: int = 0
    settled: int = 0
    asked: int = 0
    marks: int = 0
    wrong: int = 0
    silent: int = 0
    # after decoding ("decoded"), from the ink only ("ink")
    sure: Counter[str] = field(default_factory=Counter)
    sure_wrong: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)  # cases by the number of sizes read

    def row(self) -> str:
        """Return the figures of a level as a line of the table."""
        read = self.photos - self.refused.total()
        sure = (f"{self.sure[of]:6} {self.sure_wrong[of]:3}" for of in ("decoded", "ink"))
        counts = (self.photos, read, self.settled, self.asked, self.marks, self.wrong, self.silent)
        return " ".join(f"{count:7}" for count in counts) + "  " + "  ".join(sure)


def report(options: Options) -> str:
    """Read every photo at every level and size, and return the figures by pen and level."""
    lines = []
    for pen in ("usual pens", "thin pencil"):
        figures = {level: Figures() for level in LEVELS}
        for name, gray, truth in _cases(options, is_thin=pen == "thin pencil"):
            for level, made in LEVELS.items():
                seed = [*name.encode(), *level.encode()]
                read = [
                    _read(_derive(gray, made, size, level == "noisy", np.random.default_rng(seed)), truth,
                          figures[level], f"{name} {level} {size}")
                    for size in SIZES
                ]  # fmt: skip
                figures[level].outcomes[f"{sum(read)} of {len(SIZES)}"] += 1
        lines.append(
            f"{pen:14}" + " photos    read settled   asked   marks   wrong  silent  >=99.9% wrong  ink wrong"
        )
        lines += [f"{level:14}{each.row()}" for level, each in figures.items()]
        lines += [
            f"{level}: sizes read {dict(each.outcomes)}; refused {dict(each.refused)}"
            for level, each in figures.items()
            if each.refused
        ]
    return "\n".join(lines)


def _cases(options: Options, *, is_thin: bool) -> Iterator[tuple[str, Gray, Mapping[str, Mark]]]:
    """Yield the name, the picture and the true marks of each sharp photo, made once."""
    sheets, pens = scenario_names(), list(PENS)
    for k in range(options.count or COUNT):
        pen, seed = pens[(k + k // len(sheets)) % len(pens)], options.seed + ("thin" if is_thin else "")
        case = Case(sheets[k % len(sheets)], "ordinary", pen, options.half, k, seed)
        file = options.folder / f"{case.name}.jpg"
        if not file.exists():
            data, marks = photo_of(case, options.handwriting, THIN_PENCIL if is_thin else None)
            file.with_suffix(".json").write_text(json.dumps(marks))
            file.write_bytes(data)
        (photo,) = load_photos(Path(file))
        yield case.name, photo.gray, json.loads(file.with_suffix(".json").read_text())


def _derive(gray: Gray, made: Filter, size: float, is_noisy: bool, rng: Rng) -> Gray:
    """Return the photo at a level and size, with sensor noise and JPEG compression."""
    seen = made(gray, rng)
    noise = rng.standard_normal(seen.shape, np.float32) * (NOISY if is_noisy else SENSOR)
    seen = np.clip(seen + noise, 0, 255).astype(np.uint8)
    seen = np.asarray(cv2.resize(seen, None, fx=size, fy=size, interpolation=cv2.INTER_AREA), np.uint8)
    data = simplejpeg.encode_jpeg(np.ascontiguousarray(seen[..., None]), quality=QUALITY, colorspace="GRAY")
    return np.ascontiguousarray(simplejpeg.decode_jpeg(data, colorspace="GRAY")[..., 0])


def _read(gray: Gray, truth: Mapping[str, Mark], figures: Figures, name: str) -> bool:
    """Read one photo, add its figures, and return whether it was read."""
    calls: list[tuple[tuple[FieldReading, ...], Decoded]] = []

    def spy(*given: Any) -> tuple[tuple[FieldReading, ...], Decoded]:
        calls.append(read_marks(*given))
        return calls[-1]

    figures.photos += 1
    with patch.object(fairsheet.vision.scan, "read_marks", spy):
        sheets, errors = read_photo(Photo(name, gray), rules_for)
    if not sheets:
        figures.refused[str(errors[0].problem)] += 1
        return False
    readings, decoded = calls[-1]
    doubted = {doubt.field for doubt in decoded.doubts}
    asked = sum(doubt.is_asked for doubt in decoded.doubts)
    figures.asked += asked
    figures.settled += asked == 0
    for reading in readings:
        true, chosen = truth.get(reading.field), decoded.marks.get(reading.field)
        if true is None and chosen is None and reading.likeliest is None:
            continue
        is_wrong = chosen != true
        figures.marks += 1
        figures.wrong += is_wrong
        figures.silent += is_wrong and reading.field not in doubted
        probabilities = {
            "decoded": (decoded.posterior.get(reading.field, {}).get(chosen, 0.0), is_wrong),
            "ink": (reading.probabilities[0][1], reading.likeliest != true),
        }
        for source, (sure, is_off) in probabilities.items():
            figures.sure[source] += sure >= SURE
            figures.sure_wrong[source] += sure >= SURE and is_off
        if is_wrong and reading.field not in doubted:
            print(f"silent: {name} {reading.field} {true} read as {chosen}", flush=True)
    return True

"""Samples of numbers, written on blank samples, which come with the print and the wear of a real page.

That takes a tenth of the time that a page takes for as many numbers, and hands differ most in their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.geometry import Rect
from fairsheet.vision.classify.areas import KINDS, MARGIN
from fairsheet.vision.classify.patches import Patches, ink_in
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.readings.classes import BLANK_INDEX, CLASSES, NUMBERS
from fairsheet.vision.simulator import shapes
from fairsheet.vision.simulator.handwriting import Hand
from fairsheet.vision.simulator.shapes import Trace
from fairsheet.vision.simulator.traces import Ink, Pen, some_pen
from tools.training._handwriting_sets import Handwriting
from tools.training._samples import JUNK, Samples, nonsense

Rng = np.random.Generator

SIGNS = {**{name: name for name in NUMBERS}, "X": "X", "minus": "-"}  # class -> what is written
CROSSES = 0.08  # share of the samples that are no numbers, where their field accepts them
NONSENSE = 0.05  # share of the samples that mean nothing
TWO_DIGITS = 0.6  # share of the numbers, where their field accepts them: they are misread most
WIDTHS = {"slot": (8.5, 11.5), "box": (5.0, 7.6), "correction": (5.0, 10.0)}  # mm
HEIGHTS = {"slot": (8.5, 11.5), "box": (7.0, 10.5), "correction": (3.5, 6.0)}
KINDS_WRITTEN = ("slot", "box", "correction")
BOXES = 0.15  # share of the samples that are digits in cells of boxes
CORRECTIONS = 0.10  # share of the samples that are correction boxes
PEOPLE = 40  # samples of one hand
PENS = 10  # samples of one pen
NEIGHBOUR = {"slot": 0.3, "box": 0.6, "correction": 0.3}  # share with a number in the next field on one side
GAP = {"slot": (0.5, 2.5), "box": (0.0, 0.2), "correction": (0.5, 2.5)}  # mm between fields
BLUR = 0.05  # mm; shape 2 of a gamma distribution of this scale
MOST_BLUR = 0.3  # mm
MOST_NOISE = 5.0  # grey levels; no photo of a page that can be read shows its paper with more


def blank_samples(files: Iterable[Path]) -> Samples:
    """The samples of fields for numbers in which nothing is written, without those that drown in noise."""
    parts = []
    for file in files:
        fields = Samples.of_file(file).of_kinds(KINDS_WRITTEN)
        blank = fields.among(fields.targets == BLANK_INDEX)
        quiet = [_noise(patch[..., 0]) < MOST_NOISE for patch in blank.patches]
        parts.append(blank.among(np.array(quiet, bool)))
    return Samples.joined(parts)


def _noise(photo: Gray) -> float:
    """Grey levels by which the middle of a patch differs from itself blurred (standard deviation)."""
    edge = len(photo) // 4
    middle = photo[edge:-edge, edge:-edge].astype(np.float32)
    return float((middle - cv2.GaussianBlur(middle, (0, 0), 2.0)).std())


def numbers_on(blanks: Samples, handwriting: Handwriting, count: int, rng: Rng) -> Samples:
    """`count` samples, each a number (now and then an X or a minus) written on one of the blank samples."""
    rows = {kind: np.flatnonzero(blanks.kinds == KINDS.index(kind)) for kind in KINDS_WRITTEN}
    kinds = rng.choice(KINDS_WRITTEN, size=count, p=(1 - CORRECTIONS - BOXES, BOXES, CORRECTIONS))
    chosen = np.array([rng.choice(rows[kind]) for kind in kinds])
    patches = np.empty((count, *blanks.patches.shape[1:]), np.uint8)
    targets = np.empty(count, np.int8)
    hand, pen = handwriting.hand(rng), some_pen(rng)
    for number, (row, kind) in enumerate(zip(chosen, kinds, strict=True)):
        if number % PEOPLE == 0:
            hand = handwriting.hand(rng)
        if number % PENS == 0:
            pen = some_pen(rng)
        is_mark = rng.random() >= NONSENSE
        targets[number] = _some_class(blanks.allowed[row], rng) if is_mark else JUNK
        if is_mark:
            sign = SIGNS[CLASSES[targets[number]]]
            traces_in = partial(shapes.number, sign, hand=hand, rng=rng, pen_width=pen.width)
        else:
            traces_in = partial(nonsense, hand=hand, handwriting=handwriting, rng=rng)
        patches[number] = _written(blanks.patches[row], str(kind), traces_in, hand, pen, rng)
    return Samples(patches, targets, blanks.allowed[chosen], blanks.kinds[chosen])


def _some_class(allowed: NDArray[np.bool_], rng: Rng) -> int:
    classes = [CLASSES[k] for k in np.flatnonzero(allowed)]
    numbers = [name for name in classes if name.isdigit()]
    others = [name for name in classes if name in SIGNS and not name.isdigit()]
    if others and rng.random() < CROSSES:
        return CLASSES.index(others[int(rng.integers(len(others)))])
    digits = 2 if rng.random() < TWO_DIGITS else 1
    names = [name for name in numbers if len(name) == digits] or numbers
    return CLASSES.index(names[int(rng.integers(len(names)))])


def _written(
    patch: Patches, kind: str, traces_in: Callable[[Rect], list[Trace]], hand: Hand, pen: Pen, rng: Rng
) -> Patches:
    """The patch (size, size, 3) of an empty field with something written into it."""
    size = len(patch)
    photo, blank = patch[..., 0], patch[..., 1]
    width, height = rng.uniform(*WIDTHS[kind]), rng.uniform(*HEIGHTS[kind])
    shown = 1 + 2 * MARGIN[kind]
    px_per_mm = size / (shown * width)
    rect = Rect((shown - 1) / 2 * width, (shown - 1) / 2 * height, width, height)
    traces = traces_in(rect)
    if rng.random() < NEIGHBOUR[kind]:
        step = (width + rng.uniform(*GAP[kind])) * rng.choice((-1, 1))
        neighbour = Rect(rect.x + step, rect.y, width, height)
        beside = rng.integers(0, 10) if kind == "box" else rng.integers(1, 16)  # a digit, or a number
        traces = [*traces, *shapes.number(str(int(beside)), neighbour, hand, rng, pen.width)]
    ink = Ink((round(shown * height * px_per_mm), size), px_per_mm)
    ink.draw(traces, pen, rng)
    drawn = np.asarray(cv2.resize(ink.cover, (size, size), interpolation=cv2.INTER_AREA), np.float32)
    blur = min(rng.gamma(2.0, BLUR), MOST_BLUR) * px_per_mm
    cover = cv2.GaussianBlur(drawn / 255, (0, 0), max(blur, 0.2))
    light = float(np.dot(pen.colour, (0.299, 0.587, 0.114)))
    inked = photo * (1 - (1 - light) * _contrast(photo, blank) * cover)
    seen = np.asarray(np.clip(inked, 0, 255), np.uint8)
    return np.dstack([seen, blank, ink_in(seen, blank)])


def _contrast(photo: Gray, blank: Gray) -> float:
    """How dark the photo shows what is printed black; nearly 1 where little is printed."""
    printed, dark = 255 - blank.astype(np.float32), 255 - photo.astype(np.float32)
    share = (float(np.vdot(printed, dark)) + 2e5) / (float(np.vdot(printed, printed)) + 2e5)
    return min(max(share, 0.4), 1.0)

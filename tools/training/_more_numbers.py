"""Make samples of numbers by writing on blank samples, which already show the print and wear of a page.

This takes a tenth of the time of whole pages with the same number of samples. Hands differ most in their numbers.
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
from tools.training._samples import JUNK, Samples, draw_nonsense

Rng = np.random.Generator

SIGNS = {**{name: name for name in NUMBERS}, "X": "X", "minus": "-"}  # class -> text to write
CROSSES = 0.08  # share of samples that are an X or a minus, if their field accepts it
NONSENSE = 0.05  # share of meaningless samples
TWO_DIGITS = 0.6  # share of two-digit numbers, if their field accepts them; they are misread most
WIDTHS = {"slot": (8.5, 11.5), "box": (5.0, 7.6), "correction": (5.0, 10.0)}  # mm
HEIGHTS = {"slot": (8.5, 11.5), "box": (7.0, 10.5), "correction": (3.5, 6.0)}
KINDS_WRITTEN = ("slot", "box", "correction")
BOXES = 0.15  # share of samples that are digits in cells of boxes
CORRECTIONS = 0.10  # share of samples that are correction boxes
PEOPLE = 40  # samples per hand
PENS = 10  # samples per pen
NEIGHBOUR = {"slot": 0.3, "box": 0.6, "correction": 0.3}  # share with a number in a neighbouring field
GAP = {"slot": (0.5, 2.5), "box": (0.0, 0.2), "correction": (0.5, 2.5)}  # mm between fields
BLUR = 0.05  # mm; scale of a gamma distribution with shape 2
MOST_BLUR = 0.3  # mm
MOST_NOISE = 5.0  # grey levels; readable photos of pages have less noise


def blank_samples(files: Iterable[Path]) -> Samples:
    """Load the samples of blank number fields, without very noisy ones."""
    parts = []
    for file in files:
        fields = Samples.of_file(file).of_kinds(KINDS_WRITTEN)
        blank = fields.among(fields.targets == BLANK_INDEX)
        quiet = [_noise(patch[..., 0]) < MOST_NOISE for patch in blank.patches]
        parts.append(blank.among(np.array(quiet, bool)))
    return Samples.joined(parts)


def _noise(photo: Gray) -> float:
    """Return the noise (grey levels): the standard deviation between the middle of a patch and its blurred copy."""
    edge = len(photo) // 4
    middle = photo[edge:-edge, edge:-edge].astype(np.float32)
    return float((middle - cv2.GaussianBlur(middle, (0, 0), 2.0)).std())


def numbers_on(blanks: Samples, handwriting: Handwriting, count: int, rng: Rng) -> Samples:
    """Return `count` samples, each a number (sometimes an X or a minus) written on one of the blank samples."""
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
        targets[number] = _choose_class(blanks.allowed[row], rng) if is_mark else JUNK
        if is_mark:
            sign = SIGNS[CLASSES[targets[number]]]
            traces_in = partial(shapes.number, sign, hand=hand, rng=rng, pen_width=pen.width)
        else:
            traces_in = partial(draw_nonsense, hand=hand, handwriting=handwriting, rng=rng)
        patches[number] = _write_on(blanks.patches[row], str(kind), traces_in, hand, pen, rng)
    return Samples(patches, targets, blanks.allowed[chosen], blanks.kinds[chosen])


def _choose_class(allowed: NDArray[np.bool_], rng: Rng) -> int:
    classes = [CLASSES[k] for k in np.flatnonzero(allowed)]
    numbers = [name for name in classes if name.isdigit()]
    others = [name for name in classes if name in SIGNS and not name.isdigit()]
    if others and rng.random() < CROSSES:
        return CLASSES.index(others[int(rng.integers(len(others)))])
    digits = 2 if rng.random() < TWO_DIGITS else 1
    names = [name for name in numbers if len(name) == digits] or numbers
    return CLASSES.index(names[int(rng.integers(len(names)))])


def _write_on(
    patch: Patches, kind: str, traces_in: Callable[[Rect], list[Trace]], hand: Hand, pen: Pen, rng: Rng
) -> Patches:
    """Return the patch (size, size, 3) of a blank field with these traces written into it."""
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
        number = rng.integers(0, 10) if kind == "box" else rng.integers(1, 16)  # a box has one digit per cell
        traces = [*traces, *shapes.number(str(int(number)), neighbour, hand, rng, pen.width)]
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
    """Return the darkness of black print in the photo (0.4 to 1); nearly 1 if there is little print."""
    printed, dark = 255 - blank.astype(np.float32), 255 - photo.astype(np.float32)
    share = (float(np.vdot(printed, dark)) + 2e5) / (float(np.vdot(printed, printed)) + 2e5)
    return min(max(share, 0.4), 1.0)

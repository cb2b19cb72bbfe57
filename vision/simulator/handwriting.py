"""Handwriting: hands, which are the glyphs and habits of one writer each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fairsheet.vision.simulator.glyphs import Glyph, write_glyph

SAMPLES = Path(__file__).parent / "data" / "handwriting.npz"
Points = NDArray[np.float32]

# as high as the line; other characters are as wide as these are high
HIGH = "0123456789Xx/|ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# Some characters lost a stroke when they were collected. Characters with much less ink than others of their
# kind, or far wider, are left out.
LEAST_INK = 0.8
WIDEST = 2.5

FINE = 0.02  # distance of points along smoothed strokes, relative to the height of a glyph
MOST_SMOOTHED = 0.05  # relative to the height; more would round off corners


@dataclass(frozen=True, eq=False)
class Hand:
    """How one person writes. `glyphs` may lack labels: these are written in school hand, with the person's
    habits."""

    name: str
    glyphs: Mapping[str, tuple[Glyph, ...]]
    size: float = 0.7  # height of a digit relative to the height of its slot
    slant: float = 0.0  # how far the top leans right, relative to the height
    spacing: float = 0.2  # between digits, relative to the height
    squareness: float = 1.0  # width of glyphs relative to the collected ones
    sloppiness: float = 1.0  # variation of place, size and turn from mark to mark
    wobble: float = 0.01  # trembling, relative to the size of the mark
    variants: Mapping[str, int] = field(default_factory=dict)  # the form of each digit that this hand writes

    def glyph(self, label: str, rng: np.random.Generator) -> Glyph:
        """Return one way in which this hand writes a digit, letter or other character."""
        own = self.glyphs.get(label)
        if own:
            return own[int(rng.integers(len(own)))]
        return write_glyph(label, rng, self.variants.get(label))


def some_hand(glyphs: Mapping[str, tuple[Glyph, ...]], name: str, rng: np.random.Generator) -> Hand:
    """Return a hand with these glyphs and random habits."""
    return Hand(
        name=name,
        glyphs=glyphs,
        size=float(np.clip(rng.normal(0.68, 0.12), 0.34, 0.98)),
        slant=float(np.clip(rng.normal(0.06, 0.14), -0.35, 0.5)),
        spacing=float(np.clip(rng.normal(0.25, 0.09), 0.1, 0.5)),
        squareness=float(np.clip(rng.normal(1.0, 0.14), 0.6, 1.4)),
        sloppiness=float(rng.gamma(4.0, 0.25)),
        wobble=min(float(rng.gamma(1.5, 0.006)), 0.016),
        variants={digit: int(rng.integers(1000)) for digit in "0123456789X"},
    )


def samples_of_strokes(file: Path) -> tuple[list[str], list[str], list[list[Points]]]:
    """Return labels, writers and strokes of every sample in a stroke file (see `docs/develop/training.md`)."""
    with np.load(file) as archive:
        arrays = dict(archive)
    points, strokes = arrays["points"].astype(np.float32), arrays["stroke_offsets"]
    samples = [
        [points[strokes[k] : strokes[k + 1]] for k in range(first, last)]
        for first, last in pairwise(arrays["sample_offsets"].tolist())
    ]
    writers = [str(arrays["writer_names"][number]) for number in arrays["writer"]]
    return arrays["labels"].tolist(), writers, samples


def glyphs_of(file: Path, without: Collection[int] = frozenset()) -> dict[str, dict[str, tuple[Glyph, ...]]]:
    """Return writer -> label -> glyphs of a stroke file, without the rows `without` and those that lost a
    stroke."""
    labels, written_by, pieces = samples_of_strokes(file)
    lengths = np.array([_ink_length(sample) for sample in pieces])
    aspects = np.array([_aspect(sample) for sample in pieces])
    whole = np.ones(len(labels), bool)
    for label in set(labels):
        alike = np.array([other == label for other in labels])
        whole &= ~alike | (lengths >= LEAST_INK * np.median(lengths[alike]))
        if label in HIGH:
            whole &= ~alike | (aspects <= max(1.0, WIDEST * float(np.median(aspects[alike]))))
    hands: dict[str, dict[str, list[Glyph]]] = {}
    for row, (label, sample, writer) in enumerate(zip(labels, pieces, written_by, strict=True)):
        if whole[row] and row not in without:
            hands.setdefault(writer, {}).setdefault(label, []).append(_scale_to_unit(label, sample))
    return {name: {label: tuple(found) for label, found in hand.items()} for name, hand in hands.items()}


def _scale_to_unit(label: str, strokes: list[Points]) -> Glyph:
    """Return the glyph scaled to height 1, or a wide character to width 1."""
    everything = np.concatenate(strokes)
    low, high = everything.min(axis=0), everything.max(axis=0)
    width, height = (float(side) for side in high - low)
    unit = height if label in HIGH and height > 0.4 * width else max(width, height)
    return Glyph(tuple(_remove_steps([(stroke - low) / unit for stroke in strokes])))


def _remove_steps(strokes: list[Points]) -> list[Points]:
    """Smooth strokes of unit size to remove the steps of a coarse tablet."""
    values = [np.unique(np.concatenate(strokes)[:, axis].round(3)) for axis in (0, 1)]
    steps = np.concatenate([np.diff(value) for value in values])
    blur = min(MOST_SMOOTHED, float(np.median(steps))) if len(steps) else 0.0
    return [_smooth(stroke, blur) for stroke in strokes]


def _smooth(stroke: Points, blur: float) -> Points:
    """Return the stroke at equal distances of `FINE`, smoothed by a running mean with Gaussian weights; its
    ends stay."""
    lengths = np.hypot(*np.diff(stroke, axis=0).T)
    along = np.concatenate([[0], np.cumsum(lengths)])
    if along[-1] < 4 * FINE or blur < FINE:
        return stroke
    reach = int(3 * blur / FINE)
    at = np.linspace(0, along[-1], int(along[-1] / FINE) + 1)
    fine = np.column_stack([np.interp(at, along, stroke[:, axis]) for axis in (0, 1)])
    # beyond its ends the stroke continues as its own reflection
    before, after = (2 * fine[0] - fine[1 : reach + 1][::-1], 2 * fine[-1] - fine[-reach - 1 : -1][::-1])
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) * FINE / blur) ** 2)
    padded = np.concatenate([before, fine, after])
    lost = 2 * reach + len(fine) - len(padded)  # the stroke is shorter than the reach
    if lost:
        return stroke
    means = [np.convolve(padded[:, axis], weights / weights.sum(), "valid") for axis in (0, 1)]
    return np.column_stack(means).astype(np.float32)


def _ink_length(strokes: list[Points]) -> float:
    """Return the length of all strokes relative to their diagonal; 0 for a dot."""
    diagonal = float(np.hypot(*np.ptp(np.concatenate(strokes), axis=0)))
    length = sum(float(np.hypot(*np.diff(stroke, axis=0).T).sum()) for stroke in strokes)
    return length / diagonal if diagonal > 0 else 0.0


def _aspect(strokes: list[Points]) -> float:
    """Return width relative to height."""
    width, height = np.ptp(np.concatenate(strokes), axis=0)
    return float(width / max(height, 1e-6))


@cache
def sample_hands() -> tuple[Hand, ...]:
    """Return the hands that come with the program: real writers, none of them in the training data of the mark
    reader."""
    writers = glyphs_of(SAMPLES)
    letters: dict[str, tuple[Glyph, ...]] = {}
    for glyphs in writers.values():
        for label, found in glyphs.items():
            letters[label] = letters.get(label, ()) + found
    hands = []
    for number, (name, glyphs) in enumerate(sorted(writers.items())):
        if all(digit in glyphs for digit in "0123456789"):
            others = {label: found for label, found in letters.items() if not label.isdigit()}
            hands.append(some_hand({**others, **glyphs}, name, np.random.default_rng(number)))
    return tuple(hands)

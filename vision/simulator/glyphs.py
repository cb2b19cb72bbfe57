"""Glyphs: digits and other characters in school hand, in every form of some school, each slightly varied.

Collected handwriting has few barred sevens, slashed zeros and ones with a long upstroke; here they are as
frequent as the other forms.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Stroke = NDArray[np.float32]  # (n, 2): x right, y down


@dataclass(frozen=True, eq=False)
class Glyph:
    """One handwritten character of height 1: pen strokes, or a picture of the ink (0 to 255)."""

    strokes: tuple[Stroke, ...] = ()
    image: NDArray[np.uint8] | None = None

    @property
    def width(self) -> float:
        """The width relative to the height of 1."""
        if self.image is not None:
            return float(self.image.shape[1] / self.image.shape[0])
        return float(max(stroke[:, 0].max() for stroke in self.strokes))

    @property
    def height(self) -> float:
        """1, but less for characters that are wider than high."""
        if self.image is not None:
            return 1.0
        return float(max(stroke[:, 1].max() for stroke in self.strokes))


# Points are percent of the height, right and down. Smooth pieces meet in corners at "|"; "/" lifts the pen.
FORMS: dict[str, tuple[str, ...]] = {
    "0": (
        "42,0 10,22 3,60 28,98 58,88 70,45 60,10 36,2",
        "50,4 15,15 3,55 30,100 65,80 70,30 40,0 20,10",
        "42,0 10,20 3,60 30,100 62,85 70,40 55,5 36,2 / 72,2 2,98",
        "42,0 10,20 3,60 30,100 62,85 70,40 55,5 36,2 / 55,25 18,75",
    ),
    "1": (
        "10,0 8,50 6,100",
        "0,30 32,0 | 32,0 30,50 30,100",
        "0,50 25,28 42,0 | 42,0 40,50 40,100",
        "0,78 25,42 50,0 | 50,0 49,50 47,100",
        "0,30 32,0 | 32,0 30,100 / 6,100 30,98 56,100",
        "0,18 14,0 | 14,0 13,50 15,100",
        "0,97 25,50 48,0 | 48,0 48,50 46,100",
        "0,52 22,28 40,0 | 40,0 39,50 36,100 / 6,101 68,98",
    ),
    "2": (
        "4,24 20,4 55,3 66,27 42,62 3,97 | 3,97 40,96 75,98",
        "4,20 30,0 62,16 50,55 12,90 2,86 14,78 40,95 75,92",
        "10,12 35,0 60,15 50,50 2,100 | 2,100 68,100",
    ),
    "3": (
        "6,10 35,0 60,18 22,45 | 22,45 62,62 55,92 25,100 2,88",
        "4,3 58,2 | 58,2 22,40 | 22,40 60,58 55,92 25,100 2,90",
        "10,6 45,2 55,25 30,47 58,65 50,95 15,100 2,90",
    ),
    "4": (
        "20,0 2,60 | 2,60 72,58 / 52,25 48,100",
        "48,0 2,66 | 2,66 75,66 / 50,0 50,100",
        "50,100 52,0 | 52,0 3,66 | 3,66 75,64",
        "36,0 2,68 | 2,68 70,64 / 50,40 40,100",
        "5,0 5,50 | 5,50 60,48 / 60,0 58,100",
    ),
    "5": (
        "12,2 9,42 | 9,42 42,36 60,65 38,98 2,92 / 12,2 62,0",
        "60,0 15,2 | 15,2 10,45 | 10,45 50,42 58,75 30,100 0,90",
        "58,2 20,6 12,35 45,45 55,75 30,100 0,93",
    ),
    "6": (
        "50,0 18,30 3,70 28,100 58,80 42,55 8,68",
        "30,0 5,45 6,85 35,100 58,78 35,56 6,75",
        "60,10 38,0 8,35 6,80 35,100 60,78 38,55 8,72",
    ),
    "7": (
        "2,3 62,2 | 62,2 38,50 25,100",
        "2,3 62,2 | 62,2 38,50 25,100 / 16,50 62,47",
        "2,18 4,3 | 4,3 64,2 | 64,2 25,100",
        "2,18 4,3 | 4,3 64,2 | 64,2 30,100 / 20,55 66,46",
        "0,8 20,2 40,8 62,0 | 62,0 35,45 30,100 / 15,45 60,50",
        "0,4 58,3 | 58,3 46,35 38,100 / 24,52 62,44",
    ),
    "8": (
        "55,14 30,0 8,20 34,47 62,75 32,100 3,78 34,47 58,22 46,5",
        "32,46 6,25 32,0 56,22 30,46 2,76 32,100 62,75 34,47",
        "30,0 8,20 30,45 54,22 30,0 / 30,45 2,72 30,100 60,74 30,45",
    ),
    "9": (
        "56,16 30,0 4,25 26,52 57,25 | 57,25 52,100",
        "56,16 30,0 4,25 26,50 56,25 | 56,25 56,70 35,100 2,92",
        "50,8 22,0 3,28 25,50 52,20 50,60 30,100",
        "30,0 3,25 28,50 56,25 30,0 / 56,22 45,100",
    ),
    "X": ("0,0 35,45 72,100 / 70,0 35,52 2,100", "0,5 40,50 90,95 / 90,0 40,55 5,100"),
    "-": ("0,2 50,0 100,3",),
    "triangle": ("50,0 0,95 | 0,95 100,100 | 100,100 50,0", "50,2 100,97 | 100,97 2,95 / 0,100 47,0"),
}


def write_glyph(label: str, rng: np.random.Generator, variant: int | None = None) -> Glyph:
    """Write a digit, X, minus or triangle in school hand; the same `variant` always gives the same form."""
    forms = FORMS[label]
    form = forms[(int(rng.integers(1000)) if variant is None else variant) % len(forms)]
    stretch = np.exp(rng.normal(0, 0.1, 2))
    strokes = []
    for stroke in form.split("/"):
        bends = [_points(piece) * stretch for piece in stroke.split("|")]
        strokes.append(np.concatenate([smooth(bend + rng.normal(0, 0.022, bend.shape)) for bend in bends]))
    low = np.concatenate(strokes).min(axis=0)
    size = np.concatenate(strokes).max(axis=0) - low
    unit = max(float(size[1]), float(size[0]) if label == "-" else 0.0)
    return Glyph(tuple(((stroke - low) / unit).astype(np.float32) for stroke in strokes))


def _points(text: str) -> NDArray[np.float64]:
    return np.array([[float(number) for number in point.split(",")] for point in text.split()]) / 100


def smooth(points: NDArray[np.float64], steps: int = 8) -> NDArray[np.float64]:
    """Return a Catmull-Rom curve through points (n, 2), with `steps` points for each piece."""
    if len(points) < 3:
        return points
    padded = np.concatenate([[2 * points[0] - points[1]], points, [2 * points[-1] - points[-2]]])
    a, b, c, d = (padded[first : first + len(points) - 1, None] for first in range(4))
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    return np.concatenate([pieces.reshape(-1, 2), points[-1:]])

from __future__ import annotations

import numpy as np
import pytest

from sheets.library import load_sheet
from vision.classifier import MarkReader, Scores
from vision.illumination import Gray
from vision.marks import CLASSES
from vision.noise import NOISY, noise_of, smoothed
from vision.patches import PagePatches
from vision.raster import printed_page
from vision.rectify import PX_PER_MM
from vision.scan import scores_of

SHEET = load_sheet("launch")


def page_with_noise(deviation: float) -> Gray:
    """The blank page, grey by a margin, with Gaussian noise (grey levels)."""
    gray = printed_page(SHEET, 1, (), PX_PER_MM).gray.astype(np.float64)
    noise = np.random.default_rng(1).normal(0, deviation, gray.shape)
    return np.clip(np.rint(30 + gray * 0.75 + noise), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("deviation", [3.0, 8.0, 15.0])
def test_print_does_not_count_as_noise(deviation: float) -> None:
    assert noise_of(page_with_noise(0)) < 0.5
    assert noise_of(page_with_noise(deviation)) == pytest.approx(deviation, rel=0.15)
    assert noise_of(smoothed(page_with_noise(deviation))) < deviation / 4


class Told(MarkReader):
    """Says with all logits which look it is."""

    def __init__(self) -> None:
        self.seen: list[float] = []

    def scores_of(self, patches: PagePatches, fields: object, bare: int = 0) -> Scores:
        count = len(patches)
        self.seen.append(float(len(self.seen) + 1))
        logits = np.full((count, len(CLASSES)), self.seen[-1], np.float32)
        return Scores(logits, logits[:, :2], np.ones((count, len(CLASSES)), bool), np.zeros(count, np.intp))


@pytest.mark.parametrize(("deviation", "looks", "mean"), [(NOISY / 3, 1, 1.0), (NOISY * 3, 2, 1.5)])
def test_a_noisy_page_is_looked_at_twice(deviation: float, looks: int, mean: float) -> None:
    reader = Told()
    printed = printed_page(SHEET, 1, (), PX_PER_MM)
    scores = scores_of(SHEET, 1, page_with_noise(deviation), printed, reader)
    assert len(reader.seen) == looks and np.all(scores.logits == mean) and np.all(scores.features == mean)

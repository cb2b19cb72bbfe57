from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.classify.areas import Indices, Mask
from fairsheet.vision.classify.mark_reader import Cut, MarkReader, Scores
from fairsheet.vision.geometry.rectify import PX_PER_MM
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.noise import NOISY, noise_of, smooth
from fairsheet.vision.printed.raster import printed_page
from fairsheet.vision.scan import score_page

SHEET = load_sheet("launch")


def page_with_noise(deviation: float) -> Gray:
    """Return the blank page, grey by a margin, with Gaussian noise (grey levels)."""
    gray = printed_page(SHEET, 1, (), PX_PER_MM).gray.astype(np.float64)
    noise = np.random.default_rng(1).normal(0, deviation, gray.shape)
    return np.clip(np.rint(30 + gray * 0.75 + noise), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("deviation", [3.0, 8.0, 15.0])
def test_print_does_not_count_as_noise(deviation: float) -> None:
    assert noise_of(page_with_noise(0)) < 0.5
    assert noise_of(page_with_noise(deviation)) == pytest.approx(deviation, rel=0.15)
    assert noise_of(smooth(page_with_noise(deviation))) < deviation / 4


class Twice(MarkReader):
    """A mark reader that scores every place 1, and 3 on its second pass."""

    def __init__(self) -> None:
        pass

    def scores(self, cut: Cut, kinds: Indices, allowed: Mask, sharpness: float = 1.0) -> Scores:
        ones = np.ones(allowed.shape, np.float32)
        return Scores(ones, ones[:, :2], allowed, kinds, -ones[:, 0])

    def average_with(self, scores: Scores, cut: Cut) -> Scores:
        assert cut(np.arange(3), 48).shape == (3, 48, 48, 3)
        return replace(scores, logits=3 * scores.logits)


@pytest.mark.parametrize(("deviation", "logit"), [(NOISY / 3, 1.0), (NOISY * 3, 3.0)])
def test_noisy_pages_are_read_twice(deviation: float, logit: float) -> None:
    printed = printed_page(SHEET, 1, (), PX_PER_MM)
    assert np.all(score_page(SHEET, 1, page_with_noise(deviation), printed, Twice()).logits == logit)

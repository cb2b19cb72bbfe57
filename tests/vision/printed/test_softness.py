"""The softness of photos, and the print as their camera shows it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.classify.areas import field_areas
from fairsheet.vision.classify.mark_reader import Scores
from fairsheet.vision.classify.patches import PagePatches
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.raster import PrintedPage
from fairsheet.vision.printed.softness import clarity_of, is_blurred, sharpness_of, smear_print

SCALE = 8


@pytest.fixture(scope="module")
def page() -> PrintedPage:
    """Return a page with dashes and squares on a part of it."""
    gray = np.full((800, 800), 255, np.uint8)
    for x in range(40, 760, 80):
        for y in range(40, 760, 80):
            cv2.rectangle(gray, (x, y), (x + 50, y + 50), 60, 3)
            for step in range(0, 40, 16):
                cv2.line(gray, (x + 8 + step, y + 25), (x + 14 + step, y + 25), 90, 4)
    return PrintedPage(gray)


def blurred(page: Gray, sigma: float) -> Gray:
    noise = np.random.default_rng(1).normal(0, 1.5, page.shape)
    return np.clip(cv2.GaussianBlur(page, (0, 0), sigma) + noise, 0, 255).astype(np.uint8)


def moved(page: Gray, length: int) -> Gray:
    return np.asarray(cv2.filter2D(page, -1, np.eye(length) / length), np.uint8)


def test_sharpness_falls_with_blur_whatever_the_contrast(page: PrintedPage) -> None:
    assert sharpness_of(page.gray, page) == pytest.approx(1, abs=0.01)
    found = [sharpness_of(blurred(page.gray, sigma), page) for sigma in (0.5, 1, 2, 3, 4)]
    assert found == sorted(found, reverse=True)
    assert found[0] > 0.8 and found[-1] < 0.3
    pale = (255 - (255 - blurred(page.gray, 2)) * 0.5).astype(np.uint8)
    assert sharpness_of(pale, page) == pytest.approx(found[2], abs=0.03)


def test_ink_does_not_make_a_page_look_soft_or_sharp(page: PrintedPage) -> None:
    soft = blurred(page.gray, 2)
    inked = soft.copy()
    for x in range(60, 760, 80):
        cv2.line(inked, (x, 50), (x + 20, 750), 30, 5)
    assert sharpness_of(inked, page) == pytest.approx(sharpness_of(soft, page), abs=0.06)


def test_the_smear_of_any_camera_is_estimated_despite_ink(page: PrintedPage) -> None:
    for soft in (blurred(page.gray, 3), moved(page.gray, 13)):
        inked = soft.copy()
        for x in range(60, 760, 160):
            cv2.line(inked, (x, 50), (x + 20, 750), 20, 4)
        smeared = smear_print(inked, page).astype(int)
        off = np.abs(smeared - soft)[50:750, 50:750]
        assert off.mean() < 3
        assert off.mean() < np.abs(page.gray.astype(int) - soft)[50:750, 50:750].mean() / 3


def test_thin_ink_on_soft_print_is_seen(page: PrintedPage) -> None:
    place = Rect(360 / SCALE, 360 / SCALE, 50 / SCALE, 50 / SCALE)
    areas = field_areas([Field("link", "icon", place, ("crossed",))])
    drawn = page.gray.copy()
    cv2.line(drawn, (368, 385), (402, 385), 90, 3)  # thin ink along the dashes, filling the gaps
    for picture, inked in ((drawn, True), (page.gray, False)):
        soft = blurred(picture, 2.5)
        patches = PagePatches(soft, page, areas, SCALE, smear_print(soft, page))
        (patch,) = patches.cut(np.array([0]))
        assert (np.count_nonzero(patch[..., 2] <= 170) >= 6) == inked


def test_only_blur_reduces_certainty() -> None:
    assert clarity_of(1) == clarity_of(0.5) == 1
    assert clarity_of(0.4) > clarity_of(0.2) > clarity_of(0) > 0
    logits = np.array([[9.0, 0.0, 3.0]])
    never = np.array([-np.inf])
    scores = Scores(logits, np.zeros((1, 1)), np.ones((1, 3), bool), np.zeros(1, int), never, bold=logits - 1)
    calmed = scores.calmed(0.5)
    assert (calmed.logits == logits / 2).all()
    assert calmed.bold is not None and (calmed.bold == (logits - 1) / 2).all()


def test_blur_is_recognised_in_any_light(page: PrintedPage) -> None:
    small = np.asarray(cv2.resize(page.gray, (400, 400), interpolation=cv2.INTER_AREA), np.uint8)
    dark = (small * 0.3).astype(np.uint8)
    assert not is_blurred(small) and not is_blurred(dark)
    assert is_blurred(blurred(small, 2)) and is_blurred(blurred(dark, 2))
    assert is_blurred(np.asarray(cv2.blur(small, (9, 1)), np.uint8))  # moved, across only

"""Codes that barcode readers cannot read are restored, and nothing else becomes a code."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import zxingcpp

from fairsheet.sheets.label.label import Label, decode_code, label_modules
from fairsheet.sheets.model.geometry import Rect
from fairsheet.vision.label._code_restoration import restore_codes
from fairsheet.vision.printed.illumination import Gray

PX_PER_MM, SHOWN = 12, 37.0  # mm a side of the picture
PLACE = Rect(8, 8, 21, 21)


def label(seed: str) -> Label:
    return Label("launch", "3f9a01bc", seed, players=3, seat=1, missions=("A1", "B2", "C1"))


def picture_of(label: Label, *, blur: float, noise: float, shift: tuple[float, float]) -> Gray:
    """Return a label's code on white, more blurred from top to bottom, dark and noisy; `blur` and `shift` in
    mm."""
    rows = np.array([[module == "1" for module in row] for row in label_modules(label)])
    page = np.kron(np.pad(np.where(rows, 0.0, 255.0), 1, constant_values=255.0), np.ones((9, 9)))
    scale = PLACE.w * PX_PER_MM / len(page)
    side = round(SHOWN * PX_PER_MM)
    matrix = np.array([[scale, 0.02, 0], [-0.03, scale, 0]])
    matrix[:, 2] = (np.array([PLACE.x, PLACE.y]) + shift) * PX_PER_MM
    seen = cv2.warpAffine(page, matrix, (side, side), borderValue=255)
    seen = cv2.GaussianBlur(seen, (0, 0), blur * PX_PER_MM, sigmaY=1.4 * blur * PX_PER_MM)
    seen = 25 + 0.25 * seen * np.linspace(1, 0.7, side)
    return np.clip(seen + np.random.default_rng(1).normal(0, noise, seen.shape), 0, 255).astype(np.uint8)


def labels_in(picture: Gray) -> list[Label]:
    formats = zxingcpp.BarcodeFormats(zxingcpp.DataMatrix)
    return [decode_code(code.text, code.bytes) for code in zxingcpp.read_barcodes(picture, formats=formats)]


@pytest.mark.parametrize(
    ("seed", "blur", "size"),
    [
        ("coral-otter-42", 0.35, 26),
        ("a longer seed, a larger code", 0.3, 32),
        ("a-much-longer-seed" * 3, 0.26, 36),
    ],
)
def test_a_blurred_code_is_restored(seed: str, blur: float, size: int) -> None:
    assert len(label_modules(label(seed))) == size
    picture = picture_of(label(seed), blur=blur, noise=5, shift=(2.0, -1.5))
    assert not labels_in(picture)
    found = (each for clean in restore_codes(picture, PX_PER_MM, PLACE) for each in labels_in(clean))
    assert next(found) == label(seed)


def test_paper_without_a_code_gives_none() -> None:
    paper = np.random.default_rng(2).normal(128, 20, (444, 444)).clip(0, 255).astype(np.uint8)
    plain = np.full((444, 444), 200, np.uint8)
    for picture in (paper, plain):
        assert not [each for clean in restore_codes(picture, PX_PER_MM, PLACE) for each in labels_in(clean)]

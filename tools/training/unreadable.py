"""Finds collected digits and signs that nobody could read.

`python -m tools.training.unreadable --handwriting DIR`.

Every digit is judged by a small net that has not seen it. What is confidently another digit was labelled wrong,
or is written so that its writer alone can read it; what is nothing in particular lost its shape. Neither may be
the truth that the mark reader learns or is measured by. Nor may triangles that are drawn as crosses.
Writes the rows to leave out to `unreadable.npz`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from fairsheet.vision.simulator.handwriting import Points, samples_of_strokes
from tools.training._handwriting_sets import (
    CROSSES,
    INK,
    UNREADABLE,
    digit_pictures,
    shape_pictures,
    stroke_digits,
)

SIDE, HIGH = 28, 20  # px of a picture, and of the digit in it
FOLDS = 2
EPOCHS = 5
BATCH = 256
LEAST = 0.35  # what the net must believe of a digit to learn from
LEAST_MEASURED = 0.05  # and of one to measure by: only what is plainly something else is left out there
LEAST_CROSS = 0.68  # likeness of a cross to the mean of all
BRIDGED = 9  # px of 70: gaps between the lines of a triangle that people overlook
LEAST_CLOSED = 0.7  # of the hull of a triangle that its outline holds; two lines that cross hold less
LEAST_TRIANGULAR = 0.82  # of the smallest triangle around it that its hull fills; a cross's has four corners
THICKEST = 0.38  # of a line against the height: thicker ones have no shape


def square(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The ink (bright on 0) in the middle of a square of SIDE px, HIGH px high, or as wide."""
    rows, columns = (np.flatnonzero((image > INK).any(axis=axis)) for axis in (1, 0))
    found = np.zeros((SIDE, SIDE), np.uint8)
    if len(rows) == 0:
        return found
    cut = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = HIGH / max(cut.shape)
    w, h = (max(1, round(side * scale)) for side in cut.shape[::-1])
    top, left = (SIDE - h) // 2, (SIDE - w) // 2
    found[top : top + h, left : left + w] = cv2.resize(cut, (w, h), interpolation=cv2.INTER_AREA)
    return found


def drawn(strokes: list[Points]) -> NDArray[np.uint8]:
    """Strokes as a picture of ink."""
    points = np.concatenate(strokes)
    low, size = points.min(axis=0), float(np.ptp(points, axis=0).max())
    canvas = np.zeros((120, 120), np.uint8)
    for stroke in strokes:
        at = np.rint(((stroke - low) / max(size, 1e-6) * 80 + 20) * 16).astype(np.int32)
        cv2.polylines(canvas, [at], False, 255, 9, cv2.LINE_AA, 4)
    return canvas


def thickness(image: NDArray[np.uint8]) -> float:
    """Of the thickest line, against the height of the ink."""
    ink = np.pad((image > 110).astype(np.uint8), 1)
    rows = np.flatnonzero(ink.any(axis=1))
    if len(rows) == 0:
        return 1.0
    return float(2 * cv2.distanceTransform(ink, cv2.DIST_L2, 5).max() / (rows[-1] - rows[0] + 1))


def odd_crosses(folder: Path) -> list[int]:
    """Rows of crosses that look like no other: the likeness is the correlation with the mean of all."""
    labels, _, samples = samples_of_strokes(folder / "strokes_unipen.npz")
    rows = [row for row, label in enumerate(labels) if label in CROSSES]
    looks = [cv2.GaussianBlur(square(drawn(samples[row])), (0, 0), 1.5).ravel().astype(float) for row in rows]
    middle = np.mean(looks, axis=0)
    return [
        row for row, look in zip(rows, looks, strict=True) if np.corrcoef(look, middle)[0, 1] < LEAST_CROSS
    ]


def triangles_like_crosses(folder: Path) -> list[int]:
    """Rows of pictures called triangles in which two lines cross, and a third joins their ends on one side."""
    x, shapes, _ = shape_pictures(folder)
    return [row for row in np.flatnonzero(shapes == "triangle").tolist() if _is_like_cross(x[row])]


def _is_like_cross(image: NDArray[np.uint8]) -> bool:
    ink = np.pad((image > INK).astype(np.uint8), BRIDGED)
    hull = cv2.convexHull(cv2.findNonZero(ink))
    around, _ = cv2.minEnclosingTriangle(hull)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (BRIDGED,) * 2)
    whole = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, disc)
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    closed, area = sum(map(cv2.contourArea, outlines)), cv2.contourArea(hull)
    return bool(closed < LEAST_CLOSED * area and area < LEAST_TRIANGULAR * around)


def believed(x: Tensor, y: Tensor) -> NDArray[np.float32]:
    """For every picture what nets that have not seen it believe of its label, 0 to 1."""
    fold = torch.arange(len(x)) % FOLDS
    found = np.zeros(len(x), np.float32)
    for k in range(FOLDS):
        net = _trained(x[fold != k], y[fold != k])
        with torch.no_grad():
            for chosen in torch.nonzero(fold == k).flatten().split(2000):
                shares = torch.softmax(net(x[chosen].float() / 255), 1)
                found[chosen.numpy()] = shares[torch.arange(len(chosen)), y[chosen]].numpy()
    return found


def _trained(x: Tensor, y: Tensor) -> nn.Module:
    torch.manual_seed(0)
    net = nn.Sequential(
        nn.Conv2d(1, 16, 5, 2, 2), nn.BatchNorm2d(16), nn.ReLU(),
        nn.Conv2d(16, 32, 3, 1, 1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, 1, 1), nn.BatchNorm2d(64), nn.ReLU(),
        nn.Flatten(), nn.Linear(64 * 49, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 10),
    )  # fmt: skip
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3)
    steps = EPOCHS * (len(x) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(x)).split(BATCH):
            matrix = torch.eye(2, 3) + 0.08 * torch.randn(len(chosen), 2, 3)
            grid = nn.functional.affine_grid(matrix, [len(chosen), 1, SIDE, SIDE], align_corners=False)
            seen = nn.functional.grid_sample(x[chosen].float() / 255, grid, align_corners=False)
            loss = nn.functional.cross_entropy(net(seen), y[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    return net.eval()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--handwriting", type=Path, required=True, help="folder of the handwriting sets")
    parser.add_argument("--out", type=Path, default=UNREADABLE)
    options = parser.parse_args()
    digits = [  # set, row, digit, whether it is kept for measuring, picture, thickness
        (name, row, int(label), bool(kept), square(image), thickness(image))
        for name, pictures in digit_pictures(options.handwriting).items()
        for row, (image, label, kept) in enumerate(zip(*pictures, strict=True))
    ] + [
        ("unipen", row, label, kept, square(drawn(strokes)), 0.0)
        for row, label, kept, strokes in stroke_digits(options.handwriting)
    ]
    names, rows, labels, held_out, squares, thick = map(np.array, zip(*digits, strict=True))
    shares = believed(torch.from_numpy(squares)[:, None], torch.from_numpy(labels))
    drop = (shares < np.where(held_out, LEAST_MEASURED, LEAST)) | (thick > THICKEST)
    found = {name: rows[drop & (names == name)].astype(np.int32) for name in dict.fromkeys(names.tolist())}
    found["unipen"] = np.append(found["unipen"], odd_crosses(options.handwriting)).astype(np.int32)
    for name, left_out in found.items():
        print(f"{name}: {len(left_out)} of {(names == name).sum()}")
    found["shapes_hds"] = np.array(triangles_like_crosses(options.handwriting), np.int32)
    print(f"triangles drawn as crosses: {len(found['shapes_hds'])}")
    np.savez_compressed(options.out, **found)


if __name__ == "__main__":
    main()

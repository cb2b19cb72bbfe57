"""Find collected digits and signs that nobody could read, and write their rows to `unreadable.npz`.

`python -m tools.training.unreadable --handwriting DIR`.

A small net that has not seen a digit judges it. If it is confidently another digit, the label is wrong or only the
writer can read it; if it is no digit at all, it has lost its shape. Such digits must not be used for training or
evaluation, nor triangles that are drawn as crosses.
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

SIDE, HIGH = 28, 20  # px of a picture, px of the digit in it
FOLDS = 2
EPOCHS = 5
BATCH = 256
LEAST = 0.35  # probability of its label that a digit needs for training
LEAST_MEASURED = 0.05  # the same for evaluation, where only obvious errors are left out
LEAST_CROSS = 0.68  # correlation that a cross needs with the mean of all
BRIDGED = 9  # px of 70: gaps between the lines of a triangle that are closed
LEAST_CLOSED = 0.7  # share of its hull that the outline of a triangle encloses; crossed lines enclose less
LEAST_TRIANGULAR = 0.82  # share of the smallest enclosing triangle that its hull fills; less for a cross
THICKEST = 0.38  # greatest thickness of a line relative to the height; thicker ones have no shape


def fit_in_square(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the ink (bright on 0) centred in a square of SIDE px; the longer side of the ink is HIGH px."""
    rows, columns = (np.flatnonzero((image > INK).any(axis=axis)) for axis in (1, 0))
    centred = np.zeros((SIDE, SIDE), np.uint8)
    if len(rows) == 0:
        return centred
    cut = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = HIGH / max(cut.shape)
    w, h = (max(1, round(side * scale)) for side in cut.shape[::-1])
    top, left = (SIDE - h) // 2, (SIDE - w) // 2
    centred[top : top + h, left : left + w] = cv2.resize(cut, (w, h), interpolation=cv2.INTER_AREA)
    return centred


def draw_strokes(strokes: list[Points]) -> NDArray[np.uint8]:
    """Draw strokes as a picture of ink (bright on 0)."""
    points = np.concatenate(strokes)
    low, size = points.min(axis=0), float(np.ptp(points, axis=0).max())
    canvas = np.zeros((120, 120), np.uint8)
    for stroke in strokes:
        at = np.rint(((stroke - low) / max(size, 1e-6) * 80 + 20) * 16).astype(np.int32)
        cv2.polylines(canvas, [at], False, 255, 9, cv2.LINE_AA, 4)
    return canvas


def thickness(image: NDArray[np.uint8]) -> float:
    """Return the thickness of the thickest line relative to the height of the ink."""
    ink = np.pad((image > 110).astype(np.uint8), 1)
    rows = np.flatnonzero(ink.any(axis=1))
    if len(rows) == 0:
        return 1.0
    return float(2 * cv2.distanceTransform(ink, cv2.DIST_L2, 5).max() / (rows[-1] - rows[0] + 1))


def odd_crosses(folder: Path) -> list[int]:
    """Return the rows of crosses with little correlation with the mean of all crosses."""
    labels, _, samples = samples_of_strokes(folder / "strokes_unipen.npz")
    rows = [row for row, label in enumerate(labels) if label in CROSSES]
    looks = [
        cv2.GaussianBlur(fit_in_square(draw_strokes(samples[row])), (0, 0), 1.5).ravel().astype(float)
        for row in rows
    ]
    middle = np.mean(looks, axis=0)
    return [
        row for row, look in zip(rows, looks, strict=True) if np.corrcoef(look, middle)[0, 1] < LEAST_CROSS
    ]


def triangles_like_crosses(folder: Path) -> list[int]:
    """Return the rows of triangles in which two lines cross, and a third joins their ends on one side."""
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


def judge_labels(x: Tensor, y: Tensor) -> NDArray[np.float32]:
    """Return the probability (n) of each picture's label by a net that has not seen it (cross-validation)."""
    fold = torch.arange(len(x)) % FOLDS
    probabilities = np.zeros(len(x), np.float32)
    for k in range(FOLDS):
        net = _train(x[fold != k], y[fold != k])
        with torch.no_grad():
            for chosen in torch.nonzero(fold == k).flatten().split(2000):
                shares = torch.softmax(net(x[chosen].float() / 255), 1)
                probabilities[chosen.numpy()] = shares[torch.arange(len(chosen)), y[chosen]].numpy()
    return probabilities


def _train(x: Tensor, y: Tensor) -> nn.Module:
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
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--handwriting", type=Path, required=True, help="folder of the handwriting sets")
    parser.add_argument("--out", type=Path, default=UNREADABLE)
    options = parser.parse_args()
    digits = [  # set, row, digit, whether it is held out, picture, thickness
        (name, row, int(label), bool(kept), fit_in_square(image), thickness(image))
        for name, pictures in digit_pictures(options.handwriting).items()
        for row, (image, label, kept) in enumerate(zip(*pictures, strict=True))
    ] + [
        ("unipen", row, label, kept, fit_in_square(draw_strokes(strokes)), 0.0)
        for row, label, kept, strokes in stroke_digits(options.handwriting)
    ]
    names, rows, labels, held_out, squares, thick = map(np.array, zip(*digits, strict=True))
    shares = judge_labels(torch.from_numpy(squares)[:, None], torch.from_numpy(labels))
    drop = (shares < np.where(held_out, LEAST_MEASURED, LEAST)) | (thick > THICKEST)
    dropped = {name: rows[drop & (names == name)].astype(np.int32) for name in dict.fromkeys(names.tolist())}
    dropped["unipen"] = np.append(dropped["unipen"], odd_crosses(options.handwriting)).astype(np.int32)
    for name, left_out in dropped.items():
        print(f"{name}: {len(left_out)} of {(names == name).sum()}")
    dropped["shapes_hds"] = np.array(triangles_like_crosses(options.handwriting), np.int32)
    print(f"triangles drawn as crosses: {len(dropped['shapes_hds'])}")
    np.savez_compressed(options.out, **dropped)


if __name__ == "__main__":
    main()

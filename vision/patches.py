"""Cutting fields out of a flat page, beside what was printed there and the ink that makes the difference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.model import Field, Rect
from vision.illumination import Gray

Patches = NDArray[np.uint8]  # (n, SIZE, SIZE, 3): flat page, blank page, ink; paper is 255

SIZE = 48  # px a side
FINE_SIZE = 64  # px a side where numbers are looked at more closely
LINK_WIDTH = 5.0  # mm; how wide a link is taken to be
MARGIN = {"slot": 0.13, "box": 0.13, "tab": 0.13, "icon": 0.25, "sign": 0.2, "link": 0.25}
"""What a patch shows beyond its field, on every side, as a part of its width and height: strokes overshoot, rings
go round icons. A tab is a slot's correction box."""

INK_LEVELS = 45.0  # grey levels that are spread over the whole ink channel where no ink is darker
NO_INK = 30.0  # grey levels by which the photo of bare print may be off
MOST_GAIN = 1.3  # how much darker print may be on the photo than on the blank page


@dataclass(frozen=True)
class Area:
    """A place to be cut out: its middle and size in mm of the frame, turned clockwise by `turn` degrees, and how
    much is shown around it (as in `MARGIN`)."""

    x: float
    y: float
    w: float
    h: float
    turn: float = 0.0
    margin: float = MARGIN["slot"]


def area_of(rect: Rect, turn: float = 0.0, margin: float = MARGIN["slot"]) -> Area:
    """The area of a field, a digit cell or a correction box; `turn` as in `Field.turn`."""
    return Area(rect.center.x, rect.center.y, rect.w, rect.h, turn, margin)


def areas_of(field: Field) -> tuple[Area, ...]:
    """What must be looked at to read a field: its cells, or its line, or itself (and its correction box after
    it)."""
    if field.kind == "text":
        return ()
    margin = MARGIN[field.kind]
    if field.cells:
        return tuple(area_of(cell, field.turn, margin) for cell in field.cells)
    if field.line is not None:
        start, end = field.line
        across, down = end.x - start.x, end.y - start.y
        length = max(math.hypot(across, down), LINK_WIDTH)
        angle = math.degrees(math.atan2(down, across))
        middle = ((start.x + end.x) / 2, (start.y + end.y) / 2)
        return (Area(*middle, length, LINK_WIDTH, angle, margin),)
    areas = [area_of(field.rect, field.turn, margin)]
    if field.correction_box is not None:
        areas.append(area_of(field.correction_box, field.turn, MARGIN["tab"]))
    return tuple(areas)


@dataclass(frozen=True, eq=False)
class PagePatches:
    """The patches of areas of two pages in register, each the frame at `px_per_mm`, to be cut in any size."""

    flat: Gray
    blank: Gray
    areas: Sequence[Area]
    px_per_mm: float

    def __len__(self) -> int:
        return len(self.areas)

    def cut(self, which: NDArray[np.integer[Any]], size: int = SIZE) -> Patches:
        """The patches (n, size, size, 3) of these areas."""
        return cut_patches(self.flat, self.blank, [self.areas[int(k)] for k in which], self.px_per_mm, size)


def cut_patches(
    flat: Gray, blank: Gray, areas: Sequence[Area], px_per_mm: float, size: int = SIZE
) -> Patches:
    """The patches (n, size, size, 3) of the areas from two pages in register, each the frame at `px_per_mm`.

    Width and height are scaled each for itself, so that a field always has the same place in its patch.
    """
    patches = np.empty((len(areas), size, size, 3), np.uint8)
    for patch, area in zip(patches, areas, strict=True):
        for channel, page in enumerate((flat, blank)):
            patch[..., channel] = _cut(page, area, px_per_mm, size)
        patch[..., 2] = ink_in(patch[..., 0], patch[..., 1])
    return patches


def ink_in(photo: Gray, blank: Gray) -> Gray:
    """What a photo shows beyond the print, stretched so that faint pencil looks like thick pen; paper is 255.

    The print is fitted to the photo by gain and offset, away from ink, and taken to reach a pixel further than it
    does, for photo and print are never quite in register.
    """
    dark, printed = 255 - photo.astype(np.float32), 255 - blank.astype(np.float32)
    tolerance = NO_INK + (MOST_GAIN - 1) * printed
    bare = (dark - printed < tolerance).astype(np.float32)
    gain, offset = _fitted(printed, dark, bare)
    bare = (np.abs(dark - gain * printed - offset) < tolerance).astype(np.float32)
    gain, offset = _fitted(printed, dark, bare)
    ink = np.clip(dark - offset - gain * cv2.dilate(printed, np.ones((3, 3), np.uint8)), 0, 255)
    return np.asarray(255 - np.clip(ink * (255 / max(INK_LEVELS, _darkest(ink))), 0, 255), np.uint8)


def _darkest(ink: NDArray[np.float32]) -> int:
    """The grey level that only half a row of pixels reaches: a bit of a thin stroke, but more than specks."""
    darker = np.cumsum(np.bincount(ink.astype(np.uint8).ravel(), minlength=256)[::-1])
    return 255 - int(np.searchsorted(darker, ink.shape[1] // 2))


def _fitted(
    x: NDArray[np.float32], y: NDArray[np.float32], weight: NDArray[np.float32]
) -> tuple[float, float]:
    """Gain and offset of the line through (x, y) with least squares; a gain near 1 where little is printed."""
    total = float(weight.sum()) + 1e-3
    mean_x, mean_y = float(np.vdot(weight, x)) / total, float(np.vdot(weight, y)) / total
    off_x = (x - mean_x) * weight
    gain = (float(np.vdot(off_x, y - mean_y)) / total + 100) / (
        float(np.vdot(off_x, x - mean_x)) / total + 100
    )
    gain = min(max(gain, 0.2), MOST_GAIN)
    return gain, mean_y - gain * mean_x


def _cut(page: Gray, area: Area, px_per_mm: float, size: int) -> Gray:
    """One area of one page; outside the page is paper."""
    width, height = (max(4, round(side * (1 + 2 * area.margin) * px_per_mm)) for side in (area.w, area.h))
    if area.turn:
        x, y = area.x * px_per_mm, area.y * px_per_mm
        matrix = cv2.getRotationMatrix2D((x, y), area.turn, 1.0)
        shift = np.array([width / 2 - x - 0.5, height / 2 - y - 0.5])
        matrix = matrix + np.column_stack(
            [np.zeros((2, 2)), shift + matrix[:, :2] @ (0.5, 0.5)]
        )  # px are squares
        cut = cv2.warpAffine(page, matrix, (width, height), borderMode=cv2.BORDER_CONSTANT, borderValue=255)
    else:
        left = round(area.x * px_per_mm - width / 2)
        top = round(area.y * px_per_mm - height / 2)
        cut = page[max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)]
        if cut.shape != (height, width):
            below, right = top + height - page.shape[0], left + width - page.shape[1]
            sides = (max(0, -top), max(0, below), max(0, -left), max(0, right))
            cut = cv2.copyMakeBorder(cut, *sides, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(cv2.resize(cut, (size, size), interpolation=cv2.INTER_AREA), dtype=np.uint8)

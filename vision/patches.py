"""Cutting fields out of a flat page, beside what was printed there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.model import Field, Rect
from vision.light import Gray

Patches = NDArray[np.uint8]  # (n, SIZE, SIZE, 2): flat page and blank page

SIZE = 40  # px a side
CONTEXT = 1.5  # a patch shows so many times the width and height of its field: strokes overshoot
LINK_WIDTH = 5.0  # mm; what a link's patch shows across its line, before the context


@dataclass(frozen=True)
class Area:
    """A place to be cut out: its middle and size in mm of the frame, turned clockwise by `turn` degrees."""

    x: float
    y: float
    w: float
    h: float
    turn: float = 0.0


def area_of(rect: Rect, turn: float = 0.0) -> Area:
    """The area of a field, a digit cell or a second try; `turn` as in `Field.turn`."""
    return Area(rect.center.x, rect.center.y, rect.w, rect.h, turn)


def areas_of(field: Field) -> tuple[Area, ...]:
    """What must be looked at to read a field: its cells, or its line, or itself (and its second try after
    it)."""
    if field.kind == "text":
        return ()
    if field.cells:
        return tuple(area_of(cell, field.turn) for cell in field.cells)
    if field.line is not None:
        start, end = field.line
        across, down = end.x - start.x, end.y - start.y
        length = max(math.hypot(across, down), LINK_WIDTH)
        angle = math.degrees(math.atan2(down, across))
        return (Area((start.x + end.x) / 2, (start.y + end.y) / 2, length, LINK_WIDTH, angle),)
    areas = [area_of(field.rect, field.turn)]
    if field.second_try is not None:
        areas.append(area_of(field.second_try, field.turn))
    return tuple(areas)


def cut_patches(flat: Gray, blank: Gray, areas: Sequence[Area], px_per_mm: float) -> Patches:
    """The patches (n, SIZE, SIZE, 2) of the areas from two pages in register, each the frame at `px_per_mm`.

    Width and height are scaled each for itself, so that a field always has the same place in its patch.
    """
    patches = np.empty((len(areas), SIZE, SIZE, 2), np.uint8)
    for patch, area in zip(patches, areas, strict=True):
        for channel, page in enumerate((flat, blank)):
            patch[..., channel] = _cut(page, area, px_per_mm)
    return patches


def _cut(page: Gray, area: Area, px_per_mm: float) -> Gray:
    """One area of one page; outside the page is paper."""
    width, height = (max(4, round(side * CONTEXT * px_per_mm)) for side in (area.w, area.h))
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
    return np.asarray(cv2.resize(cut, (SIZE, SIZE), interpolation=cv2.INTER_AREA), dtype=np.uint8)

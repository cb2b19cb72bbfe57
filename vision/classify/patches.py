"""Cut fields out of a flat page, together with their print and the ink, which is the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.vision.classify.areas import Area, FieldAreas, Indices
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.noise import NOISY, noise_of
from fairsheet.vision.printed.raster import PrintedPage, made_once
from fairsheet.vision.printed.softness import SOFT, clarity_of, sharpness_of, smear_print

Patches = NDArray[np.uint8]  # (n, SIZE, SIZE, 3): flat page, blank page, ink; paper is 255
Cuts = NDArray[np.uint8]  # (n, SIZE, SIZE): one channel
Rows = NDArray[np.float32]  # (n, pixels of a patch)

SIZE = 48  # px a side
FINE_SIZE = 64  # px a side, for a closer look at numbers
INK_LEVELS = 45.0  # grey levels stretched to the whole ink channel if no ink is darker
NO_INK = 30.0  # grey levels by which the photo of bare print may differ
MOST_GAIN = 1.3  # largest factor by which print is darker on the photo than on the blank page
BATCH = 32  # patches per run, so that they stay in the processor's cache


@dataclass(frozen=True, eq=False)
class PagePatches:
    """The patches, in any size, of areas of a flat page and the aligned printed page, both at `px_per_mm`.

    `smeared` is the printed page as a soft photo shows it, None if the photo is sharp. At least `levels` grey
    levels are stretched to the whole ink channel. `sharpness` is as in `fairsheet.vision.printed.softness`.
    """

    flat: Gray
    printed: PrintedPage
    areas: FieldAreas
    px_per_mm: float
    smeared: Gray | None = None
    levels: float = INK_LEVELS
    sharpness: float = 1.0
    is_noisy: bool = False

    def cut(self, which: Indices, size: int = SIZE) -> Patches:
        """Return the patches (n, size, size, 3) of these areas.

        Width and height are scaled separately, so that a field always has the same place in its patch.
        """
        areas = [self.areas.where[number] for number in which.tolist()]
        photo = _cuts(self.flat, areas, self.px_per_mm, size)
        if self.smeared is not None:
            smeared = _cuts(self.smeared, areas, self.px_per_mm, size)
            return _patches(photo, smeared, _widen_half(smeared), self.levels)
        pairs = [
            _printed_cut(self.printed.shown_by(area.shown), area, self.px_per_mm, size) for area in areas
        ]
        printed, widened = np.array(pairs, np.uint8).reshape(-1, 2, size, size).swapaxes(0, 1)
        return _patches(photo, printed, widened)


def page_patches(
    flat: Gray, printed: PrintedPage, areas: FieldAreas, px_per_mm: float, sharpness: float | None = None
) -> PagePatches:
    """Return the patches of areas of a page of this or unknown sharpness; if it is soft, with the print smeared."""
    sharpness = sharpness_of(flat, printed) if sharpness is None else sharpness
    smeared, levels, is_noisy = None, INK_LEVELS, noise_of(flat) >= NOISY
    if sharpness < SOFT:
        smeared = smear_print(flat, printed)
        levels *= 1 if is_noisy else clarity_of(sharpness)
    return PagePatches(flat, printed, areas, px_per_mm, smeared, levels, sharpness, is_noisy)


def _patches(photo: Cuts, printed: Cuts, widened: Cuts, levels: float = INK_LEVELS) -> Patches:
    return np.stack([photo, printed, _ink(photo, printed, widened, levels)], axis=-1)


@made_once
def _printed_cut(printed: PrintedPage, area: Area, px_per_mm: float, size: int) -> Cuts:
    """Return the print of an area, and the same widened."""
    cut = _cuts(printed.gray, [area], px_per_mm, size)[0]
    return np.stack([cut, cv2.erode(cut, np.ones((3, 3), np.uint8))])


def _cuts(page: Gray, areas: Sequence[Area], px_per_mm: float, size: int) -> Cuts:
    """Return areas of a page (n, size, size). Areas of one shape that shrink do so together, which saves calls."""
    crops = [_crop(page, area, px_per_mm) for area in areas]
    alike: dict[object, list[int]] = {}
    for number, crop in enumerate(crops):
        alike.setdefault(crop.shape if min(crop.shape) >= size else number, []).append(number)
    cuts = np.empty((len(areas), size, size), np.uint8)
    for numbers in alike.values():
        column = np.concatenate([crops[number] for number in numbers])
        reduced = cv2.resize(column, (size, size * len(numbers)), interpolation=cv2.INTER_AREA)
        cuts[numbers] = reduced.reshape(-1, size, size)
    return cuts


def _widen(printed: Cuts) -> Cuts:
    """Return print extended by a pixel on each side."""
    padded = np.pad(printed, ((0, 0), (1, 1), (1, 1)), "edge")
    down = np.minimum(np.minimum(padded[:, :-2], padded[:, 1:-1]), padded[:, 2:])
    return np.minimum(np.minimum(down[..., :-2], down[..., 1:-1]), down[..., 2:])


def _widen_half(printed: Cuts) -> Cuts:
    """Return print extended by half a pixel on each side."""
    return np.asarray((printed.astype(np.uint16) + _widen(printed)) // 2, np.uint8)


def ink_in(photo: Gray, blank: Gray) -> Gray:
    """Return the ink of a patch without print, stretched so that faint pencil looks like thick pen; paper is
    255.

    The print is fitted to the photo by gain and offset, away from ink. It is widened by a pixel, because photo
    and print are never perfectly aligned.
    """
    return np.asarray(_ink(photo[None], blank[None], _widen(blank[None]))[0])


def _ink(photo: Cuts, printed: Cuts, widened: Cuts, levels: float = INK_LEVELS) -> Cuts:
    """Return the same for many patches; at least `levels` are stretched to the whole channel."""
    ink = np.empty(photo.shape, np.uint8)
    for start in range(0, len(photo), BATCH):
        part = slice(start, start + BATCH)
        dark, print_, wide = (
            np.subtract(255, cuts[part], dtype=np.float32).reshape(-1, photo[0].size)
            for cuts in (photo, printed, widened)
        )
        ink[part] = _subtract_print(dark, print_, wide, photo.shape[2] // 2, levels).reshape(
            -1, *photo.shape[1:]
        )
    return ink


def _subtract_print(dark: Rows, printed: Rows, widened: Rows, thin: int, levels: float) -> NDArray[np.uint8]:
    """Return the ink of photos, one per row, as levels from 0 to 255; `thin` pixels may be a stroke."""
    tolerance = NO_INK + (MOST_GAIN - 1) * printed
    bare = (dark - printed < tolerance).astype(np.float32)
    gain, offset = _fit_lines(printed, dark, bare)
    bare = (np.abs(dark - gain * printed - offset) < tolerance).astype(np.float32)
    gain, offset = _fit_lines(printed, dark, bare)
    ink = np.clip(dark - offset - gain * widened, 0, 255)
    darkest = np.full(len(ink), levels, np.float32)
    for number, row in enumerate(ink):
        bold = row[row > levels]
        if len(bold) >= thin:  # more pixels than a few specks
            darkest[number] = max(levels, np.floor(np.partition(bold, -thin)[-thin]))
    ink *= 255 / darkest[:, None]
    return np.asarray(255 - np.clip(ink, 0, 255), np.uint8)


def _fit_lines(x: Rows, y: Rows, weight: Rows) -> tuple[Rows, Rows]:
    """Return gain and offset (n, 1) of least-squares lines through rows of (x, y); gains are near 1 without
    print."""
    total = weight.sum(axis=1, keepdims=True) + 1e-3
    reweigh = weight * x
    mean_x, mean_y = _dot(weight, x) / total, _dot(weight, y) / total
    together, alone = (
        _dot(reweigh, each) / total - mean_x * mean for each, mean in ((y, mean_y), (x, mean_x))
    )
    gain = (together + 100) / (alone + 100)
    gain = np.clip(gain, 0.2, MOST_GAIN)
    return gain, mean_y - gain * mean_x


def _dot(a: Rows, b: Rows) -> Rows:
    """Return the sums (n, 1) of the products of two rows each."""
    return np.asarray(np.vecdot(a, b)[:, None])


def _crop(page: Gray, area: Area, px_per_mm: float) -> Gray:
    """Return one area of one page; outside the page is paper."""
    width, height = (max(4, round(side * (1 + 2 * area.margin) * px_per_mm)) for side in (area.w, area.h))
    if area.turn:
        x, y = area.x * px_per_mm, area.y * px_per_mm
        matrix = cv2.getRotationMatrix2D((x, y), area.turn, 1.0)
        shift = np.array([width / 2 - x - 0.5, height / 2 - y - 0.5])
        # pixels are squares: their middles are at half pixels
        matrix = matrix + np.column_stack([np.zeros((2, 2)), shift + matrix[:, :2] @ (0.5, 0.5)])
        cut = cv2.warpAffine(page, matrix, (width, height), borderMode=cv2.BORDER_CONSTANT, borderValue=255)
    else:
        left = round(area.x * px_per_mm - width / 2)
        top = round(area.y * px_per_mm - height / 2)
        cut = page[max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)]
        if cut.shape != (height, width):
            below, right = top + height - page.shape[0], left + width - page.shape[1]
            sides = (max(0, -top), max(0, below), max(0, -left), max(0, right))
            cut = cv2.copyMakeBorder(cut, *sides, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(cut, dtype=np.uint8)

"""Flatten a page: from a photo and its fiducials to a page aligned with the printed one.

Three steps, each refining the last one: a homography with a smooth bend through the fiducials; patches of print
matched at low resolution; smaller patches at middle resolution. The picture itself is sampled only once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FRAME, page_rect
from fairsheet.vision.geometry._dewarp import FLAT, Bend, Floats, fit_bend
from fairsheet.vision.geometry._markers import Points
from fairsheet.vision.geometry._registration import (
    Matches,
    Print,
    greatest_step,
    match_patches,
    print_of,
)
from fairsheet.vision.geometry.detection import Sighting, project, reduce
from fairsheet.vision.printed.illumination import Gray, even_light
from fairsheet.vision.printed.raster import PrintedPage, made_once
from fairsheet.vision.printed.visibility import Comparison, compared

PX_PER_MM = 8  # of a flat page: about 200 dpi, the resolution of a 12-megapixel photo of one sheet

TILE = 256  # px: side of the squares sampled at once; they stay in the processor's cache for any orientation
LATTICE = 2  # mm between the points at which the surface is computed; between them it is interpolated


@dataclass(frozen=True)
class Search:
    """How to search patches of print: scale, size and distance of the patches, and range (mm)."""

    px_per_mm: int
    size: float
    step: float
    reach: float


FAR = Search(px_per_mm=1, size=40, step=20, reach=9.0)  # so large a patch is unique in its neighbourhood
# The range of smaller ones is below half the pitch of neighbouring boxes, so that none is mistaken for the
# next one.
WIDE = Search(px_per_mm=2, size=16, step=15, reach=3.0)
CLOSE = Search(px_per_mm=4, size=9, step=13, reach=1.0)
STRONGLY_BENT = (FAR, WIDE, WIDE, CLOSE, CLOSE)
# share of patches that the close search must find, or wider ones follow; ink hides up to a sixth
NEARLY_ALL = 0.8
BENT_AROUND_MM = 25.0  # of the patches within this distance of any patch ...
BENT_LEAST_SHARE = 0.25  # ... this share must be found on bent paper
ALIGNED_MM = 0.5  # if print was no farther away, paper is nearly flat and all of it is aligned


@dataclass(frozen=True, eq=False)
class Surface:
    """The place of each point of the frame in a photo: mm -> px."""

    homography: Points
    bend: Bend = FLAT
    frame: Rect = FRAME  # in the orientation of the page

    def to_photo(self, points: Floats) -> Floats:
        """Return photo px (n, 2) of frame points (n, 2) mm."""
        return project(self.homography, points + self.bend.at(points))

    def is_inside(self, points: Floats, photo_size: tuple[int, int]) -> NDArray[np.bool_]:
        """Return which of the points (n, 2) mm are inside a photo of this height and width, px."""
        height, width = photo_size
        seen = self.to_photo(points)
        return np.asarray(((seen >= 0) & (seen <= (width - 1, height - 1))).all(axis=1))

    @property
    def px_per_mm(self) -> float:
        """Scale of the photo at the middle of the sheet."""
        x, y = self.frame.center.x, self.frame.center.y
        corners = self.to_photo(np.array([(x - 5, y - 5), (x + 5, y - 5), (x - 5, y + 5)]))
        return float(np.linalg.norm(corners[1:] - corners[0], axis=1).mean() / 10)


@dataclass(frozen=True, eq=False)
class FlatPage:
    """A page: its frame at `PX_PER_MM` in even light, its place in the photo, and the matches of its print."""

    gray: Gray
    surface: Surface
    matches: Matches  # of the patches inside the photo
    photo_size: tuple[int, int]  # height, width, px
    printed: PrintedPage

    @property
    def step(self) -> float:
        """The largest step (mm) between two rows or columns of print; 0 on bent paper."""
        return greatest_step(self.matches)

    @cached_property
    def compared(self) -> Comparison:
        """The comparison of the page with the page as printed."""
        return compared(self.gray, self.printed)

    def unseen(self, places: Sequence[Rect], blank: Sequence[bool] | None = None) -> list[bool]:
        """Return, for each place, whether the flat page does not show what is on the sheet.

        `blank` says which places seem to have no ink. An unseen place is outside the photo, or its print is not
        seen: it is covered, torn off, or not aligned.
        """
        rects = np.array([(place.x, place.y, place.w, place.h) for place in places]).reshape(-1, 1, 4)
        corners = rects[..., :2] + rects[..., 2:] * ((0, 0), (1, 0), (1, 1), (0, 1))
        inside = self.surface.is_inside(corners.reshape(-1, 2), self.photo_size).reshape(-1, 4)
        hidden = np.array(self.compared.hidden(places, blank), bool)
        return list(map(bool, hidden | ~inside.all(axis=1)))


def surface_of(sighting: Sighting, paper: str = "a4") -> Surface:
    """Return the surface by only the fiducials, for pages of this `paper`: accurate to about 0.5 mm on bent
    paper."""
    homography, mm, frame = sighting.homography, sighting.mm, page_rect(FRAME, paper)
    if frame != FRAME:
        homography = homography @ [(0, -1, FRAME.w), (1, 0, 0), (0, 0, 1)]
        mm = np.column_stack([mm[:, 1], FRAME.w - mm[:, 0]])
    wanted = project(np.linalg.inv(homography), sighting.px)
    return Surface(homography, fit_bend(mm, wanted - mm, np.ones((len(mm), 1)), frame), frame)


def flatten(photo: Gray, surface: Surface, px_per_mm: int = PX_PER_MM, area: Rect | None = None) -> Gray:
    """Return an area of the frame, or all of it, as seen from straight above, in its original light."""
    area = area or surface.frame
    cell = LATTICE * px_per_mm
    # the lattice has a margin of one cell, because interpolation ends at the outermost points
    columns = area.x + (np.arange(-1, np.ceil(area.w / LATTICE) + 1) + 0.5) * LATTICE
    rows = area.y + (np.arange(-1, np.ceil(area.h / LATTICE) + 1) + 0.5) * LATTICE
    points = np.stack(np.meshgrid(columns, rows), axis=-1) + surface.bend.on_grid(columns, rows)
    lattice = project(surface.homography, points.reshape(-1, 2)).reshape(points.shape).astype(np.float32)
    planes = [np.ascontiguousarray(lattice[..., axis]) for axis in (0, 1)]
    flat = np.empty((round(area.h * px_per_mm), round(area.w * px_per_mm)), np.uint8)
    side = max(1, TILE // cell) * cell
    for top, left in product(*(range(0, length, side) for length in flat.shape)):
        tile = flat[top : top + side, left : left + side]
        inner = tuple(slice(cell, cell + length) for length in tile.shape)
        near = tuple(slice(start // cell, (start + side) // cell + 2) for start in (top, left))
        across, down = (cv2.resize(plane[near], None, fx=cell, fy=cell)[inner] for plane in planes)
        cv2.remap(photo, across, down, cv2.INTER_LINEAR, dst=tile, borderMode=cv2.BORDER_REPLICATE)
    return flat


def flat_page(photo: Gray, surface: Surface, printed: PrintedPage) -> FlatPage:
    """Return the flat page aligned with the page as printed (frame at `PX_PER_MM`).

    `surface` is the estimate so far: `surface_of` its fiducials.
    """
    registered, matches = _align(photo, surface, printed, CLOSE)
    for searches in ((WIDE, CLOSE), STRONGLY_BENT):
        if _is_aligned(surface, registered, matches):
            break
        near = surface
        for search in searches:
            near, seen = _align(photo, near, printed, search)
        if seen.found.mean() > matches.found.mean():
            registered, matches = near, seen
    flat = even_light(flatten(photo, registered))
    return FlatPage(flat, registered, matches, photo.shape[:2], printed)


def _is_aligned(before: Surface, after: Surface, matches: Matches) -> bool:
    """Return whether nearly all patches were found; on bent paper, which moved far, also in every part of it."""
    if matches.found.mean() < NEARLY_ALL:
        return False
    moved = after.bend.at(matches.points) - before.bend.at(matches.points)
    if np.linalg.norm(moved, axis=1).max(initial=0) <= ALIGNED_MM:
        return True
    away = np.linalg.norm(matches.points[:, None] - matches.points[None], axis=2)
    near = (away <= BENT_AROUND_MM).astype(float)
    return bool((near @ matches.found / near.sum(axis=1)).min() >= BENT_LEAST_SHARE)


def _align(photo: Gray, surface: Surface, printed: PrintedPage, search: Search) -> tuple[Surface, Matches]:
    """Return the surface fitted to the print found, and the searched patches.

    The displacements of the patches are from the surface without any bend.
    """
    page = _flatten_coarsely(photo, surface, search.px_per_mm)
    matches = match_patches(page, _print_of(printed, search), search.px_per_mm, search.reach)
    matches = matches.among(surface.is_inside(matches.points, photo.shape[:2]))
    seen = matches.points + matches.displacements
    matches = matches._replace(displacements=seen + surface.bend.at(seen) - matches.points)
    found = matches.among(matches.found)
    bend = fit_bend(found.points, found.displacements, found.information, surface.frame)
    return replace(surface, bend=bend), matches


@made_once
def _print_of(page: PrintedPage, search: Search) -> Print:
    scale = search.px_per_mm / PX_PER_MM
    smaller = cv2.resize(page.gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return print_of(np.asarray(smaller, np.uint8), search.px_per_mm, search.size, search.step)


def _flatten_coarsely(photo: Gray, surface: Surface, px_per_mm: int) -> Gray:
    """Return the flat page at a low resolution, from a photo reduced to about that resolution first."""
    factor = 2 ** int(math.log2(max(1.0, surface.px_per_mm / px_per_mm)))
    small = reduce(photo, factor)
    to_small = np.array([[1 / factor, 0, 0.5 / factor - 0.5], [0, 1 / factor, 0.5 / factor - 0.5], [0, 0, 1]])
    return flatten(small, replace(surface, homography=to_small @ surface.homography), px_per_mm)

"""Find what hides the print of a flat page, whatever ink is on it.

Ink only darkens. So visible print makes its pixels darker than the lightest ones near them, with or without ink
over it. If an object covers the sheet, or if the print is misaligned, some pixels that should be dark are
light. If a dark or patterned object covers it, too many bare pixels are dark to be ink. Both are counted for
all places at once. Print that is lighter than elsewhere counts as seen if its pattern is visible and ink near
it is as dark as elsewhere: the printer was low on toner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.geometry import Rect
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.percentile import percentile
from fairsheet.vision.printed.raster import PrintedPage, made_once
from fairsheet.vision.printed.softness import sharpness_of, thin_line_clarity

Picture = NDArray[np.float32]
Mask = NDArray[np.bool_]
Indices = NDArray[np.intp]
Sums = NDArray[np.int32]  # (height + 1, width + 1)
Window = tuple[slice, slice]

# Chosen on the hard photos of half 0 (`benchmarks/reading.py`), with and without objects on them.
PX_PER_MM = 4  # of the compared pages: lines are 1 to 2 px wide, and noise is averaged out
FINER = 2  # flat pages have this many times the resolution
# px of smoothing that makes blank and photo about equally soft, so that noise does not match edges
SOFT_EDGE = 0.6
ROWS = 8  # one row in 8 is enough to measure how dark its print is
NOISE_ROWS = 32  # the same for how dark noise makes bare paper

WIDEST_LINE = 13  # px (3 mm): dark areas as wide as this are tints, which evening out the light may brighten
DARK = 25  # grey levels below its surroundings from which a pixel has print
BARE = 6  # ... below which it has none
TINT = 40.0  # grey levels by which tints are distinguished
NEIGHBOURHOOD = 9  # px: side of the square around a printed pixel in which bare pixels are compared with it
BESIDE_MM = 1.0  # around a place: its print extends that far
ROUND_MM = 1.5  # around a place: an object on it does not end at its edge
CLEAN = 10  # grey levels below the lightest pixel nearby from which a pixel of the print is not bare

# Chosen on simulated photos of the writers of half 0, with and without ten objects of twelve materials.
SEEN = 0.4  # share of its depth below which print is not seen
LOST = 0.08  # share of unseen print from which a place is hidden; 0.065 on a clean photo of few pixels
STAINED = 0.35  # share of dark bare pixels from which a place that seems blank is hidden
LEAST_LOST = 10  # px of unseen print: fewer are noise
USUAL = 3  # this many times the median place's loss counts as noise, ...
NOISIEST = 0.05  # ... but at most three times this: objects may cover half of the places
ALIKE = 0.5  # correlation from which too light print counts as visible
FULL = 0.6  # share of the usual darkness of ink, from which it is not under a veil
NEAR_HIDDEN = 0.5  # share of those limits that suffices within 8 mm of a hidden place, whose cover may extend
NEAR_MM = 8.0
FAIR = 0.3  # share of its depth from which ink would be visible, too, even under a veil
INK_AROUND_MM = 20.0  # distance from pale print in which ink is searched, and ...
MUCH_INK = 30  # ... the number of its pixels that are needed
FEWEST = 20  # px: fewer are not evidence
PAPER = 75  # percentile of bare pixels that is paper: ink may hide up to three quarters
DEEP = 90  # percentile of the depth of print; anything darker by ...
DARKER = 1.3  # ... this factor is ink
NOISE = 10.0  # grey levels that noise may add on light print
REACH_MM = 8.0  # around a place: print farther away does not affect it
EDGE_MM = 0.3  # by which lines extend beyond a field
FEWEST_CLEAN = 200  # bare px: fewer are not evidence, because a neighbour's ink covers fewer
# px in one of eight directions: fewer are not evidence; `FEWEST` guarantees one such direction
FEWEST_AHEAD = 3
VISIBLE = 0.25  # share of its depth on the printed page from which print shows how dark it is on a photo
LIGHT = 60  # grey levels: print of at most this depth on the printed page is light, ...
DEEPER = 140  # ... of at least this depth dark
MIDDLE = 96  # grey levels: a black-and-white scan may show print of less depth as white
LIGHT_LOST = 0.05  # minimum share of light print that such a scan loses
DARK_LOST = 0.002  # maximum share of other print that it loses
STEEP = 1.3  # minimum contrast of such a scan; 171 photos have at most 1.13
BLACK = 1.55  # contrast above which ink is invisible on light print; marks were misread from 1.6 on
NEAR = 160  # px (40 mm): side of the squares in which dark print is searched
# share of the depth of light print, below which most of it is gone; at least 0.78 on 174 photos
WASHED_OUT = 0.5


@dataclass(frozen=True, eq=False)
class Comparison:
    """A flat page compared with the page as printed, see `compared`."""

    seen: Picture
    page: PrintedPage
    contrast: float  # darkness of print relative to the page as printed: about 1 on a sharp photo
    noise: float  # grey levels by which the estimate of paper is too light, because noise goes both ways
    sharpness: float  # as in `fairsheet.vision.printed.softness`

    @property
    def printed(self) -> _Print:
        """The page as printed, prepared for comparison."""
        return _print_of(self.page)

    def hidden(self, places: Sequence[Rect], blank: Sequence[bool] | None = None) -> list[bool]:
        """Return whether each place (mm) is hidden, or partly hidden; never if too little is printed there.

        `blank` says which places seem to have no ink; by default none.
        """
        print_, shape = self.printed, self.seen.shape
        lines, bare = (_windows(places, shape, beyond) for beyond in (BESIDE_MM, ROUND_MM))
        printed, clean = _within(_sums(print_.lines), lines), _within(_sums(print_.clean), bare)
        lost = _within(_sums(self._lost), lines) / np.maximum(printed, 1)
        stained = _within(_sums(self._stains), bare) / np.maximum(clean, 1)
        seems_blank = np.zeros(len(places), bool) if blank is None else np.asarray(blank, bool)
        lost -= USUAL * min(_middle(lost[printed >= FEWEST]), NOISIEST)
        stained -= USUAL * min(_middle(stained[seems_blank & (clean >= FEWEST_CLEAN)]), NOISIEST)

        def find_hidden(share: float) -> Mask:
            is_stained = seems_blank & (clean >= FEWEST_CLEAN) & (stained >= share * STAINED)
            is_lost = (printed >= FEWEST) & (lost >= share * LOST) & (lost * printed >= LEAST_LOST)
            return is_lost | is_stained

        hidden = self._leave_out_pale(places, find_hidden(1.0))
        if hidden.any():
            hidden |= self._leave_out_pale(places, find_hidden(NEAR_HIDDEN) & _are_near(places, hidden))
        return list(map(bool, hidden))

    def ink_on_print(self, places: Sequence[Rect]) -> NDArray[np.float64]:
        """Return two shares (n, 2) of the print of each place (mm) that is darker than print can be.

        The first is for all of its print, the second for the least of eight directions from its middle. Both
        are 0 if too little is printed.
        """
        shares = np.zeros((len(places), 2))
        pages = [self.page.shown_by(place.grown(REACH_MM)) for place in places]
        found = [_lines_of(page, place) for page, place in zip(pages, places, strict=True)]
        if known := [number for number, lines in enumerate(found) if lines is not None]:
            dark = np.concatenate([lines.darkness(self.seen) for lines in found if lines is not None])
            depth = np.concatenate([lines.depth for lines in found if lines is not None])
            ways = [_directions_of(pages[number], places[number]) + 8 * at for at, number in enumerate(known)]
            directions = np.concatenate(ways)
            is_ink = (dark - self.noise) / self.contrast > DARKER * depth + NOISE
            printed, inked = (
                np.bincount(each, minlength=8 * len(known)).reshape(-1, 8)
                for each in (directions, directions[is_ink])
            )
            least = np.where(printed >= FEWEST_AHEAD, inked / np.maximum(printed, 1), 1.0).min(axis=1)
            shares[known] = np.stack([inked.sum(axis=1) / printed.sum(axis=1), least], axis=1)
        return shares

    @property
    def is_black(self) -> bool:
        """Whether light print is so dark that ink on it is invisible."""
        return self.contrast > BLACK

    @cached_property
    def is_washed_out(self) -> bool:
        """Whether light print is invisible near visible dark print: the photo is too bright for pale ink, too."""
        sample = _sample_of(self.page)
        if len(sample.lines) < FEWEST:
            return False
        below = percentile(self.seen.take(sample.bare), PAPER) - self.seen.take(sample.lines)
        rows, columns = np.divmod(sample.lines, self.seen.shape[1])
        # the square of each line pixel
        near = rows // NEAR * (self.seen.shape[1] // NEAR + 1) + columns // NEAR
        dark = sample.depth >= DEEPER
        is_shown = dark & (below >= WASHED_OUT * sample.depth)
        shown, all_ = (np.bincount(near[print_], minlength=near.max() + 1) for print_ in (is_shown, dark))
        # where most dark print is invisible an object covers it, and also hides light print
        light = (sample.depth <= LIGHT) & (2 * shown > all_)[near]
        return light.sum() >= FEWEST and percentile((below / sample.depth)[light], 50) < WASHED_OUT

    @cached_property
    def _darkness(self) -> Gray:
        """How much darker each pixel is than the lightest nearby, beyond the effect of noise on bare pixels."""
        seen = cv2.convertScaleAbs(self.seen)
        near = np.ones((WIDEST_LINE, WIDEST_LINE), np.uint8)
        darkness = np.asarray(cv2.subtract(cv2.dilate(cv2.blur(seen, (3, 3)), near), seen), np.uint8)
        noise = int(_middle(darkness[::NOISE_ROWS][self.printed.clean[::NOISE_ROWS]]))
        return np.asarray(cv2.subtract(darkness, np.full_like(darkness, noise)), np.uint8)

    @cached_property
    def _lost(self) -> Gray:
        """A mask of the printed pixels that are too light, like all their neighbours.

        A black-and-white scan may lose only light print. In that case the mask leaves light print out.
        """
        share = SEEN * thin_line_clarity(self.sharpness) * min(self.contrast, 1.0)
        least = np.rint(share * np.arange(256)).astype(np.uint8)
        near = cv2.dilate(self._darkness, np.ones((3, 3), np.uint8))
        lines, depth = self.printed.lines, self.printed.depth
        lost = (near < cv2.LUT(depth, least)) & lines
        few, deep = lost[::ROWS][lines[::ROWS]], depth[::ROWS][lines[::ROWS]]
        light, dark = few[deep <= LIGHT], few[deep >= MIDDLE]
        is_gone = light.sum() > LIGHT_LOST * len(light) and dark.sum() <= DARK_LOST * len(dark)
        if is_gone and self.contrast > STEEP:
            lost &= depth >= MIDDLE
        return np.asarray(lost, np.uint8)

    @cached_property
    def _stains(self) -> Gray:
        """A mask of pixels without print that are at least half as dark as print."""
        dark = self._darkness > round(self.contrast * _middle(_sample_of(self.page).depth) / 2)
        return np.asarray(dark & self.printed.clean, np.uint8)

    def _leave_out_pale(self, places: Sequence[Rect], hidden: Mask) -> Mask:
        """Return the hidden places, without those whose print is only pale."""
        return np.array(
            [is_hidden and not self._is_pale(place) for place, is_hidden in zip(places, hidden, strict=True)],
            bool,
        )

    def _is_pale(self, place: Rect) -> bool:
        """Return whether the print of a place that seems hidden is visible, only lighter, and not under a veil.

        Without a veil, ink next to such print is as dark as elsewhere.
        """
        printed, shape = self.printed, self.seen.shape
        window = _window(place.grown(ROUND_MM), shape)
        lost, darkness, depth = self._lost[window] > 0, self._darkness[window], printed.depth[window]
        ink = (darkness > SEEN * self.contrast * printed.deepest[window]).astype(np.uint8)
        no_ink = cv2.dilate(ink, np.ones((3, 3), np.uint8)) == 0
        evidence = self._near_lost(window) & (lost | printed.bare[window]) & no_ink
        if evidence.sum() < FEWEST or np.ptp(darkness[evidence]) == 0 or np.ptp(depth[evidence]) == 0:
            return False
        if np.corrcoef(darkness[evidence], depth[evidence])[0, 1] < ALIKE:
            return False
        if darkness[evidence & lost].mean() >= FAIR * self.contrast * depth[evidence & lost].mean():
            return True
        around = _window(place.grown(INK_AROUND_MM), shape)
        stains = self._darkness[around][self._near_lost(around) & (self._stains[around] > 0)]
        return int((stains >= FULL * self._ink).sum()) >= MUCH_INK

    def _near_lost(self, window: Window) -> Mask:
        """Return the pixels of a part of the page next to unseen print."""
        return cv2.dilate(self._lost[window], np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8)) > 0

    @cached_property
    def _ink(self) -> float:
        """The darkness of ink."""
        return _middle(self._darkness[::ROWS][self._stains[::ROWS] > 0])


def _grounds(light: Picture | Gray, tint_of: Gray) -> Picture:
    """Return how light paper and every tint are, from bare pixels (n), each of one tint; a rare tint counts as
    paper."""
    counts = np.bincount(tint_of, minlength=round(255 / TINT) + 1)
    grounds = np.full(len(counts), percentile(light, PAPER), np.float32)
    if counts.max() < len(light):
        for tint in np.flatnonzero(counts >= FEWEST):
            grounds[tint] = percentile(light[tint_of == tint], PAPER)
    return grounds


def compared(page: Gray, printed: PrintedPage) -> Comparison:
    """Compare a flat page with the page as printed.

    It is aligned with the printed page and its light is evened; both show the frame.
    """
    seen, sample = _soften(page), _sample_of(printed)
    bare = seen.take(sample.bare)
    grounds = _grounds(bare, sample.of_bare) if len(bare) else np.zeros(0, np.float32)
    shares = (grounds[sample.of_lines] - seen.take(sample.lines)) / sample.depth
    visible = shares[shares > VISIBLE]
    contrast = percentile(visible, 50) if len(visible) else VISIBLE
    noise = _middle(grounds[sample.of_bare] - bare)
    return Comparison(seen, printed, contrast, noise, sharpness_of(page, printed))


@dataclass(frozen=True, eq=False)
class _Lines:
    """The print of a part of a blank page, and the bare pixels next to it.

    `lines` and `bare` are their indices in the flattened page, `of_lines` and `of_bare` their tints. `depth` is
    how much darker the lines are than the bare pixels.
    """

    lines: Indices
    bare: Indices
    of_lines: Gray
    of_bare: Gray
    depth: Picture | Gray

    def darkness(self, page: Picture | Gray) -> Picture:
        """Return how much darker the lines are on a page than their background."""
        return _grounds(page.take(self.bare), self.of_bare)[self.of_lines] - page.take(self.lines)


@dataclass(frozen=True, eq=False)
class _Print:
    """A blank page `page` with masks.

    `depth` is how much darker than its surroundings a pixel is, grey levels. `bare` are the pixels without print
    next to print. `clean` pixels have no darker print near them.
    """

    page: Gray
    depth: Gray
    bare: Mask
    clean: Mask

    @property
    def lines(self) -> Mask:
        """The pixels with print."""
        return self.depth >= DARK

    @cached_property
    def deepest(self) -> Gray:
        """The greatest depth near each pixel, which only photos with hidden places need."""
        return np.asarray(cv2.dilate(self.depth, np.ones((WIDEST_LINE, WIDEST_LINE), np.uint8)), np.uint8)


def _middle(values: NDArray[np.number]) -> float:
    """Return the median, 0 for no values."""
    return percentile(values, 50) if len(values) else 0.0


def _are_near(places: Sequence[Rect], chosen: Mask) -> Mask:
    """Return which places are within `NEAR_MM` of a chosen one."""
    reach = [place.grown(NEAR_MM) for place, is_chosen in zip(places, chosen, strict=True) if is_chosen]
    return np.array([any(place.overlaps(each) for each in reach) for place in places])


def _sums(mask: Mask | Gray) -> Sums:
    """Return, for each pixel of a mask of 0 and 1, how many are set above it and left of it."""
    return np.asarray(cv2.integral(mask.view(np.uint8)), np.int32)


def _within(sums: Sums, windows: Indices) -> Sums:
    """Return how many pixels are set in each window (n, 4)."""
    top, bottom, left, right = windows.T
    return np.asarray(sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left])


def _windows(areas: Sequence[Rect], shape: tuple[int, ...], beyond: float = 0.0) -> Indices:
    """Return first row, row after the last, and the same for columns, of areas (mm) of a page of this shape.

    The areas are extended by `beyond` mm.
    """
    sides = np.array([(area.y, area.y + area.h, area.x, area.x + area.w) for area in areas]).reshape(-1, 4)
    limits = shape[0], shape[0], shape[1], shape[1]
    outwards = np.array((-1, 1, -1, 1))
    return np.asarray(np.clip(np.rint((sides + beyond * outwards) * PX_PER_MM), 0, limits), np.intp)


def _window(area: Rect, shape: tuple[int, ...]) -> Window:
    """Return the rows and columns of an area (mm) of a page of this shape."""
    top, bottom, left, right = _windows([area], shape)[0].tolist()
    return slice(top, bottom), slice(left, right)


@made_once
def _lines_of(page: PrintedPage, place: Rect) -> _Lines | None:
    """Return the print of a place (mm); None if too little is printed."""
    printed = _print_of(page)
    lines = _lines_in(printed, _window(place.grown(EDGE_MM), printed.page.shape))
    if min(len(lines.lines), len(lines.bare)) < FEWEST:
        return None
    return replace(lines, depth=lines.darkness(printed.page))


@made_once
def _directions_of(page: PrintedPage, place: Rect) -> Indices:
    """Return the directions (0 to 7) of a place's lines from its middle; the place is in mm."""
    depth = _print_of(page).depth
    part = depth[_window(place.grown(EDGE_MM), depth.shape)] >= DARK
    down, across = ((at + 0.5) / side - 0.5 for at, side in zip(np.nonzero(part), part.shape, strict=True))
    return np.asarray(np.rint(np.arctan2(down, across) / (2 * np.pi) * 8).astype(np.intp) % 8)


@made_once
def _sample_of(page: PrintedPage) -> _Lines:
    """Return print from the whole page."""
    return _lines_in(_print_of(page), (slice(None, None, ROWS), slice(None)))


def _lines_in(printed: _Print, part: Window) -> _Lines:
    page, depth, bare = printed.page[part], printed.depth[part], printed.bare[part]
    lines, tints = depth >= DARK, ((page + depth) / TINT).astype(np.uint8)
    height, width = printed.page.shape
    at = np.add.outer(np.arange(0, height * width, width)[part[0]], np.arange(width)[part[1]])
    return _Lines(at[lines], at[bare], tints[lines], tints[bare], depth[lines])


@made_once
def _print_of(printed: PrintedPage) -> _Print:
    if printed.layout is None:
        return _print_in(printed.gray)
    known = _print_of(printed.layout)
    arrays = {each.name: getattr(known, each.name).copy() for each in fields(known)}
    for card in printed.changed:
        rows, columns = _window(card.grown(REACH_MM), known.page.shape)
        around = _window(card.grown(2 * REACH_MM), known.page.shape)
        top, left = (side.start for side in around)
        near = _print_in(
            printed.gray[FINER * top : FINER * around[0].stop, FINER * left : FINER * around[1].stop]
        )
        inner = slice(rows.start - top, rows.stop - top), slice(columns.start - left, columns.stop - left)
        for name, array in arrays.items():
            array[rows, columns] = getattr(near, name)[inner]
    return _Print(**arrays)


def _print_in(gray: Gray) -> _Print:
    """Return the print of a page, or of a part of it."""
    blank = np.rint(_soften(gray)).astype(np.uint8)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (WIDEST_LINE, WIDEST_LINE))
    ground = np.asarray(cv2.morphologyEx(blank, cv2.MORPH_CLOSE, disc), np.uint8)
    depth = ground - blank
    near = cv2.dilate((depth >= DARK).astype(np.uint8), np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8)) > 0
    wide = np.ones((WIDEST_LINE, WIDEST_LINE), np.uint8)
    below = cv2.subtract(cv2.dilate(blank, wide), blank)
    clean = cv2.dilate(below, np.ones((3, 3), np.uint8)) < CLEAN
    return _Print(blank, depth, (depth < BARE) & near, clean)


def _soften(gray: Gray) -> Picture:
    size = gray.shape[1] // FINER, gray.shape[0] // FINER
    smaller = cv2.resize(gray, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(smaller, (0, 0), SOFT_EDGE), np.float32)

"""Find what hides the print of a flat page, whatever ink lies on it.

Ink only darkens. So print that is there makes its pixels darker than the lightest ones near them, whether somebody
wrote over it or not. Where something lies on the sheet, or where the print is elsewhere, some pixels that should be
dark are light. And where something dark or patterned lies on it, pixels that should be bare are dark, too many for
ink. Both are counted for all places at once. Print that is lighter than elsewhere counts as seen where its pattern
is there, and ink near it is as dark as elsewhere: the printer was low on toner.
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
from fairsheet.vision.printed.softness import left_of_thin_lines, sharpness_of

Picture = NDArray[np.float32]
Mask = NDArray[np.bool_]
Indices = NDArray[np.intp]
Sums = NDArray[np.int32]  # (height + 1, width + 1)
Window = tuple[slice, slice]

# Chosen on the hard photos of half 0 (`benchmarks/reading.py`), as they are and with things lying on them.
PX_PER_MM = 4  # of the pages compared: lines are 1 to 2 px wide, and noise is averaged out
FINER = 2  # times as fine are flat pages
SOFT_EDGE = 0.6  # px: blank and photo are made about equally soft, so that noise does not match edges
ROWS = 8  # of which one is enough to tell how dark its print is
NOISE_ROWS = 32  # the same for how dark noise makes bare paper

WIDEST_LINE = 13  # px (3 mm): dark areas as wide as this are tints, which evening out the light may lift
DARK = 25  # grey levels below its surroundings from which a pixel bears print
BARE = 6  # ... below which it bears none
TINT = 40.0  # grey levels by which tints are told apart
NEIGHBOURHOOD = 9  # px: side of the square around a pixel with print in which bare ones are compared with it
BESIDE_MM = 1.0  # around a place: its print reaches that far
ROUND_MM = 1.5  # around a place: what lies on it does not end at its edge
CLEAN = 10  # grey levels below the lightest pixel near it from which a pixel of the print is not bare

# Chosen on simulated photos of the writers of half 0 with ten things of twelve materials on them, and on honest ones.
SEEN = 0.4  # of its depth: lighter print is not seen
LOST = 0.08  # of its print, not seen: a place is hidden; 0.065 on a clean photo of few pixels
STAINED = 0.35  # of its bare pixels, dark: a place that seems blank is hidden
LEAST_LOST = 10  # px that are not seen: fewer are noise
USUAL = 3  # times what the median place loses so, to noise, is left out, ...
NOISIEST = 0.05  # ... but no more than three times this: things may lie on half of the places
ALIKE = 0.5  # correlation from which print that is too light is there
FULL = 0.6  # of the usual darkness of ink: no veil lies on it
NEAR_HIDDEN = 0.5  # of that is enough within 8 mm of a hidden place: what lies on it may reach there
NEAR_MM = 8.0
FAIR = 0.3  # of its depth, from which ink would be seen as well, even under a veil
INK_AROUND_MM = 20.0  # how far from pale print ink is looked for, and ...
MUCH_INK = 30  # ... how many pixels of it must be there
FEWEST = 20  # px that say something
PAPER = 75  # percentile of bare pixels that shows paper: ink may hide up to three quarters
DEEP = 90  # percentile of the depth of print beyond ...
DARKER = 1.3  # ... of which this many times is ink
NOISE = 10.0  # grey levels that may be added to it on light print
REACH_MM = 8.0  # around a place: what is printed farther off changes nothing in it
EDGE_MM = 0.3  # by which lines reach beyond a field
FEWEST_CLEAN = 200  # bare px that say something: a neighbour's ink fills fewer
FEWEST_AHEAD = 3  # px that say something in one of eight directions; `FEWEST` leave one that has as many
VISIBLE = 0.25  # of its depth on the page as printed, from which print shows how dark it is on a photo
LIGHT = 60  # grey levels: print of no more depth on the page as printed is light, ...
DEEPER = 140  # ... of no less is dark
MIDDLE = 96  # grey levels: a black-and-white scan may show print of less depth as white
LIGHT_LOST = 0.05  # minimum share of light print that such a scan loses
DARK_LOST = 0.002  # maximum share of other print that it loses
STEEP = 1.3  # minimum contrast of such a scan; 171 photos have at most 1.13
BLACK = 1.55  # contrast above which ink is invisible on light print; marks were misread from 1.6 on
NEAR = 160  # px (40 mm): side of the squares in which dark print is looked for
WASHED_OUT = 0.5  # of the depth of light print: below, most of it is gone; 0.78 or more on 174 photos


@dataclass(frozen=True, eq=False)
class Comparison:
    """A flat page held against the page as printed, see `compared`."""

    seen: Picture
    page: PrintedPage
    contrast: float  # how dark print is, against the page as printed: about 1 on a sharp photo
    of_thin_lines: float  # what blur leaves of the darkness of thin lines

    @property
    def printed(self) -> _Print:
        """The page as printed, as it is compared."""
        return _print_of(self.page)

    def hidden(self, places: Sequence[Rect], blank: Sequence[bool] | None = None) -> list[bool]:
        """Whether something hides the print of each place (mm), or a part of it; never where too little is printed.

        `blank` says which places seem to bear no ink, none if it is not given.
        """
        print_, shape = self.printed, self.seen.shape
        lines, bare = (_windows(places, shape, beyond) for beyond in (BESIDE_MM, ROUND_MM))
        printed, clean = _within(_sums(print_.lines), lines), _within(_sums(print_.clean), bare)
        lost = _within(_sums(self._lost), lines) / np.maximum(printed, 1)
        stained = _within(_sums(self._stains), bare) / np.maximum(clean, 1)
        seems_blank = np.zeros(len(places), bool) if blank is None else np.asarray(blank, bool)
        lost -= USUAL * min(_middle(lost[printed >= FEWEST]), NOISIEST)
        stained -= USUAL * min(_middle(stained[seems_blank & (clean >= FEWEST_CLEAN)]), NOISIEST)

        def seem_hidden(share: float) -> Mask:
            is_stained = seems_blank & (clean >= FEWEST_CLEAN) & (stained >= share * STAINED)
            is_lost = (printed >= FEWEST) & (lost >= share * LOST) & (lost * printed >= LEAST_LOST)
            return is_lost | is_stained

        hidden = self._without_pale(places, seem_hidden(1.0))
        if hidden.any():
            hidden |= self._without_pale(places, seem_hidden(NEAR_HIDDEN) & _are_near(places, hidden))
        return list(map(bool, hidden))

    def ink_on_print(self, place: Rect) -> tuple[float, float]:
        """Which share of the print of a place (mm) is darker than print can be: of all of it, and in that of eight
        directions from its middle where it is least; 0 where too little is printed."""
        page = self.page.shown_by(place.grown(REACH_MM))
        lines = _lines_of(page, place)
        if lines is None:
            return 0.0, 0.0
        darkness = (lines.darkness(self.seen) - self._lightness_of_noise) / self.contrast
        is_ink = darkness > DARKER * lines.depth + NOISE
        directions = _directions_of(page, place)
        printed, inked = (np.bincount(each, minlength=8) for each in (directions, directions[is_ink]))
        shares = (inked / np.maximum(printed, 1))[printed >= FEWEST_AHEAD]
        return float(is_ink.mean()), float(shares.min())

    @property
    def is_black(self) -> bool:
        """Whether light print is so dark that ink on it is invisible."""
        return self.contrast > BLACK

    @cached_property
    def is_washed_out(self) -> bool:
        """Whether light print is not to be seen where dark print is: the photo is too bright for pale ink, too."""
        sample = _sample_of(self.page)
        if len(sample.lines) < FEWEST:
            return False
        below = percentile(self.seen.take(sample.bare), PAPER) - self.seen.take(sample.lines)
        rows, columns = np.divmod(sample.lines, self.seen.shape[1])
        near = rows // NEAR * (self.seen.shape[1] // NEAR + 1) + columns // NEAR  # which square it is in
        dark = sample.depth >= DEEPER
        is_shown = dark & (below >= WASHED_OUT * sample.depth)
        shown, all_ = (np.bincount(near[print_], minlength=near.max() + 1) for print_ in (is_shown, dark))
        # where most dark print cannot be seen something lies on it, which hides light print, too
        light = (sample.depth <= LIGHT) & (2 * shown > all_)[near]
        return light.sum() >= FEWEST and percentile((below / sample.depth)[light], 50) < WASHED_OUT

    @cached_property
    def _lightness_of_noise(self) -> float:
        """How much lighter what is taken for paper is than paper, since noise has pixels on either side of it."""
        sample = _sample_of(self.page)
        if len(sample.bare) == 0:
            return 0.0
        bare = self.seen.take(sample.bare)
        return percentile(_grounds(bare, sample.of_bare)[sample.of_bare] - bare, 50)

    @cached_property
    def _darkness(self) -> Gray:
        """How much darker each pixel is than the lightest near it, and than noise makes bare ones."""
        seen = cv2.convertScaleAbs(self.seen)
        near = np.ones((WIDEST_LINE, WIDEST_LINE), np.uint8)
        darkness = np.asarray(cv2.subtract(cv2.dilate(cv2.blur(seen, (3, 3)), near), seen), np.uint8)
        noise = np.uint8(_middle(darkness[::NOISE_ROWS][self.printed.clean[::NOISE_ROWS]]))
        return np.maximum(darkness, noise) - noise

    @cached_property
    def _lost(self) -> Gray:
        """A mask of the printed pixels that are too light, like all pixels next to them.

        A black-and-white scan may lose light print and nothing else. In that case the mask leaves light print out.
        """
        least = np.rint(SEEN * self.of_thin_lines * min(self.contrast, 1.0) * np.arange(256)).astype(np.uint8)
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
        """1 at pixels that bear no print and are half as dark as print is."""
        dark = self._darkness > round(self.contrast * self.printed.usual_depth / 2)
        return np.asarray(dark & self.printed.clean, np.uint8)

    def _without_pale(self, places: Sequence[Rect], hidden: Mask) -> Mask:
        """Those of the hidden places whose print is not only pale."""
        return np.array(
            [is_hidden and not self._is_pale(place) for place, is_hidden in zip(places, hidden, strict=True)],
            bool,
        )

    def _is_pale(self, place: Rect) -> bool:
        """Whether the print of a place that seems hidden is there, only lighter, and not under a veil: ink that is
        next to such print is as dark as elsewhere."""
        printed, shape = self.printed, self.seen.shape
        window = _window(place.grown(ROUND_MM), shape)
        lost, darkness, depth = self._lost[window] > 0, self._darkness[window], printed.depth[window]
        ink = (darkness > SEEN * self.contrast * printed.deepest[window]).astype(np.uint8)
        no_ink = cv2.dilate(ink, np.ones((3, 3), np.uint8)) == 0
        told = self._near_lost(window) & (lost | printed.bare[window]) & no_ink
        if told.sum() < FEWEST or np.ptp(darkness[told]) == 0 or np.ptp(depth[told]) == 0:
            return False
        if np.corrcoef(darkness[told], depth[told])[0, 1] < ALIKE:
            return False
        if darkness[told & lost].mean() >= FAIR * self.contrast * depth[told & lost].mean():
            return True
        around = _window(place.grown(INK_AROUND_MM), shape)
        stains = self._darkness[around][self._near_lost(around) & (self._stains[around] > 0)]
        return int((stains >= FULL * self._ink).sum()) >= MUCH_INK

    def _near_lost(self, window: Window) -> Mask:
        """The pixels of a part of the page next to print that is not seen."""
        return cv2.dilate(self._lost[window], np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8)) > 0

    @cached_property
    def _ink(self) -> float:
        """How dark ink is."""
        return _middle(self._darkness[::ROWS][self._stains[::ROWS] > 0])


def _grounds(light: Picture | Gray, tint_of: Gray) -> Picture:
    """How light paper and every tint are, as bare pixels (n) show, each of one of them; one with few is as paper."""
    counts = np.bincount(tint_of, minlength=round(255 / TINT) + 1)
    grounds = np.full(len(counts), percentile(light, PAPER), np.float32)
    if counts.max() < len(light):
        for tint in np.flatnonzero(counts >= FEWEST):
            grounds[tint] = percentile(light[tint_of == tint], PAPER)
    return grounds


def compared(page: Gray, printed: PrintedPage) -> Comparison:
    """A page, flat, in register with the page as printed and with its light evened; both show the frame."""
    seen, sample = _softened(page), _sample_of(printed)
    shares = sample.darkness(seen) / sample.depth if len(sample.lines) else sample.depth
    visible = shares[shares > VISIBLE]
    contrast = percentile(visible, 50) if len(visible) else VISIBLE
    return Comparison(seen, printed, contrast, left_of_thin_lines(sharpness_of(page, printed)))


@dataclass(frozen=True, eq=False)
class _Lines:
    """The print of a part of a blank page, and the bare pixels beside it; `lines` and `bare` are their places in the
    flattened page, `of_lines` and `of_bare` their tints. `depth` is how much darker than these the lines
    are."""

    lines: Indices
    bare: Indices
    of_lines: Gray
    of_bare: Gray
    depth: Picture | Gray

    def darkness(self, page: Picture | Gray) -> Picture:
        """How much darker the lines are on a page than what they are printed on."""
        return _grounds(page.take(self.bare), self.of_bare)[self.of_lines] - page.take(self.lines)


@dataclass(frozen=True, eq=False)
class _Print:
    """A blank page: `page` as it is, `depth` is how much darker than its surroundings a pixel is, grey levels; `lines`
    are the pixels that bear print, `bare` those near them that bear none; `clean` ones have no darker print near them,
    and `deepest` is that near each. `tints` tells apart what they are printed on.
    """

    page: Gray
    depth: Gray
    tints: Gray
    lines: Mask
    bare: Mask
    clean: Mask
    deepest: Gray

    @cached_property
    def usual_depth(self) -> float:
        """The median depth of print."""
        return _middle(self.depth[self.lines])


def _middle(values: NDArray[np.number]) -> float:
    """The median, 0 of none."""
    return percentile(values, 50) if len(values) else 0.0


def _are_near(places: Sequence[Rect], chosen: Mask) -> Mask:
    """Which places are within `NEAR_MM` of one that is chosen."""
    reach = [place.grown(NEAR_MM) for place, is_chosen in zip(places, chosen, strict=True) if is_chosen]
    return np.array([any(place.overlaps(each) for each in reach) for place in places])


def _sums(mask: Mask | Gray) -> Sums:
    """Of each pixel of a mask of 0 and 1, how many are set above it and left of it."""
    return np.asarray(cv2.integral(mask.view(np.uint8)), np.int32)


def _within(sums: Sums, windows: Indices) -> Sums:
    """How many pixels are set in each window (n, 4)."""
    top, bottom, left, right = windows.T
    return np.asarray(sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left])


def _windows(areas: Sequence[Rect], shape: tuple[int, ...], beyond: float = 0.0) -> Indices:
    """The first row, the row after the last, and the same of the columns, of areas (mm) of a page of this shape, with
    what is so far `beyond` their edges."""
    sides = np.array([(area.y, area.y + area.h, area.x, area.x + area.w) for area in areas]).reshape(-1, 4)
    limits = shape[0], shape[0], shape[1], shape[1]
    outwards = np.array((-1, 1, -1, 1))
    return np.asarray(np.clip(np.rint((sides + beyond * outwards) * PX_PER_MM), 0, limits), np.intp)


def _window(area: Rect, shape: tuple[int, ...]) -> Window:
    """The rows and columns of an area (mm) of a page of this shape."""
    top, bottom, left, right = _windows([area], shape)[0].tolist()
    return slice(top, bottom), slice(left, right)


@made_once
def _lines_of(page: PrintedPage, place: Rect) -> _Lines | None:
    """The print of a place (mm); None where too little is printed."""
    printed = _print_of(page)
    lines = _lines_in(printed, _window(place.grown(EDGE_MM), printed.lines.shape))
    if min(len(lines.lines), len(lines.bare)) < FEWEST:
        return None
    return replace(lines, depth=lines.darkness(printed.page))


@made_once
def _directions_of(page: PrintedPage, place: Rect) -> Indices:
    """The directions (0 to 7) from the middle of a place (mm) in which its lines are."""
    lines = _print_of(page).lines
    part = lines[_window(place.grown(EDGE_MM), lines.shape)]
    down, across = ((at + 0.5) / side - 0.5 for at, side in zip(np.nonzero(part), part.shape, strict=True))
    return np.asarray(np.rint(np.arctan2(down, across) / (2 * np.pi) * 8).astype(np.intp) % 8)


@made_once
def _sample_of(page: PrintedPage) -> _Lines:
    """Print of the whole page."""
    return _lines_in(_print_of(page), (slice(None, None, ROWS), slice(None)))


def _lines_in(printed: _Print, part: Window) -> _Lines:
    lines, bare, tints = printed.lines[part], printed.bare[part], printed.tints[part]
    at_lines, at_bare = (_flattened(part, printed.lines.shape, *np.nonzero(mask)) for mask in (lines, bare))
    return _Lines(at_lines, at_bare, tints[lines], tints[bare], printed.depth[part][lines])


def _flattened(part: Window, shape: tuple[int, ...], rows: Indices, columns: Indices) -> Indices:
    """The places in a flattened page of this shape of some pixels of a part of it."""
    down, across = part
    rows = (down.start or 0) + (down.step or 1) * rows
    return rows * shape[1] + (across.start or 0) + columns


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
    """The print of a page, or of a part of it."""
    blank = np.rint(_softened(gray)).astype(np.uint8)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (WIDEST_LINE, WIDEST_LINE))
    ground = np.asarray(cv2.morphologyEx(blank, cv2.MORPH_CLOSE, disc), np.uint8)
    depth = ground - blank
    lines = depth >= DARK
    near = cv2.dilate(lines.astype(np.uint8), np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8)) > 0
    wide = np.ones((WIDEST_LINE, WIDEST_LINE), np.uint8)
    below = cv2.subtract(cv2.dilate(blank, wide), blank)
    clean = cv2.dilate(below, np.ones((3, 3), np.uint8)) < CLEAN
    tints, bare = (ground / TINT).astype(np.uint8), (depth < BARE) & near
    return _Print(blank, depth, tints, lines, bare, clean, np.asarray(cv2.dilate(depth, wide), np.uint8))


def _softened(gray: Gray) -> Picture:
    size = gray.shape[1] // FINER, gray.shape[0] // FINER
    reduced = cv2.resize(gray, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(reduced, (0, 0), SOFT_EDGE), np.float32)

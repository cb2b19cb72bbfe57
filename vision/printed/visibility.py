"""Whether the print that must be at a place of a flat page is there, whatever ink lies on it.

Ink only darkens. So print that is there makes its pixels darker than bare paper, whether somebody wrote over it or
not; where something lies on the sheet, or where the print is elsewhere, its pixels are no darker than those beside it.
The strength of print at a place is Youden's J (Cancer 3, 1950) of that: with a the mean darkness of pixels that bear
print, and q that of bare ones beside them, both from 0 (paper) to 1 (as dark as print is on this photo), it is
(a - q) / (1 - q): 1 for print that is there, 0 for anything that knows nothing of it. Pixels darker than print can be,
and those next to them, say nothing and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.geometry import Rect
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.percentile import percentile
from fairsheet.vision.printed.raster import PrintedPage, made_once

Picture = NDArray[np.float32]
Mask = NDArray[np.bool_]
Indices = NDArray[np.intp]
Window = tuple[slice, slice]
Move = tuple[float, float]  # right and down, mm

# Chosen on the hard photos of half 0 (`benchmarks/reading.py`), as they are and with things lying on them.
PRESENT = 0.5  # of the strength that print has on a sheet: half-way between all and none
PX_PER_MM = 4  # of the pages compared: lines are 1 to 2 px wide, and noise is averaged out
FINER = 2  # times as fine are flat pages
SOFT_EDGE = 0.6  # px: blank and photo are made about equally soft, so that noise does not match edges
AROUND_MM = (2.0, 5.0)  # mm around a place whose print is looked for
SHIFT = 2  # px (0.5 mm) that print may be aside; farther off, a mark may be taken for that of the next cell
RIVAL_SHIFT = 1  # px that it may be aside where it is held against another place for it
SAMPLE = 16  # places that show how strong the print of a sheet is
ROWS = 8  # of which one is enough to tell how dark its print is

WIDEST_LINE = 13  # px (3 mm): dark areas as wide as this are tints, which evening out the light may lift
DARK = 25  # grey levels below its surroundings from which a pixel bears print
BARE = 6  # ... below which it bears none
TINT = 40.0  # grey levels by which tints are told apart
NEIGHBOURHOOD = 9  # px: side of the square around a pixel with print in which bare ones are compared with it
FEWEST = 20  # px that say something
PAPER = 75  # percentile of bare pixels that shows paper: ink may hide up to three quarters
DEEP = 90  # percentile of the depth of print beyond ...
DARKER = 1.3  # ... of which this many times is ink
NOISE = 10.0  # grey levels that may be added to it on light print
EDGE_MM = 0.3  # by which lines reach beyond a field
FEWEST_AHEAD = 3  # px that say something in one of eight directions; `FEWEST` leave one that has as many
BLURRED = 5  # px: side of the square around ink that it may darken
VISIBLE = 0.25  # of its depth on the page as printed, from which print shows how dark it is on a photo
LIGHT = 60  # grey levels: print of no more depth on the page as printed is light, ...
DEEPER = 140  # ... of no less is dark
NEAR = 160  # px (40 mm): side of the squares in which dark print is looked for
WASHED_OUT = 0.5  # of the depth of light print: below, most of it is gone; 0.78 or more on 174 photos
LEAST_FREE = 0.05  # taken for 1 - q where nearly all is dark


@dataclass(frozen=True, eq=False)
class Comparison:
    """A flat page held against the page as printed, see `compared`."""

    seen: Picture
    page: PrintedPage
    contrast: float  # how dark print is, against the page as printed: about 1 on a sharp photo
    sample: Sequence[Rect] = ()

    @property
    def printed(self) -> _Print:
        """The page as printed, as it is compared."""
        return _print_of(self.page)

    def sampled(self, places: Sequence[Rect]) -> Comparison:
        """The same in which some of these places (mm), of which many can be seen, show how strong print is."""
        return replace(self, sample=places[:: max(1, len(places) // SAMPLE)])

    def lacks_print(self, place: Rect, moved: Move | None = None) -> bool:
        """Whether the print in and around a place (mm) is not to be seen; never where too little is printed.

        If it looks as if it were elsewhere, `moved` so far, only print counts that would then not be here, too.
        """
        strength = self._strength(place, moved, PRESENT)
        return strength < PRESENT and strength < PRESENT * self._usual

    def ink_on_print(self, place: Rect) -> tuple[float, float]:
        """Which share of the print of a place (mm) is darker than print can be: of all of it, and in that of eight
        directions from its middle where it is least; 0 where too little is printed."""
        lines = _lines_of(self.page, place)
        if lines is None:
            return 0.0, 0.0
        darkness = (lines.darkness(self.seen) - self._lightness_of_noise) / self.contrast
        is_ink = darkness > DARKER * lines.depth + NOISE
        printed, inked = (
            np.bincount(each, minlength=8) for each in (lines.directions, lines.directions[is_ink])
        )
        shares = (inked / np.maximum(printed, 1))[printed >= FEWEST_AHEAD]
        return float(is_ink.mean()), float(shares.min())

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
    def _usual(self) -> float:
        """How strong print is that is there: below 1 on a photo with noise."""
        strengths = [self._strength(place) for place in self.sample]
        return percentile(np.array([strength for strength in strengths if strength >= PRESENT] or [1.0]), 50)

    def _strength(self, place: Rect, moved: Move | None = None, enough: float = 1.0) -> float:
        """The strength of print at a place: the mean of that next to it and that farther around, which ink hides less.

        That next to it is enough where it is `enough`, or where print is compared that may have moved; only that around
        counts where ink hides half of the other.
        """
        strengths = []
        for around in AROUND_MM:
            patch = self._patch(_window(place.grown(around), self.seen.shape), moved)
            if patch is None:
                return 1.0
            if patch.is_mostly_clear or around == AROUND_MM[-1]:
                sought = enough if around == AROUND_MM[0] else 1.0
                strengths.append(patch.strongest(SHIFT if moved is None else RIVAL_SHIFT, sought))
                if strengths[-1] >= enough or moved is not None:
                    break
        return float(np.mean(strengths))

    def _patch(self, window: Window, moved: Move | None) -> _Patch | None:
        """None where too little is printed."""
        lines, bare = self.printed.lines[window], self.printed.bare[window]
        depth = self.printed.depth[window]
        if moved is not None:
            right, down = (round(way * PX_PER_MM) for way in moved)
            lines = lines & ~np.roll(self.printed.lines, (down, right), axis=(0, 1))[window]
        if min(lines.sum(), bare.sum()) < FEWEST:
            return None
        deep = depth[lines]
        grounds = _grounds(self.seen[window][bare], self.printed.tints[window][bare])
        rows, columns = (slice(each.start - SHIFT, each.stop + SHIFT) for each in window)
        wide = rows, columns
        dark = np.maximum(grounds[self.printed.tints[wide]] - self.seen[wide], 0) / self.contrast
        no_ink = (dark <= DARKER * percentile(deep, DEEP)).astype(np.uint8)
        clear = cv2.erode(no_ink, np.ones((BLURRED, BLURRED), np.uint8)) > 0
        return _Patch(lines, bare, depth, percentile(deep, 50), dark, clear)


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
    return Comparison(seen, printed, percentile(visible, 50) if len(visible) else VISIBLE)


@dataclass(frozen=True, eq=False)
class _Lines:
    """The print of a part of a blank page, and the bare pixels beside it; `lines` and `bare` are their places in the
    flattened page, `of_lines` and `of_bare` their tints. `depth` is how much darker than these the lines
    are, `directions` (0 to 7) are theirs from the middle of the part."""

    lines: Indices
    bare: Indices
    of_lines: Gray
    of_bare: Gray
    depth: Picture | Gray
    directions: Indices

    def darkness(self, page: Picture | Gray) -> Picture:
        """How much darker the lines are on a page than what they are printed on."""
        return _grounds(page.take(self.bare), self.of_bare)[self.of_lines] - page.take(self.lines)


@dataclass(frozen=True, eq=False)
class _Print:
    """A blank page: `page` as it is, `depth` is how much darker than its surroundings a pixel is, grey levels; `lines`
    are the pixels that bear print, `bare` those near them that bear none; `tints` tells apart what they are printed on.
    """

    page: Gray
    depth: Gray
    tints: Gray
    lines: Mask
    bare: Mask


@dataclass(frozen=True, eq=False)
class _Patch:
    """A part of a blank page; how `dark`, in grey levels of the blank page, the page seen is there and `SHIFT` px
    around it, and which of these pixels are `clear` of ink."""

    lines: Mask
    bare: Mask
    depth: Gray
    usual_depth: float
    dark: Picture
    clear: Mask

    @property
    def is_mostly_clear(self) -> bool:
        """Whether half of the print, and of the bare pixels, can be compared."""
        clear = self.clear[SHIFT:-SHIFT, SHIFT:-SHIFT]
        return all(2 * (mask & clear).sum() >= mask.sum() for mask in (self.lines, self.bare))

    def strongest(self, aside: int, enough: float) -> float:
        """The strength of print up to `aside` px away, where it is strongest or has `enough`."""
        strength = 0.0
        for move in _moves(aside):
            strength = max(strength, self.strength(*move))
            if strength >= enough:
                break
        return strength

    def strength(self, right: int, down: int) -> float:
        """Youden's J of print that is moved by this many px; 0 where ink leaves too little of it."""
        rows, columns = self.lines.shape
        part = slice(SHIFT + down, SHIFT + down + rows), slice(SHIFT + right, SHIFT + right + columns)
        dark, clear = self.dark[part], self.clear[part]
        lines, bare = self.lines & clear, self.bare & clear
        if min(lines.sum(), bare.sum()) < FEWEST:
            return 0.0
        depth = self.depth[lines]
        on_lines = float(np.minimum(dark[lines], depth).sum() / depth.sum())
        beside = float(np.minimum(dark[bare], self.usual_depth).mean() / self.usual_depth)
        return (on_lines - beside) / max(1 - beside, LEAST_FREE)


@cache
def _moves(most: int) -> Sequence[tuple[int, int]]:
    """Moves (px right, px down) of at most `most` each, the shortest first."""
    ways = range(-most, most + 1)
    return sorted(product(ways, ways), key=lambda way: way[0] ** 2 + way[1] ** 2)


def _window(area: Rect, shape: tuple[int, ...]) -> Window:
    """The rows and columns of an area, at least `SHIFT` px off the rim of a page of this shape."""
    height, width = shape
    left, right = (min(max(SHIFT, round(x * PX_PER_MM)), width - SHIFT) for x in (area.x, area.right))
    top, bottom = (min(max(SHIFT, round(y * PX_PER_MM)), height - SHIFT) for y in (area.y, area.bottom))
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
def _sample_of(page: PrintedPage) -> _Lines:
    """Print of the whole page."""
    return _lines_in(_print_of(page), (slice(None, None, ROWS), slice(None)))


def _lines_in(printed: _Print, part: Window) -> _Lines:
    lines, bare = printed.lines[part], printed.bare[part]
    shape, (rows, columns) = printed.lines.shape, np.nonzero(lines)
    height, width = lines.shape
    turns = np.arctan2((rows + 0.5) / height - 0.5, (columns + 0.5) / width - 0.5) / (2 * np.pi)
    tints = printed.tints[part]
    depth, directions = printed.depth[part][lines], np.rint(turns * 8).astype(np.intp) % 8
    return _Lines(
        _flattened(part, shape, rows, columns),
        _flattened(part, shape, *np.nonzero(bare)),
        tints[lines],
        tints[bare],
        depth,
        directions,
    )


def _flattened(part: Window, shape: tuple[int, ...], rows: Indices, columns: Indices) -> Indices:
    """The places in a flattened page of this shape of some pixels of a part of it."""
    down, across = part
    rows = (down.start or 0) + (down.step or 1) * rows
    return rows * shape[1] + (across.start or 0) + columns


@made_once
def _print_of(printed: PrintedPage) -> _Print:
    blank = np.rint(_softened(printed.gray)).astype(np.uint8)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (WIDEST_LINE, WIDEST_LINE))
    ground = np.asarray(cv2.morphologyEx(blank, cv2.MORPH_CLOSE, disc), np.uint8)
    depth = ground - blank
    lines = depth >= DARK
    near = cv2.dilate(lines.astype(np.uint8), np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8)) > 0
    return _Print(blank, depth, (ground / TINT).astype(np.uint8), lines, (depth < BARE) & near)


def _softened(gray: Gray) -> Picture:
    size = gray.shape[1] // FINER, gray.shape[0] // FINER
    reduced = cv2.resize(gray, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(reduced, (0, 0), SOFT_EDGE), np.float32)

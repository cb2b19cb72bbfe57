"""Load the handwriting for training, split by writer; `docs/develop/training.md` describes the sets."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.vision.simulator.glyphs import Glyph, write_glyph
from fairsheet.vision.simulator.handwriting import Hand, Points, glyphs_of, samples_of_strokes, some_hand

Rng = np.random.Generator
Glyphs = Mapping[str, tuple[Glyph, ...]]

HELD_OUT = 5  # one writer in five is held out for evaluation
HELD_OUT_TOO = ("gmd:alek", "val:val02")  # European writers, held out additionally because they are few
HALVES = (
    0,
    1,
)  # halves of the held-out writers: thresholds are chosen on the first, and reported on the second
UNREADABLE = (
    Path(__file__).parent / "unreadable.npz"
)  # rows to leave out, written by the program `unreadable`
UNLICENSED = "usps"  # digits with no stated licence, like the strokes `shapes_ipad`: only for measuring
DIGITS = "0123456789"
CROSSES = ("X", "x")
DRAWN = 6  # pictures of each digit in a hand of pictures
INK = 60  # brightness of a picture (0 to 255) from which a px is ink
FINE = 72  # longer side (px) of a picture whose lines are thinned
THINNED = (-0.2, 0.6)  # range of the share by which a hand of pictures is thinned; not at all below 0.05
THIN = 0.14  # thickness of the thickest line relative to the height, from which lines are thinned
JUNK = (*"EFHKMNRWaekmnrw?&$@", "star", "square")  # signs that look like no digit


@dataclass(frozen=True, eq=False)
class Handwriting:
    """The writers of one split. `pictures` are digit pictures by set and digit."""

    writers: Mapping[str, Glyphs]
    crosses: tuple[Glyphs, ...]
    circles: tuple[Glyph, ...]
    triangles: tuple[Glyph, ...]
    pictures: Mapping[str, Glyphs]
    junk: tuple[Glyph, ...]
    share: float = 0.76  # share of hands that are not school handwriting
    strokes: float = 0.4  # share of hands that are strokes of a writer

    def hand(self, rng: Rng) -> Hand:
        """Return a random hand: strokes of a writer, digits from a set of pictures, or school handwriting."""
        glyphs: dict[str, tuple[Glyph, ...]] = {}
        kind = rng.random()
        if kind < self.strokes and self.writers:
            names = sorted(self.writers)
            name = names[int(rng.integers(len(names)))]
            glyphs.update(_change_habits(self.writers[name], rng))
        elif kind < self.share and self.pictures:
            sets = sorted(self.pictures)
            name = "mnist" if "mnist" in sets and rng.random() < 0.5 else sets[int(rng.integers(len(sets)))]
            pictures = self.pictures[name]
            thin = float(rng.uniform(*THINNED))
            for digit in pictures:
                glyphs[digit] = tuple(_thin(glyph, thin) for glyph in _choose(pictures[digit], DRAWN, rng))
        else:
            name = "school"
        if "X" not in glyphs and rng.random() < 0.75:
            glyphs.update(self.crosses[int(rng.integers(len(self.crosses)))])
        glyphs["circle"] = _choose(self.circles, 4, rng)
        glyphs["triangle"] = _choose(self.triangles, 4, rng)
        return some_hand(glyphs, name, rng)


def load_handwriting(folder: Path, held_out: bool, half: int | None = None) -> Handwriting:
    """Load the writers for training, or the held-out ones: all of them, or one of their `HALVES`."""

    def is_wanted(writer: str) -> bool:
        return is_held_out(writer) == held_out and half in (None, half_of(writer))

    unipen = {name: glyphs for name, glyphs in legible_writers(folder).items() if is_wanted(name)}
    digits = {
        name: {label: alike for label, alike in glyphs.items() if label in DIGITS or label in CROSSES}
        for name, glyphs in unipen.items()
        if sum(digit in glyphs for digit in DIGITS) >= 8
    }
    crosses = tuple(
        {label: glyphs[label] for label in CROSSES if label in glyphs}
        for _, glyphs in sorted(unipen.items())
        if "X" in glyphs
    )
    ipad, doodles = (
        _pool_glyphs(folder / f"strokes_{name}.npz", is_wanted) for name in ("shapes_ipad", "quickdraw")
    )
    shapes = _legible_shapes(folder, is_wanted)
    letters = _pool_glyphs(folder / "strokes_unipen.npz", is_wanted)
    measured = slice(0, None, HELD_OUT) if held_out else slice(0)  # see `UNLICENSED`
    circles = (ipad["circle"] + ipad["oval"])[measured] + letters.get("O", ()) + shapes["ellipse"]
    triangles = ipad["triangle"][measured] + doodles.get("triangle", ()) + shapes["triangle"]
    junk = tuple(glyph for label in JUNK for glyph in letters.get(label, ()) + doodles.get(label, ()))
    return Handwriting(digits, crosses, circles, triangles, _legible_pictures(folder, held_out, half), junk)


def is_held_out(writer: str) -> bool:
    """Return whether a writer is held out for evaluation."""
    return writer in HELD_OUT_TOO or zlib.crc32(writer.encode()) % HELD_OUT == 0


def half_of(writer: str) -> int:
    """Return the one of the `HALVES` to which a writer belongs."""
    if writer in HELD_OUT_TOO:
        return HELD_OUT_TOO.index(writer)
    return zlib.crc32(writer.encode()) // HELD_OUT % len(HALVES)


def _pool_glyphs(file: Path, is_wanted: Callable[[str], bool]) -> dict[str, tuple[Glyph, ...]]:
    """Return the glyphs of a stroke file by label, of all wanted writers; a file of one writer is not split here."""
    writers = glyphs_of(file)
    pooled: dict[str, tuple[Glyph, ...]] = {}
    for name in sorted(writers):
        if len(writers) == 1 or is_wanted(name):
            for label, glyphs in writers[name].items():
                pooled[label] = pooled.get(label, ()) + glyphs
    return pooled


def shape_pictures(folder: Path) -> tuple[NDArray[np.uint8], NDArray[np.str_], NDArray[np.str_]]:
    """Load pictures (n, 70, 70; bright ink on 0) of hand-drawn shapes, the shapes' names (n), and the users (n)."""
    with np.load(folder / "shapes_hds.npz") as archive:
        return archive["x"], archive["y"], archive["user"]


def _legible_shapes(folder: Path, is_wanted: Callable[[str], bool]) -> dict[str, tuple[Glyph, ...]]:
    """Load one third of the ellipses and triangles, without those that look like something else."""
    x, shapes, users = shape_pictures(folder)
    with np.load(UNREADABLE) as unreadable:
        without = frozenset(unreadable["shapes_hds"].tolist())
    keep = np.array([is_wanted(str(name)) for name in users])
    return {
        label: tuple(
            glyph
            for row in np.flatnonzero(keep & (shapes == label))[::3].tolist()
            if row not in without and (glyph := _crop_ink(x[row])) is not None
        )
        for label in ("ellipse", "triangle")
    }


class DigitPictures(NamedTuple):
    """A set of pictures (n, height, width) with their digits (n), and whether each is held out (n)."""

    x: NDArray[np.uint8]
    y: NDArray[np.integer[Any]]
    held_out: NDArray[np.bool_]


def digit_pictures(folder: Path) -> dict[str, DigitPictures]:
    """Load the sets of digit pictures; faint ones are stretched in contrast."""
    sets = {}
    for name in ("mnist", "usps"):
        with np.load(folder / f"digits_{name}.npz") as archive:
            x, y = (np.concatenate([archive[f"{part}_train"], archive[f"{part}_test"]]) for part in "xy")
            sets[name] = DigitPictures(x, y, np.arange(len(x)) >= len(archive["x_train"]))
    with np.load(folder / "digits_optdigits32.npz") as archive:
        x, y = archive["x"], archive["y"]
    cut = len(x) * (HELD_OUT - 1) // HELD_OUT  # samples are unnamed, but ordered by writer
    sets["optdigits"] = DigitPictures(x, y, np.arange(len(x)) >= cut)
    with np.load(folder / "digits_nsysu.npz") as archive:
        x, y, groups = archive["x"], archive["y"], archive["group"]
    held_out = np.array([is_held_out(str(group)) for group in groups])
    sets["nsysu"] = DigitPictures(np.array([_stretch_contrast(image) for image in x]), y, held_out)
    return sets


def _legible_pictures(
    folder: Path, held_out: bool, half: int | None
) -> dict[str, dict[str, tuple[Glyph, ...]]]:
    """Load set -> digit -> legible pictures of one split; the pictures of a set are ordered by writer."""
    sets = {}
    with np.load(UNREADABLE) as unreadable:
        for name, pictures in digit_pictures(folder).items():
            if name == UNLICENSED and not held_out:
                continue
            kept = pictures.held_out == held_out
            if half is not None:
                for digit in range(10):
                    rows = np.flatnonzero(kept & (pictures.y == digit))
                    kept[np.array_split(rows, len(HALVES))[1 - half]] = False
            kept[unreadable[name]] = False
            sets[name] = {
                digit: tuple(
                    glyph
                    for k in np.flatnonzero(kept & (pictures.y == int(digit)))
                    if (glyph := _crop_ink(pictures.x[k])) is not None
                )
                for digit in DIGITS
            }
    return sets


def legible_writers(folder: Path) -> dict[str, dict[str, tuple[Glyph, ...]]]:
    """Load writer -> label -> glyphs of strokes, without unreadable digits."""
    with np.load(UNREADABLE) as unreadable:
        without = frozenset(unreadable["unipen"].tolist())
    with np.load(folder / "strokes_unipen_europe.npz") as europe:
        miscut = frozenset(europe["suspect"].tolist())
    european = glyphs_of(folder / "strokes_unipen_europe.npz", miscut)
    return glyphs_of(folder / "strokes_unipen.npz", without) | european


def stroke_digits(folder: Path) -> Iterator[tuple[int, int, bool, list[Points]]]:
    """Yield (row, digit, whether it is held out, strokes) for each digit in the file of strokes."""
    labels, writers, samples = samples_of_strokes(folder / "strokes_unipen.npz")
    for row, (label, writer, strokes) in enumerate(zip(labels, writers, samples, strict=True)):
        if label in DIGITS:
            yield row, int(label), is_held_out(writer), strokes


def _stretch_contrast(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    low, high = np.percentile(image, 50), max(float(image.max()), 1.0)
    return np.asarray(np.clip((image - low) * (255 / max(high - low, 1.0)), 0, 255), np.uint8)


def _crop_ink(image: NDArray[np.uint8]) -> Glyph | None:
    """Return the ink of a picture, cropped to its bounds; None if there is too little."""
    rows, columns = (np.flatnonzero((image > INK).any(axis=axis)) for axis in (1, 0))
    if len(rows) < 4 or len(columns) < 1:
        return None
    cut = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return Glyph(image=np.ascontiguousarray(np.pad(cut, 1)))


def _thin(glyph: Glyph, share: float) -> Glyph:
    """Thin the lines of a picture evenly by a share of their thickness, because most collected pictures are thick."""
    if glyph.image is None or share < 0.05:
        return glyph
    scale = FINE / max(glyph.image.shape)
    large = cv2.resize(glyph.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    inside: Any = cv2.distanceTransform(np.pad(np.uint8(large > 110), 2), cv2.DIST_L2, 5)
    thickest = float(inside.max())
    if 2 * thickest < THIN * large.shape[0]:
        return glyph
    reach = 2 * int(thickest) + 1
    middle: Any = cv2.GaussianBlur(cv2.dilate(inside, np.ones((reach, reach), np.uint8)), (0, 0), reach / 3)
    image = np.clip(95 + 60 * (inside - share * middle), 0, 255) * (inside > 0)
    return Glyph(image=cv2.GaussianBlur(image.astype(np.uint8), (0, 0), 0.8))


def _choose(glyphs: tuple[Glyph, ...], count: int, rng: Rng) -> tuple[Glyph, ...]:
    return tuple(glyphs[int(k)] for k in rng.integers(len(glyphs), size=min(count, len(glyphs))))


def _change_habits(glyphs: Glyphs, rng: Rng) -> dict[str, tuple[Glyph, ...]]:
    """Return the glyphs of a writer, sometimes with other habits: barred 7, slashed 0, 1 with a long upstroke."""
    changed = dict(glyphs)
    if rng.random() < 0.3 and "7" in changed:
        changed["7"] = tuple(_bar(glyph, rng) for glyph in changed["7"][:40])
    if rng.random() < 0.25 and "0" in changed:
        changed["0"] = tuple(_slash(glyph, rng) for glyph in changed["0"][:40])
    if rng.random() < 0.35:
        form = int(rng.integers(1, 5))
        changed["1"] = tuple(write_glyph("1", rng, form) for _ in range(8))
    return changed


def _bar(glyph: Glyph, rng: Rng) -> Glyph:
    high, middle = rng.uniform(0.42, 0.62), glyph.width * rng.uniform(0.45, 0.65)
    half = rng.uniform(0.16, 0.32)
    bar = np.array([(middle - half, high + rng.normal(0, 0.03)), (middle + half, high + rng.normal(0, 0.03))])
    return Glyph((*glyph.strokes, bar.astype(np.float32)))


def _slash(glyph: Glyph, rng: Rng) -> Glyph:
    wide = glyph.width
    top = (wide * rng.uniform(0.75, 1.1), rng.uniform(-0.05, 0.2))
    foot = (wide * rng.uniform(-0.1, 0.25), rng.uniform(0.8, 1.05))
    ends = np.array([top, foot])
    return Glyph((*glyph.strokes, ends.astype(np.float32)))

"""Make labelled patches from filled-in pages, photographed by the simulated camera and flattened as in fairsheet."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray

from fairsheet.sheets.library.templates import scenario_names
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import BLANK
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import Field
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.classify.areas import KINDS, field_areas
from fairsheet.vision.classify.patches import SIZE, Patches, page_patches
from fairsheet.vision.geometry.detection import find_sheets
from fairsheet.vision.geometry.rectify import PX_PER_MM, flat_page, surface_of
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.raster import PrintedPage
from fairsheet.vision.readings.classes import BLANK_INDEX, CANCELLED, INDEX_OF, NUMBERS, classes_of
from fairsheet.vision.simulator import shapes
from fairsheet.vision.simulator.camera import DIFFICULTIES, Difficulty, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import Hand
from fairsheet.vision.simulator.pen import traces_of
from fairsheet.vision.simulator.shapes import Trace
from fairsheet.vision.simulator.traces import Ink, Pen, some_pen
from tools.training._handwriting_sets import Handwriting
from tools.training._printer import as_printed, worn
from tools.training._prints import Page, made_up_page, real_page

Rng = np.random.Generator
Over = Callable[[Field, str, list[Trace], Hand, Pen, Rng], tuple[list[Trace], Pen] | None]

RECORDED = ("ares-record", "ares-coop", "gaia-record", "planet-record", "pulsar-table", "pulsar-ledger")
REAL = 0.7  # share of pages of real sheets
JUNK = -1  # target of meaningless ink, about which the reader should be unsure
OVERWRITTEN = -2  # target of a mark that is written over another
PHOTOGRAPHED = 10  # px per mm of a page before it is photographed
SHORTER_SIDES = (1700, 3000)  # px of the photos; the other side is a third longer
PEOPLE = 6  # hands and pens on one page

BLANKS = {"slot": 0.22, "icon": 0.42, "box": 0.25, "link": 0.5, "sign": 0.25}
CANCELS = 0.05
RETRIES = 0.33  # share of slots with a correction box that are scribbled out, with the number in the box
JUNKS = 0.03
PARTED = "02358"  # digits of which no part looks like another digit


class Samples(NamedTuple):
    """Patches with their targets (class, JUNK or OVERWRITTEN), allowed classes, and kinds of field."""

    patches: Patches
    targets: NDArray[np.int8]
    allowed: NDArray[np.bool_]
    kinds: NDArray[np.int8]

    @classmethod
    def of_file(cls, file: Path) -> Samples:
        """Load the samples of an archive."""
        with np.load(file) as archive:
            return cls(*(archive[name] for name in cls._fields))

    @classmethod
    def joined(cls, parts: Iterable[Samples]) -> Samples:
        """Concatenate the samples of several parts."""
        return cls(*map(np.concatenate, zip(*parts, strict=True)))

    def save(self, file: Path) -> None:
        """Write an archive."""
        np.savez(file, **self._asdict())

    def among(self, chosen: NDArray[np.bool_]) -> Samples:
        """Return the samples of chosen rows (n)."""
        return Samples._make(column[chosen] for column in self)

    def of_kinds(self, names: Collection[str]) -> Samples:
        """Return the samples of some kinds of fields."""
        return self.among(np.isin(self.kinds, [KINDS.index(name) for name in names]))


def page_samples(
    handwriting: Handwriting,
    pages: int,
    seed: int,
    seen: Sequence[str],
    size: int = SIZE,
    kinds: Collection[str] = KINDS,
    over: Over | None = None,
) -> Samples:
    """Make the samples of `pages` pages of real and made-up sheets, each with a random difficulty from `seen`.

    A page gives about 350 patches (`size` px per side); only those of some `kinds` of fields are kept. `over` returns
    the traces to write over a mark.
    """
    sheets, parts = (*scenario_names(), *RECORDED), []
    for number in range(pages):
        rng = np.random.default_rng((seed, number))
        is_real = rng.random() < REAL
        page = real_page(sheets[int(rng.integers(len(sheets)))]) if is_real else made_up_page(rng)
        difficulty = DIFFICULTIES[seen[int(rng.integers(len(seen)))]]
        samples = samples_of(page, handwriting, rng, difficulty, size, over)
        if samples is None:
            print(f"page {number} was not found in its photo")
        else:
            parts.append(samples.of_kinds(kinds))
    return Samples.joined(parts)


def samples_of(
    page: Page,
    handwriting: Handwriting,
    rng: Rng,
    difficulty: Difficulty,
    size: int = SIZE,
    over: Over | None = None,
) -> Samples | None:
    """Fill in a page by several hands, photograph it, find it as fairsheet does, and cut it into patches of `size` px.

    Returns None if the page is not found.
    """
    marks = {field.id: _some_mark(field, rng) for field in page.fields}
    retries = {field.id: _retry(field, rng) for field in page.fields if field.correction_box is not None}
    paper: Any = cv2.merge([as_printed(page.at(PHOTOGRAPHED), rng)] * 3)
    people = [(handwriting.hand(rng), some_pen(rng)) for _ in range(PEOPLE)]
    inks = [Ink((paper.shape[0], paper.shape[1]), PHOTOGRAPHED) for _ in people]
    overwritten = set[str]()
    per_person = math.ceil(len(page.fields) / PEOPLE)
    for k, field in enumerate(page.fields):
        hand, pen = people[k // per_person]
        traces = _traces(field, marks[field.id], hand, pen, handwriting, rng)
        if marks[field.id] == CANCELLED and field.correction_box is not None:
            traces += shapes.number(retries[field.id], field.correction_box, hand, rng, pen.width)
        inks[k // per_person].draw(traces, pen, rng)
        if over is not None and (added := over(field, marks[field.id], traces, hand, pen, rng)) is not None:
            inks[k // per_person].draw(*added, rng)
            overwritten.add(field.id)
    inks[0].draw(_draw_stray_lines(rng), people[0][1], rng)
    for ink, (_, pen) in zip(inks, people, strict=True):
        paper = ink.on(paper, pen)
    printed = PrintedPage(page.at(PX_PER_MM))
    flat = _photograph(worn(paper, rng, px_per_mm=PHOTOGRAPHED), printed, rng, difficulty)
    if flat is None:
        return None
    areas = field_areas(page.fields)
    targets = list[int]()
    for field in page.fields:
        own = _targets(field, marks[field.id], retries.get(field.id))
        is_over = field.id in overwritten
        targets += [OVERWRITTEN if is_over and target != BLANK_INDEX else target for target in own]
    patches = page_patches(flat, printed, areas, PX_PER_MM)
    return Samples(
        patches.cut(np.arange(len(areas.where)), size),
        np.array(targets, np.int8),
        areas.allowed,
        areas.kinds.astype(np.int8),
    )


def _some_mark(field: Field, rng: Rng) -> str:
    """Return a random mark for a field; "cancelled" with a correction box means that the number is in the box."""
    draw = rng.random()
    kind = "box" if field.cells else field.kind
    if draw < BLANKS[kind]:
        return BLANK
    if draw < BLANKS[kind] + JUNKS and kind != "link":
        return "junk"
    if field.cells:
        least, most = int(field.accepts[0]), int(field.accepts[1])
        value = int(rng.integers(0, 10 ** int(rng.integers(1, len(field.cells) + 1))))
        negative = least < 0 and len(field.cells) > 1 and rng.random() < 0.6
        return str(-min(value, 10 ** (len(field.cells) - 1) - 1) if negative else min(value, most))
    classes = [mark for mark in classes_of(field) if mark != BLANK]
    if CANCELLED in classes:
        classes.remove(CANCELLED)
        if draw > 1 - (RETRIES if field.correction_box else CANCELS):
            return CANCELLED
    for rare in ("X", "struck"):
        if rare in classes and rng.random() < 0.12:
            return rare
    return classes[int(rng.integers(len(classes)))]


def _targets(field: Field, mark: str, retry: str | None) -> list[int]:
    """Return the classes of a field's areas; `retry` is the number in the correction box of a cancelled one."""
    if field.cells:
        if mark == "junk":
            return [JUNK] * len(field.cells)
        text = mark if mark != BLANK else ""
        characters = [BLANK] * (len(field.cells) - len(text))
        characters += ["minus" if each == "-" else each for each in text]
        return [INDEX_OF[each] for each in characters]
    targets = [JUNK if mark == "junk" else INDEX_OF[mark]]
    if field.correction_box is not None:
        targets.append(INDEX_OF[retry if mark == CANCELLED and retry else BLANK])
    return targets


def _retry(field: Field, rng: Rng) -> str:
    numbers = [mark for mark in classes_of(field) if mark in NUMBERS]
    return numbers[int(rng.integers(len(numbers)))]


def _traces(field: Field, mark: str, hand: Hand, pen: Pen, handwriting: Handwriting, rng: Rng) -> list[Trace]:
    if mark == BLANK:
        return _draw_pen_rests(field, rng) if rng.random() < 0.04 else []
    if mark == "junk":
        rects = field.cells or (field.rect,)
        return [trace for rect in rects for trace in draw_nonsense(rect, hand, handwriting, rng)]
    if mark == CANCELLED and field.kind == "icon":
        return shapes.cross(field.rect, hand, rng) + shapes.scribble(field.rect, hand, rng, pen.width)
    turned = field.kind == "sign" and rng.random() < 0.5  # players sit at both edges of a shared sheet
    return traces_of(field, mark, hand, pen, rng, turned=turned)


def draw_nonsense(rect: Rect, hand: Hand, handwriting: Handwriting, rng: Rng) -> list[Trace]:
    """Return the traces of a letter, another sign, a doodle, two digits on top of each other, or a part of one."""
    draw = rng.random()
    if draw < 0.3:
        one, two = (shapes.number(str(digit), rect, hand, rng) for digit in rng.integers(10, size=2))
        return one + two
    if draw < 0.5:
        digit = str(rng.choice(list(PARTED)))
        return [_cut_part(trace, rng) for trace in shapes.number(digit, rect, hand, rng)]
    glyph = handwriting.junk[int(rng.integers(len(handwriting.junk)))]
    return shapes.number("?", rect, Hand("junk", {"?": (glyph,)}, size=rng.uniform(0.4, 0.9)), rng)


def _cut_part(trace: Trace, rng: Rng) -> Trace:
    """Return only the upper, lower, left or right part of a trace."""
    axis, kept, last = int(rng.integers(2)), rng.uniform(0.35, 0.6), rng.random() < 0.5
    if trace.image is not None:
        image = trace.image.copy() if axis else trace.image.T.copy()  # its first axis is y
        cut = round((1 - kept if last else kept) * len(image))
        image[slice(None, cut) if last else slice(cut, None)] = 0
        return replace(trace, image=np.ascontiguousarray(image if axis else image.T))
    places = np.concatenate(trace.strokes)[:, axis]
    low, high = float(places.min()), float(places.max())
    cut_at = low + (1 - kept if last else kept) * (high - low)
    parts = []
    for stroke in trace.strokes:
        inside = (stroke[:, axis] > cut_at) == last
        ends = np.flatnonzero(np.diff(inside.astype(np.int8))) + 1
        pieces = np.split(np.arange(len(stroke)), ends)
        parts += [stroke[piece] for piece in pieces if inside[piece[0]] and len(piece) > 1]
    return replace(trace, strokes=tuple(parts))


def _draw_pen_rests(field: Field, rng: Rng) -> list[Trace]:
    """Return traces that are not a mark: a dot of the pen, or the end of a neighbour's stroke at the edge."""
    rect = field.rect
    x, y = rect.x + rng.random() * rect.w, rect.y + rng.random() * rect.h
    if rng.random() < 0.6:
        return [_line((x, y), (x + rng.normal(0, 0.2), y + rng.normal(0, 0.2)))]
    side = rng.integers(4)
    edge = [(rect.x, y), (rect.right, y), (x, rect.y), (x, rect.bottom)][side]
    inward = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)][side]) * rng.uniform(0, 0.18) * min(rect.w, rect.h)
    start = np.array(edge) - inward * 4
    return [_line(start + rng.normal(0, 0.5, 2), edge + inward)]


def _draw_stray_lines(rng: Rng) -> Iterator[Trace]:
    """Yield meaningless lines anywhere on a page."""
    for _ in range(int(rng.poisson(0.7))):
        start = rng.uniform((5, 5), (190, 260))
        yield _line(start, start + rng.normal(0, 12, 2))


def _line(start: shapes.Place, end: shapes.Place) -> Trace:
    return Trace((np.array([start, end], np.float32),))


def _photograph(page: Any, printed: PrintedPage, rng: Rng, difficulty: Difficulty) -> Gray | None:
    """Photograph a page (RGB at PHOTOGRAPHED px/mm) on A4 paper, find and flatten it; return None if it is lost."""
    offset = PAPERS["a4"].offset
    down, across = round(offset.y * PHOTOGRAPHED), round(offset.x * PHOTOGRAPHED)
    paper = np.pad(page, ((down, down), (across, across), (0, 0)), constant_values=255)
    side = int(rng.integers(*SHORTER_SIDES))
    photo = photograph(
        np.asarray(paper, np.uint8), rng, difficulty, px_per_mm=PHOTOGRAPHED, size=(side, side * 4 // 3)
    )
    taken = simplejpeg.decode_jpeg(to_jpeg(photo, rng, difficulty), colorspace="GRAY")[:, :, 0]
    try:
        sighting = find_sheets(taken, "photo")[0][0]
    except FairsheetError:
        return None
    return flat_page(taken, surface_of(sighting), printed).gray

"""Labelled patches from filled-in pages, seen through a quick flat stand-in for printer, paper and camera."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray

from fairsheet.sheets.model.page import PAPERS
from fairsheet.sheets.model.sheet import Field, Rect
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.classify.areas import KINDS, field_areas
from fairsheet.vision.classify.patches import SIZE, Patches, cut_patches
from fairsheet.vision.geometry.detection import find_sheets
from fairsheet.vision.geometry.rectify import PX_PER_MM, flat_page, surface_of
from fairsheet.vision.printed.illumination import Gray, even_light
from fairsheet.vision.printed.raster import PrintedPage
from fairsheet.vision.readings.classes import BLANK, CANCELLED, CLASSES, NUMBERS, classes_of
from fairsheet.vision.simulator import shapes
from fairsheet.vision.simulator.camera import Difficulty, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import Hand
from fairsheet.vision.simulator.pen import traces_of
from fairsheet.vision.simulator.printer import as_printed, worn
from fairsheet.vision.simulator.shapes import Trace
from fairsheet.vision.simulator.traces import Ink, Pen, some_pen
from fairsheet.vision.training._handwriting_sets import Handwriting
from fairsheet.vision.training._prints import Page

Rng = np.random.Generator

JUNK = -1  # the target of ink that means nothing: the reader should doubt
INDEX = {mark: k for k, mark in enumerate(CLASSES)}
PHOTOGRAPHED = 10  # px per mm of a page that is photographed
SHORTER_SIDES = (1700, 3000)  # px of the photos; the other side is a third longer
PEOPLE = 6  # hands and pens on one page

BLANKS = {"slot": 0.22, "icon": 0.42, "box": 0.25, "link": 0.5, "sign": 0.25}
CANCELS = 0.05
RETRIES = 0.33  # of the slots with a correction box that are scribbled out and bear the number there
JUNKS = 0.03
PARTED = "02358"  # digits a part of which is no other digit


@dataclass(frozen=True, eq=False)
class Samples:
    """Patches with their targets (class or JUNK), the classes allowed for each, and the kind of its field."""

    patches: Patches
    targets: NDArray[np.int8]
    allowed: NDArray[np.bool_]
    kinds: NDArray[np.int8]

    def only(self, names: Collection[str]) -> Samples:
        """Those of fields of some kinds."""
        kept = np.isin(self.kinds, [KINDS.index(name) for name in names])
        return Samples(self.patches[kept], self.targets[kept], self.allowed[kept], self.kinds[kept])


def samples_of(
    page: Page,
    handwriting: Handwriting,
    rng: Rng,
    difficulty: Difficulty | None = None,
    creases: float = 0.35,
    size: int = SIZE,
) -> Samples | None:
    """A page filled in by several people, seen, and cut up.

    With a difficulty it is photographed and found again as the program does (None where it is not found), else seen
    through the quick stand-in. `creases` as in `worn`; `size` is that of the patches, px.
    """
    scale = PX_PER_MM if difficulty is None else PHOTOGRAPHED
    marks = {field.id: _some_mark(field, rng) for field in page.fields}
    retries = {field.id: _retry(field, rng) for field in page.fields if field.correction_box is not None}
    blank = page.blank
    paper: Any = as_printed(page.at(scale), rng)
    if difficulty is not None:
        paper = cv2.merge([paper] * 3)
    people = [(handwriting.hand(rng), some_pen(rng)) for _ in range(PEOPLE)]
    inks = [Ink((paper.shape[0], paper.shape[1]), scale) for _ in people]
    per_person = math.ceil(len(page.fields) / PEOPLE)
    for k, field in enumerate(page.fields):
        hand, pen = people[k // per_person]
        traces = _traces(field, marks[field.id], hand, pen, handwriting, rng)
        if marks[field.id] == CANCELLED and field.correction_box is not None:
            traces += shapes.number(retries[field.id], field.correction_box, hand, rng, pen.width)
        inks[k // per_person].draw(traces, pen, rng)
    _stray(inks[0], people[0][1], rng)
    for ink, (_, pen) in zip(inks, people, strict=True):
        paper = ink.on(paper, pen)
    paper = worn(paper, rng, px_per_mm=scale, creases=creases)
    flat = seen(paper, rng) if difficulty is None else photographed(paper, blank, rng, difficulty)
    if flat is None:
        return None
    areas = field_areas(page.fields)
    targets = [
        target for field in page.fields for target in _targets(field, marks[field.id], retries.get(field.id))
    ]
    return Samples(
        cut_patches(flat, blank, areas.where, PX_PER_MM, size),
        np.array(targets, np.int8),
        areas.allowed,
        areas.kinds.astype(np.int8),
    )


def _some_mark(field: Field, rng: Rng) -> str:
    """A mark for a field; in a slot with a correction box "cancelled" means that the right number stands there."""
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
        return (
            str(-min(value, 10 ** (len(field.cells) - 1) - 1))
            if negative and value
            else str(min(value, most))
        )
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
    """The classes of a field's areas; `retry` is what stands in the correction box of a cancelled number."""
    if field.cells:
        if mark == "junk":
            return [JUNK] * len(field.cells)
        text = mark if mark != BLANK else ""
        characters = [BLANK] * (len(field.cells) - len(text))
        characters += ["minus" if each == "-" else each for each in text]
        return [INDEX[each] for each in characters]
    targets = [JUNK if mark == "junk" else INDEX[mark]]
    if field.correction_box is not None:
        targets.append(INDEX[retry if mark == CANCELLED and retry else BLANK])
    return targets


def _retry(field: Field, rng: Rng) -> str:
    numbers = [mark for mark in classes_of(field) if mark in NUMBERS]
    return numbers[int(rng.integers(len(numbers)))]


def _traces(field: Field, mark: str, hand: Hand, pen: Pen, handwriting: Handwriting, rng: Rng) -> list[Trace]:
    if mark == BLANK:
        return _rests(field, hand, rng) if rng.random() < 0.04 else []
    if mark == "junk":
        rects = field.cells or (field.rect,)
        return [trace for rect in rects for trace in nonsense(rect, hand, handwriting, rng)]
    if mark == CANCELLED and field.kind == "icon":
        return shapes.cross(field.rect, hand, rng) + shapes.scribble(field.rect, hand, rng, pen.width)
    turned = (
        field.kind == "sign" and rng.random() < 0.5
    )  # players sit at both edges of a sheet that they share
    return traces_of(field, mark, hand, pen, rng, turned=turned)


def nonsense(rect: Rect, hand: Hand, handwriting: Handwriting, rng: Rng) -> list[Trace]:
    """Letters, other characters, doodles, two digits on top of each other, or a part of one."""
    draw = rng.random()
    if draw < 0.3:
        one, two = (shapes.number(str(digit), rect, hand, rng) for digit in rng.integers(10, size=2))
        return one + two
    if draw < 0.5:
        return [
            _part_of(trace, rng) for trace in shapes.number(str(rng.choice(list(PARTED))), rect, hand, rng)
        ]
    glyph = handwriting.junk[int(rng.integers(len(handwriting.junk)))]
    return shapes.number("?", rect, Hand("junk", {"?": (glyph,)}, size=rng.uniform(0.4, 0.9)), rng)


def _part_of(trace: Trace, rng: Rng) -> Trace:
    """A trace of which only the upper, lower, left or right part is there."""
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


def _rests(field: Field, hand: Hand, rng: Rng) -> list[Trace]:
    """What is no mark: a dot where the pen was put down, or the end of a neighbour's stroke at the edge."""
    rect = field.rect
    x, y = rect.x + rng.random() * rect.w, rect.y + rng.random() * rect.h
    if rng.random() < 0.6:
        return [
            Trace(strokes=(np.array([(x, y), (x + rng.normal(0, 0.2), y + rng.normal(0, 0.2))], np.float32),))
        ]
    side = rng.integers(4)
    edge = [(rect.x, y), (rect.right, y), (x, rect.y), (x, rect.bottom)][side]
    inward = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)][side]) * rng.uniform(0, 0.18) * min(rect.w, rect.h)
    start = np.array(edge) - inward * 4
    return [Trace(strokes=(np.array([start + rng.normal(0, 0.5, 2), edge + inward], np.float32),))]


def _stray(ink: Ink, pen: Pen, rng: Rng) -> None:
    for _ in range(int(rng.poisson(0.7))):
        start = rng.uniform((5, 5), (190, 260))
        end = start + rng.normal(0, 12, 2)
        ink.draw([Trace(strokes=(np.array([start, end], np.float32),))], pen, rng)


def seen(page: Gray, rng: Rng) -> Gray:
    """The page photographed and flattened again: a little off place, blurred, noisy, compressed, evened."""
    page = _displaced(page, rng)
    height, width = page.shape
    scale = rng.uniform(0.55, 1.15)  # photos have more or fewer pixels for a millimetre than the flat page
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    view: Any = cv2.resize(page, (round(width * scale), round(height * scale)), interpolation=way)
    view = view.astype(np.float32)
    view = _blurred(view, scale, rng)
    dark = rng.uniform(0, 45)
    light = rng.uniform(110, 245)
    view = dark + (light - dark) * (view / 255) ** rng.uniform(0.75, 1.3)
    if rng.random() < 0.6:
        shade = rng.uniform(0.6, 1.0, (3, 3)).astype(np.float32)
        view *= cv2.resize(shade, view.shape[::-1], interpolation=cv2.INTER_CUBIC)
    noise: Any = rng.standard_normal(view.shape, np.float32)
    if rng.random() < 0.5:
        noise = cv2.GaussianBlur(noise, (0, 0), 0.7) * 1.8
    view += noise * (light - dark) * rng.gamma(1.5, 0.012)
    view = np.clip(view, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        view = cv2.bilateralFilter(view, 5, 22, 2)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(view, (0, 0), rng.uniform(0.8, 2))
        amount = rng.uniform(0.2, 1.2)
        view = cv2.addWeighted(view, 1 + amount, soft, -amount, 0)
    if rng.random() < 0.8:
        _, data = cv2.imencode(".jpg", view, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 97))])
        view = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    return even_light(np.asarray(cv2.resize(view, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8))


def _blurred(view: Any, scale: float, rng: Rng) -> Any:
    """Out of focus and shaken, by mm on the paper."""
    sigma = rng.gamma(2.0, 0.09) * PX_PER_MM * scale * 0.5
    view = cv2.GaussianBlur(view, (0, 0), max(0.3, min(sigma, 0.3 * PX_PER_MM)))
    if rng.random() < 0.25:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((7, 7), np.float32)
        angle = rng.uniform(0, math.pi)
        tip = np.array([math.cos(angle), math.sin(angle)]) * length / 2
        cv2.line(kernel, (round(3 - tip[0]), round(3 - tip[1])), (round(3 + tip[0]), round(3 + tip[1])), 1.0)
        view = cv2.filter2D(view, -1, kernel / kernel.sum())
    return view


def photographed(page: Any, blank: Gray, rng: Rng, difficulty: Difficulty) -> Gray | None:
    """The frame of a page (RGB at PHOTOGRAPHED px/mm) on A4 paper, photographed, found and flattened; None if lost."""
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
    return flat_page(taken, surface_of(sighting), PrintedPage(blank)).gray


def _displaced(page: Gray, rng: Rng) -> Gray:
    """The page moved by up to about 0.4 mm, differently from place to place."""
    height, width = page.shape
    amount = rng.choice((0.05, 0.1, 0.2)) * PX_PER_MM
    shift = rng.normal(0, amount, (7, 6, 2)).astype(np.float32)
    field = cv2.resize(shift, (width // 16, height // 16), interpolation=cv2.INTER_CUBIC)
    field = np.clip(field, -0.45 * PX_PER_MM, 0.45 * PX_PER_MM)
    across, down = np.meshgrid(
        (np.arange(width // 16) + 0.5) * 16 - 0.5, (np.arange(height // 16) + 0.5) * 16 - 0.5
    )
    maps = [
        cv2.resize((base + field[..., k]).astype(np.float32), (width, height))
        for k, base in enumerate((across, down))
    ]
    moved = cv2.remap(page, maps[0], maps[1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)

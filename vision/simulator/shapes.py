"""The marks of players as traces of a pen, in mm: numbers, crosses, circles, fills, scribbles and lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.vision.simulator.glyphs import Glyph, Stroke, smooth, write_glyph
from fairsheet.vision.simulator.handwriting import Hand

Rng = np.random.Generator
# between the digits of a number, relative to their height: the least that most people leave
LEAST_GAP = 0.12
TIGHT_SHARE = 0.2  # share of the numbers with less space, or with digits that touch
OVERLAP = 0.12  # relative to the height: how far such digits overlap at most
NARROW = 0.3  # width relative to height; nobody lets the bare strokes of an 11 touch
LEAST_HEIGHT = 5.5  # of a digit relative to the width of the pen: people with a thick pen write larger
# of a line relative to the height of its digit: in little room people use only the tip of the pen
THICKEST = 0.19
MOST_TREMBLES = 12  # in one stroke
OVER = 0.08  # how far numbers extend beyond a frame without need, relative to its width and height
Place = Sequence[float] | NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Trace:
    """Ink to draw: strokes in mm, or a picture with the matrix (2, 3) from its unit height to mm.

    `widest` limits the width of the strokes, mm, for any pen.
    """

    strokes: tuple[Stroke, ...] = ()
    image: NDArray[np.uint8] | None = None
    matrix: NDArray[np.float64] | None = None
    widest: float = math.inf


def number(text: str, rect: Rect, hand: Hand, rng: Rng, pen_width: float = 0.0) -> list[Trace]:
    """Write digits in a row into a rectangle; also a single letter or other character."""
    loose = hand.sloppiness
    height = rect.h * hand.size * math.exp(rng.normal(0, 0.08 * loose))
    height = max(height, min(LEAST_HEIGHT * pen_width, 0.85 * rect.h))
    glyphs = [hand.glyph(character, rng) for character in text]
    heights = [height * math.exp(rng.normal(0, 0.05 * loose)) for _ in glyphs]
    stretch = hand.squareness * math.exp(rng.normal(0, 0.05 * loose))
    apart = max(hand.spacing + rng.normal(0, 0.03 * loose), LEAST_GAP)
    if rng.random() < TIGHT_SHARE and max(glyph.width for glyph in glyphs) > NARROW:
        apart = rng.uniform(-OVERLAP, LEAST_GAP)
    gap = height * apart + pen_width  # the visible gap is smaller by the width of the lines
    widths = [glyph.width * size * stretch for glyph, size in zip(glyphs, heights, strict=True)]
    gaps = gap * (len(widths) - 1)
    width = max(sum(widths), 0.05 * height)  # a 1 may be a bare upright line
    room = rect.w * float(rng.uniform(0.75, 1.05))
    squeeze = min(1.0, max(room - gaps, 0.5 * room) / width)  # people without room write narrower, not closer
    total = width * squeeze + gaps
    if len(text) > 1:  # people also write wide numbers a little lower
        heights = [size * squeeze**0.3 for size in heights]
    slant = hand.slant + rng.normal(0, 0.04 * loose)
    turn = rng.normal(0, 0.04 * loose)
    at = rect.center.x + rect.w * rng.normal(0, 0.05 * loose) - total / 2
    middle = rect.center.y + rect.h * rng.normal(0, 0.05 * loose)
    # people see the frame and stay almost inside it if possible
    at = _clamp(at, rect.x - OVER * rect.w, rect.right + OVER * rect.w - total)
    tallest = max(size * glyph.height for glyph, size in zip(glyphs, heights, strict=True))
    middle = _clamp(middle, rect.y - OVER * rect.h + tallest / 2, rect.bottom + OVER * rect.h - tallest / 2)
    traces = []
    for glyph, size, width in zip(glyphs, heights, widths, strict=True):
        drop = size * rng.normal(0, 0.03 * loose) + (at - rect.center.x) * math.sin(turn)
        top = middle + drop - size * glyph.height / 2
        wide = width * squeeze / max(glyph.width, 1e-6)
        lean = np.array([[wide, -slant * size], [turn * wide, size]])
        place = np.array([at + slant * size * glyph.height / 2, top])
        traces.append(replace(_place_glyph(glyph, lean, place, hand, rng), widest=THICKEST * size))
        at += width * squeeze + gap
    return traces


def _clamp(place: float, low: float, high: float) -> float:
    """Move the place between the bounds, or into their middle if there is nothing between."""
    return min(max(place, low), high) if low < high else (low + high) / 2


def _place_glyph(
    glyph: Glyph, linear: NDArray[np.float64], place: NDArray[np.float64], hand: Hand, rng: Rng
) -> Trace:
    if glyph.image is not None:
        return Trace(image=glyph.image, matrix=np.column_stack([linear, place]))
    strokes = [stroke @ linear.T + place for stroke in glyph.strokes]
    size = float(np.abs(linear).max())
    return Trace(strokes=tuple(_shake(stroke, hand.wobble * size, rng) for stroke in strokes))


def _fill_with(place: Rect, glyph: Glyph, hand: Hand, rng: Rng, turn: float = 0.0) -> Trace:
    """Return a glyph as large as a place, turned by a small angle."""
    linear = np.array([[place.w / max(glyph.width, 0.3), 0], [0, place.h / max(glyph.height, 0.3)]])
    linear = np.array([[1, -turn], [turn, 1]]) @ linear
    return _place_glyph(glyph, linear, np.array([place.x, place.y]), hand, rng)


def _shake(stroke: NDArray[np.float64], by: float, rng: Rng) -> Stroke:
    """Return the stroke with slow trembling of about `by` mm."""
    count = len(stroke)
    if by <= 0 or count < 3:
        return stroke.astype(np.float32)
    knots = min(max(3, count // 4), MOST_TREMBLES)
    noise = smooth(rng.normal(0, by, (knots, 2)))
    at = np.linspace(0, len(noise) - 1, count)
    bend = np.column_stack([np.interp(at, np.arange(len(noise)), noise[:, axis]) for axis in (0, 1)])
    return np.asarray(stroke + bend, dtype=np.float32)


def _line(start: Place, end: Place, bow: float, shake: float, rng: Rng) -> Stroke:
    """Return a hand-drawn line; `bow` is the deviation of its middle relative to its length, `shake` is in mm."""
    first, last = np.array(start, float), np.array(end, float)
    along = last - first
    count = max(6, int(math.hypot(*along) / 0.6))
    t = np.linspace(0, 1, count)[:, None]
    across = np.array([-along[1], along[0]])
    return _shake(first + along * t + across * bow * 4 * t * (1 - t), shake, rng)


def _scatter(rect: Rect, low: float, high: float, rng: Rng, loose: float) -> Rect:
    """Return the rectangle scaled and shifted at random, as the place of a sloppy mark."""
    w, h = rect.w * rng.uniform(low, high), rect.h * rng.uniform(low, high)
    x = rect.center.x + rect.w * float(np.clip(rng.normal(0, 0.06 * loose), -0.22, 0.22))
    y = rect.center.y + rect.h * float(np.clip(rng.normal(0, 0.06 * loose), -0.22, 0.22))
    return Rect(x - w / 2, y - h / 2, w, h)


def cross(rect: Rect, hand: Hand, rng: Rng) -> list[Trace]:
    """Cross out an icon: mostly an X, sometimes one or two slashes or a tick."""
    place = _scatter(rect, 0.5, 1.25, rng, hand.sloppiness)
    shake = hand.wobble * place.h
    left, right, top, bottom = place.x, place.right, place.y, place.bottom
    kind = rng.random()
    if kind < 0.42 and "X" in hand.glyphs:
        glyph = hand.glyph("X" if rng.random() < 0.6 or "x" not in hand.glyphs else "x", rng)
        return [_fill_with(place, glyph, hand, rng)]
    bow = rng.normal(0, 0.05, 3)
    if kind < 0.79:
        jog = rng.normal(0, 0.1, 8) * min(place.w, place.h)
        one = _line((left + jog[0], top + jog[1]), (right + jog[2], bottom + jog[3]), bow[0], shake, rng)
        two = _line((right + jog[4], top + jog[5]), (left + jog[6], bottom + jog[7]), bow[1], shake, rng)
        if rng.random() < 0.12:  # without lifting the pen
            return [Trace(strokes=(np.concatenate([one, two]),))]
        return [Trace(strokes=(one, two))]
    if kind < 0.92:
        place = _scatter(rect, 0.75, 1.25, rng, hand.sloppiness)  # a single stroke crosses the whole field
        left, right, top, bottom = place.x, place.right, place.y, place.bottom
        ends = ((right, top), (left, bottom)) if rng.random() < 0.7 else ((left, top), (right, bottom))
        if rng.random() < 0.12:
            ends = ((left, place.center.y), (right, place.center.y + rng.normal(0, 0.1) * place.h))
        strokes = [_line(*ends, bow[0], shake, rng)]
        if rng.random() < 0.2:
            off = place.w * rng.uniform(0.12, 0.3)
            aside, end = ((x + off, y) for x, y in ends)
            strokes.append(_line(aside, end, bow[1], shake, rng))
        return [Trace(strokes=tuple(strokes))]
    if kind < 0.97:
        knee = (left + place.w * rng.uniform(0.25, 0.5), bottom)
        down = _line((left, top + place.h * rng.uniform(0.3, 0.7)), knee, bow[0], shake, rng)
        return [Trace(strokes=(np.concatenate([down, _line(knee, (right, top), bow[1], shake, rng)]),))]
    level = _line((left, place.center.y), (right, place.center.y), bow[0], shake, rng)
    return [
        Trace(strokes=(level, _line((place.center.x, top), (place.center.x, bottom), bow[1], shake, rng)))
    ]


def circle(rect: Rect, hand: Hand, rng: Rng, low: float = 0.78, high: float = 1.4) -> list[Trace]:
    """Draw a ring around an icon: open or overlapping, once or twice around, oval, off the middle."""
    place = _scatter(rect, low, high, rng, hand.sloppiness)
    if rng.random() < 0.2 and (hand.glyphs.get("circle") or hand.glyphs.get("O")):
        glyph = hand.glyph("circle" if hand.glyphs.get("circle") else "O", rng)
        return [_fill_with(place, glyph, hand, rng)]
    kind = rng.random()
    sweep = (
        rng.uniform(285, 350)
        if kind < 0.25
        else rng.uniform(350, 420)
        if kind < 0.85
        else rng.uniform(600, 780)
    )
    start, sense = rng.uniform(0, 2 * math.pi), rng.choice((-1, 1))
    count = max(24, int(sweep / 9))
    angles = start + sense * np.linspace(0, math.radians(sweep), count)
    radius = (
        1
        + 0.07 * np.cos(2 * angles + rng.uniform(0, 7)) * rng.normal()
        + 0.03 * np.cos(3 * angles + rng.uniform(0, 7))
    )
    radius *= np.linspace(1, 1 + rng.normal(0, 0.08), count)
    ring = np.column_stack([radius * np.cos(angles) * place.w / 2, radius * np.sin(angles) * place.h / 2])
    lean = rng.normal(0, 0.12)
    ring = ring @ np.array([[1, 0], [lean, 1]]) + (place.center.x, place.center.y)
    return [Trace(strokes=(_shake(ring, hand.wobble * place.h, rng),))]


def fill(rect: Rect, hand: Hand, rng: Rng, pen_width: float) -> list[Trace]:
    """Fill in an outline: strokes to and fro, close together; some leave corners white or run over."""
    place = _scatter(rect, 0.55, 1.0, rng, hand.sloppiness * 0.6)
    step = pen_width * rng.uniform(0.55, 1.5)
    traces = [Trace(strokes=(_zigzag(place, step, rng, round_=rng.random() < 0.6),))]
    if rng.random() < 0.3:
        traces.append(
            Trace(strokes=(_zigzag(place, step * rng.uniform(1, 2), rng, round_=rng.random() < 0.6),))
        )
    if rng.random() < 0.3:
        traces += circle(place, hand, rng, 0.8, 1.0)
    return traces


def _zigzag(place: Rect, step: float, rng: Rng, round_: bool) -> Stroke:
    """Return one stroke to and fro across a rectangle (or the ellipse in it), advancing by `step` mm."""
    angle = rng.choice((-0.8, 0.8, 0.0, 1.57)) + rng.normal(0, 0.2)
    along, across = (
        np.array([math.cos(angle), math.sin(angle)]),
        np.array([-math.sin(angle), math.cos(angle)]),
    )
    half = np.array([place.w, place.h]) / 2
    reach = float(np.abs(across * half).sum() if not round_ else np.hypot(*(across * half)))
    places = np.arange(-reach, reach, step)
    points = []
    for number_, offset in enumerate(places + rng.normal(0, 0.25 * step, len(places))):
        base = across * offset
        if round_:
            a = ((along / half) ** 2).sum()
            b = (along * base / half**2).sum()
            c = ((base / half) ** 2).sum() - 1
            root = math.sqrt(max(0.0, b * b - a * c))
            ends = [(-b - root) / a, (-b + root) / a]
        else:
            with np.errstate(divide="ignore", invalid="ignore"):
                limits = [((sign * half - base) / along) for sign in (-1, 1)]
            low = np.nanmax(np.minimum(*limits))
            high = np.nanmin(np.maximum(*limits))
            ends = [low, max(low, high)]
        end = ends[number_ % 2] * rng.uniform(0.85, 1.06)
        points.append(base + along * end)
    if len(points) < 2:
        points = [-along * half, along * half]
    middle = np.array([place.center.x, place.center.y])
    return np.asarray(np.array(points) + middle, dtype=np.float32)


def scribble(rect: Rect, hand: Hand, rng: Rng, pen_width: float) -> list[Trace]:
    """Scribble out a field: to and fro, loops, or many lines across."""
    place = _scatter(rect, 0.6, 1.05, rng, hand.sloppiness)
    kind = rng.random()
    if kind < 0.5:
        step = max(pen_width * 0.8, place.h / rng.uniform(5, 14))
        strokes = [_zigzag(place, step, rng, round_=rng.random() < 0.3)]
        if rng.random() < 0.45:
            strokes.append(_zigzag(place, step * rng.uniform(0.8, 1.6), rng, round_=False))
        return [Trace(strokes=tuple(strokes))]
    if kind < 0.8:  # loops along the field, or round and round
        turns = rng.uniform(4, 10)
        t = np.linspace(0, 1, int(turns * 22))
        angle = 2 * math.pi * turns * t + rng.uniform(0, 6)
        drift = rng.uniform(0.0, 0.75)
        size = (1 - drift) * (0.75 + 0.25 * np.sin(t * rng.uniform(4, 20) + rng.uniform(0, 6)))
        x = place.center.x + place.w / 2 * (drift * (2 * t - 1) + size * np.cos(angle))
        y = place.center.y + place.h / 2 * (0.75 + 0.25 * np.cos(t * rng.uniform(4, 15))) * np.sin(angle)
        return [Trace(strokes=(_shake(np.column_stack([x, y]), hand.wobble * place.h * 2, rng),))]
    strokes = []
    for _ in range(int(rng.integers(5, 11))):
        ends = [
            (rng.choice((place.x, place.right)), place.y + rng.random() * place.h),
            (place.x + rng.random() * place.w, rng.choice((place.y, place.bottom))),
        ]
        strokes.append(_line(ends[0], ends[1], rng.normal(0, 0.1), hand.wobble * place.h, rng))
    return [Trace(strokes=tuple(strokes))]


def strike_through(rect: Rect, hand: Hand, rng: Rng) -> list[Trace]:
    """Strike a number through: two to four lines across it, in parallel or as an X beyond its field."""
    place = _scatter(rect, 0.85, 1.25, rng, hand.sloppiness)
    shake = hand.wobble * place.h
    if rng.random() < 0.25:
        corners = (
            (place.x, place.y, place.right, place.bottom),
            (place.right, place.y, place.x, place.bottom),
        )
        lines = [
            _line((a, b), (c, d), rng.normal(0, 0.04), shake, rng)
            for a, b, c, d in (np.array(ends) + rng.normal(0, 0.25, 4) for ends in corners)
        ]
        return [Trace(strokes=tuple(lines))]
    count, rise = int(rng.integers(2, 5)), rng.choice((0.0, rng.normal(0, 0.5))) * place.h
    middle = place.center.y + (np.arange(count) - (count - 1) / 2) * place.h * rng.uniform(0.1, 0.28)
    lines = [
        _line((place.x, y + rise), (place.right, y - rise), rng.normal(0, 0.03), shake, rng)
        for y in middle + rng.normal(0, 0.02 * place.h, count)
    ]
    return [Trace(strokes=tuple(lines))]


def link(start: Point, end: Point, hand: Hand, rng: Rng) -> list[Trace]:
    """Join two points by a wobbly, bowed line that begins and ends slightly off."""
    loose = hand.sloppiness
    slack = 0.5 * loose
    first = np.array([start.x, start.y]) + rng.normal(0, slack, 2)
    last = np.array([end.x, end.y]) + rng.normal(0, slack, 2)
    along = last - first
    first, last = first - along * rng.normal(0, 0.06), last + along * rng.normal(0, 0.06)
    strokes = [_line(first, last, rng.normal(0, 0.05 * loose), hand.wobble * 6, rng)]
    while rng.random() < 0.15:
        off = rng.normal(0, 0.35, 4)
        strokes.append(_line(first + off[:2], last + off[2:], rng.normal(0, 0.05), hand.wobble * 6, rng))
    return [Trace(strokes=tuple(strokes))]


def scratch(start: Point, end: Point, rng: Rng) -> list[Trace]:
    """Scratch out a link: strokes to and fro across it."""
    first, last = np.array([start.x, start.y]), np.array([end.x, end.y])
    along = last - first
    across = np.array([-along[1], along[0]]) / math.hypot(*along)
    t = np.linspace(0.1, 0.9, int(rng.integers(7, 14)) + int(math.hypot(*along) / 2))
    swing = rng.uniform(0.7, 2.0) * np.where(np.arange(len(t)) % 2, 1, -1) * rng.uniform(0.7, 1.2, len(t))
    points = first + along * t[:, None] + across * swing[:, None] + rng.normal(0, 0.2, (len(t), 2))
    return [Trace(strokes=(points.astype(np.float32),))]


def sign(kind: str, rect: Rect, hand: Hand, rng: Rng) -> list[Trace]:
    """Draw a circle, cross or triangle as a separate mark."""
    if kind == "circle":
        return circle(rect, hand, rng, 0.45, 1.0)
    place = _scatter(rect, 0.45, 1.0, rng, hand.sloppiness)
    if kind == "cross":
        return cross(place, hand, rng) if rng.random() < 0.5 else number("X", place, hand, rng)
    own = hand.glyphs.get("triangle")
    glyph = hand.glyph("triangle", rng) if own and rng.random() < 0.6 else write_glyph("triangle", rng)
    return [_fill_with(place, glyph, hand, rng, turn=rng.normal(0, 0.1))]

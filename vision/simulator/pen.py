"""Fill in a printed sheet by hand, like a player."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.sheets.model.sides import FAR
from fairsheet.vision.readings.classes import CANCELLED
from fairsheet.vision.simulator import shapes
from fairsheet.vision.simulator.handwriting import Hand
from fairsheet.vision.simulator.shapes import Trace
from fairsheet.vision.simulator.traces import FRAME_ORIGIN, Ink, Pen, Picture, Rng

STRUCK_THROUGH = 0.2  # share of the abandoned numbers; the others are scribbled out


def fill_in(
    page: Picture,
    sheet: Sheet,
    marks: Mapping[str, int | str],
    hand: Hand,
    pen: Pen,
    rng: Rng,
    *,
    px_per_mm: float,
    origin: Point = FRAME_ORIGIN,
    number: int = 1,
    slips: float = 0.0,
) -> Picture:
    """Write the marks of a record into a page of a sheet (grey or RGB, `px_per_mm`).

    `origin` is where the frame begins on the picture, mm (a paper's `offset` if the whole paper is shown).
    `number` is that of the page. `slips` is how often a number is first written wrong, scribbled out, and
    written again into the field's correction box. On a sheet with sides, the player at the far side sits at the
    opposite edge.
    """
    ink = Ink((page.shape[0], page.shape[1]), px_per_mm, origin)
    far = _far_sign(sheet, marks)
    for field in sheet.fields:
        if field.page == number and field.id in marks:
            slipped = field.correction_box is not None and rng.random() < slips
            mark = marks[field.id]
            turned = mark == far and field.kind == "sign" and field.side is None
            ink.draw(traces_of(field, mark, hand, pen, rng, slipped=slipped, turned=turned), pen, rng)
    return ink.on(page, pen)


def _far_sign(sheet: Sheet, marks: Mapping[str, int | str]) -> int | str | None:
    """Return the sign of the player at the far side, as written in that side's fields; None on a sheet without
    sides."""
    far = (field for field in sheet.fields if field.kind == "sign" and field.side == FAR)
    return next((marks[field.id] for field in far if field.id in marks), None)


def traces_of(
    field: Field,
    mark: int | str,
    hand: Hand,
    pen: Pen,
    rng: Rng,
    *,
    slipped: bool = False,
    turned: bool = False,
) -> list[Trace]:
    """Return the traces of one mark in its field, mm of the frame; `turned` if the writer sits opposite its
    reader."""
    if slipped and field.correction_box is not None:
        traces = _write_and_cancel(field.rect, hand, pen, rng)
        return _turn(traces, field.rect, field.turn) + _turn(
            _write_in_rect(mark, field.correction_box, hand, pen, rng), field.correction_box, field.turn
        )
    if field.line is not None:
        traces = shapes.link(*field.line, hand, rng)
        return traces + shapes.scratch(*field.line, rng) if mark == CANCELLED else traces
    if field.cells:
        return _write_in_cells(str(mark), field, hand, pen, rng)
    turn = field.turn + 180 * turned
    return _turn(_write_in_rect(mark, field.rect, hand, pen, rng), field.rect, turn)


def _write_in_rect(mark: int | str, rect: Rect, hand: Hand, pen: Pen, rng: Rng) -> list[Trace]:
    match mark:
        case "circled":
            return shapes.circle(rect, hand, rng)
        case "crossed":
            return shapes.cross(rect, hand, rng)
        case "circled+crossed":
            return shapes.circle(rect, hand, rng) + shapes.cross(rect, hand, rng)
        case "filled":
            return shapes.fill(rect, hand, rng, pen.width)
        case "struck":
            return shapes.scribble(rect, hand, rng, pen.width)
        case "circle" | "cross" | "triangle":
            return shapes.sign(mark, rect, hand, rng)
        case _ if mark == CANCELLED:
            return _write_and_cancel(rect, hand, pen, rng)
        case _:
            return shapes.number(str(mark), rect, hand, rng, pen.width)


def _write_and_cancel(rect: Rect, hand: Hand, pen: Pen, rng: Rng) -> list[Trace]:
    """Return a number that was written and then scribbled out or struck through."""
    wrong = shapes.number(str(int(rng.integers(1, 16))), rect, hand, rng, pen.width)
    if rng.random() < STRUCK_THROUGH:
        return wrong + shapes.strike_through(rect, hand, rng)
    return wrong + shapes.scribble(rect, hand, rng, pen.width)


def _write_in_cells(text: str, field: Field, hand: Hand, pen: Pen, rng: Rng) -> list[Trace]:
    """Write one character into each cell; numbers end in the last one."""
    traces = []
    for character, cell in zip(reversed(text), reversed(field.cells), strict=False):
        traces += _turn(shapes.number(character, cell, hand, rng, pen.width), cell, field.turn)
    return traces


def _turn(traces: list[Trace], rect: Rect, turn: int) -> list[Trace]:
    """Turn the traces clockwise about the middle of their field."""
    if not turn:
        return traces
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    spin = np.array([[cos, -sin], [sin, cos]])
    middle = np.array([rect.center.x, rect.center.y])
    return [
        replace(
            trace,
            strokes=tuple(
                ((stroke - middle) @ spin.T + middle).astype(np.float32) for stroke in trace.strokes
            ),
            matrix=None
            if trace.matrix is None
            else np.column_stack([spin @ trace.matrix[:, :2], spin @ (trace.matrix[:, 2] - middle) + middle]),
        )
        for trace in traces
    ]

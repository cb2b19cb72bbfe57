"""Filling in a printed sheet by hand, as a player does."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from sheets.model import Field, Point, Rect, Sheet
from vision.marks import VOID
from vision.simulator import shapes
from vision.simulator.handwriting import Hand
from vision.simulator.ink import FRAME_ORIGIN, Ink, Pen, Picture, Rng
from vision.simulator.shapes import Trace


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
    """A page of a sheet (grey or RGB, `px_per_mm`) with the marks of a record written into it.

    `origin` is where the frame begins on the picture, mm (a paper's `offset`, where the whole paper is shown);
    `number` is the page's. `slips` is how often a number is first written wrong, scribbled out, and written
    again into the field's second try.
    """
    ink = Ink((page.shape[0], page.shape[1]), px_per_mm, origin)
    for field in sheet.fields:
        if field.page == number and field.id in marks:
            slipped = field.second_try is not None and rng.random() < slips
            ink.draw(traces_of(field, marks[field.id], hand, pen, rng, slipped=slipped), pen, rng)
    return ink.on(page, pen)


def traces_of(
    field: Field, mark: int | str, hand: Hand, pen: Pen, rng: Rng, *, slipped: bool = False
) -> list[Trace]:
    """The traces of one mark in its field, mm of the frame."""
    if slipped and field.second_try is not None:
        wrong = str(int(rng.integers(1, 16)))
        traces = shapes.number(wrong, field.rect, hand, rng) + shapes.scribble(
            field.rect, hand, rng, pen.width
        )
        return _turned(traces, field.rect, field.turn) + _turned(
            _in_rect(mark, field.second_try, hand, pen, rng), field.second_try, field.turn
        )
    if field.line is not None:
        traces = shapes.link(*field.line, hand, rng)
        return traces + shapes.scratch(*field.line, hand, rng) if mark == VOID else traces
    if field.cells:
        return _in_cells(str(mark), field, hand, rng)
    return _turned(_in_rect(mark, field.rect, hand, pen, rng), field.rect, field.turn)


def _in_rect(mark: int | str, rect: Rect, hand: Hand, pen: Pen, rng: Rng) -> list[Trace]:
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
        case _ if mark == VOID:
            wrong = shapes.number(str(int(rng.integers(1, 16))), rect, hand, rng)
            return wrong + shapes.scribble(rect, hand, rng, pen.width)
        case _:
            return shapes.number(str(mark), rect, hand, rng)


def _in_cells(text: str, field: Field, hand: Hand, rng: Rng) -> list[Trace]:
    """One sign in each cell; numbers end in the last one."""
    traces = []
    for sign, cell in zip(reversed(text), reversed(field.cells), strict=False):
        traces += _turned(shapes.number(sign, cell, hand, rng), cell, field.turn)
    return traces


def _turned(traces: list[Trace], rect: Rect, turn: int) -> list[Trace]:
    """The traces turned clockwise about the middle of their field."""
    if not turn:
        return traces
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    spin = np.array([[cos, -sin], [sin, cos]])
    middle = np.array([rect.center.x, rect.center.y])
    return [
        Trace(
            strokes=tuple(
                ((stroke - middle) @ spin.T + middle).astype(np.float32) for stroke in trace.strokes
            ),
            image=trace.image,
            matrix=None
            if trace.matrix is None
            else np.column_stack([spin @ trace.matrix[:, :2], spin @ (trace.matrix[:, 2] - middle) + middle]),
        )
        for trace in traces
    ]

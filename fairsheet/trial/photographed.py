"""A page as a trial has it: written on by hand, and photographed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairsheet.sheets.model.geometry import Point
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.simulator.camera import photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import Hand
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import Pen, Picture

PAPER = PAPERS["a4"]
PX_PER_MM = 15  # of the page that is written on; the photo shows a little less
SLIPS = 0.03  # how often a number is scribbled out and written beside
LEAST_SPACING = 0.1  # between digits: as people write for others to read


def photographed_page(
    page: Picture, sheet: Sheet, marks: Marks, hand: Hand, pen: Pen, rng: np.random.Generator,
    *, px_per_mm: float, number: int, slips: float,
) -> bytes:  # fmt: skip
    """A JPEG of a printed page `number` on `PAPER`, filled in; `slips`: how often a number is written again.

    Of a page with a half page only that is photographed.
    """
    paper = PAPER.page_of(sheet)
    page = page[:, : round(paper.width * px_per_mm)]
    pen = replace(pen, width=pen.width / paper.scale)
    origin = Point(paper.offset.x / paper.scale, paper.offset.y / paper.scale)
    hand = replace(hand, spacing=max(hand.spacing, LEAST_SPACING))
    filled = fill_in(
        page, sheet, marks, hand, pen, rng,
        px_per_mm=px_per_mm * paper.scale, origin=origin, number=number, slips=slips,
    )  # fmt: skip
    return to_jpeg(photograph(filled, rng, px_per_mm=px_per_mm), rng)

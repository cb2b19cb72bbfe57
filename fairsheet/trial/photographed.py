"""Fill in a page by hand and photograph it, in simulation."""

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
PX_PER_MM = 15  # of the page that is filled in; the photo has a little less
SLIPS = 0.03  # share of numbers that are scribbled out and written again
LEAST_SPACING = 0.1  # between digits, as people write for others to read


def photographed_page(
    page: Picture, sheet: Sheet, marks: Marks, hand: Hand, pen: Pen, rng: np.random.Generator,
    *, px_per_mm: float, number: int, slips: float,
) -> bytes:  # fmt: skip
    """Return a JPEG of the printed page `number` on `PAPER`, filled in with these marks.

    `slips` is the share of numbers that are written again. If the sheet covers half a page, the photo shows only that.
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

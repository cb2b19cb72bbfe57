"""The geometry of every printed page: papers, their common frame, fiducials, and places of header and footer.

The scanner and the printer share these numbers. All are mm; the frame's origin is its top left corner.
"""

from __future__ import annotations

from msgspec.structs import replace

from fairsheet.sheets.model.geometry import Point, Rect, Value
from fairsheet.sheets.model.sheet import LANDSCAPE, SCALES, Sheet

FRAME = Rect(0, 0, 196, 266)  # fits A4 and Letter with a printer's margin of 6 mm on every side
HEADER = Rect(10, 0, 176, 21)  # title, name, seed and label, between the upper corner fiducials
BODY = Rect(10, 23, 176, 226)  # the template's own space
# the body, and the strips left and right of it between the markers
SPACE = Rect(FRAME.x, BODY.y, FRAME.w, BODY.h)
FOOTER = Rect(10, 251, 176, 15)  # how to write, and the label in plain text

FIDUCIAL_SIZE = 8.0  # ArUco 4x4_50: six modules a side, the outermost black
FIDUCIAL_QUIET = 1.5  # white around it


class Fiducial(Value, frozen=True):
    """An ArUco marker of the dictionary 4x4_50; `at` is its top left corner in the frame, mm."""

    id: int
    at: Point

    @property
    def rect(self) -> Rect:
        """The black square."""
        return Rect(self.at.x, self.at.y, FIDUCIAL_SIZE, FIDUCIAL_SIZE)


_RIGHT = FRAME.w - FIDUCIAL_SIZE
_BOTTOM = FRAME.h - FIDUCIAL_SIZE

FIDUCIALS = (  # the four corners clockwise from the top left, then two on each long edge
    Fiducial(0, Point(0, 0)),
    Fiducial(1, Point(_RIGHT, 0)),
    Fiducial(2, Point(_RIGHT, _BOTTOM)),
    Fiducial(3, Point(0, _BOTTOM)),
    Fiducial(4, Point(0, 86)),
    Fiducial(5, Point(_RIGHT, 86)),
    Fiducial(6, Point(_RIGHT, 172)),
    Fiducial(7, Point(0, 172)),
)

LABEL_CODE = Rect(165, 0, 21, 21)  # the DataMatrix with its quiet zone; see fairsheet.sheets.label.label
NAME_FIELD = Rect(24, 13, 90, 8)  # where players write their names, in block letters
LABEL_TEXT = Rect(10, 262, 176, 4)  # the label in plain text


def _between(upper: Fiducial, lower: Fiducial) -> Rect:
    """Return the edge of the frame between two fiducials, without the white around them."""
    top = upper.rect.bottom + FIDUCIAL_QUIET
    return Rect(upper.at.x, top, FIDUCIAL_SIZE, lower.at.y - FIDUCIAL_QUIET - top)


LABEL_COPIES = (  # the second copy of the code is in the first of these that is free on a page
    _between(FIDUCIALS[7], FIDUCIALS[3]),
    _between(FIDUCIALS[6], FIDUCIALS[2]),
    _between(FIDUCIALS[4], FIDUCIALS[7]),
)


def page_rect(rect: Rect, paper: str) -> Rect:
    """Return a rectangle of the frame, mm, on pages of this `paper:`. Landscape pages are turned left by 90 degrees.

    Their head is therefore along the left edge and their foot along the right one.
    """
    return Rect(rect.y, FRAME.w - rect.right, rect.h, rect.w) if paper == LANDSCAPE else rect


def frame_of(sheet: Sheet) -> Rect:
    """Return the frame of the sheet's pages, turned for landscape."""
    return page_rect(FRAME, sheet.paper)


class Paper(Value, frozen=True):
    """A paper size, mm. `scale` is the length of a mm of the frame on it. `is_cut`: it holds two half pages."""

    name: str
    width: float
    height: float
    scale: float = 1.0
    frame: Rect = FRAME
    is_cut: bool = True

    @property
    def offset(self) -> Point:
        """The position of the frame's origin on the page, mm: the frame is centred."""
        frame = self.frame
        return Point((self.width - frame.w * self.scale) / 2, (self.height - frame.h * self.scale) / 2)

    @property
    def half(self) -> Paper:
        """One of the two pages made by cutting across the length: A5 of A4."""
        return Paper(self.name, self.height / 2, self.width, SCALES["a5"])

    def page_of(self, sheet: Sheet) -> Paper:
        """Return the paper of one page of the sheet: all of it, upright or turned, or half of it."""
        if sheet.paper == LANDSCAPE:
            return replace(self, width=self.height, height=self.width, frame=frame_of(sheet))
        return self.half if sheet.scale < 1 and self.is_cut else self


FRAME_PAPER = Paper("frame", FRAME.w, FRAME.h, is_cut=False)  # of pictures without the margins of a page
PAPERS = {paper.name: paper for paper in (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))}

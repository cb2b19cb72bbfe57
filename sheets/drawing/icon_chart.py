"""A chart of all icons with their names, for people who design sheets."""

from __future__ import annotations

from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.icons import ICONS, draw_icon
from fairsheet.sheets.model.drawn_shapes import Icon, Style
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import FRAME, PAPERS, Paper

COLUMNS, ROWS = 6, 10  # per page
TITLE = 14.0  # mm above the icons
SIZE = 13.0  # mm, side of a square icon
WIDE = 20.0  # mm, width of a stretchable icon
NAME_SIZE = 8.0  # points


def draw_icon_chart(paper: Paper = PAPERS["a4"]) -> bytes:
    """Return the PDF with all of `ICONS`, in their order, each with its name below it."""
    canvas = Canvas(paper, "Icons")
    names, width, height = list(ICONS), FRAME.w / COLUMNS, (FRAME.h - TITLE) / ROWS
    for start in range(0, len(names), COLUMNS * ROWS):
        canvas.begin_page()
        canvas.text(Point(FRAME.x, FRAME.y + 5), "Icons", 14, font="bold")
        words = "icon bee.1 plant size: 8   ·   picture plant size: 8   ·   icon row.1 row-value text: 15 w: 10 h: 8"
        canvas.text(Point(FRAME.x + 18, FRAME.y + 5), words, NAME_SIZE, colour="dark")
        for index, name in enumerate(names[start : start + COLUMNS * ROWS]):
            row, column = divmod(index, COLUMNS)
            middle, top = FRAME.x + (column + 0.5) * width, FRAME.y + TITLE + row * height
            side = WIDE if ICONS[name].stretchable else SIZE
            rect = Rect(middle - side / 2, top + 1, side, SIZE)
            draw_icon(canvas, Icon(name, rect, Style()))
            canvas.text(Point(middle, rect.bottom + 5), name, NAME_SIZE, "center")
        canvas.end_page()
    return canvas.to_bytes()

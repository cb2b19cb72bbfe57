"""What stands on every sheet around the template's own drawing: header, mission cards, footer."""

from __future__ import annotations

from sheets.canvas import Canvas
from sheets.label import Label
from sheets.model import Mission, Point, Sheet, Style
from sheets.page import FOOTER, HEADER, LABEL_CODE
from sheets.typeface import fitted_size, wrapped

_UNOFFICIAL = "Unofficial companion sheet for people who own the game."


def draw_header(canvas: Canvas, sheet: Sheet, label: Label | None) -> None:
    """Title, seed, seat and number of players, the line for the player's name."""
    canvas.text(Point(HEADER.x, HEADER.y + 7), sheet.title, 18, font="bold")
    if label is None:
        return
    words = f"seed {label.seed}"
    width = LABEL_CODE.x - HEADER.x - 4
    canvas.text(Point(HEADER.x, HEADER.y + 12), words, fitted_size(words, 9, width), colour="dark")
    seat = f"seat {label.seat} of {label.players}"
    canvas.text(Point(LABEL_CODE.x - 4, HEADER.y + 7), seat, 9, "right", colour="dark")


def draw_mission(canvas: Canvas, mission: Mission, w: float, h: float) -> None:
    """The mission card about the origin, w by h mm: its letter, what it asks for, its first and later value."""
    left, right, top, bottom = -w / 2, w / 2, -h / 2, h / 2
    corners = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    canvas.polygon(corners, Style(stroke="dark"), radius=1.5)
    canvas.text(Point(left + 1.5, top + 5), mission.letter, 12, font="bold")
    for i, line in enumerate(wrapped(mission.text, 7, w - 16)):
        canvas.text(Point(left + 6, top + 3.5 + 3 * i), line, 7)
    canvas.text(Point(right - 1.5, top + 5), f"{mission.first} / {mission.later}", 10, "right", "bold")


def draw_footer(canvas: Canvas, label: Label | None) -> None:
    """How to write, and the label in words."""
    canvas.text(Point(FOOTER.x, FOOTER.y + 4), _UNOFFICIAL, 6.5, colour="dark")

"""The caller on paper: a row for every turn, to be uncovered one by one at a table without a screen."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.languages.messages import Message
from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.icons import draw_icon
from fairsheet.sheets.drawing.typeface import CAP_HEIGHT, MM_PER_POINT, fitted_size, wrapped
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.sheets.model.drawn_shapes import Icon, Style
from fairsheet.sheets.model.geometry import Point, Rect, Value
from fairsheet.sheets.model.page_geometry import FRAME, PAPERS, Paper
from fairsheet.sheets.model.sheet import ENGLISH
from fairsheet.sheets.printing.header import UNOFFICIAL

TURNS_A_PAGE = 20
SOLO_TURNS_A_PAGE = 21  # the first passage of the solo game
NEXT_ACTIONS = Message("next turn's actions")
EFFECTS_COLUMN = Message("effect cards")

_TITLE_SIZE, _WORD_SIZE, _SMALL_SIZE = 17.0, 9.5, 7.5  # points
_NUMBER_SIZE, _TURN_SIZE, _NOTE_SIZE = 24.0, 15.0, 6.0
_MISSION_ROW = 5.0  # mm
_FOOT = 7.0  # mm
_TURN_WIDTH = 18.0
_NEXT_WIDTH = 31.0
_BADGE = 8.0
_LINE = Style("mid", None, 0.3)
_COVER = Message("Cover the rows with a sheet of paper, and uncover one row a turn.")


class CallerRow(Value, frozen=True):
    """A turn: its offers as (number, action), the actions of the turn after it, and a note such as a shuffle.

    In the solo game: the cards, and instead of actions the letters of the effect cards drawn among them.
    """

    turn: int
    offers: tuple[tuple[int, str], ...]
    next_actions: tuple[str, ...] = ()
    note: str = ""
    effects: tuple[str, ...] = ()


def draw_caller(
    title: str,
    missions: Sequence[tuple[str, str]],
    rows: Sequence[CallerRow],
    paper: Paper = PAPERS["a4"],
    *,
    a_page: int = TURNS_A_PAGE,
    last_column: Message = NEXT_ACTIONS,
    language: str = ENGLISH,
) -> bytes:
    """Return the PDF of the caller in a language, `a_page` turns on each page.

    `missions` are (letter, words), printed on every page.
    """
    canvas = Canvas(paper, title)
    for start in range(0, len(rows), a_page):
        canvas.begin_page(language=words_on_sheets(language))
        top = _draw_head(canvas, title, missions, last_column)
        height = (FRAME.bottom - _FOOT - top) / a_page
        for index, row in enumerate(rows[start : start + a_page]):
            _draw_row(
                canvas, row, Rect(FRAME.x, top + index * height, FRAME.w, height), shaded=index % 2 == 0
            )
        canvas.text(Point(FRAME.x, FRAME.bottom - 1), UNOFFICIAL, _SMALL_SIZE, colour="dark")
        canvas.end_page()
    return canvas.to_bytes()


def _draw_head(
    canvas: Canvas, title: str, missions: Sequence[tuple[str, str]], last_column: Message
) -> float:
    """Draw title and missions, and return the y below them, mm."""
    title = canvas.translate(title)
    size = fitted_size(title, _TITLE_SIZE, FRAME.w, "bold")
    canvas.text(Point(FRAME.x, 6), title, size, font="bold")
    canvas.text(Point(FRAME.x, 11), _COVER, _WORD_SIZE, colour="dark")
    y = 17.0
    for letter, words in missions:
        canvas.text(Point(FRAME.x, y), letter, _WORD_SIZE, font="bold")
        for line in wrapped(canvas.translate(words), _WORD_SIZE, FRAME.w - 6):
            canvas.text(Point(FRAME.x + 6, y), line, _WORD_SIZE)
            y += _MISSION_ROW
    at = Point(FRAME.right - _NEXT_WIDTH / 2, y + 1)
    canvas.text(at, last_column, _SMALL_SIZE, "center", colour="dark")
    return y + 3


def _draw_row(canvas: Canvas, row: CallerRow, rect: Rect, *, shaded: bool) -> None:
    if shaded:
        canvas.rects([rect], "faint")
    for y in (rect.y, rect.bottom):
        canvas.polygon((Point(rect.x, y), Point(rect.right, y)), _LINE, closed=False)
    _write(canvas, Point(rect.x + 2, rect.center.y), f"{row.turn}", _TURN_SIZE)
    if row.note:
        canvas.text(Point(rect.x + 2, rect.bottom - 1), row.note, _NOTE_SIZE, font="condensed", colour="dark")
    width = (rect.w - _TURN_WIDTH - _NEXT_WIDTH) / max(1, len(row.offers))
    for index, (number, action) in enumerate(row.offers):
        x = rect.x + _TURN_WIDTH + index * width
        _draw_offer(canvas, number, action, Rect(x, rect.y, width, rect.h))
    step = _NEXT_WIDTH / 3
    for index, action in enumerate(row.next_actions):
        at = Point(rect.right - _NEXT_WIDTH + (index + 0.5) * step, rect.center.y)
        _draw_badge(canvas, action, at, 5.6)
    for index, letter in enumerate(row.effects):
        middle = rect.right - _NEXT_WIDTH + (index + 0.5) * step
        hexagon = Rect(middle - 4, rect.center.y - 4, 8, 8)
        draw_icon(canvas, Icon("mission", hexagon, Style("ink", "paper", 0.4), letter))


def _draw_offer(canvas: Canvas, number: int, action: str, rect: Rect) -> None:
    _write(canvas, Point(rect.x + 13, rect.center.y), str(number), _NUMBER_SIZE, "right")
    _draw_badge(canvas, action, Point(rect.x + 20.5, rect.center.y), _BADGE)
    _write(canvas, Point(rect.x + 27, rect.center.y), Message(action), _WORD_SIZE)


def _draw_badge(canvas: Canvas, action: str, at: Point, size: float) -> None:
    around = Rect(at.x - size / 2, at.y - size / 2, size, size)
    canvas.ellipse(around.grown(0.8), Style("mid", action, 0.2))
    draw_icon(canvas, Icon(action, around.grown(-size / 12), Style("ink", width=0.2)))


def _write(canvas: Canvas, middle: Point, words: str, size: float, align: str = "left") -> None:
    """Write bold words whose capitals are centred at the height of `middle`."""
    baseline = middle.y + size * CAP_HEIGHT * MM_PER_POINT / 2
    canvas.text(Point(middle.x, baseline), words, size, align, "bold")

"""Cards to print and cut: fronts on one page, their backs mirrored on the next, so that they match in duplex print.

A page has nine cards with bleed and cut marks. Backs are mirrored from left to right: print on both sides, flipped on
the long edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from fairsheet.languages.messages import Message
from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.icons import draw_icon
from fairsheet.sheets.drawing.typeface import CAP_HEIGHT, MM_PER_POINT, fitted_size, line_height, wrapped
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.sheets.model.drawn_shapes import Icon, Style
from fairsheet.sheets.model.geometry import Point, Rect, Value
from fairsheet.sheets.model.page_geometry import FRAME, PAPERS, Paper
from fairsheet.sheets.model.sheet import ENGLISH, Mission, Sheet
from fairsheet.sheets.printing.header import DEFAULT_UNIT, UNOFFICIAL
from fairsheet.sheets.printing.stacking import Stacking, draw_stacking

CARD_WIDTH, CARD_HEIGHT = 56.0, 82.0  # mm, as cut; fits into sleeves for 57 x 87 mm
BLEED = 2.0  # mm of print beyond the cut, on every side
COLUMNS, ROWS = 3, 3

_CELL = Rect(0, 0, CARD_WIDTH + 2 * BLEED, CARD_HEIGHT + 2 * BLEED)
_GRID = Rect(
    (FRAME.w - COLUMNS * _CELL.w) / 2, (FRAME.h - ROWS * _CELL.h) / 2, COLUMNS * _CELL.w, ROWS * _CELL.h
)
_CARD = Rect(0, 0, CARD_WIDTH, CARD_HEIGHT)
_INSIDE = _CARD.grown(-3).corners  # of its outline
_MARK = 3.0  # mm of a line to cut along
_CUT = Style("ink", None, 0.15)
_EDGE = Style("light", None, 0.3)
_SMALL = 5.5  # points
_CORNER = 11.0  # mm of an icon in a corner
_MIDDLE = 34.0  # mm of an icon in the middle


class NumberCard(Value, frozen=True):
    """A number with its action on the front, the action on the back. `id`: its place in the deck, from 1."""

    id: int
    number: int
    action: str


class Worth(Value, frozen=True):
    """The value of a mission: an icon with a number in it, or only an icon that players circle."""

    icon: str
    text: str = ""


class MissionCard(Value, frozen=True):
    """A mission of a sheet, with its first value on the front and its later value on the back."""

    title: str
    mission: Mission
    first: Worth
    later: Worth


class EffectCard(Value, frozen=True):
    """An effect card of the solo game, with its letter on the front."""

    letter: str


class Opponent(Value, frozen=True):
    """ASTRA at a level: its name, and the points of a card by action."""

    level: int
    name: str
    points: tuple[tuple[str, int], ...]


class OpponentCard(Value, frozen=True):
    """Two opponents, one on each side."""

    front: Opponent
    back: Opponent


class ScenarioCard(Value, frozen=True):
    """A scenario's part of the solo game: solo bonuses and ASTRA's points on the front, its effects on the back.

    `effects` are (letter, first effect, second effect).
    """

    title: str
    earned: str
    points: Message
    effects: tuple[tuple[str, str, str], ...]


Card = NumberCard | MissionCard | EffectCard | OpponentCard | ScenarioCard


def draw_cards(
    cards: Sequence[Card],
    stacking: Stacking | None = None,
    paper: Paper = PAPERS["a4"],
    language: str = ENGLISH,
) -> bytes:
    """Return the PDF of the cards in a language: a page of fronts and one of backs for every nine cards.

    The pages about stacking come last. The same input gives the same bytes.
    """
    canvas, words = Canvas(paper, "fairsheet"), words_on_sheets(language)
    for start in range(0, len(cards), COLUMNS * ROWS):
        for front in (True, False):
            canvas.begin_page(language=words)
            for index, card in enumerate(cards[start : start + COLUMNS * ROWS]):
                with canvas.placed(card_corner(index, front=front)):
                    _draw_face(canvas, card, front)
            _draw_cut_marks(canvas)
            canvas.text(Point(FRAME.x, FRAME.bottom), UNOFFICIAL, _SMALL, colour="dark")
            canvas.end_page()
    if stacking is not None:
        draw_stacking(canvas, stacking, words)
    return canvas.to_bytes()


def mission_cards(sheet: Sheet) -> list[MissionCard]:
    """Return the mission cards of a sheet."""
    return [
        MissionCard(sheet.title, mission, _worth(sheet, mission, "first"), _worth(sheet, mission, "later"))
        for mission in sheet.missions
    ]


def _worth(sheet: Sheet, mission: Mission, side: Literal["first", "later"]) -> Worth:
    """Return what players write or circle for a mission: its value, or its group's icon for that side."""
    value = mission.first if side == "first" else mission.later
    if value is not None:
        return Worth(str(sheet.attrs.get("mission_unit", DEFAULT_UNIT)), str(value))
    circled = [
        sheet.field.get(str(group.attrs[side]))
        for group in sheet.groups
        if group.attrs.get("letter") == mission.letter and side in group.attrs
    ]
    symbol = circled[0].symbol if circled and circled[0] is not None else None
    return Worth(symbol or DEFAULT_UNIT)


def card_corner(index: int, *, front: bool = True) -> Point:
    """Return the top left corner of a card as cut, mm in the frame; `index` counts row by row from the top left
    front."""
    row, column = divmod(index, COLUMNS)
    if not front:
        column = COLUMNS - 1 - column
    return Point(_GRID.x + column * _CELL.w + BLEED, _GRID.y + row * _CELL.h + BLEED)


def _draw_cut_marks(canvas: Canvas) -> None:
    """Draw short lines in the margins, in line with every edge to cut."""
    for column in range(COLUMNS):
        for x in (BLEED, BLEED + CARD_WIDTH):
            for y in (_GRID.y - _MARK - 0.5, _GRID.bottom + 0.5):
                start = Point(_GRID.x + column * _CELL.w + x, y)
                canvas.polygon((start, Point(start.x, y + _MARK)), _CUT, closed=False)
    for row in range(ROWS):
        for y in (BLEED, BLEED + CARD_HEIGHT):
            for x in (_GRID.x - _MARK - 0.5, _GRID.right + 0.5):
                start = Point(x, _GRID.y + row * _CELL.h + y)
                canvas.polygon((start, Point(x + _MARK, start.y)), _CUT, closed=False)


def _draw_face(canvas: Canvas, card: Card, front: bool) -> None:
    """Draw one side of a card; the origin is its top left corner as cut."""
    match card, front:
        case NumberCard(), True:
            _draw_number(canvas, card)
        case NumberCard(), False:
            _draw_action(canvas, card.action)
        case MissionCard(), _:
            _draw_mission(canvas, card, front)
        case EffectCard(), _:
            _draw_effect(canvas, card.letter if front else None)
        case OpponentCard(), _:
            _draw_opponent(canvas, card.front if front else card.back)
        case ScenarioCard(), True:
            words = [
                (Message("Solo bonuses"), Message(card.earned)),
                (Message("ASTRA’s points"), card.points),
            ]
            _draw_paragraphs(canvas, card.title, words)
        case ScenarioCard(), False:
            _draw_paragraphs(canvas, card.title, _format_effects(card))


def _draw_number(canvas: Canvas, card: NumberCard) -> None:
    canvas.polygon(_INSIDE, _EDGE, radius=4)
    for turn, at in ((0, Point(11.5, 12.5)), (180, Point(CARD_WIDTH - 11.5, CARD_HEIGHT - 12.5))):
        with canvas.placed(at, turn):
            _draw_badge(canvas, card.action)
    words = str(card.number)
    size = fitted_size(words, 150, CARD_WIDTH - 14, "bold")
    baseline = CARD_HEIGHT / 2 + size * CAP_HEIGHT * MM_PER_POINT / 2
    canvas.text(Point(CARD_WIDTH / 2, baseline), words, size, "center", "bold")
    if words in ("6", "9"):
        y = baseline + 4
        ends = Point(CARD_WIDTH / 2 - 6, y), Point(CARD_WIDTH / 2 + 6, y)
        canvas.polygon(ends, Style("ink", None, 1.0), closed=False)
    canvas.text(Point(7, CARD_HEIGHT - 6.5), Message("No. {number}", number=card.id), 7, colour="dark")


def _draw_badge(canvas: Canvas, action: str) -> None:
    around = Rect(-_CORNER / 2, -_CORNER / 2, _CORNER, _CORNER)
    canvas.ellipse(around.grown(1.5), Style("mid", action, 0.3))
    draw_icon(canvas, Icon(action, around.grown(-1), Style("ink")))


def _draw_action(canvas: Canvas, action: str) -> None:
    canvas.rects([_CARD.grown(BLEED)], action)
    canvas.polygon(_INSIDE, Style("paper", None, 0.8), radius=4)
    middle = Point(CARD_WIDTH / 2, CARD_HEIGHT / 2 - 5)
    canvas.ellipse(Rect(middle.x - 21, middle.y - 21, 42, 42), Style(None, "paper"))
    square = Rect(middle.x - _MIDDLE / 2, middle.y - _MIDDLE / 2, _MIDDLE, _MIDDLE)
    draw_icon(canvas, Icon(action, square, Style("ink", width=0.4)))
    canvas.text(Point(middle.x, CARD_HEIGHT - 11), Message(action), 20, "center", "bold")


def _draw_mission(canvas: Canvas, card: MissionCard, front: bool) -> None:
    mission = card.mission
    if not front:
        canvas.rects([_CARD.grown(BLEED)], "pale")
    canvas.polygon(_INSIDE, Style("mid", "paper", 0.4), radius=4)
    canvas.text(Point(7.5, 17), mission.letter, 32, font="bold")
    canvas.text(Point(CARD_WIDTH - 7.5, 11.5), card.title, 9, "right", "bold")
    canvas.text(
        Point(CARD_WIDTH - 7.5, 16),
        Message("mission {mission}", mission=mission.id),
        7.5,
        "right",
        colour="dark",
    )
    size = 12.0
    while len(lines := wrapped(mission.text, size, CARD_WIDTH - 15)) > 6 and size > 8:
        size -= 0.5
    for row, line in enumerate(lines):
        canvas.text(Point(7.5, 28 + row * size * MM_PER_POINT * 1.25), line, size)
    worth = card.first if front else card.later
    side = 20.0
    rect = Rect(CARD_WIDTH / 2 - side / 2, CARD_HEIGHT - 29, side, side)
    draw_icon(canvas, Icon(worth.icon, rect, Style("ink", None, 0.4), worth.text))
    words = Message("in the first turn of a claim") if front else Message("in every later turn")
    canvas.text(Point(CARD_WIDTH / 2, CARD_HEIGHT - 5.2), words, 7.5, "center", colour="dark")


def _draw_effect(canvas: Canvas, letter: str | None) -> None:
    """Draw an effect card with its letter, or without one the back of all three."""
    canvas.rects([_CARD.grown(BLEED)], "pale")
    canvas.polygon(_INSIDE, Style("dark", "paper", 0.6), radius=4)
    middle = _CARD.center
    canvas.text(Point(middle.x, 18), "ASTRA", 22, "center", "bold")
    if letter is not None:
        side = 34.0
        hexagon = Rect(middle.x - side / 2, middle.y - side / 2 + 2, side, side)
        draw_icon(canvas, Icon("mission", hexagon, Style("ink", None, 0.6), letter))
    canvas.text(Point(middle.x, CARD_HEIGHT - 10), Message("effect"), 16, "center", "bold")


def _draw_opponent(canvas: Canvas, opponent: Opponent) -> None:
    canvas.polygon(_INSIDE, Style("mid", "paper", 0.4), radius=4)
    canvas.text(Point(7.5, 14), "ASTRA", 17, font="bold")
    canvas.text(Point(7.5, 20), Message(opponent.name), 10)
    canvas.text(
        Point(CARD_WIDTH - 7.5, 14), Message("level {level}", level=opponent.level), 11, "right", "bold"
    )
    for row, (action, points) in enumerate(opponent.points):
        y = 25.5 + 8.4 * row
        canvas.polygon(Rect(6.5, y, CARD_WIDTH - 13, 7.4).corners, Style(None, action), radius=1.5)
        draw_icon(canvas, Icon(action, Rect(8.5, y + 0.9, 5.6, 5.6), Style("ink", width=0.2)))
        canvas.text(Point(17, y + 5), Message(action), 9.5)
        canvas.text(Point(CARD_WIDTH - 10, y + 5.6), str(points), 14, "right", "bold")


def _format_effects(card: ScenarioCard) -> list[tuple[Message, Message]]:
    """Return the effects; letters with the same first effect share it."""
    letters: dict[str, list[str]] = {}
    for letter, first, _ in card.effects:
        letters.setdefault(first, []).append(letter)
    firsts = [
        (Message("Effect {letters}, first time", letters=", ".join(whose)), Message(words))
        for words, whose in letters.items()
    ]
    seconds = [
        (Message("Effect {letters}, second time", letters=letter), Message(second))
        for letter, _, second in card.effects
    ]
    return [*firsts, *seconds]


def _draw_paragraphs(canvas: Canvas, sheet_title: str, messages: Sequence[tuple[Message, Message]]) -> None:
    """Draw a card of words under headings, in the largest size that fits."""
    title = canvas.translate(Message(sheet_title))
    paragraphs = [(canvas.translate(heading), canvas.translate(words)) for heading, words in messages]
    canvas.polygon(_INSIDE, Style("mid", "paper", 0.4), radius=4)
    canvas.text(Point(7.5, 13), title, fitted_size(title, 15, CARD_WIDTH - 25, "bold"), font="bold")
    canvas.text(Point(CARD_WIDTH - 7.5, 13), Message("solo"), 9, "right", colour="dark")
    size = 11.0
    while (room := _height(paragraphs, size)) > CARD_HEIGHT - 24 and size > 5.5:
        size -= 0.25
    gap = min(3.0, (CARD_HEIGHT - 24 - room) / max(1, len(paragraphs)))
    y = 20.0
    for heading, words in paragraphs:
        canvas.text(Point(7.5, y), heading, size, font="bold")
        for line in wrapped(words, size, CARD_WIDTH - 15):
            y += line_height(size)
            canvas.text(Point(7.5, y), line, size)
        y += 1.4 * line_height(size) + gap


def _height(paragraphs: Sequence[tuple[str, str]], size: float) -> float:
    """Return the height of paragraphs, mm."""
    return sum(
        (1.4 + len(wrapped(words, size, CARD_WIDTH - 15))) * line_height(size) for _, words in paragraphs
    )

"""The order in which to stack printed cards, so that they are drawn as a seed deals them."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message
from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.typeface import fitted_size, wrapped
from fairsheet.sheets.model.drawn_shapes import Style
from fairsheet.sheets.model.geometry import Point, Rect, Value
from fairsheet.sheets.model.page_geometry import FRAME

_TITLE_SIZE, _WORD_SIZE, _HEAD_SIZE, _NUMBER_SIZE = 18.0, 9.5, 11.0, 13.0  # points
_LINE = 4.6  # mm, of the explanation
_COLUMNS = 11  # numbers in a row
_ROW = 7.5  # mm
_PILE_GAP = 5.0
_PASS_GAP = 9.0
_EXPLANATION = Message(
    "Every card has its number (No.) at the foot of its number side. Stack each pile from the top, number sides up: "
    "the first number of a row is the card on top. Before a later pass each pile has one card left: turn it over and "
    "put it next to the new pile, which is stacked from the cards that this pile has dealt. Never mix the piles."
)


_SOLO = Message(
    "Every card has its number (No.) at the foot of its number side; A, B and C are the effect cards. Stack one deck "
    "from the top, action sides up: the first number is the card on top. It lasts 21 turns of three cards. The order "
    "of the discarded cards then depends on what was played: let fairsheet deal them. If you shuffle them by hand, it "
    "is no longer the game of this seed."
)


class Pass(Value, frozen=True):
    """How to stack the piles for some turns: card numbers, top card first, one tuple for each pile."""

    turns: tuple[int, int]  # the first and the last
    piles: tuple[tuple[int, ...], ...]
    left_over: tuple[int, ...] = ()  # the card that each pile keeps from the pass before


class Stacking(Value, frozen=True):
    """How to stack the cards of a seed; `missions` are lines of words about its missions.

    `solo` is the only deck of the solo game from the top: card numbers and letters of effect cards.
    """

    seed: str
    missions: tuple[Message, ...]
    passes: tuple[Pass, ...] = ()
    solo: tuple[str, ...] = ()


def draw_stacking(canvas: Canvas, stacking: Stacking, language: Catalogue) -> None:
    """Draw the pages in a language, two passes on each; for the solo game one page."""
    if stacking.solo:
        title = Message("How to stack the cards of seed {seed}, solo", seed=stacking.seed)
        y = _begin_page(canvas, language, title, _SOLO, stacking.missions)
        _draw_pile(canvas, stacking.solo, y + 6)
        canvas.end_page()
    for start in range(0, len(stacking.passes), 2):
        title = Message("How to stack the cards of seed {seed}", seed=stacking.seed)
        y = 9 + _begin_page(canvas, language, title, _EXPLANATION, stacking.missions if start == 0 else ())
        for stacked in stacking.passes[start : start + 2]:
            y = _draw_pass(canvas, stacked, y)
        canvas.end_page()


def _begin_page(
    canvas: Canvas, language: Catalogue, message: Message, explanation: Message, further: Sequence[Message]
) -> float:
    """Begin a page with its title, explanation and further lines, and return the y below them, mm."""
    canvas.begin_page(language=language)
    title = canvas.translate(message)
    canvas.text(Point(FRAME.x, 9), title, fitted_size(title, _TITLE_SIZE, FRAME.w, "bold"), font="bold")
    lines = [*wrapped(canvas.translate(explanation), _WORD_SIZE, FRAME.w), *further]
    for row, line in enumerate(lines):
        canvas.text(Point(FRAME.x, 17 + row * _LINE), line, _WORD_SIZE)
    return 17 + len(lines) * _LINE


def _draw_pass(canvas: Canvas, stacked: Pass, y: float) -> float:
    """Draw a pass from `y` (mm) down, and return the y of its end."""
    first, last = stacked.turns
    turns = Message("Turns {first} to {last}", first=first, last=last)
    canvas.text(Point(FRAME.x, y), turns, _TITLE_SIZE, font="bold")
    y += 4
    for index, pile in enumerate(stacked.piles):
        y += 5
        words = Message("Pile {pile}", pile=index + 1)
        if stacked.left_over:
            number = stacked.left_over[index]
            words = Message("Pile {pile}   (left over: No. {number})", pile=index + 1, number=number)
        canvas.text(Point(FRAME.x, y), words, _HEAD_SIZE, font="bold")
        y += 2
        y = _draw_pile(canvas, pile, y) + _PILE_GAP
    return y + _PASS_GAP


def _draw_pile(canvas: Canvas, pile: Sequence[int | str], y: float) -> float:
    width = FRAME.w / _COLUMNS
    rows = -(-len(pile) // _COLUMNS)
    for index, card in enumerate(pile):
        row, column = divmod(index, _COLUMNS)
        cell = Rect(FRAME.x + column * width, y + row * _ROW, width, _ROW)
        canvas.polygon(cell.corners, Style("light", "faint" if row % 2 else "paper", 0.2))
        canvas.text(Point(cell.center.x, cell.bottom - 2.2), str(card), _NUMBER_SIZE, "center", "bold")
    return y + rows * _ROW

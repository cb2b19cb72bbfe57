"""What stands at the foot of every sheet: examples of how to write, and the label in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from sheets.canvas import Canvas
from sheets.icon_paths import commands
from sheets.icons import draw_icon
from sheets.label import Label
from sheets.label_text import label_text
from sheets.library import is_own
from sheets.model import FieldKind, Icon, Point, Rect, Sheet, Style
from sheets.page import FOOTER, LABEL_TEXT
from sheets.typeface import fitted_size, text_width

_SAMPLE = 6.2  # mm, side of a drawn slot or icon
_TAB = 3.0  # mm, height of the tab below a slot
_BESIDE = 1.3  # mm, between a sample and its caption
_GAP = 3.4  # mm, after a caption
_TOP = FOOTER.y + 0.2
_WORDS_SIZE = 6.5  # points
_LABEL_SIZE = 8.0
_LINE_HEIGHT = 2.75  # mm
_SLOT = Style("mid", "paper", 0.3)
_ICON = Style("mid", None, 0.35)
_PEN = Style("pen", None, 0.5)
_THICK_PEN = Style("pen", None, 0.9)

# Handwriting on a square of 100 by 100, see sheets.icon_paths
_SEVEN = "M 26 22 C 42 20 58 20 76 19 C 62 42 52 62 46 84"
_NINE = "M 68 32 C 60 14 32 16 30 36 C 30 54 58 54 67 34 C 68 52 64 70 54 88"
_CROSS = "M 20 16 L 82 86 M 84 18 L 16 82"
_CIRCLE = "M 58 -6 C 18 -10 -10 22 -4 56 C 2 92 40 110 70 100 C 100 90 112 54 100 26 C 92 8 72 -4 44 0"
_FILLING = "M 12 46 L 30 38 M 12 60 L 58 34 M 30 62 L 60 26 M 52 64 L 72 36 M 56 74 L 84 46 M 58 80 L 90 52"
_SIGN_CIRCLE = "M 56 8 C 24 6 6 30 10 56 C 14 86 44 98 70 86 C 94 72 98 40 80 20 C 72 12 62 8 48 8"
_TRIANGLE = "M 52 12 L 88 80 L 12 84 L 54 10"
_SCRIBBLE = (
    "M 8 20 L 30 12 L 10 42 L 58 10 L 12 68 L 84 12 L 16 88 L 92 30 L 34 92 L 92 56 L 58 92 L 92 80 "
    "L 66 60 L 30 44 L 22 70 L 70 24 L 48 80 L 84 44"
)

Draw = Callable[[Canvas, float], None]

_CORRECTION = ("Wrong number? Scribble it over and", "write the right one in the slot’s tab.")
_VOID = ("An icon scribbled black", "does not count.")
_NO_SIGN = ("A sign or an icon that is scribbled", "black does not count.")


def draw_footer(canvas: Canvas, sheet: Sheet, label: Label | None) -> None:
    """How to write what the sheet's fields accept, with drawn examples; below it the label in words."""
    x = FOOTER.x + 12.5
    for draw, caption in _samples(sheet):
        if x == FOOTER.x + 12.5:
            canvas.text(Point(FOOTER.x, _TOP + 2.6), "How", _WORDS_SIZE, font="bold")
            canvas.text(Point(FOOTER.x, _TOP + 2.6 + _LINE_HEIGHT), "to write", _WORDS_SIZE, font="bold")
        end = _end(x, caption)
        if end <= FOOTER.right:
            draw(canvas, x)
            _caption(canvas, x, caption)
            x = end + _GAP
    if label is not None:
        words = label_text(label)
        at = Point(LABEL_TEXT.x, LABEL_TEXT.bottom - 1)
        canvas.text(at, words, fitted_size(words, _LABEL_SIZE, LABEL_TEXT.w))


def _samples(sheet: Sheet) -> Iterator[tuple[Draw, tuple[str, ...]]]:
    """For each way of writing that the sheet has a use for: what draws an example at some x, and its caption.

    Our sheets with slots explain how to fill in whether or not they ask for it, as they have from the first.
    """
    slots, icons = _accepted(sheet, "slot"), _accepted(sheet, "icon")
    signs = any(field.kind == "sign" for field in sheet.fields)
    if any(isinstance(mark, int) for mark in slots):
        yield partial(_draw_in_slot, ink=_SEVEN), ("number",)
    if "X" in slots:
        yield partial(_draw_in_slot, ink=_CROSS), ("X",)
    if signs:
        yield partial(_draw_in_ring, ink=_SIGN_CIRCLE), ("circle,",)
        yield partial(_draw_in_ring, ink=_CROSS), ("cross or",)
        yield partial(_draw_in_ring, ink=_TRIANGLE), ("triangle: your sign",)
    if "circled" in icons:
        yield partial(_draw_on_icon, icon="sabotage", ink=_CIRCLE), ("circle",)
    if "crossed" in icons:
        yield partial(_draw_on_icon, icon="sabotage", ink=_CROSS), ("cross",)
    if "filled" in icons or (slots and not is_own(sheet)):
        yield partial(_draw_on_icon, icon="arrow", ink=_FILLING, pen=_THICK_PEN), ("fill in",)
    if any(field.second_try for field in sheet.fields):
        yield _draw_correction, _CORRECTION
    if icons or signs:
        scribbled = partial(_draw_on_icon, icon="sabotage", ink=_SCRIBBLE, pen=_THICK_PEN)
        yield scribbled, _NO_SIGN if signs else _VOID


def _accepted(sheet: Sheet, kind: FieldKind) -> set[int | str]:
    return {mark for field in sheet.fields if field.kind == kind for mark in field.accepts}


def _draw_in_slot(canvas: Canvas, x: float, ink: str) -> None:
    _draw_slot(canvas, x)
    _write(canvas, ink, x)


def _draw_in_ring(canvas: Canvas, x: float, ink: str) -> None:
    canvas.ellipse(Rect(x, _TOP, _SAMPLE, _SAMPLE), _SLOT)
    _write(canvas, ink, x + 1, _TOP + 1, _SAMPLE - 2)


def _draw_on_icon(canvas: Canvas, x: float, icon: str, ink: str, pen: Style = _PEN) -> None:
    draw_icon(canvas, Icon(icon, Rect(x, _TOP, _SAMPLE, _SAMPLE), _ICON))
    _write(canvas, ink, x, style=pen)


def _draw_correction(canvas: Canvas, x: float) -> None:
    _draw_slot(canvas, x, tab=True)
    _write(canvas, _SEVEN, x)
    _write(canvas, _SCRIBBLE, x, style=_THICK_PEN)
    _write(canvas, _NINE, x + 1.5, y=_TOP + _SAMPLE - 0.1, size=_TAB + 0.3)


def _draw_slot(canvas: Canvas, x: float, tab: bool = False) -> None:
    if tab:
        left, right, high = x + 0.6, x + _SAMPLE - 0.6, _TOP + _SAMPLE
        low = high + _TAB
        outline = (Point(left, high), Point(left, low), Point(right, low), Point(right, high))
        canvas.polygon(outline, Style("light", "paper", 0.25), closed=False)
    canvas.polygon(Rect(x, _TOP, _SAMPLE, _SAMPLE).corners, _SLOT, radius=0.8)


def _write(
    canvas: Canvas, ink: str, x: float, y: float = _TOP, size: float = _SAMPLE, style: Style = _PEN
) -> None:
    with canvas.placed(Rect(x, y, size, size).center):
        canvas.path(commands(ink, size, size), style)


def _caption(canvas: Canvas, x: float, lines: tuple[str, ...]) -> None:
    """Writes beside the sample at x."""
    first = _TOP + _SAMPLE / 2 + 0.9 - _LINE_HEIGHT * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        canvas.text(Point(x + _SAMPLE + _BESIDE, first + i * _LINE_HEIGHT), line, _WORDS_SIZE)


def _end(x: float, caption: tuple[str, ...]) -> float:
    """Where the caption of the sample at x ends, mm."""
    return x + _SAMPLE + _BESIDE + max(text_width(line, _WORDS_SIZE) for line in caption)

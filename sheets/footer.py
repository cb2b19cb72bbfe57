"""What stands at the foot of every sheet: examples of how to write, and the label in words."""

from __future__ import annotations

from sheets.canvas import Canvas
from sheets.icon_paths import commands
from sheets.icons import draw_icon
from sheets.label import Label
from sheets.label_text import label_text
from sheets.model import Icon, Point, Rect, Sheet, Style
from sheets.page import FOOTER, LABEL_TEXT
from sheets.typeface import fitted_size, text_width

_SAMPLE = 6.2  # mm, side of a drawn slot or icon
_TAB = 3.0  # mm, height of the tab below a slot
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

_CORRECTION = ("Wrong number? Scribble it over and", "write the right one in the slot’s tab.")
_VOID = ("An icon scribbled black", "does not count.")
_NO_SIGN = ("A sign or an icon that is scribbled", "black does not count.")


def draw_footer(canvas: Canvas, sheet: Sheet, label: Label | None) -> None:
    """How to write, with drawn examples; below it the label in words."""
    canvas.text(Point(FOOTER.x, _TOP + 2.6), "How", _WORDS_SIZE, font="bold")
    canvas.text(Point(FOOTER.x, _TOP + 2.6 + _LINE_HEIGHT), "to write", _WORDS_SIZE, font="bold")
    if any(field.kind == "slot" for field in sheet.fields):
        _explain_numbers(canvas, FOOTER.x + 12.5)
    else:
        _explain_signs(canvas, FOOTER.x + 12.5)
    if label is not None:
        words = label_text(label)
        at = Point(LABEL_TEXT.x, LABEL_TEXT.bottom - 1)
        canvas.text(at, words, fitted_size(words, _LABEL_SIZE, LABEL_TEXT.w))


def _explain_numbers(canvas: Canvas, x: float) -> None:
    for ink, caption in ((_SEVEN, "number"), (_CROSS, "X")):
        _draw_slot(canvas, x)
        _write(canvas, ink, x)
        x = _caption(canvas, x, (caption,))
    x = _explain_icons(canvas, x)
    draw_icon(canvas, Icon("arrow", Rect(x, _TOP, _SAMPLE, _SAMPLE), _ICON))
    _write(canvas, _FILLING, x, style=_THICK_PEN)
    x = _caption(canvas, x, ("fill in",))
    _draw_slot(canvas, x, tab=True)
    _write(canvas, _SEVEN, x)
    _write(canvas, _SCRIBBLE, x, style=_THICK_PEN)
    _write(canvas, _NINE, x + 1.5, y=_TOP + _SAMPLE - 0.1, size=_TAB + 0.3)
    x = _caption(canvas, x, _CORRECTION)
    draw_icon(canvas, Icon("sabotage", Rect(x, _TOP, _SAMPLE, _SAMPLE), _ICON))
    _write(canvas, _SCRIBBLE, x, style=_THICK_PEN)
    _caption(canvas, x, _VOID)


def _explain_signs(canvas: Canvas, x: float) -> None:
    for sign, caption in (
        (_SIGN_CIRCLE, "circle,"),
        (_CROSS, "cross or"),
        (_TRIANGLE, "triangle: your sign"),
    ):
        canvas.ellipse(Rect(x, _TOP, _SAMPLE, _SAMPLE), _SLOT)
        _write(canvas, sign, x + 1, _TOP + 1, _SAMPLE - 2)
        x = _caption(canvas, x, (caption,))
    x = _explain_icons(canvas, x)
    draw_icon(canvas, Icon("sabotage", Rect(x, _TOP, _SAMPLE, _SAMPLE), _ICON))
    _write(canvas, _SCRIBBLE, x, style=_THICK_PEN)
    _caption(canvas, x, _NO_SIGN)


def _explain_icons(canvas: Canvas, x: float) -> float:
    for ink, caption in ((_CIRCLE, "circle"), (_CROSS, "cross")):
        draw_icon(canvas, Icon("sabotage", Rect(x, _TOP, _SAMPLE, _SAMPLE), _ICON))
        _write(canvas, ink, x)
        x = _caption(canvas, x, (caption,))
    return x


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


def _caption(canvas: Canvas, x: float, lines: tuple[str, ...]) -> float:
    """Writes beside the sample at x; returns the x of the next sample."""
    left = x + _SAMPLE + 1.3
    first = _TOP + _SAMPLE / 2 + 0.9 - _LINE_HEIGHT * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        canvas.text(Point(left, first + i * _LINE_HEIGHT), line, _WORDS_SIZE)
    return left + max(text_width(line, _WORDS_SIZE) for line in lines) + 3.4

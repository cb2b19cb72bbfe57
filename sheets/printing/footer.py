"""The foot of every sheet: examples of how to write, and the label in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message, either, render
from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.icon_paths import commands
from fairsheet.sheets.drawing.icons import draw_icon
from fairsheet.sheets.drawing.typeface import fitted_size, legible, text_width, wrapped
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.label.label_text import NO_CARDS, PHYSICAL_CARDS, label_text
from fairsheet.sheets.library.templates import has_cards, is_custom
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.sheets.model.drawn_shapes import Icon, Style
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import FOOTER, LABEL_TEXT
from fairsheet.sheets.model.sheet import Field, FieldKind, Sheet

_SAMPLE = 6.2  # mm, side of a drawn slot or icon
_LINE, _GUIDE_END = 8.0, 2.1  # mm, length of a drawn line, and of the visible guide at each end
_CELL = 4.4  # mm, width of a drawn digit cell
_BOX_HEIGHT = 3.0  # mm, of the correction box below a slot
_CAPTION_GAP = 1.3  # mm, between a sample and the caption to its right
_BELOW = 2.6  # mm, from a sample down to the baseline of a caption below it
_GAP = 3.8  # mm, between samples, at most
_LEAST_GAP = 1.3  # mm, if room is short
_TOP = FOOTER.y + 0.2
_HEADING = 12.5  # mm, width of the heading before the samples
_OWN_WIDTH, _MOST_LINES = 24.0, 3  # mm and lines of a caption in the sheet's own words
_WORDS_SIZE = 6.5  # points
_LABEL_SIZE = 8.0
_LINE_HEIGHT = 2.75  # mm
_SLOT = Style("mid", "paper", 0.3)
_PART = Style("light", None, 0.25)  # between digit cells
_ICON = Style("mid", None, 0.35)
_GUIDE = Style("mid", None, 0.3, (1.0, 1.0))
_PEN = Style("pen", None, 0.5)
_THICK_PEN = Style("pen", None, 0.9)

# Handwriting on a square of 100 by 100, see fairsheet.sheets.drawing.icon_paths
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

_STROKE = "M 2 54 C 22 46 40 56 60 49 C 76 44 88 51 99 47"
_SIGNS = {"circle": _SIGN_CIRCLE, "cross": _CROSS, "triangle": _TRIANGLE}
_SIGN_WORDS = {"circle": Message("circle"), "cross": Message("cross"), "triangle": Message("triangle")}

_HOW = Message("How\nto write")
_STRUCK = Message("Struck: scribble the\nslot black and leave\nits tab empty.")
_DIGITS_CORRECTION = Message(
    "Wrong digits? Scribble\nthem over, write the right\nones nearby; you are asked."
)
_CORRECTION = Message("Wrong number?\nScribble it over, write\nthe right one in its tab.")
_CANCELLED = Message("A {marks}\nscribbled black\ndoes not count.")
_LOOKS_CANCELLED = {"filled", "struck"}  # a scribble over such a field is this mark

Draw = Callable[[Canvas, float], None]


class _Sample(NamedTuple):
    """A function that draws an example at some x, and its caption: one line below it, or several to its right.

    `side` is the width of the example, mm, and `size` that of its words, points. If room is short, spare samples are
    left out, the first ones first.
    """

    draw: Draw
    caption: tuple[str, ...]
    side: float = _SAMPLE
    spare: bool = False
    size: float = _WORDS_SIZE

    @property
    def larger(self) -> float:
        """The size of its words as a multiple of the default."""
        return self.size / _WORDS_SIZE

    @property
    def width(self) -> float:
        """The width with its caption, mm."""
        words = max((text_width(line, self.size) for line in self.caption), default=-_CAPTION_GAP)
        return max(self.side, words) if len(self.caption) == 1 else self.side + _CAPTION_GAP + words


def draw_footer(canvas: Canvas, sheet: Sheet, page: int, label: Label | None) -> None:
    """Draw examples of how to write in the fields of a page, and below them the label in words.

    Captions have the sheet's own words for marks if there is room.
    """
    samples = _drop_captions(_samples_on(sheet, page))
    size = legible(_WORDS_SIZE, sheet.scale)
    larger = size / _WORDS_SIZE
    if samples:
        for number, line in enumerate(canvas.translate(_HOW).split("\n")):
            at = Point(FOOTER.x, _TOP + larger * (2.6 + number * _LINE_HEIGHT))
            canvas.text(at, line, fitted_size(line, size, larger * _HEADING - 1, "bold"), font="bold")
    x, gap = FOOTER.x + larger * _HEADING, min(_GAP, _gap(samples))
    for sample in samples:
        _draw_sample(canvas, sample, x)
        x += sample.width + gap
    if label is not None:
        words = label_text(label, PHYSICAL_CARDS if has_cards(sheet) else NO_CARDS)
        at = Point(LABEL_TEXT.x, LABEL_TEXT.bottom - 1)
        canvas.text(at, words, fitted_size(words, legible(_LABEL_SIZE, sheet.scale), LABEL_TEXT.w))


def _samples_on(sheet: Sheet, page: int) -> list[_Sample]:
    """Return the examples at the foot of a page, in the words of the sheet if there is room."""
    samples = _samples_of(sheet, page, sheet.mark_words)
    return samples if _have_room(samples) else _samples_of(sheet, page, {})


def mark_words_fit(sheet: Sheet) -> bool:
    """Return whether the foot of every page has room for the sheet's own words for marks."""
    return all(_have_room(_samples_of(sheet, page, sheet.mark_words)) for page in range(1, sheet.pages + 1))


def _samples_of(sheet: Sheet, page: int, words: Mapping[str, str]) -> list[_Sample]:
    fields = [field for field in sheet.fields if field.page == page]
    samples = _samples(fields, words, words_on_sheets(sheet.language), partial(_icon_with, sheet, fields))
    size = legible(_WORDS_SIZE, sheet.scale)
    return _drop_spare([sample if sample.size == size else _enlarge(sample, size) for sample in samples])


def _enlarge(sample: _Sample, size: float) -> _Sample:
    """Return the sample with words of this size, in at most two lines, the height of the foot."""
    words, caption = " ".join(sample.caption), sample.caption
    width = text_width(words, size) / 2
    while len(caption) > 2:
        caption, width = tuple(wrapped(words, size, width)), 1.1 * width
    return sample._replace(caption=caption, size=size)


def _drop_captions(samples: list[_Sample]) -> list[_Sample]:
    """Return the samples, the widest of them without words as long as room is short."""
    while _gap(samples) < _LEAST_GAP and any(sample.caption for sample in samples):
        widest = max(samples, key=lambda sample: sample.width - sample.side)
        samples = [sample._replace(caption=()) if sample is widest else sample for sample in samples]
    return samples


def _have_room(samples: Sequence[_Sample]) -> bool:
    return _gap(samples) >= _LEAST_GAP and all(len(sample.caption) <= _MOST_LINES for sample in samples)


def _drop_spare(samples: list[_Sample]) -> list[_Sample]:
    """Return the samples, without spare ones as long as room is short."""
    spare = (sample for sample in samples if sample.spare)
    while _gap(samples) < _LEAST_GAP and (left_out := next(spare, None)):
        samples = [sample for sample in samples if sample is not left_out]
    return samples


def _gap(samples: Sequence[_Sample]) -> float:
    """Return the gap between the samples if they fill the width, mm."""
    heading = _HEADING * max((sample.larger for sample in samples), default=1.0)
    left = FOOTER.w - heading - sum(sample.width for sample in samples)
    return left / max(1, len(samples) - 1)


def _icon_with(sheet: Sheet, fields: Sequence[Field], mark: str) -> Icon:
    """Return the first icon of a custom sheet that accepts a mark, or a usual icon for it."""
    for field in fields if is_custom(sheet) else ():
        if field.kind == "icon" and mark in field.accepts and mark != field.printed:
            for shape in sheet.shapes:
                if isinstance(shape, Icon) and (shape.rect, shape.page) == (field.rect, field.page):
                    return replace(shape, turn=0)
    return Icon("arrow" if mark == "filled" else "sabotage", Rect(0, 0, _SAMPLE, _SAMPLE), _ICON)


def _samples(
    fields: Sequence[Field], words: Mapping[str, str], language: Catalogue, icon_with: Callable[[str], Icon]
) -> Iterator[_Sample]:
    """Yield an example for each way to write that a field accepts, and for each way to correct it.

    `words` are the sheet's own words for some marks; `icon_with` returns an icon that accepts a mark.
    """

    def translate(message: Message) -> tuple[str, ...]:
        return tuple(render(message, language).split("\n"))

    def caption(mark: str, default: Message) -> tuple[str, ...]:
        return tuple(wrapped(words[mark], _WORDS_SIZE, _OWN_WIDTH)) if mark in words else translate(default)

    slots, icons, signs = (_accepted(fields, kind) for kind in ("slot", "icon", "sign"))
    if any(isinstance(mark, int) for mark in slots):
        yield _Sample(partial(_draw_in_slot, ink=_SEVEN), caption("number", Message("number")))
    if "X" in slots:
        yield _Sample(partial(_draw_in_slot, ink=_CROSS), caption("X", Message("X")))
    if signs & words.keys():
        for sign, ink in _SIGNS.items():
            if sign in signs:
                yield _Sample(partial(_draw_in_rings, inks=(ink,)), caption(sign, _SIGN_WORDS[sign]))
    elif signs:
        inks = [ink for mark, ink in _SIGNS.items() if mark in signs]
        owner = Message("one is your sign") if len(inks) > 1 else Message("your sign")
        yield _Sample(partial(_draw_in_rings, inks=inks), translate(owner), len(inks) * (_SAMPLE + 1) - 1)
    if "circled" in icons:
        circled = partial(_draw_on_icon, icon=icon_with("circled"), ink=_CIRCLE)
        yield _Sample(circled, caption("circled", Message("circle")))
    if "crossed" in icons:
        crossed = partial(_draw_on_icon, icon=icon_with("crossed"), ink=_CROSS)
        yield _Sample(crossed, caption("crossed", Message("cross")))
    if "filled" in icons:
        filled = partial(_draw_on_icon, icon=icon_with("filled"), ink=_FILLING, pen=_THICK_PEN)
        yield _Sample(filled, caption("filled", Message("fill in")))
    if _accepted(fields, "link"):
        yield _Sample(_draw_line, caption("drawn", Message("over the faint line")), _LINE + 2 * _GUIDE_END)
    if any(field.cells for field in fields):
        yield _Sample(_draw_digits, translate(Message("digits")), 2 * _CELL, spare=True)
    if "struck" in slots:
        yield _Sample(_draw_struck, translate(_STRUCK))
    if any(field.correction_box for field in fields):
        yield _Sample(_draw_correction, translate(_CORRECTION))
    elif any(field.cells for field in fields):
        yield _Sample(_draw_digits_correction, translate(_DIGITS_CORRECTION), 3 * _CELL, spare=True)
    cancellable = _cancellable(fields)
    if cancellable:
        scribbled = partial(
            _draw_on_icon,
            icon=icon_with("crossed" if "crossed" in icons else "circled"),
            ink=_SCRIBBLE,
            pen=_THICK_PEN,
        )
        yield _Sample(scribbled, translate(_CANCELLED.filled(marks=cancellable)), spare=True)


def _cancellable(fields: Sequence[Field]) -> str:
    """Return the marks that a scribble cancels, such as "circle, cross or line"; slots have correction boxes
    instead."""
    icons = _accepted(fields, "icon", excluded=_LOOKS_CANCELLED)
    is_cancellable = {
        Message("sign"): bool(_accepted(fields, "sign")),
        Message("circle"): "circled" in icons,
        Message("cross"): "crossed" in icons,
        Message("line"): bool(_accepted(fields, "link")),
    }
    if any(is_cancellable.values()):
        return either([word for word, is_one in is_cancellable.items() if is_one])
    return ""


def _accepted(fields: Sequence[Field], kind: FieldKind, excluded: Set[str] = frozenset()) -> set[int | str]:
    """Return the marks that people make in fields of a kind, except digit cells and fields that accept one of
    `excluded`."""
    fields = [
        field
        for field in fields
        if field.kind == kind and not field.cells and not excluded & set(field.accepts)
    ]
    return {mark for field in fields for mark in field.accepts if mark != field.printed}


def _draw_sample(canvas: Canvas, sample: _Sample, x: float) -> None:
    """Draw the example and its caption, from x to the right."""
    if len(sample.caption) == 1:
        sample.draw(canvas, x + (sample.width - sample.side) / 2)
        at = Point(x + sample.width / 2, _TOP + _SAMPLE + sample.larger * _BELOW)
        canvas.text(at, sample.caption[0], sample.size, "center")
        return
    sample.draw(canvas, x)
    for i, line in enumerate(sample.caption):
        at = Point(x + sample.side + _CAPTION_GAP, _TOP + sample.larger * (2.2 + i * _LINE_HEIGHT))
        canvas.text(at, line, sample.size)


def _draw_in_slot(canvas: Canvas, x: float, ink: str) -> None:
    _draw_slot(canvas, x)
    _write(canvas, ink, x)


def _draw_struck(canvas: Canvas, x: float, number: str = "") -> None:
    """Draw a slot with its correction box, scribbled over, and the number that was in it."""
    _draw_slot(canvas, x, correctable=True)
    if number:
        _write(canvas, number, x)
    _write(canvas, _SCRIBBLE, x, style=_THICK_PEN)


def _draw_correction(canvas: Canvas, x: float) -> None:
    _draw_struck(canvas, x, _SEVEN)
    _write(canvas, _NINE, x + 1.5, y=_TOP + _SAMPLE - 0.1, size=_BOX_HEIGHT + 0.3)


def _draw_in_rings(canvas: Canvas, x: float, inks: Sequence[str]) -> None:
    for ink in inks:
        canvas.ellipse(Rect(x, _TOP, _SAMPLE, _SAMPLE), _SLOT)
        _write(canvas, ink, x + 1, _TOP + 1, _SAMPLE - 2)
        x += _SAMPLE + 1


def _draw_on_icon(canvas: Canvas, x: float, icon: Icon, ink: str, pen: Style = _PEN) -> None:
    draw_icon(canvas, replace(icon, rect=Rect(x, _TOP, _SAMPLE, _SAMPLE)))
    _write(canvas, ink, x, style=pen)


def _draw_line(canvas: Canvas, x: float) -> None:
    middle = _TOP + _SAMPLE / 2
    ends = (Point(x, middle), Point(x + _LINE + 2 * _GUIDE_END, middle))
    canvas.polygon(ends, _GUIDE, closed=False)
    _write(canvas, _STROKE, x + _GUIDE_END, middle - _LINE / 2, _LINE)


def _draw_digits(canvas: Canvas, x: float) -> None:
    canvas.polygon(Rect(x, _TOP, 2 * _CELL, _SAMPLE).corners, _SLOT, radius=0.8)
    between = (Point(x + _CELL, _TOP + 1), Point(x + _CELL, _TOP + _SAMPLE - 1))
    canvas.polygon(between, _PART, closed=False)
    for index, ink in enumerate((_NINE, _SEVEN)):
        _write(canvas, ink, x + index * _CELL, _TOP + (_SAMPLE - _CELL) / 2, _CELL)


def _draw_digits_correction(canvas: Canvas, x: float) -> None:
    _draw_digits(canvas, x)
    top = _TOP + (_SAMPLE - _CELL) / 2
    for index in range(2):
        _write(canvas, _SCRIBBLE, x + index * _CELL, top, _CELL, _THICK_PEN)
    _write(canvas, _NINE, x + 2 * _CELL + 0.6, top, _CELL)


def _draw_slot(canvas: Canvas, x: float, correctable: bool = False) -> None:
    if correctable:
        left, right, high = x + 0.6, x + _SAMPLE - 0.6, _TOP + _SAMPLE
        low = high + _BOX_HEIGHT
        outline = (Point(left, high), Point(left, low), Point(right, low), Point(right, high))
        canvas.polygon(outline, Style("light", "paper", 0.25), closed=False)
    canvas.polygon(Rect(x, _TOP, _SAMPLE, _SAMPLE).corners, _SLOT, radius=0.8)


def _write(
    canvas: Canvas, ink: str, x: float, y: float = _TOP, size: float = _SAMPLE, style: Style = _PEN
) -> None:
    with canvas.placed(Rect(x, y, size, size).center):
        canvas.path(commands(ink, size, size), style)

"""What is drawn on a placed sheet: lines, words, icons and pictures, in mm of the frame."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeGuard

from fairsheet.sheets.model.geometry import Point, Rect, Value

_WORD = re.compile(r"[^\W\d_]{2}")  # what makes a text words, which are no part of the layout


class Style(Value, frozen=True):
    """How a shape is drawn. Colours are names of `fairsheet.sheets.drawing.palette.PALETTE`; widths are mm."""

    stroke: str | None = "ink"
    fill: str | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()


class Polygon(Value, frozen=True, tag="polygon"):
    """A closed outline, or an open line when `closed` is false; `radius` rounds its corners (mm)."""

    points: tuple[Point, ...]
    style: Style
    closed: bool = True
    radius: float = 0.0
    page: int = 1


class Curve(Value, frozen=True, tag="curve"):
    """A smooth line of cubic Béziers: start, then (control, control, end) for every piece."""

    points: tuple[Point, ...]
    style: Style
    closed: bool = False
    page: int = 1


class Ellipse(Value, frozen=True, tag="ellipse"):
    """An ellipse filling its rectangle."""

    rect: Rect
    style: Style
    page: int = 1


class Text(Value, frozen=True, tag="text"):
    """Words, whose lines are parted by line breaks; `at` is on the baseline of the first; `align` is left, center or
    right; `size` is in points.
    """

    at: Point
    text: str
    size: float
    align: str = "left"
    font: str = "regular"
    colour: str = "ink"
    page: int = 1
    turn: int = 0  # degrees clockwise about `at`

    @property
    def words(self) -> str:
        """The words without their line breaks."""
        return self.text.replace("\n", " ")


Paint = Literal["line", "solid", "body", "shade", "gap", "hole"]


class Layer(NamedTuple):
    """A path and how it is painted, each layer of an icon over those before it.

    `line` is stroked and `solid` filled in the icon's colour; `body` is stroked, and filled with the icon's
    fill (paper by default); `shade` is filled with its fill (pale by default); `gap` is stroked and `hole`
    filled white. `weight` multiplies the width of the stroke. The path is written as
    `fairsheet.sheets.drawing.icon_paths` says.
    """

    path: str
    paint: Paint = "line"
    weight: float = 1.0


class Icon(Value, frozen=True, tag="icon"):
    """A vector icon of `fairsheet.sheets.drawing` by its name, filling its rectangle, with `text` (a value) in it; one
    of the template's own has its `layers`.
    """

    name: str
    rect: Rect
    style: Style
    text: str = ""
    page: int = 1
    turn: int = 0  # degrees clockwise about the middle of `rect`
    layers: tuple[Layer, ...] = ()


class Image(Value, frozen=True, tag="image"):
    """A picture that fills its rectangle, by the content of its PNG file; `name` is that of the file."""

    name: str
    png: bytes
    rect: Rect
    page: int = 1
    turn: int = 0  # degrees clockwise about the middle of `rect`


Shape = Polygon | Curve | Ellipse | Text | Icon | Image


def is_words(shape: Shape) -> TypeGuard[Text]:
    """Whether a shape is a text in words, which another language says otherwise; numbers and signs are not.

    >>> place = Point(0, 0)
    >>> [is_words(Text(place, text, 8)) for text in ("Stations", "x 5", "+3")]
    [True, False, False]
    """
    return isinstance(shape, Text) and has_words(shape.text)


def has_words(text: str) -> bool:
    """Whether another language may say a text otherwise: whether two letters follow each other in it."""
    return _WORD.search(text) is not None

"""Printed shapes of a placed sheet: lines, words, icons and pictures, in mm of the frame."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeGuard

from fairsheet.sheets.model.geometry import Point, Rect, Value

_WORD = re.compile(r"[^\W\d_]{2}")  # a text with two such letters has words, which do not count in the layout


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
    """Words, with line breaks; `at` is on the baseline of the first line, and `size` is in points.

    `align` is left, center or right.
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
    """A path and its paint. Each layer of an icon is painted over the layers before it.

    `line` is stroked and `solid` is filled in the icon's colour. `body` is stroked, and filled with the icon's fill
    (paper by default). `shade` is filled with the icon's fill (pale by default). `gap` is stroked and `hole` filled
    white. `weight` multiplies the width of the stroke. `fairsheet.sheets.drawing.icon_paths` defines the path's
    format.
    """

    path: str
    paint: Paint = "line"
    weight: float = 1.0


class Icon(Value, frozen=True, tag="icon"):
    """A vector icon of `fairsheet.sheets.drawing` by name; it fills its rectangle, with `text` (a value) in it.

    An icon of the template's own has its `layers`.
    """

    name: str
    rect: Rect
    style: Style
    text: str = ""
    page: int = 1
    turn: int = 0  # degrees clockwise about the middle of `rect`
    layers: tuple[Layer, ...] = ()


class Image(Value, frozen=True, tag="image"):
    """A picture that fills its rectangle, with the content and name of its PNG file."""

    name: str
    png: bytes
    rect: Rect
    page: int = 1
    turn: int = 0  # degrees clockwise about the middle of `rect`


Shape = Polygon | Curve | Ellipse | Text | Icon | Image


def is_words(shape: Shape) -> TypeGuard[Text]:
    """Return whether a shape is a text with words, which translations change; numbers and signs have none.

    >>> place = Point(0, 0)
    >>> [is_words(Text(place, text, 8)) for text in ("Stations", "x 5", "+3")]
    [True, False, False]
    """
    return isinstance(shape, Text) and has_words(shape.text)


def has_words(text: str) -> bool:
    """Return whether a text has words, so that translations may change it: two letters in a row."""
    return _WORD.search(text) is not None

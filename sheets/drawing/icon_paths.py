"""How an icon is written down: layers of paths on a square of 100 by 100, y running down.

A path is words: `M x y` goes to a point, `L x y` draws a straight line, `C x y x y x y` a cubic Bézier, `Z`
closes, `O x y rx ry` is an ellipse about (x, y), `R x y w h` a rectangle. A letter's numbers may be repeated.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from fairsheet.sheets.drawing._paths import Command, ellipse_path, rect_path

Paint = Literal["line", "solid", "body", "shade", "gap", "hole"]

_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0, "O": 4, "R": 4}


class Layer(NamedTuple):
    """A path and how it is painted, each layer over those before it.

    `line` is stroked and `solid` filled in the icon's colour; `body` is stroked, and filled with the icon's
    fill (paper by default); `shade` is filled with its fill (pale by default); `gap` is stroked and `hole`
    filled white. `weight` multiplies the width of the stroke.
    """

    path: str
    paint: Paint = "line"
    weight: float = 1.0


class TextSpot(NamedTuple):
    """Where the text of an icon stands: its middle, the height of its capitals, its greatest width."""

    x: float = 50
    y: float = 50
    height: float = 40
    width: float = 80
    colour: Literal["own", "white"] = "own"


class Drawing(NamedTuple):
    """An icon; one that is `stretchable` fills a rectangle that is not square.

    `bare` are the layers of an icon without text, where they differ.
    """

    layers: tuple[Layer, ...]
    text: TextSpot = TextSpot()
    stretchable: bool = False
    bare: tuple[Layer, ...] = ()


@lru_cache(maxsize=2048)
def commands(path: str, w: float, h: float) -> tuple[Command, ...]:
    """The path scaled to w by h mm, with the middle of the square as origin."""
    found: list[Command] = []
    for letter, numbers in _letters(path):
        for name, points in _plain(letter, numbers):
            found.append((name, tuple((v - 50) * (h if i % 2 else w) / 100 for i, v in enumerate(points))))
    return tuple(found)


def shifted(
    layers: tuple[Layer, ...], x: float, y: float, scale_x: float, scale_y: float
) -> tuple[Layer, ...]:
    """The layers scaled about the middle of the square, whose middle then lies at (x, y)."""
    return tuple(layer._replace(path=_shifted_path(layer.path, x, y, scale_x, scale_y)) for layer in layers)


def _shifted_path(path: str, x: float, y: float, scale_x: float, scale_y: float) -> str:
    words = []
    for letter, numbers in _letters(path):
        lengths = 2 if letter in "OR" else len(numbers)  # what follows are lengths, which do not move
        moved = [
            (v - 50) * scale + start if i < lengths else v * scale
            for i, v in enumerate(numbers)
            for scale, start in [((scale_x, x), (scale_y, y))[i % 2]]
        ]
        words.append(" ".join([letter, *(f"{v:.2f}" for v in moved)]))
    return " ".join(words)


def _letters(path: str) -> list[tuple[str, tuple[float, ...]]]:
    """The path as letters with their numbers."""
    found: list[tuple[str, tuple[float, ...]]] = []
    letter = ""
    pending: list[float] = []
    for word in path.split():
        if word in _NUMBERS:
            letter, pending = word, []
            if word == "Z":
                found.append((word, ()))
            continue
        pending.append(float(word))
        if len(pending) == _NUMBERS[letter]:
            found.append((letter, tuple(pending)))
            pending = []
    return found


def _plain(letter: str, numbers: tuple[float, ...]) -> tuple[Command, ...]:
    """A word in terms of M, L, C and Z."""
    match letter, numbers:
        case "R", (x, y, w, h):
            return rect_path(x, y, w, h)
        case "O", (x, y, rx, ry):
            return ellipse_path(x, y, rx, ry)
        case _:
            return ((letter, numbers),)

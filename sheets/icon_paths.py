"""How an icon is written down: layers of paths on a square of 100 by 100, y running down.

A path is words: `M x y` starts a line, `L x y` goes on straight, `C x y x y x y` as a cubic Bézier, `Z` closes it,
`O x y rx ry` is an ellipse about (x, y), `R x y w h` a rectangle. Numbers after a letter may repeat it (`L 1 2 3 4`).
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from sheets.paths import Command, ellipse_path, rect_path

Paint = Literal["line", "solid", "body", "shade", "paper"]

_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0, "O": 4, "R": 4}


class Layer(NamedTuple):
    """A path and how it is painted.

    `line` is stroked, `solid` filled in the icon's colour, `body` stroked and filled with its fill (paper by
    default), `shade` filled with its fill (pale by default), `paper` filled white. `weight` multiplies the stroke.
    """

    path: str
    paint: Paint = "line"
    weight: float = 1.0


class TextSpot(NamedTuple):
    """Where the text of an icon stands: its middle, the height of its capitals, the most width it may take."""

    x: float = 50
    y: float = 50
    height: float = 40
    width: float = 80
    reversed: bool = False  # white on solid


class Drawing(NamedTuple):
    """An icon. A drawing that `stretches` fills a rectangle that is not square."""

    layers: tuple[Layer, ...]
    text: TextSpot = TextSpot()
    stretches: bool = False


@cache
def commands(path: str, w: float, h: float) -> tuple[Command, ...]:
    """The path scaled to w by h mm, with the middle of the square as origin."""
    found: list[Command] = []
    for letter, numbers in _words(path):
        for name, points in _plain(letter, numbers):
            scaled = tuple((v - 50) * (h if i % 2 else w) / 100 for i, v in enumerate(points))
            found.append((name, scaled))
    return tuple(found)


def _words(path: str) -> list[tuple[str, tuple[float, ...]]]:
    words: list[tuple[str, tuple[float, ...]]] = []
    letter = ""
    pending: list[float] = []
    for word in path.split():
        if word in _NUMBERS:
            letter, pending = word, []
            if word == "Z":
                words.append((word, ()))
            continue
        pending.append(float(word))
        if len(pending) == _NUMBERS[letter]:
            words.append((letter, tuple(pending)))
            pending = []
    return words


def _plain(letter: str, numbers: tuple[float, ...]) -> tuple[Command, ...]:
    """A word in terms of M, L, C and Z."""
    match letter, numbers:
        case "R", (x, y, w, h):
            return rect_path(x, y, w, h)
        case "O", (x, y, rx, ry):
            return ellipse_path(x, y, rx, ry)
        case _:
            return ((letter, numbers),)

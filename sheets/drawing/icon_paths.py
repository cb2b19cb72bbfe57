"""The format of icons: layers of paths on a square of 100 by 100, y running down.

A path is a list of words. `M x y` goes to a point, and `L x y` draws a straight line. `C x y x y x y` draws a cubic
Bézier, and `Z` closes. `O x y rx ry` is an ellipse about (x, y), `R x y w h` a rectangle. A letter's numbers may be
repeated.

In `icons.txt` the lines below `icon NAME` are its layers: the paint, the weight of its strokes unless that is 1, and
the path. `path NAME` begins a path that others insert by its name in braces. `part NAME` begins layers that icons
`use`, scaled about the middle of the square and moved: `use NAME x y scale-x scale-y`. `bare` layers are drawn for an
icon without text. `icon NAME stretchable` fills a rectangle that is not square; `text x y height width` is the place
of its text.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, cast

import msgspec

from fairsheet.sheets.drawing._paths import Command, ellipse_path, rect_path
from fairsheet.sheets.model.drawn_shapes import Layer, Paint

_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0, "O": 4, "R": 4}


class TextSpot(NamedTuple):
    """The place of an icon's text: its middle, the height of its capitals, its greatest width."""

    x: float = 50
    y: float = 50
    height: float = 40
    width: float = 80


class Drawing(msgspec.Struct):
    """An icon; `bare` are the layers without text, if they differ."""

    layers: list[Layer]
    bare: list[Layer]
    text: TextSpot = TextSpot()
    stretchable: bool = False


def read_drawings(path: Path) -> dict[str, Drawing]:
    """Return the icons of a file, in its order."""
    paths: dict[str, str] = {}
    drawings: dict[str, Drawing] = {}
    parts: set[str] = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        match line.split():
            case [] | ["#", *_]:
                pass
            case ["path", name, *words]:
                paths[name] = " ".join(words)
            case ["part" | "icon" as kind, name, *how]:
                current = drawings[name] = Drawing([], [], stretchable="stretchable" in how)
                if "text" in how:
                    current.text = TextSpot(*map(float, how[-4:]))
                if kind == "part":
                    parts.add(name)
            case ["bare", *words]:
                current.bare += _layers(words, paths, drawings)
            case words:
                current.layers += _layers(words, paths, drawings)
    return {name: drawing for name, drawing in drawings.items() if name not in parts}


def _layers(words: list[str], paths: dict[str, str], drawings: dict[str, Drawing]) -> list[Layer]:
    """Return the layers of a line below an icon."""
    match words:
        case ["use", name]:
            return drawings[name].layers
        case ["use", name, *numbers]:
            x, y, scale_x, scale_y = map(float, numbers)
            return [
                layer._replace(path=_moved_path(layer.path, x, y, scale_x, scale_y))
                for layer in drawings[name].layers
            ]
    paint, *path = words
    weight = float(path.pop(0)) if path[0][0].isdecimal() else 1.0
    return [Layer(" ".join(path).format_map(paths), cast("Paint", paint), weight)]


@lru_cache(maxsize=2048)
def commands(path: str, w: float, h: float) -> tuple[Command, ...]:
    """Return the path scaled to w by h mm, with the middle of the square as origin."""
    found: list[Command] = []
    for letter, numbers in _letters(path):
        for name, points in _plain(letter, numbers):
            found.append((name, tuple((v - 50) * (h if i % 2 else w) / 100 for i, v in enumerate(points))))
    return tuple(found)


def _moved_path(path: str, x: float, y: float, scale_x: float, scale_y: float) -> str:
    words = []
    for letter, numbers in _letters(path):
        lengths = 2 if letter in "OR" else len(numbers)  # further numbers are lengths, which do not move
        moved = [
            (v - 50) * scale + start if i < lengths else v * scale
            for i, v in enumerate(numbers)
            for scale, start in [((scale_x, x), (scale_y, y))[i % 2]]
        ]
        words.append(" ".join([letter, *(f"{v:.2f}" for v in moved)]))
    return " ".join(words)


def _letters(path: str) -> list[tuple[str, tuple[float, ...]]]:
    """Return the path as letters with their numbers."""
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
    """Return a word as commands M, L, C and Z."""
    match letter, numbers:
        case "R", (x, y, w, h):
            return rect_path(x, y, w, h)
        case "O", (x, y, rx, ry):
            return ellipse_path(x, y, rx, ry)
        case _:
            return ((letter, numbers),)

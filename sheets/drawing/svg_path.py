"""Paths of SVG 1.1 (chapter 8.3) as paths of our icons: only M, L, C and Z on the square of 100 by 100."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

Xy = tuple[float, float]

LONGEST = 20_000  # characters of a path
_GREATEST = 1e6
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_LETTER = re.compile(r"[\s,]*([A-Za-z])")
_NUMBER = re.compile(r"[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)", re.ASCII)
_FLAG = re.compile(r"[\s,]*([01])")
_FLAGS = (3, 4)  # indices of an arc's flags, which need no separator
_BEYOND = 1.0  # how far ends may be outside the square


def icon_path(path: str, view: tuple[float, float, float, float], *, fills: bool = False) -> str:
    """Return a path in the view box (left, top, width, height), scaled into the middle of the square.

    If it `fills`, the view box is stretched to the whole square. Raises FairsheetError if it is not a path, or if it
    leaves its view box.

    >>> icon_path("M2 2h20v20z", (0, 0, 24, 24))
    'M 8.33 8.33 L 91.67 8.33 L 91.67 91.67 Z'
    """
    left, top, w, h = view
    wide, high = (w, h) if fills else (max(w, h),) * 2
    words = []
    for letter, points in _absolute(path):
        onto = [
            (50 + (x - left - w / 2) / wide * 100, 50 + (y - top - h / 2) / high * 100) for x, y in points
        ]
        if onto and not all(-_BEYOND <= v <= 100 + _BEYOND for v in onto[-1]):
            x, y = points[-1]
            problem = f"the path leaves its view box: it goes to {x:g}, {y:g}"
            hint = "give its view box, such as view-box: 0, 0, 24, 24"
            raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, hint=hint)
        words += [letter, *(f"{round(v, 2):g}" for point in onto for v in point)]
    return " ".join(words)


def _absolute(path: str) -> Iterator[tuple[str, list[Xy]]]:
    """Yield the path in absolute M, L, C and Z."""
    here = start = control = (0.0, 0.0)
    before = ""
    for letter, numbers in _commands(path):
        kind = letter.upper()
        from_x, from_y = here if letter.islower() else (0.0, 0.0)
        if kind == "H":
            points = [(numbers[0] + from_x, here[1])]
        elif kind == "V":
            points = [(here[0], numbers[0] + from_y)]
        else:
            lengths = numbers[5:] if kind == "A" else numbers
            points = [(x + from_x, y + from_y) for x, y in zip(lengths[::2], lengths[1::2], strict=True)]
        if kind in "ST":  # the control point is the previous one, mirrored
            smooth = before in (("C", "S") if kind == "S" else ("Q", "T"))
            points.insert(0, _along(control, here, 2) if smooth else here)
        if kind == "Z":
            yield "Z", []
            here = start
        elif kind in "MLHV":
            yield ("M" if kind == "M" else "L"), points
        elif kind in "CS":
            yield "C", points
        elif kind in "QT":
            middle, end = points
            yield "C", [_along(here, middle, 2 / 3), _along(end, middle, 2 / 3), end]
        else:
            yield from _arc(here, numbers, points[0])
        if points:
            here, control = points[-1], points[-2] if len(points) > 1 else points[-1]
        if kind == "M":
            start = here
        before = kind


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the letters of a path with their numbers; a letter is repeated for each set of numbers."""
    if len(path) > LONGEST:
        problem = f"a path has at most {LONGEST} characters, this one {len(path)}"
        raise FairsheetError(problem, code=ErrorCode.TOO_LARGE)
    at, letter, first = 0, "", True
    while path[at:].strip():
        found = _LETTER.match(path, at)
        if found:
            letter, at = found[1], found.end()
        if letter.upper() not in ("M" if first else _COUNTS) or (not found and letter in "Zz"):
            wanted = "M" if first else "a letter of M L H V C S Q T A Z"
            raise _malformed(path, at - 1 if found else at, wanted)
        first = False
        numbers = []
        for k in range(_COUNTS[letter.upper()]):
            pattern = _FLAG if letter in "Aa" and k in _FLAGS else _NUMBER
            number = pattern.match(path, at)
            if number is None or abs(float(number[1])) > _GREATEST:
                raise _malformed(path, at, "0 or 1" if pattern is _FLAG else "a number")
            numbers.append(float(number[1]))
            at = number.end()
        yield letter, numbers
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _malformed(path: str, at: int, wanted: str) -> FairsheetError:
    rest = path[at:].lstrip(" ,")[:12]
    found = repr(rest) if rest else "the end"
    problem = f"this is not an SVG path: expected {wanted}, found {found}"
    return FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, hint='such as "M 10 90 L 50 10 L 90 90 Z"')


def _along(start: Xy, end: Xy, share: float) -> Xy:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _arc(start: Xy, numbers: Sequence[float], end: Xy) -> Iterator[tuple[str, list[Xy]]]:
    """Yield an elliptical arc as Béziers of at most a quarter each (SVG 1.1, F.6)."""
    rx, ry, turn, large, sweep = abs(numbers[0]), abs(numbers[1]), math.radians(numbers[2]), *numbers[3:5]
    if start == end:
        return
    if not rx or not ry:
        yield "L", [end]
        return
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = (cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry  # on the unit circle
    far = math.hypot(x, y)
    if far > 1:  # the ellipse is too small to reach both ends
        rx, ry, x, y, far = rx * far, ry * far, x / far, y / far, 1.0
    away = math.sqrt(max(0.0, 1 / far**2 - 1)) * (1 if large != sweep else -1)
    cx, cy = away * y, -away * x
    first, last = math.atan2(y - cy, x - cx), math.atan2(-y - cy, -x - cx)
    span = (last - first) % (2 * math.pi) - (0 if sweep else 2 * math.pi)
    pieces = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    k = 4 / 3 * math.tan(span / pieces / 4)

    def place(u: float, v: float) -> Xy:
        u, v = (u + cx) * rx, (v + cy) * ry
        return cos * u - sin * v + (start[0] + end[0]) / 2, sin * u + cos * v + (start[1] + end[1]) / 2

    for piece in range(pieces):
        a, b = (first + span * share / pieces for share in (piece, piece + 1))
        yield (
            "C",
            [
                place(math.cos(a) - k * math.sin(a), math.sin(a) + k * math.cos(a)),
                place(math.cos(b) + k * math.sin(b), math.sin(b) - k * math.cos(b)),
                place(math.cos(b), math.sin(b)),
            ],
        )

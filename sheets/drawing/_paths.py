"""Paths: commands with absolute coordinates, and the paths of simple shapes.

The commands are M (go to), L (straight line to), C (cubic Bézier: control, control, end) and Z (close).
"""

from __future__ import annotations

from functools import lru_cache

from fairsheet.sheets.model.geometry import Point

Command = tuple[str, tuple[float, ...]]

_KAPPA = 0.5522847498  # control length of a cubic Bézier that approximates a quarter circle


def rect_path(x: float, y: float, w: float, h: float) -> tuple[Command, ...]:
    """Return an upright rectangle."""
    return (("M", (x, y)), ("L", (x + w, y)), ("L", (x + w, y + h)), ("L", (x, y + h)), ("Z", ()))


def ellipse_path(x: float, y: float, rx: float, ry: float) -> tuple[Command, ...]:
    """Return an ellipse about (x, y) as four Béziers."""
    a, b = rx * _KAPPA, ry * _KAPPA
    return (
        ("M", (x + rx, y)),
        ("C", (x + rx, y + b, x + a, y + ry, x, y + ry)),
        ("C", (x - a, y + ry, x - rx, y + b, x - rx, y)),
        ("C", (x - rx, y - b, x - a, y - ry, x, y - ry)),
        ("C", (x + a, y - ry, x + rx, y - b, x + rx, y)),
        ("Z", ()),
    )


@lru_cache(maxsize=2048)
def polygon_path(points: tuple[Point, ...], closed: bool = True, radius: float = 0.0) -> tuple[Command, ...]:
    """Return straight lines through the points; corners are rounded over at most `radius` of each side."""
    commands: list[Command] = []
    last = len(points) - 1
    for i, corner in enumerate(points):
        onward = "L" if commands else "M"
        if radius <= 0 or (not closed and i in (0, last)):
            commands.append((onward, (corner.x, corner.y)))
            continue
        into = _toward(corner, points[i - 1], radius)
        out = _toward(corner, points[(i + 1) % len(points)], radius)
        first, second = _between(into, corner, _KAPPA), _between(out, corner, _KAPPA)
        commands.append((onward, (into.x, into.y)))
        commands.append(("C", (first.x, first.y, second.x, second.y, out.x, out.y)))
    if closed:
        commands.append(("Z", ()))
    return tuple(commands)


def _toward(start: Point, goal: Point, by: float) -> Point:
    """Return the point `by` from start toward goal, at most halfway."""
    length = ((goal.x - start.x) ** 2 + (goal.y - start.y) ** 2) ** 0.5
    return _between(start, goal, min(by / length, 0.5) if length else 0.0)


def _between(start: Point, goal: Point, share: float) -> Point:
    return Point(start.x + share * (goal.x - start.x), start.y + share * (goal.y - start.y))

"""Smooth curves through points: as cubic Béziers for drawing, and as points at equal distances along them."""

from __future__ import annotations

from itertools import pairwise

from fairsheet.sheets.model.geometry import Point

_STEPS = 24  # straight pieces that approximate one Bézier


def smooth(points: tuple[Point, ...], closed: bool = False) -> tuple[Point, ...]:
    """Return a Catmull-Rom spline through the points as cubic Béziers: start, then (control, control, end) per
    piece."""
    if len(points) < 3:
        return tuple(_straight(points))
    last = len(points) - 1

    def at(k: int) -> Point:
        return points[k % len(points)] if closed else points[max(0, min(last, k))]

    result = [points[0]]
    for k in range(len(points) if closed else last):
        before, start, end, after = at(k - 1), at(k), at(k + 1), at(k + 2)
        result.append(Point(start.x + (end.x - before.x) / 6, start.y + (end.y - before.y) / 6))
        result.append(Point(end.x - (after.x - start.x) / 6, end.y - (after.y - start.y) / 6))
        result.append(end)
    return tuple(result)


def spots(points: tuple[Point, ...], count: int, closed: bool = False) -> list[Point]:
    """Return `count` points at equal distances along the smooth curve; an open one has its ends as first and last."""
    line = polyline(smooth(points, closed))
    lengths = [0.0]
    for a, b in pairwise(line):
        lengths.append(lengths[-1] + ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5)
    pieces = count if closed else max(1, count - 1)
    result, k = [], 0
    for number in range(count):
        wanted = lengths[-1] * number / pieces
        while k < len(lengths) - 2 and lengths[k + 1] < wanted:
            k += 1
        piece = lengths[k + 1] - lengths[k]
        share = (wanted - lengths[k]) / piece if piece else 0.0
        a, b = line[k], line[k + 1]
        result.append(Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share))
    return result


def _straight(points: tuple[Point, ...]) -> list[Point]:
    result = [points[0]]
    for a, b in pairwise(points):
        result += [Point(a.x + (b.x - a.x) / 3, a.y + (b.y - a.y) / 3)]
        result += [Point(a.x + (b.x - a.x) * 2 / 3, a.y + (b.y - a.y) * 2 / 3), b]
    return result


def polyline(bezier: tuple[Point, ...]) -> list[Point]:
    """Return straight pieces that approximate a curve of cubic Béziers."""
    line = [bezier[0]]
    for k in range(0, len(bezier) - 1, 3):
        p, q, r, s = bezier[k : k + 4]
        for step in range(1, _STEPS + 1):
            t = step / _STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            line.append(Point(a * p.x + b * q.x + c * r.x + d * s.x, a * p.y + b * q.y + c * r.y + d * s.y))
    return line

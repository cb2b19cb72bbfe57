"""Points and rectangles of a placed sheet, in mm of the frame, and the base of all values stored as JSON."""

from __future__ import annotations

from typing import TypeVar

import msgspec

V = TypeVar("V", bound="Value")


class Value(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of the frozen values of a sheet.

    The JSON omits defaults, so that a field added by a later release does not change fingerprints of older layouts.
    """

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the JSON: a plain pickle would copy defaults, so that msgspec would no longer omit them."""
        return _from_json, (type(self), msgspec.json.encode(self))


def _from_json(kind: type[V], content: bytes) -> V:
    return msgspec.json.decode(content, type=kind)


class Point(Value, frozen=True):
    """A point of the frame, in mm."""

    x: float
    y: float


class Rect(Value, frozen=True):
    """An upright rectangle of the frame, in mm, given by its top left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge, mm."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the bottom edge, mm."""
        return self.y + self.h

    @property
    def center(self) -> Point:
        """The middle of the rectangle."""
        return Point(self.x + self.w / 2, self.y + self.h / 2)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners clockwise from the top left."""
        return (
            Point(self.x, self.y),
            Point(self.right, self.y),
            Point(self.right, self.bottom),
            Point(self.x, self.bottom),
        )

    def grown(self, by: float) -> Rect:
        """Return the rectangle with `by` mm added on every side."""
        return Rect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, dx: float, dy: float) -> Rect:
        """Return the rectangle shifted by (dx, dy) mm."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def holds(self, other: Rect) -> bool:
        """Return whether the other rectangle lies within this one."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def overlaps(self, other: Rect) -> bool:
        """Return whether the two rectangles share an area."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )

"""Marks: the ink in the fields of a sheet."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.languages.terms import term

Mark = int | str
Marks = Mapping[str, Mark]  # the ink on a sheet, by field

BLANK = "blank"  # no ink, in words
BOTH = "circled+crossed"
STRUCK = "struck"  # a slot that is lost: not blank, but without a number or an X
MARKS = (
    "X", STRUCK, "circled", "crossed", "filled", BOTH, "drawn", "circle", "cross", "triangle",
)  # fmt: skip
NUMBER = "number"  # the word for any number
# For the word of a mark, the marks that count as it: an icon that is circled and crossed counts for both words.
COUNTED_AS: Mapping[str, tuple[Mark, ...]] = {
    **{mark: (mark,) for mark in MARKS},
    "circled": ("circled", "circled+crossed"),
    "crossed": ("crossed", "circled+crossed"),
}


def mark_name(mark: Mark | None) -> str:
    """Return a mark in words, translated; also for a blank."""
    return term(BLANK if mark is None else str(mark))


def is_circled(marks: Marks, field: str) -> bool:
    """Return whether a field has a circle."""
    return marks.get(field) in ("circled", "circled+crossed")


def is_crossed(marks: Marks, field: str) -> bool:
    """Return whether a field has a cross."""
    return marks.get(field) in ("crossed", "circled+crossed")


def with_marks(marks: Marks, changes: Mapping[str, Mark | None]) -> dict[str, Mark]:
    """Return the marks with changes in some fields, None for blank; other marks keep their order.

    >>> with_marks({"floor-1.1": 3, "floor-1.2": 7, "error.1": "circled"}, {"floor-1.2": 8, "error.1": None})
    {'floor-1.1': 3, 'floor-1.2': 8}
    """
    return {field: mark for field, mark in {**marks, **changes}.items() if mark is not None}


def becomes(final: Mark | None, mark: Mark) -> bool:
    """Return whether a field that ends with `final` can have this mark on the way.

    >>> becomes("circled+crossed", "circled"), becomes("crossed", "circled")
    (True, False)
    """
    return final == mark or (final == "circled+crossed" and mark in ("circled", "crossed"))

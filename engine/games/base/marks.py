"""What a field bears."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ink import Marks


def is_circled(marks: Marks, field: str) -> bool:
    """Whether a field bears a circle."""
    return marks.get(field) in ("circled", "circled+crossed")


def is_crossed(marks: Marks, field: str) -> bool:
    """Whether a field bears a cross."""
    return marks.get(field) in ("crossed", "circled+crossed")


def first_blank(fields: Sequence[str], marks: Marks) -> str | None:
    """The first field without ink, None if there is none."""
    return next((field for field in fields if field not in marks), None)

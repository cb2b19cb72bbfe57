"""What a field bears."""

from __future__ import annotations

from engine.ink import Marks


def is_circled(marks: Marks, field: str) -> bool:
    """Whether a field bears a circle."""
    return marks.get(field) in ("circled", "circled+crossed")


def is_crossed(marks: Marks, field: str) -> bool:
    """Whether a field bears a cross."""
    return marks.get(field) in ("crossed", "circled+crossed")

"""What a field bears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.ink import Mark


def is_circled(marks: Mapping[str, Mark], field: str) -> bool:
    """Whether a field bears a circle."""
    return marks.get(field) in ("circled", "circled+crossed")


def is_crossed(marks: Mapping[str, Mark], field: str) -> bool:
    """Whether a field bears a cross."""
    return marks.get(field) in ("crossed", "circled+crossed")


def first_blank(fields: Sequence[str], marks: Mapping[str, Mark]) -> str | None:
    """The first field without ink, None if there is none."""
    return next((field for field in fields if field not in marks), None)

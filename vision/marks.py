"""The marks that the classifier knows, and which of them a field can bear."""

from __future__ import annotations

from sheets.model import Field

BLANK = "blank"
VOID = "void"  # scribbled out: counts as if nothing had been written there

NUMBERS = tuple(str(number) for number in range(18))
CLASSES = (
    BLANK, *NUMBERS, "X", "struck", "circled", "crossed", "filled", "circled+crossed", "drawn",
    "minus", "circle", "cross", "triangle", VOID,
)  # fmt: skip


def classes_of(field: Field) -> tuple[str, ...]:
    """The classes among which the reader decides for a field; a box's are those of one of its digit cells."""
    raise NotImplementedError

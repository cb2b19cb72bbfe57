"""The marks that the classifier knows, and which of them a field can hold."""

from __future__ import annotations

from fairsheet.sheets.model.marks import BLANK
from fairsheet.sheets.model.sheet import SLOT_NUMBERS, Field

CANCELLED = "cancelled"  # scribbled out: counts as blank

NUMBERS = tuple(str(number) for number in SLOT_NUMBERS)
CLASSES = (
    BLANK, *NUMBERS, "X", "struck", "circled", "crossed", "filled", "circled+crossed", "drawn",
    "minus", "circle", "cross", "triangle", CANCELLED,
)  # fmt: skip

INDEX_OF = {name: index for index, name in enumerate(CLASSES)}
BLANK_INDEX = INDEX_OF[BLANK]
DIGITS = NUMBERS[:10]
LOOKS_CANCELLED = ("struck", "filled")  # marks that look like something scribbled out


def classes_of(field: Field) -> tuple[str, ...]:
    """Return the classes among which the reader decides for a field; for digit cells, those of one cell.

    A field that accepts a mark that looks like a scribble ("struck", "filled") has no class for scribbled-out
    ink: only the correction box next to it can distinguish the two. A text field has no classes.
    """
    if field.kind == "text":
        return ()
    if field.cells:
        others = tuple(str(mark) for mark in field.accepts[2:])
        return (BLANK, *DIGITS, *others, *(("minus",) if field.kind == "box" else ()), CANCELLED)
    accepted = {str(mark) for mark in field.accepts}
    if "circled" in accepted and "crossed" in accepted:
        accepted.add("circled+crossed")
    if not accepted & set(LOOKS_CANCELLED):
        accepted.add(CANCELLED)
    return tuple(mark for mark in CLASSES if mark == BLANK or mark in accepted)

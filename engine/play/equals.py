"""Equal fields: it makes no difference which of them is marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fairsheet.engine.records.ink import Ink
from fairsheet.sheets.model.marks import Marks

Equals = Mapping[str, tuple[str, ...]]  # by field, its equals, including itself


def equals_of(groups: Iterable[tuple[str, ...]]) -> Equals:
    """Return the equals of every field, from groups of equal fields."""
    return {field: group for group in groups for field in group}


def is_choice(ink: Ink, choices: Iterable[Ink], equals: Equals, marks: Marks) -> bool:
    """Return whether a mark is a possible choice, or the same mark in an equal field that is blank."""
    return any(ink == choice or _is_equal(ink, choice, equals, marks) for choice in choices)


def _is_equal(ink: Ink, choice: Ink, equals: Equals, marks: Marks) -> bool:
    same = (ink.mark, ink.by, ink.sheet) == (choice.mark, choice.by, choice.sheet)
    return same and ink.field not in marks and ink.field in equals.get(choice.field, ())

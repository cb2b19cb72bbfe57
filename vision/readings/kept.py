"""The part of a sheet's reading that is stored, to join it with later photos and to find misread marks."""

from __future__ import annotations

import msgspec
from msgspec import structs

from fairsheet.sheets.model.marks import Marks
from fairsheet.vision.readings.reading import FieldReading, SheetReading
from fairsheet.vision.readings.rule_hints import AGAINST_RULES

LEAST_KEPT = AGAINST_RULES / 10  # the least stored probability: a tenth of the prior of a broken rule
CERTAIN = 1 - LEAST_KEPT  # the least probability of a mark whose rivals are not stored


class KeptReading(msgspec.Struct, frozen=True):
    """The pages and marks of a reading, and the distributions of the fields whose ink is not certain."""

    pages: tuple[int, ...]
    marks: Marks
    unsure: tuple[FieldReading, ...] = ()


def unsure_fields(reading: SheetReading) -> tuple[FieldReading, ...]:
    """Return the ink's distributions of the fields of which it is not certain, down to `LEAST_KEPT`."""
    return tuple(
        structs.replace(
            field,
            probabilities=tuple((mark, share) for mark, share in field.probabilities if share >= LEAST_KEPT),
        )
        for field in reading.fields
        if field.bold or field.probability(reading.marks.get(field.field)) < CERTAIN
    )

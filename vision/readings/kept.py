"""What is kept of the reading of a sheet, for joining it with other photos later and for finding misread marks."""

from __future__ import annotations

import msgspec
from msgspec import structs

from fairsheet.sheets.model.marks import Marks
from fairsheet.vision.readings.reading import FieldReading, SheetReading
from fairsheet.vision.readings.rule_hints import AGAINST_RULES

LEAST_KEPT = AGAINST_RULES / 10  # what the ink says of another mark: a tenth as likely as a broken rule
CERTAIN = 1 - LEAST_KEPT  # what the ink says at least of a mark of which nothing else is kept


class KeptReading(msgspec.Struct, frozen=True):
    """Of a reading its pages, its marks, and the distributions of the fields of which the ink is not certain."""

    pages: tuple[int, ...]
    marks: Marks
    unsure: tuple[FieldReading, ...] = ()


def unsure_fields(reading: SheetReading) -> tuple[FieldReading, ...]:
    """What the ink says of the fields of which it is not certain, down to `LEAST_KEPT`."""
    return tuple(
        structs.replace(
            field,
            probabilities=tuple((mark, share) for mark, share in field.probabilities if share >= LEAST_KEPT),
        )
        for field in reading.fields
        if field.bold or field.probability(reading.marks.get(field.field)) < CERTAIN
    )

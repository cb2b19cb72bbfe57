"""The draft: a sheet during decoding; every step takes and returns one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.decoding.thresholds import SHARPER
from fairsheet.vision.readings.distributions import Distribution, likeliest, normalized, written
from fairsheet.vision.readings.reading import FieldReading
from fairsheet.vision.readings.reasons import Reason
from fairsheet.vision.readings.rule_hints import RulesHint


@dataclass(frozen=True)
class Draft:
    """The task and its results so far, by field.

    `ink` are distributions by the ink, `posterior` by ink and rules up to this step. `chosen` are the current
    marks; None means no ink. `reasons` explain doubts. `asked` are the fields that you are asked about; None if
    not known yet. `pale` has the marks with and without pale ink, if they differ.
    """

    sheet: Sheet
    readings: Sequence[FieldReading]
    rules: RulesHint
    ink: Mapping[str, Distribution]
    posterior: Mapping[str, Distribution]
    chosen: Mapping[str, Mark | None]
    covered: frozenset[str] = frozenset()
    reasons: Mapping[str, Reason] = field(default_factory=dict)
    asked: tuple[str, ...] | None = None
    pale: Mapping[str, tuple[Mark | None, Mark | None]] = field(default_factory=dict)

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """The chosen marks of the fields that have ink."""
        return written(self.chosen)

    def changed_marks(self, changes: Mapping[str, Mark | None]) -> dict[str, Mark]:
        """Return the marks with changes; fast, because it runs for thousands of hypotheses."""
        changed = dict(self.marks)
        for id_, mark in changes.items():
            if mark is None:
                changed.pop(id_, None)
            else:
                changed[id_] = mark
        return changed


def likeliest_marks(posterior: Mapping[str, Distribution]) -> dict[str, Mark | None]:
    """Return the likeliest mark of each field by itself."""
    return {field: likeliest(distribution) for field, distribution in posterior.items()}


def calibrate(sheet: Sheet, distributions: Mapping[str, Distribution]) -> dict[str, Distribution]:
    """Return distributions corrected to the frequencies observed for writers outside the training data."""

    def of(field: str, distribution: Distribution) -> Distribution:
        exponent = SHARPER.get(sheet.field[field].kind)
        if exponent is None:
            return distribution
        return normalized({mark: share**exponent for mark, share in distribution.items()})

    return {field: of(field, distribution) for field, distribution in distributions.items()}

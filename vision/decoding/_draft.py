"""A sheet that is being decoded: the one value that every step takes and gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.decoding.thresholds import SHARPER
from fairsheet.vision.readings.distributions import Distribution, likeliest, normalized, written
from fairsheet.vision.readings.reading import FieldReading
from fairsheet.vision.readings.reasons import Reason
from fairsheet.vision.readings.rule_hints import RulesHint


@dataclass(frozen=True)
class Draft:
    """What is asked, and what was found so far; all by field.

    `ink` is what the ink says, `posterior` what ink and rules say up to this step, `chosen` the marks for now, None for
    no ink. `reasons` are why fields are in doubt, `asked` those about which somebody has to be asked, None where that
    is not known. `pale` has the marks of fields with pale ink and without it, if they differ.
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

    @property
    def marks(self) -> dict[str, Mark]:
        """The fields that bear ink, by the marks chosen."""
        return written(self.chosen)


def most_likely(posterior: Mapping[str, Distribution]) -> dict[str, Mark | None]:
    """The likeliest mark of each field by itself."""
    return {field: likeliest(distribution) for field, distribution in posterior.items()}


def calibrated(sheet: Sheet, said: Mapping[str, Distribution]) -> dict[str, Distribution]:
    """What is said of fields as it came true on sheets of writers that nothing was trained on."""

    def of(field: str, distribution: Distribution) -> Distribution:
        exponent = SHARPER.get(sheet.field[field].kind)
        if exponent is None:
            return distribution
        return normalized({mark: share**exponent for mark, share in distribution.items()})

    return {field: of(field, distribution) for field, distribution in said.items()}

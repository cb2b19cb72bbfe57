"""The unmet checks of a sheet, computed fast for many readings that differ in a few marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain

from fairsheet.engine.checks.consistency import (
    LEVELS,
    checks_by_level,
    contradiction_of,
    holds,
    out_of_order,
    wrong_sum,
)
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.scoring.known_boxes import FromInk, fields_behind
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Check, CheckLevel, Sheet


class UnmetCheck:
    """A check that is not met. Its words take longer to compute than the check, so they are made on demand."""

    def __init__(self, check: Check, sheet: Sheet, marks: Marks) -> None:
        self._check, self._sheet, self._marks = check, sheet, marks

    @property
    def involved(self) -> tuple[str, ...]:
        """The fields whose marks contradict each other."""
        return self._contradiction.involved

    @property
    def why(self) -> str:
        """The reason, in words for players."""
        return self._contradiction.why

    @cached_property
    def is_wrong_sum(self) -> bool:
        """Whether only points were added up wrongly, so that the sums report it."""
        return wrong_sum(self._check, self._sheet, self._marks) is not None

    @cached_property
    def _contradiction(self) -> Contradiction:
        return contradiction_of(self._check, self._sheet, self._marks)


def unmet_checks(
    sheet: Sheet, setting: Mapping[str, Mark], level: CheckLevel
) -> Callable[[Marks], Iterator[UnmetCheck]]:
    """Return a function from one sheet's ink to its unmet checks of a level; see `FromInk`."""
    checks = checks_by_level(sheet)[level]

    def unmet(place: int, marks: Marks) -> UnmetCheck | None:
        check, is_met = checks[place]
        return None if holds(check, is_met, marks) else UnmetCheck(check, sheet, marks)

    by_place = FromInk(range(len(checks)), _dependent_checks(sheet)[level], unmet, setting)
    return lambda marks: (check for _, check in by_place(marks))


@remembered
def _dependent_checks(sheet: Sheet) -> dict[CheckLevel, dict[str, list[int]]]:
    """Return by level and field the places of the checks that depend on it, directly or through computed boxes."""
    dependent: dict[CheckLevel, dict[str, list[int]]] = {level: {} for level in LEVELS}
    for level in LEVELS:
        for place, (check, _) in enumerate(checks_by_level(sheet)[level]):
            for field in fields_behind(check.needs, sheet):
                dependent[level].setdefault(field, []).append(place)
    return dependent


def known_conflicts(
    sheet: Sheet, setting: Mapping[str, Mark]
) -> Callable[[Marks], Iterator[Contradiction | UnmetCheck]]:
    """Return a function from one sheet's ink to everything that makes it illegal; for `setting`, see `FromInk`.

    This includes marks that are only missing, because the scanner may have missed them.
    """
    unmet = unmet_checks(sheet, setting, "error")
    return lambda marks: chain(
        out_of_order(sheet, marks), (each for each in unmet(marks) if not each.is_wrong_sum)
    )

"""What breaks the checks of a sheet, for those who ask about many readings that differ in a few marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain

from fairsheet.engine.checks.consistency import (
    LEVELS,
    checks_alone,
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
    """A check that is not met. What it says takes longer than to see that it is not met, and is made when it is asked
    for."""

    def __init__(self, check: Check, sheet: Sheet, marks: Marks) -> None:
        self._check, self._sheet, self._marks = check, sheet, marks

    @property
    def involved(self) -> tuple[str, ...]:
        """The fields whose marks contradict each other."""
        return self._said.involved

    @property
    def why(self) -> str:
        """The reason, in words for players."""
        return self._said.why

    @cached_property
    def is_wrong_sum(self) -> bool:
        """Whether it says no more than that points were added up wrongly: of that the sums speak."""
        return wrong_sum(self._check, self._sheet, self._marks) is not None

    @cached_property
    def _said(self) -> Contradiction:
        return contradiction_of(self._check, self._sheet, self._marks)


def unmet_checks(
    sheet: Sheet, setting: Mapping[str, Mark], level: CheckLevel
) -> Callable[[Marks], Iterator[UnmetCheck]]:
    """A function from one sheet's ink to its checks of a level that are not met; see `FromInk`."""
    checks = checks_alone(sheet)[level]

    def unmet(place: int, marks: Marks) -> UnmetCheck | None:
        check, is_met = checks[place]
        return None if holds(check, is_met, marks) else UnmetCheck(check, sheet, marks)

    by_place = FromInk(range(len(checks)), _asking(sheet)[level], unmet, setting)
    return lambda marks: (check for _, check in by_place(marks))


@remembered
def _asking(sheet: Sheet) -> dict[CheckLevel, dict[str, list[int]]]:
    """By level and field the checks that look at it, also through boxes that are computed, by their places."""
    asking: dict[CheckLevel, dict[str, list[int]]] = {level: {} for level in LEVELS}
    for level in LEVELS:
        for place, (check, _) in enumerate(checks_alone(sheet)[level]):
            for field in fields_behind(check.needs, sheet):
                asking[level].setdefault(field, []).append(place)
    return asking


def known_conflicts(
    sheet: Sheet, setting: Mapping[str, Mark]
) -> Callable[[Marks], Iterator[Contradiction | UnmetCheck]]:
    """A function from one sheet's ink to everything that makes it illegal, marks that are merely missing included: a
    reader may have missed them. `setting` as of `FromInk`."""
    unmet = unmet_checks(sheet, setting, "error")
    return lambda marks: chain(
        out_of_order(sheet, marks), (each for each in unmet(marks) if not each.is_wrong_sum)
    )

"""What breaks the checks of a sheet, for who asks about many readings that differ in a few marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from fairsheet.engine.checks.consistency import LEVELS, checks_alone, contradiction_of, holds, out_of_order
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.scoring.known_boxes import fields_behind
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Check, CheckLevel, Sheet


class UnmetCheck:
    """A check that is not met. What it says takes longer than to see that it is not met, and is made when it is asked
    for."""

    def __init__(self, check: Check, sheet: Sheet, marks: Mapping[str, Mark]) -> None:
        self._check, self._sheet, self._marks = check, sheet, marks

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields whose marks contradict each other."""
        return self._said.fields

    @property
    def why(self) -> str:
        """The reason, in words for players."""
        return self._said.why

    @cached_property
    def _said(self) -> Contradiction:
        return contradiction_of(self._check, self._sheet, self._marks)


class UnmetChecks:
    """A function from one sheet's ink to its checks of a level that are not met.

    `setting` is what formulas may ask about the game. Of ink that differs little from the first that was asked about,
    only the checks that look at the difference are made.
    """

    def __init__(self, sheet: Sheet, setting: Mapping[str, Mark], level: CheckLevel) -> None:
        self._sheet, self._setting = sheet, setting
        self._checks = checks_alone(sheet, level)
        self._asking = _asking(sheet)[level]
        self._first: tuple[Mapping[str, Mark], Mapping[int, UnmetCheck]] | None = None

    def __call__(self, marks: Mapping[str, Mark]) -> Iterator[UnmetCheck]:
        """They come one after the other: who asks whether there is any need not wait for all."""
        looked_at = {**self._setting, **marks}
        if self._first is None:
            places = range(len(self._checks))
            unmet = {place: check for place in places if (check := self._unmet(place, looked_at)) is not None}
            self._first = dict(marks), unmet
            yield from unmet.values()
            return
        first, known = self._first
        changed = {field for field, _ in marks.items() ^ first.items()}
        recomputed = {place for field in changed for place in self._asking.get(field, ())}
        for place in sorted({*known, *recomputed}):
            check = self._unmet(place, looked_at) if place in recomputed else known[place]
            if check is not None:
                yield check

    def _unmet(self, place: int, marks: Mapping[str, Mark]) -> UnmetCheck | None:
        check, is_met = self._checks[place]
        return None if holds(check, is_met, marks) else UnmetCheck(check, self._sheet, marks)


@remembered
def _asking(sheet: Sheet) -> dict[CheckLevel, dict[str, list[int]]]:
    """By level and field the checks that look at it, also through boxes that are computed, by their places."""
    asking: dict[CheckLevel, dict[str, list[int]]] = {level: {} for level in LEVELS}
    for level in LEVELS:
        for place, (check, _) in enumerate(checks_alone(sheet, level)):
            for field in fields_behind(check.needs, sheet):
                asking[level].setdefault(field, []).append(place)
    return asking


class KnownConflicts:
    """A function from one sheet's ink to everything that makes it illegal, marks that are merely missing included: a
    reader may have missed them. `setting` as of `UnmetChecks`."""

    def __init__(self, sheet: Sheet, setting: Mapping[str, Mark]) -> None:
        self._sheet, self._unmet = sheet, UnmetChecks(sheet, setting, "error")

    def __call__(self, marks: Mapping[str, Mark]) -> Iterator[Contradiction | UnmetCheck]:
        """The contradictions, one after the other."""
        yield from out_of_order(self._sheet, marks)
        yield from self._unmet(marks)

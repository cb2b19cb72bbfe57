"""What breaks the checks of a sheet, for who asks about many readings that differ in a few marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from engine.consistency import contradiction_of, errors_alone, holds, out_of_order
from engine.game import Contradiction
from engine.ink import Mark
from engine.known_boxes import fields_behind
from sheets.model import Sheet
from sheets.remembered import remembered


class UnmetCheck:
    """A check that is not met. What it says takes longer than to see that it is not met, and is made when it is asked
    for."""

    def __init__(self, sheet: Sheet, place: int, marks: Mapping[str, Mark]) -> None:
        self._sheet, self._place, self._marks = sheet, place, marks

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
        check, _ = errors_alone(self._sheet)[self._place]
        return contradiction_of(check, self._sheet, self._marks)


class KnownConflicts:
    """A function from one sheet's ink to everything that makes it illegal, marks that are merely missing included: a
    reader may have missed them.

    `setting` is what formulas may ask about the game. Of ink that differs little from the first that was asked about,
    only the checks that look at the difference are made.
    """

    def __init__(self, sheet: Sheet, setting: Mapping[str, Mark]) -> None:
        self._sheet, self._setting = sheet, setting
        self._first: tuple[Mapping[str, Mark], Mapping[int, UnmetCheck]] | None = None

    def __call__(self, marks: Mapping[str, Mark]) -> Iterator[Contradiction | UnmetCheck]:
        """The contradictions, one after the other: who asks whether there is any need not wait for all."""
        yield from out_of_order(self._sheet, marks)
        checks, looked_at = errors_alone(self._sheet), {**self._setting, **marks}
        if self._first is None:
            unmet = {
                place: UnmetCheck(self._sheet, place, looked_at)
                for place, check in enumerate(checks)
                if not holds(*check, looked_at)
            }
            self._first = dict(marks), unmet
            yield from unmet.values()
            return
        first, known = self._first
        asking = _asking(self._sheet)
        changed = {field for field, _ in marks.items() ^ first.items()}
        anew = {place for field in changed for place in asking.get(field, ())}
        for place in sorted({*known, *anew}):
            if place not in anew:
                yield known[place]
            elif not holds(*checks[place], looked_at):
                yield UnmetCheck(self._sheet, place, looked_at)


@remembered
def _asking(sheet: Sheet) -> dict[str, list[int]]:
    """By field the checks that look at it, also through boxes that are computed, by their place among them."""
    asking: dict[str, list[int]] = {}
    for place, (check, _) in enumerate(errors_alone(sheet)):
        for field in fields_behind(check.needs, sheet):
            asking.setdefault(field, []).append(place)
    return asking

"""Zones: numbers ascend in their zone, a part of the trajectory between two cuts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.journey._board import Board
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules import ascending
from fairsheet.engine.solver.constraint_model import Lit
from fairsheet.engine.solver.timeline import Choice, Condition, Event, First
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks

_ASCENDING = Message("numbers ascend in every zone")


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions on a final sheet about zones that do not ascend. Earlier zones were only larger."""
    for zone in board.trajectory.segments(marks):
        yield from ascending.Ascending(zone, _ASCENDING).contradictions(marks)


class ZonesInTime:
    """The zones of a sheet over time, made by its cuts."""

    def __init__(self, sheet: NumberSheet, board: Board) -> None:
        self._sheet, self._trajectory = sheet, board.trajectory
        self.cuts = {cut: Choice(sheet.model, list(sheet.turns)) for cut in board.cuts if cut in sheet.marks}
        self._bound = cache(self._bound_between)
        # many slots have the same cuts between them and a number
        self._first_of, self._bound_until = cache(partial(First, sheet.model)), cache(Bound)

    def constrain(self) -> None:
        """State that between two numbers that do not ascend, a cut was drawn before the later one."""
        sheet = self._sheet
        for (one, first), (other, second) in combinations(sheet.number_in.items(), 2):
            if first < second:
                continue
            why = Message(
                "a cut between the {first} in {one} and the {second} in {other} is older than one of them",
                one=one,
                first=first,
                other=other,
                second=second,
            )
            cuts, first_cut = self._cuts_between(one, other), self.first_cut(one, other)
            left, right = sheet.numbers[one], sheet.numbers[other]
            with sheet.model.rule(RuleCode.ASCEND, sheet.name(one, other, *cuts), why):
                for turn in range(max(left.first, right.first), max(left.last, right.last) + 1):
                    sheet.model.clause(-left.by(turn), -right.by(turn), first_cut.by(turn - 1))

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """Yield the conditions that close each slot to a number: ink in it, or a number of its zone."""
        sheet, slots = self._sheet, self._trajectory.slots
        for slot in sheet.board.slots:
            filled = [sheet.filled[slot]] if slot in sheet.filled else []
            bounds = ascending.bounding(slots, slot, number, sheet.number_in)
            yield (*filled, *(self._bound(slot, other) for other in bounds))

    def first_cut(self, one: str, other: str) -> Event:
        """Return when the first cut between two slots was drawn."""
        return self._first_of(tuple(self.cuts[cut] for cut in self._cuts_between(one, other)))

    def _cuts_between(self, one: str, other: str) -> list[str]:
        a, b = sorted((self._trajectory.index_of[one], self._trajectory.index_of[other]))
        return [cut for cut in self.cuts if a < self._trajectory.links[cut] <= b]

    def _bound_between(self, slot: str, other: str) -> Condition:
        return self._bound_until(self._sheet.numbers[other], self.first_cut(slot, other))


class Bound:
    """A number that bounds those of a slot until a cut is drawn between the two."""

    def __init__(self, written: Event, cut: Event) -> None:
        self._written, self._cut = written, cut

    def by(self, turn: int) -> Lit:
        """Return whether it does so at the end of a turn."""
        return self._written.model.all_of((self._written.by(turn), -self._cut.by(turn)))

"""Constraints require everything that the rules do: the rules accept every schedule of a model for a small
table.

If a constraint is too loose, the proof tries schedules in vain, until it reports undecided instead of illegal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fairsheet.engine.proof._witness import ScheduleFails, find_history
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.solve import Solver
from tests.agreement.boards import Kind
from tests.agreement.exhaustive import varied
from tests.agreement.judging import Sheets, SmallTable, by_seat, each_table, table_of
from tests.agreement.test_agreement import changed, covered, played

GAMES = 40  # that are played at random
HONEST, CHANGED = 3, 8  # tables
SCHEDULES = 2  # of each
ORDERED_BY_REPLAY = ("virus",)  # the order of some events of a turn is not stated


@each_table
def test_every_schedule_is_followed(name: str, kind: Kind) -> None:
    table = table_of(name, kind)
    honest = played(name, kind, GAMES)
    said: Counter[bool] = Counter()
    inked = [by_seat(marks) for marks in varied(honest, HONEST)]
    for sheets in [*inked, *map(backwards, inked), *looking_honest(table, name, kind)]:
        for seats in {tuple(sheets), (1,)}:
            for is_followed in schedules_followed(table, {seat: sheets[seat] for seat in seats}):
                assert is_followed or name in ORDERED_BY_REPLAY, sheets
                said[is_followed] += 1
    assert said[True] > 2 * said[False]


def backwards(sheets: Sheets) -> Sheets:
    """Return the sheets in a possible order of records; only for equal symbols the order says which came first."""
    return {seat: dict(reversed(list(marks.items()))) for seat, marks in sheets.items()}


def looking_honest(table: SmallTable, name: str, kind: Kind) -> Iterator[Sheets]:
    """Return tables with changed marks that do not contradict themselves."""
    for marks in changed(table, played(name, kind, GAMES), CHANGED):
        sheets: Sheets = by_seat(marks)
        if not table.contradictions(sheets):
            yield sheets
        else:
            yield from covered(table, sheets)


def schedules_followed(table: SmallTable, sheets: Sheets) -> Iterator[bool]:
    """Return, for some schedules of these sheets, with others absent, whether the rules follow them."""
    request, budget = table.request(sheets), Budget(20)
    model, scheduler = table.model(sheets)
    solver = Solver(model)
    for _ in range(SCHEDULES):
        if solver.solve(budget) != "solved":
            return
        assert solver.solution is not None
        schedule = scheduler.schedule(solver.solution)
        try:
            find_history(table.game, request, schedule, budget)
            yield True
        except ScheduleFails:
            yield False
        if not (chosen := [literal for each in schedule.choices.values() for literal in each]):
            return
        model.clause(*(-literal for literal in chosen))

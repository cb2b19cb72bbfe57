"""Play, check and proof agree on small boards: reachable sheets are never contradicted, all others always.

By default few tables are judged. A single player plays every possible way, two players play random games, and
some of the tables that they reach are proved. The soak judges two hundred times as many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

import msgspec
import pytest

from fairsheet.engine.games.registry import board_problems
from fairsheet.sheets.library.templates import scenario_names
from tests.agreement.boards import Kind, small
from tests.agreement.exhaustive import (
    Table,
    changes,
    reachable,
    some_reachable,
    spread,
    values_of_missions,
    varied,
)
from tests.agreement.judging import Sheets, SmallTable, by_seat, each_table, table_of


class Size(msgspec.Struct, frozen=True):
    """The number of tables of each kind; None means all."""

    games: int | None  # random games to play, instead of every possible way
    checked: int | None  # tables
    proved: int | None
    changed: int | None
    decided: int | None  # changed tables, and tables mixed from two, that are proved


Sizes = Mapping[Kind, Size]

SMALL: Sizes = {
    "alone": Size(None, 100, 6, 160, 20),
    "two": Size(60, 40, 4, 60, 5),
    "changed": Size(60, 40, 5, 40, 4),
    "stuck": Size(60, 40, 6, 60, 6),
    "long": Size(40, 20, 3, 24, 2),
}
LARGE: Sizes = {
    "alone": Size(None, None, 4000, 20_000, 4000),
    "two": Size(5000, None, 2000, 20_000, 2000),
    "changed": Size(None, None, 2000, 5000, 1000),
    "stuck": Size(None, None, 2000, 5000, 1000),
    "long": Size(3000, None, 1000, 5000, 500),
}

CHANGES = 8  # of one table
MIXED = 100  # tables that are mixed with the next one
SAID = {"reached": "possible", "not reached": "impossible"}
# the replay decides the rest there, which may be more than it tries
SOMETIMES_UNDECIDED = ("virus", "battle")

each_size = pytest.mark.parametrize(
    "size", [SMALL, pytest.param(LARGE, marks=pytest.mark.soak)], ids=["few", "all"]
)


@cache
def played(name: str, kind: Kind, games: int | None) -> list[Table]:
    table = table_of(name, kind)
    if games is None:
        return reachable(table.game, table.deal, table.turns)
    return some_reachable(table.game, table.deal, table.turns, games)


@pytest.mark.parametrize("name", scenario_names())
def test_small_boards_have_everything_the_rules_need(name: str) -> None:
    assert board_problems(small(name)) == []


@each_size
@each_table
def test_reachable_sheets_are_not_contradicted(name: str, kind: Kind, size: Sizes) -> None:
    table = table_of(name, kind)
    for marks in spread(played(name, kind, size[kind].games), size[kind].checked):
        sheets = by_seat(marks)
        assert table.contradictions(sheets) == [], sheets
        assert table.contradictions(sheets, dealt=False) == [], sheets


@each_size
@each_table
def test_reachable_sheets_are_possible(name: str, kind: Kind, size: Sizes) -> None:
    table = table_of(name, kind)
    for marks in varied(played(name, kind, size[kind].games), size[kind].proved):
        assert table.proof(by_seat(marks)) == "possible", marks


@each_size
@pytest.mark.parametrize("name", scenario_names())
def test_sheets_are_possible_if_the_other_is_missing(name: str, size: Sizes) -> None:
    table, proved = table_of(name, "two"), size["two"].proved
    for seat in (1, 2):
        alone = [(marks[seat - 1],) for marks in played(name, "two", size["two"].games)]
        for (marks,) in varied(alone, proved and 2 * proved):
            assert table.proof({seat: marks}) == "possible", (seat, marks)


@each_size
@each_table
def test_reachable_sheets_are_possible_with_physical_cards(name: str, kind: Kind, size: Sizes) -> None:
    table = table_of(name, kind)
    few = size[kind].proved
    for marks in varied(played(name, kind, size[kind].games), few and few // 5):
        assert table.proof(by_seat(marks), dealt=False) == "possible", marks


@each_size
@each_table
def test_similar_sheets_are_judged_as_by_play(name: str, kind: Kind, size: Sizes) -> None:
    assert judge_similar_tables(name, kind, size[kind])["not reached"] or kind in ("changed", "stuck")


def judge_similar_tables(name: str, kind: Kind, size: Size) -> Counter[str]:
    """Return how many similar tables can be reached and how many cannot; check that the verdicts agree."""
    table = table_of(name, kind)
    honest = played(name, kind, size.games)
    unclear: list[Sheets] = []
    for marks in [*changed(table, honest, size.changed), *mixed(honest)]:
        sheets: Sheets = by_seat(marks)
        if table.contradictions(sheets):
            assert table.played(sheets) == "not reached", sheets
            unclear += covered(table, sheets)
        else:
            unclear.append(sheets)
    said: Counter[str] = Counter()
    for sheets in spread(unclear, size.decided):
        expected = table.played(sheets)
        if expected is not None:
            proof = table.proof(sheets)
            assert proof == SAID[expected] or (name in SOMETIMES_UNDECIDED and proof == "undecided"), sheets
            said[expected] += 1
            assert proof != "impossible" or table.is_certified(sheets), sheets
    return said


def changed(table: SmallTable, honest: Sequence[Table], most: int | None) -> Iterator[Table]:
    """Return tables with one mark of one sheet made, removed or changed, some of every table."""
    for marks in spread(honest, most and most // CHANGES):
        others = [
            (*marks[:place], other, *marks[place + 1 :])
            for place, sheet_marks in enumerate(marks)
            for other in changes(table.game.sheet.fields, sheet_marks, numbers_of(table))
        ]
        yield from spread(others, CHANGES)


def numbers_of(table: SmallTable) -> list[int]:
    """Return the numbers to try: those offered, their neighbours, and the points of missions."""
    offered = {offer.number for turn in range(1, table.turns + 1) for offer in table.deal.offers(turn)}
    beside = {number + 1 for number in offered}
    return sorted(offered | beside | set(values_of_missions(table.game, table.deal.missions)))


def covered(table: SmallTable, sheets: Sheets) -> Sequence[Sheets]:
    """Return the sheets with one more mark changed so that they do not contradict themselves; the first found."""
    seat, found = table.contradictions(sheets)[0]
    fields = [table.game.sheet.field[field] for field in found.involved]
    for other in changes(fields, sheets[seat], numbers_of(table)):
        if not table.contradictions({**sheets, seat: other}):
            return [{**sheets, seat: other}]
    return []


def mixed(honest: Sequence[Table]) -> Iterator[Table]:
    """Return tables whose sheets are from two games."""
    if len(honest[0]) > 1:
        for one, other in pairwise(spread(honest, MIXED)):
            yield (*one[:-1], other[-1])

"""Test written sums whose parts are blank: they count as written, and only contradictions are illegal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from fairsheet.engine.recorded.recorded_tables import (
    score_recorded,
    table_sheets,
    unknown_points,
    verify_recorded,
)
from fairsheet.engine.records.record import Record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import line_of_total
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.wording.points import Points, points_of
from tests.engine.recorded.ares import ares_tables
from tests.engine.recorded.checking import Make, changed, findings, with_marks
from tests.engine.recorded.gaia import gaia_tables
from tests.engine.recorded.planet import planet_tables
from tests.engine.recorded.pulsar import pulsar_tables


def points(records: Sequence[Record]) -> Points:
    """Return the points of a table."""
    sheet = load_sheet(records[0].sheet)
    return points_of(sheet, records, ruleset_of(sheet).score(records))


def cells_of_first(of: Points) -> dict[str, str]:
    """Return the displayed cells of seat 1, by row."""
    column = of.seats.index(1)
    return {row.name: row.cells[column] for row in (*of.parts, of.total)}


def without(*begin: str) -> Callable[[Sequence[Record]], list[Record]]:
    """Return a change that leaves fields of the first sheet blank, except the totals."""

    def blank(records: Sequence[Record]) -> list[Record]:
        first, *others = records
        gone = [field for field in first.marks if field.startswith(begin) and not field.endswith(".total")]
        return [with_marks(first, dict.fromkeys(gone)), *others]

    return blank


@pytest.mark.parametrize(
    ("make", "blank", "question_marks"),
    [
        (pulsar_tables.three, without("score.before"), {"After round 8"}),
        (gaia_tables.three, without("vp.track"), {"On the track"}),
        (
            planet_tables.three,
            without(""),
            {"Planet", "Tracks", "Lifepods", "Meteorites", "Civ cards", "Neighbours", "Personal"},
        ),
        (
            ares_tables.competitive,
            without("tr.", "forest.", "score.", "card-"),
            {"Final rating", "Forest points", "Cards"},
        ),
    ],
)
def test_total_of_blank_parts_counts_as_written(
    make: Make, blank: Callable[[Sequence[Record]], list[Record]], question_marks: set[str]
) -> None:
    whole, table = points(make()), points(blank(make()))
    assert table.total.values == whole.total.values and table.ranks == whole.ranks
    assert table.differences == ()
    shown = cells_of_first(table)
    assert {name for name, cell in shown.items() if cell == "?"} == question_marks
    assert [(each.seat, set(each.names), each.counts_as_written) for each in table.blanks] == [
        (1, question_marks, True)
    ]


def test_counting_cards_without_a_number_count_as_written() -> None:
    table = changed(ares_tables.competitive(), {"1": {"card-04.units": None, "card-04.points": None}})
    assert [found for found in findings(table) if found.level == "error"] == []
    player = score_recorded(table_sheets(table)).players[0]
    assert (player.parts["score.cards"], player.total, player.differences) == (17, 55, ())


@pytest.mark.parametrize(
    ("make", "changes", "wrong"),
    [
        (ares_tables.competitive, {"score.total": 58}, {"score.total": (58, 55)}),
        (ares_tables.competitive, {"tr.final": 32}, {"score.total": (55, 56)}),  # a part of the total
        (gaia_tables.three, {"score.research": 32}, {"score.research": (32, 28)}),
        (planet_tables.three, {"score.planet": 15}, {"score.planet": (15, 14)}),
        (pulsar_tables.three, {"final.cubes": 3}, {"final.cubes": (3, 1)}),
    ],
)
def test_wrong_sum_breaks_no_rule_and_the_right_points_count(
    make: Make, changes: dict[str, Mark | None], wrong: dict[str, tuple[int, int]]
) -> None:
    sheets = table_sheets(changed(make(), {"1": changes}))
    found = verify_recorded(sheets).sheets[0]
    assert found.verdict == "legal"
    assert {box: (each.written, each.computed) for box, each in found.wrong_sums.items()} == wrong
    player, total = score_recorded(sheets).players[0], line_of_total(sheets[0].layout).box
    boxes = {**player.parts, total: player.total}
    assert {box: boxes[box] for box in wrong} == {box: right for box, (_, right) in wrong.items()}
    assert player.differences == tuple(wrong)


@pytest.mark.parametrize(
    ("make", "changes"),
    [
        (ares_tables.competitive, {"card-01.points": 9}),  # the card shows another number
        (planet_tables.alone, {"solo.target": 40}),  # the label has another target
        (pulsar_tables.ledgers, {"round-3.score": 1}),  # the later rounds include it
    ],
)
def test_wrong_number_that_is_no_sum_is_illegal(make: Make, changes: dict[str, Mark | None]) -> None:
    assert verify_recorded(table_sheets(changed(make(), {"1": changes}))).sheets[0].verdict == "illegal"


def test_total_of_complete_parts_is_corrected() -> None:
    cheat = {"card-04.units": None, "card-04.points": None, "score.total": 99}
    player = score_recorded(table_sheets(changed(ares_tables.competitive(), {"1": cheat}))).players[0]
    assert (player.total, player.differences) == (55, ("score.total",))


@pytest.mark.parametrize(
    ("make", "part", "total"),
    [
        (gaia_tables.three, "score.final-1", "score.total"),
        (pulsar_tables.three, "final.goals", "final.total"),
    ],
)
def test_unwritten_part_follows_from_the_ink(make: Make, part: str, total: str) -> None:
    table = make()
    worth, right = table[0].marks[part], table[0].marks[total]
    assert isinstance(right, int)
    lacking = changed(table, {"1": {part: None, total: right - 1}})
    player = score_recorded(table_sheets(lacking)).players[0]
    assert (player.parts[part], player.total, player.differences) == (worth, right, (total,))


@pytest.mark.parametrize(
    ("make", "blank", "total"),
    [
        (gaia_tables.three, "vp.track", "score.total"),
        (pulsar_tables.three, "score.before", "final.total"),
        (ares_tables.competitive, "tr.final", "score.total"),
    ],
)
def test_points_are_unknown_without_a_part_and_a_total(make: Make, blank: str, total: str) -> None:
    sheets = table_sheets(changed(make(), {"1": {blank: None, total: None}}))
    assert unknown_points(sheets) == {sheets[0].record.key: (blank,)}
    for one in (blank, total):
        assert unknown_points(table_sheets(changed(make(), {"1": {one: None}}))) == {}
    table = points([each.record for each in sheets])
    (blank_parts,) = table.blanks
    assert not blank_parts.counts_as_written and blank_parts.seat == 1
    assert cells_of_first(table)["total"].endswith("?") and cells_of_first(table)[blank_parts.names[0]] == "?"


@pytest.mark.parametrize(
    ("make", "seat", "changes", "box", "computed"),
    [
        (gaia_tables.three, 2, {"score.final-2": 18}, "score.final-2", 0),
        (ares_tables.competitive, 2, {"card-03.number": 164, "card-03.points": 1}, "card-03.points", 0),
        (planet_tables.three, 1, {"score.personal": 1}, "score.personal", 0),
    ],
)
def test_number_that_no_count_can_give_never_counts(
    make: Make, seat: int, changes: dict[str, Mark | None], box: str, computed: int
) -> None:
    honest = score_recorded(table_sheets(make())).players
    table = changed(make(), {str(seat): changes})
    (player,) = (each for each in score_recorded(table_sheets(table)).players if each.seat == seat)
    assert player.total == next(each.total for each in honest if each.seat == seat)
    assert box in player.differences and points(table).differences[0].computed == computed


def test_points_are_unknown_if_no_ink_gives_another_number() -> None:
    third = pulsar_tables.three()[2]
    blank = {"station.s01": None, "station.s16": None, "final.stations": 3, "final.total": None}
    sheets = table_sheets([with_marks(third, blank)])
    assert unknown_points(sheets) == {third.key: ("final.stations",)}
    table = points([each.record for each in sheets])
    assert table.differences == () and table.total.cells[0].endswith("?")
    assert table.blanks[0].words == "the points are unknown: no count gives the number written for Stations"


def test_difference_shows_the_computed_value_of_its_box() -> None:
    honest = ares_tables.competitive()
    table = points(changed(honest, {"1": {"card-01.points": 9}}))
    card = next(each for each in table.differences if each.box == "card-01.points")
    assert (card.written, card.computed, card.is_sum) == (9, honest[0].marks["card-01.points"], False)
    target = points(changed(planet_tables.alone(), {"1": {"solo.target": 40}})).differences
    assert [(each.box, each.computed) for each in target] == [("solo.target", 58)]


def test_ledgers_and_final_sheets_share_the_line_of_the_score_before() -> None:
    game = pulsar_tables.three()[0].game
    final, ledger = pulsar_tables.three()[0], pulsar_tables.ledgers()[1]
    assert (final.game, ledger.game, ledger.seat) == (game, game, 2)
    table = points([final, ledger])
    assert [row.name for row in table.parts].count("After round 8") == 1
    before = next(row for row in table.parts if row.name == "After round 8")
    scores = {1: final.marks["score.before"], 2: ledger.marks["round-8.score"]}
    assert before.values == tuple(scores[seat] for seat in table.seats)
    assert all(row.name != "round 8 score" for row in table.parts)

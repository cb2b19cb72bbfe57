"""Test the scores of Ares Expedition: worked examples, winners, and tie-breaks."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.wording.table_words import astra_lines
from tests.engine.recorded.ares.ares_tables import alone, competitive, together
from tests.engine.recorded.checking import Changes, Make, changed, findings, with_marks


def test_worked_examples_score_as_computed_by_hand() -> None:
    first = score_recorded(table_sheets(competitive())).players[0]
    assert (first.parts["score.cards"], first.total, first.parts["score.tie-break"]) == (17, 55, 25)
    score = score_recorded(table_sheets(together()))
    assert [(player.seat, player.total) for player in score.players] == [(1, 43), (2, 42), (0, 85)]
    assert score.players[2].parts == {"sum.a-total": 43, "sum.b-total": 42}
    assert score.ranking == ((1, 2),)
    assert score_recorded(table_sheets(alone())).ranking == ((1,),)


@pytest.mark.parametrize(
    ("make", "changes", "winner"),
    [
        (together, {}, "player"),
        (together, {"1": {"tr.final": 22}}, "player"),
        (together, {"1": {"tr.final": 21}}, "game"),
        (together, {"log": {"ocean.s9": None, "verdict.won": None}}, "game"),
        (together, {"log": {"ocean.s9": 16}}, "game"),
        (alone, {}, "player"),
        (alone, {"log": {"ocean.s9": None, "verdict.won": None}}, "game"),
    ],
)
def test_winner_is_a_player_or_the_game(make: Make, changes: Changes, winner: str) -> None:
    table = changed(make(), changes)
    assert score_recorded(table_sheets(table)).winner == winner
    records = [each for each in table if each.sheet == "ares-record"]
    assert score_recorded(table_sheets(records)).winner is UNSET


@pytest.mark.parametrize(
    ("make", "changes", "lacks", "words"),
    [
        (
            together,
            {"1": {"tr.final": 19}, "log": {"ocean.s9": 16}},
            ("1 of 42 steps", "3 of 80 points"),
            "1 of 42 steps and 3 of 80 points missing",
        ),
        (
            alone,
            {"log": {"ocean.s8": None, "ocean.s9": None, "verdict.won": None}},
            ("2 of 42 steps",),
            "2 of 42 steps missing",
        ),
    ],
)
def test_lost_game_reports_its_missing_steps(
    make: Make, changes: Changes, lacks: tuple[str, ...], words: str
) -> None:
    table = changed(make(), changes)
    score = score_recorded(table_sheets(table))
    assert (score.lacks, astra_lines(score)) == (lacks, [f"the game wins: {words}"])
    assert score_recorded(table_sheets(make())).lacks is UNSET


def test_game_noted_as_lost_reports_its_missing_steps() -> None:
    lost = {"ocean.s9": None, "verdict.won": None, "verdict.lost": "crossed"}
    whys = [found.why for found in findings(changed(alone(), {"log": lost})) if found.check == "game-lost"]
    assert whys == ["The game is lost: it lacks 1 of 42 steps."]


@pytest.mark.parametrize(("last", "lacks"), [(15, UNSET), (16, ("2 of 42 steps",))])
def test_won_game_lacks_steps_only_if_one_is_after_the_last_round(last: int, lacks: object) -> None:
    """A step that was only not noted does not cancel a victory."""
    table = changed(together(), {"log": {"ocean.s8": None, "ocean.s9": last}})
    assert score_recorded(table_sheets(table)).lacks == lacks


def test_missing_points_of_two_follow_from_the_sum_of_their_totals() -> None:
    (log,) = (each for each in together() if each.sheet == "ares-coop")
    blank = {"sum.a-total": None, "sum.b-total": None, "verdict.won": None}
    found = score_recorded(table_sheets([with_marks(log, {**blank, "sum.together": 79})]))
    assert found.lacks == ("1 of 80 points",)


def test_unfinished_game_has_no_winner() -> None:
    (log,) = (each for each in alone() if each.sheet == "ares-solo")
    begun = {
        field: None
        for field in log.marks
        if field.startswith(("verdict.", "ocean.", *(f"r{number}." for number in range(10, 26))))
    }
    assert score_recorded(table_sheets(changed([log], {"log": begun}))).winner is UNSET


def test_log_total_must_equal_that_of_the_record() -> None:
    forests = {"1": {"forest.points": None}}
    total = alone()[0].marks["score.total"]
    assert isinstance(total, int)
    seen = [found.check for found in findings(changed(alone(), {**forests, "log": {"sum.total": total + 9}}))]
    assert "sums" in seen
    believed = changed(
        alone(), {"1": {"forest.points": None, "score.total": None}, "log": {"sum.total": total}}
    )
    assert [found.check for found in findings(believed) if found.level == "error"] == []


def test_equal_totals_are_ranked_by_remaining_resources() -> None:
    table = changed(
        competitive(), {"2": {"tr.final": 49, "left.money": 26}, "3": {"tr.final": 51, "left.money": 26}}
    )
    assert score_recorded(table_sheets(table)).ranking == ((2, 3), (1,))
    left = dict.fromkeys(("left.money", "left.plants", "left.heat", "score.tie-break"))
    assert score_recorded(table_sheets(changed(table, {"3": left}))).ranking == ((1, 2, 3),)


def test_each_counting_card_is_rounded_down_separately() -> None:
    game = Table(None, 3)
    marks: dict[str, Mark] = {
        "card-01.number": 24,
        "card-01.units": 3,
        "card-02.number": 33,
        "card-02.units": 3,
    }
    record = Record.on(load_sheet("ares-record"), game, 1, marks)
    assert score_recorded(table_sheets([record])).players[0].parts["score.cards"] == 2


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        (("forest.points", "score."), (17, 55, 25)),
        (("score.",), (17, 55, 25)),
        (("forest.points", "score.total"), (0, 55, 0)),
        (("forest.points", "score.cards", "left."), (17, 55, 25)),
    ],
)
def test_unsupported_points_count_as_written(written: tuple[str, ...], parts: tuple[int, int, int]) -> None:
    kept = ("corp.", "tr.", *written)
    gone = [{field: None for field in each.marks if not field.startswith(kept)} for each in competitive()]
    table = changed(competitive(), {str(seat): fields for seat, fields in enumerate(gone, 1)})
    score = score_recorded(table_sheets(table))
    first = score.players[0]
    assert (first.parts["score.cards"], first.total, first.parts["score.tie-break"]) == parts
    assert first.differences == ()
    assert score.ranking == ((1,), (2,), (3,))

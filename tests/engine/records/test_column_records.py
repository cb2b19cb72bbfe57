"""Test sheets with one column for each player: they are scored like separate sheets."""

from __future__ import annotations

import pytest

from fairsheet.commands.new import template_text
from fairsheet.engine.records.column_records import players_of
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.columns import columns_of, unclaimed_fields
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.wording.points import points_of


def sheet_of(text: str) -> Sheet:
    return place(parse(text, "quiz.sheet")).sheet


QUIZ = sheet_of(template_text("quiz", "columns"))
MARKS: dict[str, Mark] = {
    "name.1": "OWLS", "round-1.1": 7, "round-2.1": 3, "joker.1": 1, "score.sum.1": 17, "score.total.1": 28,
    "name.2": "FOXES", "round-1.2": 9,
    "name.3": "BEES", "round-1.3": 10, "joker.3": 2, "score.places.3": 6,
}  # fmt: skip


def record(marks: dict[str, Mark]) -> Record:
    return Record.on(QUIZ, Table(None, 1), 1, marks)


def test_every_column_is_a_player() -> None:
    assert columns_of(QUIZ) == (1, 2, 3, 4, 5, 6)
    sheet, players = players_of(QUIZ, [record(MARKS)])
    assert [(player.seat, player.player, player.game.players) for player in players] == [
        (1, "OWLS", 3), (2, "FOXES", 3), (3, "BEES", 3)
    ]  # fmt: skip
    assert players[2].marks["round-1"] == 10
    assert {line.box for line in sheet.scores} == {"score.sum", "score.places", "score.total"}


def test_columns_are_compared_with_each_other() -> None:
    score = ruleset_of(QUIZ).score([record(MARKS)])
    assert [player.total for player in score.players] == [17 + 10, 9 + 3, 10 + 6]
    assert score.ranking == ((1,), (3,), (2,))
    assert [player.differences for player in score.players] == [("score.total",), (), ()]
    points = points_of(QUIZ, [record(MARKS)], score)
    assert (points.seats, points.total.values) == ((1, 3, 2), (27, 16, 12))


def test_columns_after_the_last_with_ink_do_not_play() -> None:
    score = ruleset_of(QUIZ).score([record({"round-1.1": 4, "round-1.3": 4})])
    assert [(player.seat, player.total) for player in score.players] == [(1, 14), (2, 0), (3, 14)]
    assert score.ranking == ((1, 3), (2,))


def test_sheet_without_columns_stays_unchanged() -> None:
    launch = load_sheet("launch")
    records = [Record.on(launch, Table("a", 2), seat) for seat in (1, 2)]
    assert players_of(launch, records) == (launch, records)


COLUMNS = """sheet quiz "Quiz"
repeat t: 1..3
  box round.{t} to: 9 at: 30 * t, 0
    facts player: %s
  box score.total.{t} to: 9 at: 30 * t, 20
    facts player: t
  score score.total.{t} sign: "=" is: %s
"""


@pytest.mark.parametrize(
    ("player", "formula", "more", "line", "message"),
    [
        ("t", "round.{t} + t", "", 7,
         "score.total.2 has another score line than score.total.1 (2 times); give every column"),
        ("t + 1", "round.{t}", "", 3, "but its id does not end with this number (3 times); end its id with"),
        ("t", "round.{t}", "box joker.2 to: 9 at: 0, 40\n  facts player: 2", 8,
         "column 1 has no joker.1; give every column the same fields"),
        ("t", "round.{t}", "box joker.1 to: 9 at: 0, 40\n  facts player: 1", 8,
         "column 2 has no joker.2; give every column the same fields"),
    ],
)  # fmt: skip
def test_differing_columns_are_a_fault(player: str, formula: str, more: str, line: int, message: str) -> None:
    with pytest.raises(TemplateError) as raised:
        sheet_of(COLUMNS % (player, formula) + more)
    assert str(raised.value).startswith(f"quiz.sheet:{line}:") and message in str(raised.value)


def test_one_column_has_nothing_to_compare() -> None:
    text = template_text("quiz", "columns")
    assert "repeat t: 1..6" in text
    with pytest.raises(TemplateError, match=r"quiz.sheet:\d+:\d+: ranked compares players, but this"):
        sheet_of(text.replace("repeat t: 1..6", "repeat t: 1..1"))


def test_two_sheets_with_columns_are_no_table() -> None:
    records = [Record.on(QUIZ, Table(None, 2), seat, MARKS) for seat in (1, 2)]
    with pytest.raises(FairsheetError, match="its players share one sheet"):
        ruleset_of(QUIZ).score(records)


def test_missing_fact_in_all_columns_of_a_row_is_found() -> None:
    text = template_text("quiz", "columns")
    forgotten = text.replace(
        "box joker.{t} from: 1 to: rounds at: 8, 0\n        facts player: t",
        "box joker.{t} from: 1 to: rounds at: 8, 0",
    )
    assert unclaimed_fields(QUIZ) == [] and forgotten != text
    sheet = place(parse(forgotten.replace("points(joker.{t}, 0, ", "points(1, 0, "), "quiz.sheet")).sheet
    assert unclaimed_fields(sheet) == [f"joker.{t}" for t in range(1, 7)]


def test_computed_box_outside_all_columns_is_a_fault() -> None:
    text = template_text("quiz", "columns")
    forgotten = text.replace(
        "box score.places.{t} from: 0 to: 10 at: 4, 0\n        facts player: t",
        "box score.places.{t} from: 0 to: 10 at: 4, 0",
    )
    with pytest.raises(TemplateError, match=r"score.places.1 is in no column, .* player 1's .*player: 1"):
        sheet_of(forgotten)

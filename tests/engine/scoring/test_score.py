from __future__ import annotations

import json
from collections.abc import Mapping

import msgspec
import pytest
from msgspec.structs import replace

from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.games.registry import rules_of, scenario_of
from fairsheet.engine.records.record import Record, Table, check_record
from fairsheet.engine.records.record_checks import MOST_IN_BOX
from fairsheet.engine.rulesets.formula_sheet import Tie
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import compile_boxes, score_player
from fairsheet.engine.scoring.summands import summands_of_total, unboxed_summands, values_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Call, Name, Operation, ScoreLine, Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.wording.points import points_of
from tests.engine.by_hand import crossed, rocket_rows

SHEET = load_sheet("launch")

FOUR_CLOSED: dict[str, Mark] = {f"error.{k}": "circled+crossed" for k in range(1, 5)}


def record(seat: int, marks: Marks, seed: str = "x", players: int = 4) -> Record:
    return Record.on(SHEET, Table(seed, players), seat, marks)


def ada(game: Launch) -> dict[str, Mark]:
    """Return the worked example: 19 rockets, three open errors."""
    marks = {**rocket_rows(game, 5), "row-rocket.6-1": "crossed"}
    return {**marks, "error.1": "circled", "error.4": "circled", "error.8": "circled"}


def bo(game: Launch) -> dict[str, Mark]:
    """Return the worked example: launched with 37 rockets."""
    return {**rocket_rows(game, 10), **FOUR_CLOSED, **crossed("extra-rocket.1", "extra-rocket.2")}


def test_worked_example_scores_as_computed_by_hand(game: Launch, sheet: Sheet) -> None:
    assert compile_boxes(sheet)(ada(game)) == {"score.errors": 15, "score.total": 60}
    assert compile_boxes(sheet)(bo(game)) == {"score.errors": 0, "score.total": 150}
    cy = {**bo(game), "extra-rocket.3": "crossed"}
    score = ruleset_of(SHEET).score([record(1, ada(game)), record(2, bo(game)), record(3, cy)])
    assert [player.total for player in score.players] == [60, 150, 150]
    assert score.ranking == ((3,), (2,), (1,))


def test_worked_example_earns_its_rockets(game: Launch) -> None:
    """Seven completed sections give Ada 19 rockets, by the rules themselves."""
    board = game.board
    sections = ("1-1", "2-2", "9-1", "7-1", "3-2", "6-2", "8-1")
    effects = [e for name in sections for e in board.sections[f"section.{name}"].effects]
    assert sum(board.rockets.get(effect, 0) for effect in effects) == 19
    slots = {
        slot: k for name in sections for k, slot in enumerate(board.sections[f"section.{name}"].slots, 1)
    }
    floors: dict[str, Mark] = {slot: board.index_of[slot] + 1 for slot in slots}
    marks: dict[str, Mark] = {**floors, **ada(game), "arrow.8-1": "filled"}
    marks.update(
        crossed(*(e for e in effects if board.symbol[e] not in ("build-x", "prepare")), "prepare.2-2")
    )
    assert list(game.contradictions(marks, None)) == []


@pytest.mark.parametrize(
    ("rows", "opened", "total"), [(0, 0, 0), (0, 8, -40), (1, 0, 15), (9, 1, 130), (10, 0, 150), (10, 8, 110)]
)
def test_totals_are_ladder_minus_open_errors(
    game: Launch, sheet: Sheet, rows: int, opened: int, total: int
) -> None:
    marks = {**rocket_rows(game, rows), **{f"error.{k}": "circled" for k in range(1, opened + 1)}}
    assert compile_boxes(sheet)(marks)["score.total"] == total


def test_parts_leave_out_the_total_and_differences_name_boxes(game: Launch, sheet: Sheet) -> None:
    wrong: dict[str, Mark] = {**ada(game), "score.errors": 20, "score.total": 60}
    scored = score_player(sheet, 1, wrong, compile_boxes(sheet)(wrong))
    assert scored.total == 60
    assert scored.parts == {"score.errors": 15}
    assert scored.written == {"score.errors": 20, "score.total": 60}
    assert scored.differences == ("score.errors",)
    blank = score_player(sheet, 1, ada(game), compile_boxes(sheet)(ada(game)))
    assert (blank.written, blank.differences) == ({}, ())


def test_ties_are_broken_and_shared(game: Launch) -> None:
    rows = rocket_rows(game, 10)
    one_open: dict[str, Mark] = {**rows, "error.8": "circled"}
    closed: dict[str, Mark] = {**one_open, "error.1": "circled+crossed"}
    records = [record(1, closed), record(2, one_open), record(3, {**one_open, "extra-rocket.1": "crossed"})]
    assert ruleset_of(SHEET).score(records).ranking == ((2, 3), (1,))
    launched = [
        record(1, {**rows, **crossed("extra-rocket.5")}),
        record(2, rows),
        record(3, bo(game)),
        record(4, rows),
    ]
    assert ruleset_of(SHEET).score(launched).ranking == ((3,), (1,), (2, 4))


def test_reason_of_a_tie_break_is_reported(game: Launch) -> None:
    rows = rocket_rows(game, 10)
    one_open: dict[str, Mark] = {**rows, "error.8": "circled"}
    records = [
        record(1, {**one_open, "error.1": "circled+crossed"}),
        record(2, one_open),
        record(3, one_open),
    ]
    assert ruleset_of(SHEET).broken_ties(records, ruleset_of(SHEET).score(records)) == [
        Tie((2, 3), (1,), "fewer crossed errors", (0, 1))
    ]
    launched = [record(1, {**rows, **crossed("extra-rocket.5")}), record(2, bo(game)), record(3, rows)]
    best, next_best = ruleset_of(SHEET).broken_ties(launched, ruleset_of(SHEET).score(launched))
    assert (best.better, best.others, next_best.better, next_best.others) == ((2,), (1,), (1,), (3,))
    assert best.words.startswith("more extra rockets") and next_best.numbers == (1, 0)


@pytest.mark.parametrize("name", scenario_names())
def test_every_number_of_a_tie_break_has_its_words(name: str) -> None:
    game = rules_of(load_sheet(name))
    assert len(game.tie_break({})) == len(game.tie_break_words)


def test_score_converts_to_json(game: Launch) -> None:
    document = json.loads(
        msgspec.json.encode(ruleset_of(SHEET).score([record(2, {**ada(game), "score.total": 60})]))
    )
    assert document == {
        "format": "fairsheet.score/1",
        "players": [
            {
                "seat": 2,
                "total": 60,
                "parts": {"score.errors": 15},
                "written": {"score.total": 60},
                "differences": [],
            }
        ],
        "ranking": [[2]],
    }


def test_sheets_without_rules_are_scored(game: Launch, sheet: Sheet) -> None:
    custom = replace(sheet, name="custom")
    assert not ruleset_of(custom).is_proved
    ink = (bo(game), rocket_rows(game, 10), ada(game))
    records = [Record.on(custom, Table(None, 3), seat, marks) for seat, marks in enumerate(ink, 1)]
    score = ruleset_of(custom).score(records)
    assert score.ranking == ((1, 2), (3,))
    with pytest.raises(FairsheetError, match="no rules"):
        rules_of(custom)


def test_only_values_without_a_box_explain_the_total(game: Launch, sheet: Sheet) -> None:
    assert values_of(sheet, unboxed_summands(sheet), ada(game)) == {"altitude": 75}
    others = [load_sheet(name) for name in scenario_names() if name != "launch"]
    assert [unboxed_summands(other) for other in others] == [()] * 7


def signs_of(sheet: Sheet) -> dict[str, int]:
    return {each.name: each.sign for each in summands_of_total(sheet)}


@pytest.mark.parametrize("name", scenario_names())
def test_total_adds_and_subtracts_by_the_signs_of_the_score_lines(name: str) -> None:
    own = load_sheet(name)
    boxes = {box.id for box in own.score_boxes()}
    printed = {
        line.box: {"+": 1, "-": -1}[line.sign]
        for line in own.scores
        if line.box in boxes and line.sign != "="
    }
    signs = signs_of(own)
    assert {box: sign for box, sign in signs.items() if box in boxes} == printed
    assert all(each.sign == 1 for each in unboxed_summands(own))


def test_signs_follow_any_form_of_the_formula(sheet: Sheet) -> None:
    text = "a - (b - lowest(altitude)) + -c"
    a, b, c, altitude = Name("a"), Name("b"), Name("c"), Call("lowest", (Name("altitude"),))
    formula = Operation("+", (Operation("-", (a, Operation("-", (b, altitude)))), Operation("-", (c,))))
    own = replace(sheet, scores=(ScoreLine("score.total", formula, "="),))
    assert signs_of(own) == {"a": 1, "b": -1, "altitude": 1, "c": -1}, text


def test_formula_terms_of_the_total_have_names() -> None:
    text = """
sheet farm "Farm"
box sheep to: 9 at: 10, 10
icon star.1 star at: 40, 10
icon star.2 star at: 60, 10
box score.corn to: 9 at: 10, 40
box score.total to: 99 at: 40, 40
score score.total sign: "=" is: (3 + score.corn + 2 * sheep - 4 * count(crossed, every("star.*"))
  + 2 * score.corn - min(sheep, inked(star.1)))
"""
    farm = place(parse(text, "farm.sheet")).sheet
    marks: dict[str, Mark] = {"sheep": 7, "star.1": "crossed", "score.corn": 5}
    names = [each.name for each in summands_of_total(farm)]
    assert names == [
        "always", "score.corn", "sheep, 2 times", "star", "score.corn, 2 times", "sheep, star"
    ]  # fmt: skip
    unboxed = unboxed_summands(farm)
    assert values_of(farm, unboxed, marks) == {
        "always": 3, "sheep, 2 times": 14, "star": -4, "score.corn, 2 times": 10, "sheep, star": -1,
    }  # fmt: skip
    record = Record.on(farm, Table(None, 1), 1, marks)
    points = points_of(farm, [record], ruleset_of(farm).score([record]))
    assert {row.box: row.values for row in points.parts} == {
        "always": (3,), "score.corn": (5,), "sheep, 2 times": (14,), "star": (-4,), "score.corn, 2 times": (10,),
        "sheep, star": (-1,),
    }  # fmt: skip
    assert [row.box for row in points.parts][:2] == ["always", "score.corn"]
    assert sum(value for row in points.parts for value in row.values) == points.total.values[0] == 27


def test_boxes_that_the_total_lists_are_its_summands() -> None:
    text = """
sheet farm "Farm"
box score.corn to: 9 at: 10, 10
box score.wine to: 9 at: 40, 10
box eggs.1 to: 9 at: 70, 10
box eggs.2 to: 9 at: 90, 10
box score.total to: 99 at: 40, 40
score score.total sign: "=" is: value(every("score.corn", "score.wine")) - value(every("eggs.*"))
"""
    farm = place(parse(text, "farm.sheet")).sheet
    assert signs_of(farm) == {"score.corn": 1, "score.wine": 1, "eggs": -1}
    assert values_of(farm, unboxed_summands(farm), {"eggs.1": 4, "eggs.2": 3}) == {"eggs": -7}


def _printed(record: Record, print_id: str) -> Record:
    return replace(record, game=replace(record.game, print=print_id))


def test_records_of_different_tables_are_refused(game: Launch) -> None:
    one = _printed(record(1, {}), "k7")
    ruleset_of(SHEET).score([one, record(2, {})])  # printed alone, to join the table
    for other, word in (
        (record(2, {}, seed="y"), "different tables"),
        (record(2, {}, players=3), "different tables"),
        (_printed(record(2, {}), "p3"), "different tables"),
        (record(1, ada(game)), "two records of seat 1"),
    ):
        with pytest.raises(FairsheetError, match=word):
            ruleset_of(SHEET).score([one, other])
    with pytest.raises(FairsheetError, match="no record"):
        ruleset_of(SHEET).score([])


def test_known_missions_of_one_table_must_agree(game: Launch) -> None:
    def entry(seat: int, missions: Mapping[str, str] | None) -> Record:
        return Record.on(SHEET, Table(None, 4, None, missions), seat, bo(game))

    with pytest.raises(FairsheetError, match="seat 3 has other missions"):
        ruleset_of(SHEET).score([entry(1, {"A": "A1"}), entry(2, None), entry(3, {"A": "A2"})])
    with pytest.raises(FairsheetError, match="seat 3 has other missions"):
        ruleset_of(SHEET).score([entry(1, None), entry(2, {"A": "A1"}), entry(3, {"A": "A2"})])
    assert ruleset_of(SHEET).score([entry(1, None), entry(2, {"A": "A1"})]).ranking == ((1, 2),)


@pytest.mark.parametrize("name", scenario_names())
def test_number_outside_its_box_is_a_difference_and_not_refused(name: str) -> None:
    sheet = load_sheet(name)
    (played,) = simulate(sheet, "box", 2, policy="random")
    for line in sheet.scores:
        for number in (MOST_IN_BOX, -MOST_IN_BOX):
            records = [replace(each, marks={**each.marks, line.box: number}) for each in played.records]
            check_record(sheet, records[0], "ada.json")
            score = ruleset_of(sheet).score(records)
            assert any(line.box in player.differences for player in score.players), line.box


def test_stars_of_a_campaign_match_the_printed_ranks() -> None:
    sheets = map(load_sheet, scenario_names())
    assert {sheet.name: tuple(scenario_of(sheet).game_of(sheet).stars) for sheet in sheets} == {
        "launch": (1,),
        "journey": (1,),
        "colony": (2, 1),
        "mine": (2, 1),
        "dome": (3, 2, 1),
        "virus": (4, 2, 1),
        "escape": (5, 3, 1),
        "battle": (6, 3, 1),
    }

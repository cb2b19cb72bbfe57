"""The table of `fairsheet score`: columns add up, and numbers that need a missing sheet are marked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.commands.score import show_score
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.drawn_shapes import Text
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.sheets.placement.place import place
from fairsheet.wording._part_names import part_label
from fairsheet.wording.missing_parts import missing_sheets_message
from fairsheet.wording.table_words import seat_name
from tests.fairsheet.here import write_records

SHEET = load_sheet("launch")

Columns = dict[str, dict[str, str]]


def columns_of(text: str) -> Columns:
    """Return the cells of each column by the name of the column and of the row."""
    head, _, *lines = [re.split(r"\s{2,}", line.strip()) for line in text.splitlines() if line.strip()]
    return {
        player: {name: cells[place] for name, *cells in lines if len(cells) == len(head) - 1}
        for place, player in enumerate(head[1:])
    }


def table_of_bots(name: str, players: int = 3) -> tuple[Record, ...]:
    (played,) = simulate(load_sheet(name), "columns", players, policy="random")
    return tuple(played.records)


@pytest.mark.parametrize("name", scenario_names())
def test_every_column_adds_up_to_its_players_numbers(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    records = list(table_of_bots(name))
    sheet = load_sheet(name)
    score = ruleset_of(sheet).score(records)
    show_score(sheet, score, records)
    columns = columns_of(capsys.readouterr().out)
    assert len(columns) == len(records)
    for record, player in zip(records, score.players, strict=True):
        column = {part: int(number) for part, number in columns[seat_name(record)].items()}
        assert column.pop("total") == player.total
        column.pop("rank")
        assert sum(column.values()) == player.total
        for box, number in player.parts.items():
            assert abs(column[part_label(sheet, box)]) == number


def test_subtracted_points_have_a_minus(capsys: pytest.CaptureFixture[str]) -> None:
    records = [Record.on(SHEET, table_of_bots("launch")[0].game, 1, {"error.1": "circled"})]
    show_score(SHEET, ruleset_of(SHEET).score(records), records)
    assert columns_of(capsys.readouterr().out)["seat 1"]["errors"] == "-5"


def test_total_of_a_partly_covered_sheet_has_a_question_mark(capsys: pytest.CaptureFixture[str]) -> None:
    one, *_, last = (
        replace(each, marks={**each.marks, "score.total": 999}) for each in table_of_bots("launch")
    )
    show_score(SHEET, ruleset_of(SHEET).score([one, last]), [one, last], covered={last.seat: {PLAYER}})
    shown = capsys.readouterr()
    totals = {player: column["total"] for player, column in columns_of(shown.out).items()}
    assert "rank" not in shown.out
    assert totals[seat_name(last)].endswith("?") and totals[seat_name(one)].isdigit()
    assert shown.err.count(" computed") == 1  # the right total of the other sheet is unknown


def test_parts_that_count_hidden_fields_have_a_question_mark(capsys: pytest.CaptureFixture[str]) -> None:
    sheet, records = load_sheet("journey"), list(table_of_bots("journey"))
    score = ruleset_of(sheet).score(records)
    for field, own, others in (
        ("plant.1-1", {"Stations", "total"}, set[str]()),
        ("trajectory.1", {"Longest zone", "Most zones", "total"}, {"Most zones", "total"}),
        ("score.errors", {"total"}, set[str]()),
    ):
        show_score(sheet, score, records, covered={1: {field}})
        for player, column in columns_of(capsys.readouterr().out).items():
            open_ = {part for part, number in column.items() if number.endswith("?")}
            assert open_ == (own if player == seat_name(records[0]) else others), (field, player)


def test_covered_sheet_is_not_mentioned_as_a_tie(capsys: pytest.CaptureFixture[str]) -> None:
    game = table_of_bots("launch")[0].game
    records = [Record.on(SHEET, game, 1, {"error.1": "circled+crossed"}), Record.on(SHEET, game, 2, {})]
    score = ruleset_of(SHEET).score(records)
    mentions_ties = []
    for covered in (dict[int, set[str]](), {2: {PLAYER}}):
        show_score(SHEET, score, records, covered=covered)
        mentions_ties.append("at equal totals" in capsys.readouterr().out)
    assert mentions_ties == [True, False]


@pytest.mark.parametrize(
    ("name", "unknown"),
    [
        ("journey", ["score.most-zones", "score.total"]),
        ("colony", ["score.astronauts", "score.total"]),
        ("dome", ["score.astronauts", "score.total"]),
        ("launch", []),
        ("mine", []),
        ("virus", []),
        ("escape", []),
    ],
)
def test_sums_that_need_a_missing_sheet_are_not_called_wrong(
    name: str, unknown: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, third = table_of_bots(name)
    # every box has another number than the ink of these two sheets gives
    sheet = load_sheet(name)
    wrong = Record.on(sheet, first.game, 1, {**first.marks, **dict.fromkeys(sums_on(first), 4)})
    records = [wrong, second]
    score = ruleset_of(sheet).score(records)
    assert {player.seat for player in score.players} == {1, 2}
    differing = set(score.players[0].differences)
    assert not differing & set(unknown)
    assert differing >= {box for box in sums_on(first) if first.marks[box] != 4} - set(unknown)
    assert not score.players[1].differences

    line = missing_sheets_message(sheet, records)
    assert line is not None and line.startswith("the sheet of player 3 is missing: ")
    assert line.endswith("the rank is only among the sheets available")
    assert ("cannot be known" in line) == bool(unknown)
    assert all(part_label(sheet, box) in line for box in unknown)
    assert missing_sheets_message(sheet, [first, second, third]) is None

    show_score(sheet, score, records)
    for column in columns_of(capsys.readouterr().out).values():
        assert {part for part, number in column.items() if number.endswith("?")} == {
            part_label(sheet, box) for box in unknown
        }


def sums_on(record: Record) -> Mapping[str, object]:
    """Return the sums on a sheet."""
    return {box: mark for box, mark in record.marks.items() if box.startswith("score.")}


def test_a_table_without_one_sheet_needs_review(fairsheet: Any, tmp_path: Path) -> None:
    for name in ("journey", "launch"):
        paths = write_records(tmp_path / name, table_of_bots(name))
        whole = fairsheet("score", *paths)
        assert (whole.code, whole.err) == (0, "")
        for words in ((), ("--json",)):
            ended = fairsheet("score", *paths[:2], *words)
            assert (ended.code, len(ended.err.splitlines())) == (3, 1)
            assert "the sheet of player 3 is missing" in ended.err


def test_json_of_an_incomplete_table_has_the_usual_form(fairsheet: Any, tmp_path: Path) -> None:
    paths = write_records(tmp_path, table_of_bots("journey"))
    document = fairsheet("score", paths[0], "--json").json
    assert set(document) == {"format", "players", "ranking"} and document["ranking"] == [[1]]
    (player,) = document["players"]
    assert set(player) == {"seat", "total", "parts", "written", "differences"}
    assert player["differences"] == []
    assert player["written"]["score.total"] == json.loads(paths[0].read_text())["marks"]["score.total"]


@pytest.mark.parametrize("name", ["launch", "virus", "battle"])
def test_half_a_solo_game_has_no_points_of_the_other_half(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (played,) = simulate(load_sheet(name), "columns", 1, solo=4)
    panel = played.sheet.pages
    for is_panel in (True, False):
        records = []
        for each in played.records:
            marks = {
                field: mark
                for field, mark in each.marks.items()
                if (played.sheet.field[field].page == panel) == is_panel
            }
            records.append(replace(each, marks=marks))
        score = ruleset_of(played.sheet).score(records)
        show_score(played.sheet, score, records)
        shown = capsys.readouterr().out
        assert bool(score.ranking) != is_panel and "winner unknown" in shown
        assert bool(re.search(r"total +\?", shown)) == ("ASTRA, level 4: " in shown) == is_panel


def test_shared_sheet_of_a_table_is_not_missing_per_seat() -> None:
    text = 'sheet log "Log"\n  per: table\n\nbox score.total from: 0 to: 99 at: 10, 10\n'
    sheet = place(parse(text, "log.sheet")).sheet
    assert missing_sheets_message(sheet, [Record.on(sheet, Table(None, 3), NO_SEAT)]) is None


@pytest.mark.parametrize("name", [name for name in scenario_names() if name != "launch"])
def test_names_of_parts_are_printed_on_the_sheet(name: str) -> None:
    sheet = load_sheet(name)
    printed = " ".join(shape.text for shape in sheet.shapes if isinstance(shape, Text)).lower()
    printed += " green blue grey" if name == "battle" else ""  # its planets are printed in colour
    parts = [
        line for line in sheet.scores if line.box.partition(".")[0].endswith("score") and line.sign != "="
    ]
    assert len(parts) >= 6
    for line in parts:
        assert line.label
        assert all(word in printed for word in re.findall(r"[a-z0-9]+", line.label.lower())), line.label

"""The stars of a campaign come from the records of its evenings and from its log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from msgspec import structs

from fairsheet.commands.new import template_text
from fairsheet.engine.games.registry import SCENARIOS, rules_of
from fairsheet.engine.records.record import Record, Table, write_record
from fairsheet.engine.scoring.score import PlayerScore, Score
from fairsheet.reports.campaign import campaign_of, campaign_rows, is_log
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import custom_sheet, load_sheet
from fairsheet.sheets.model.drawn_shapes import Text
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.printed.raster import blank_page
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import GEL_BLACK
from tests.vision.photographed import photograph

PLAYERS = ("Ada", "Ben", "Cleo", "Dan")
PX_PER_MM = 8


def table(name: str, ranking: Sequence[Sequence[int]]) -> tuple[Sheet, list[Record], Score]:
    """Return a scored table of a scenario with these ranks."""
    sheet = load_sheet(name)
    seats = sorted(seat for seats in ranking for seat in seats)
    game = Table("otter", len(seats))
    records = [Record.on(sheet, game, seat, {}, PLAYERS[seat - 1]) for seat in seats]
    scores = tuple(PlayerScore(seat, 0, {}, {}, ()) for seat in seats)
    return sheet, records, Score(scores, tuple(map(tuple, ranking)))


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("log") / "saga.sheet"
    path.write_text(template_text("saga", "campaign"), encoding="utf-8")
    return path


def test_stars_follow_dense_ranks() -> None:
    dome = table("dome", [(2,), (1, 4), (3,)])  # 3, 2, 1 stars: two players share rank 2
    stars = campaign_of([dome])
    assert {each.player: each.total for each in stars.players} == {"Ada": 2, "Ben": 3, "Cleo": 1, "Dan": 2}
    assert stars.ranking == (("Ben",), ("Ada", "Dan"), ("Cleo",))
    assert [row[:2] for row in campaign_rows(stars)[1]] == [[1, "Ben"], [2, "Ada"], [2, "Dan"], [4, "Cleo"]]


def test_stars_of_scenarios_are_added_in_order() -> None:
    stars = campaign_of([table("battle", [(1,), (2,), (3,)]), table("launch", [(3,), (2,), (1,)])])
    assert stars.scenarios == ("launch", "battle")
    assert stars.players[0].player == "Ada" and stars.players[0].stars == {"launch": 0, "battle": 6}
    assert {each.player: each.total for each in stars.players} == {"Ada": 6, "Ben": 3, "Cleo": 2}


def test_players_are_identified_only_by_name() -> None:
    sheet, records, score = table("mine", [(1,), (2,)])
    swapped = [structs.replace(records[0], player="ben"), structs.replace(records[1], player=" ADA ")]
    stars = campaign_of([table("colony", [(1,), (2,)]), (sheet, swapped, score)])
    assert {each.player: each.total for each in stars.players} == {"Ada": 3, "Ben": 3}
    with pytest.raises(FairsheetError, match="the same name"):
        campaign_of([(sheet, [structs.replace(each, player="Eve") for each in records], score)])


def test_other_games_are_refused_in_a_campaign() -> None:
    with pytest.raises(FairsheetError, match="a campaign has only scenarios with two or more players"):
        campaign_of([table("pulsar-final", [(1,), (2,)])])


def test_scenario_played_twice_is_refused() -> None:
    with pytest.raises(FairsheetError, match="mine was played at two tables"):
        campaign_of([table("mine", [(1,), (2,)]), table("mine", [(2,), (1,)])])


def test_log_adds_evenings_without_records(log: Path) -> None:
    sheet = custom_sheet(log)
    marks: dict[str, Any] = {
        "name.1": "Ada", "name.2": "Ben", "score.launch.1": 1, "score.launch.2": 0, "score.colony.1": 1,
        "score.colony.2": 1, "score.total.1": 2, "name.4": "Dan",
    }  # fmt: skip
    record = Record.on(sheet, Table(None, 1), 1, marks)
    assert is_log(sheet) and not is_log(load_sheet("launch"))
    stars = campaign_of([table("colony", [(2,), (1,)])], [(sheet, record)])
    assert {each.player: dict(each.stars) for each in stars.players} == {
        "Ben": {"launch": 0, "colony": 2}, "Ada": {"launch": 1, "colony": 1}, "Dan": {"launch": 0, "colony": 0},
    }  # fmt: skip
    ((player, scenario, in_log, from_records),) = [structs.astuple(each) for each in stars.differences]
    assert (player, scenario, in_log, from_records) == ("Ben", "colony", 1, 2)


def test_log_shows_the_stars_of_the_rules(log: Path) -> None:
    printed = [shape.text for shape in custom_sheet(log).shapes if isinstance(shape, Text)]
    for name in SCENARIOS:
        stars = rules_of(load_sheet(name)).stars
        words = ", ".join(
            f"{rank}: {count}" for rank, count in zip(("1st", "2nd", "3rd"), stars, strict=False)
        )
        assert printed[printed.index(name.capitalize()) + 1] == words


def test_photo_of_the_log_counts_together_with_records(fairsheet: Any, log: Path, tmp_path: Path) -> None:
    sheet = custom_sheet(log)
    label = Label("saga", sheet.fingerprint, None, 1, 1)
    marks = {"score.launch.1": 1, "score.launch.2": 0, "score.journey.1": 0, "score.journey.2": 1}
    page = blank_page(sheet, label, PX_PER_MM)
    filled = fill_in(
        page.copy(), sheet, marks, sample_hands()[3], GEL_BLACK, np.random.default_rng(1), px_per_mm=PX_PER_MM
    )
    (tmp_path / "log.png").write_bytes(
        cv2.imencode(".png", photograph(filled, size=(2250, 3000), turn=3).gray)[1].tobytes()
    )
    ended = fairsheet("scan", tmp_path / "log.png", "--sheet", log, "-o", tmp_path / "r", "--no-names")
    assert ended.code in (0, 1, 3), ended.err
    record = json.loads((tmp_path / "r" / "log.json").read_bytes())
    assert {id_: mark for id_, mark in record["marks"].items() if id_ in marks} == marks
    mine = load_sheet("mine")
    for seat in (1, 2):
        blank = Record.on(
            mine, Table("otter", 2), seat, {"mission.a": 8} if seat == 2 else {"score.total": 0}
        )
        (tmp_path / "r" / f"mine-{seat}.json").write_bytes(write_record(blank))
    ended = fairsheet("score", "--campaign", tmp_path / "r", "--sheet", log, "--json")
    assert ended.code in (0, 1, 3), ended.err
    assert ended.json["scenarios"] == ["launch", "journey", "mine"]
    assert [(each["player"], each["total"]) for each in ended.json["players"]] == [
        ("seat 1", 3),
        ("seat 2", 1),
    ], "the sheet of mine contradicts itself, so it has no place"
    words = fairsheet("score", "--campaign", tmp_path / "r", "--sheet", log)
    assert "seat 2" in words.out and "journey" in words.out

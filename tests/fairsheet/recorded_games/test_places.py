"""Names of fields of recorded games in findings, with the right headings."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from fairsheet.engine.recorded.gaia import GAME
from fairsheet.engine.recorded.gaia._component_names import words_of
from fairsheet.engine.recorded.gaia._draw import drawn_of
from fairsheet.engine.recorded.recorded_tables import table_sheets
from fairsheet.engine.scoring.score import PlayerScore, Score
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.naming.field_places import field_places
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.wording.points import recorded_name, recorded_names, recorded_rows
from fairsheet.wording.table_words import astra_lines
from tests.engine.recorded.ares.ares_tables import together
from tests.engine.recorded.gaia.gaia_tables import alone, pair


@pytest.mark.parametrize(
    ("sheet", "field", "heading"),
    [
        ("ares-coop", "r01.a-construction", "Player B"),
        ("ares-coop", "r02.b-development", "Player A"),
        ("ares-solo", "r01.dummy-development", "You"),
        ("ares-coop", "r01.a-cube-neutral", "Player B"),
        ("ares-solo", "r01.own-production", "Dummy"),
        ("gaia-record", "final-2.count", "Structures"),
    ],
)
def test_place_does_not_use_the_heading_of_other_fields(sheet: str, field: str, heading: str) -> None:
    assert heading not in field_places(load_sheet(sheet))[field]


NAMES = {  # printed names of the boxes that a total adds up
    "ares-record": {"tr.final": "Final rating", "forest.points": "Forest points", "score.cards": "Cards"},
    "ares-coop": {"sum.a-total": "Total A", "sum.b-total": "Total B"},
    "gaia-record": {"vp.track": "On the track", "score.resources": "Left over", "score.final-1": "final 1"},
    "gaia-automa": {"automa-vp.track": "On the track", "automa-score.research": "Research"},
    "planet-record": {"score.civ": "Civ cards", "solo.target": "Solo target", "score.planet": "Planet"},
    "pulsar-final": {"score.before": "After round 8", "final.purple": "Purple patents"},
    "pulsar-ledger": {"round-8.score": "round 8 score", "final.initiative": "Initiative"},
}


@pytest.mark.parametrize("name", NAMES)
def test_points_have_the_words_of_the_sheet(name: str) -> None:
    sheet = load_sheet(name)
    assert {box: recorded_name(box, sheet) for box in NAMES[name]} == NAMES[name]


def test_points_for_a_final_tile_are_named_after_the_drawn_tile() -> None:
    for record in (*pair("otter"), *alone()):
        (sheet,) = table_sheets([record])
        drawn = GAME.placed(drawn_of(str(record.game.seed), record.game), record.game)
        name_of = recorded_names(sheet)
        if record.sheet != "gaia-setup":
            prefix = "automa-score" if record.sheet == "gaia-automa" else "score"
            words = [words_of(drawn[f"final-{number}"][0]) for number in (1, 2)]
            assert [name_of(f"{prefix}.final-{number}") for number in (1, 2)] == words


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ({}, {"options": {"mode": "competitive"}}, "option mode coop and competitive"),
        ({}, {"options": UNSET}, "option mode coop and none"),
        ({"seed": "otter"}, {}, "seed otter and none"),
        ({}, {"name": "Club 7"}, "name of the table none and Club 7"),
    ],
)
def test_error_names_the_difference(one: dict[str, object], other: dict[str, object], words: str) -> None:
    games = [replace(record.game, **given) for record, given in zip(together(), (one, other), strict=False)]
    records = [replace(record, game=game) for record, game in zip(together(), games, strict=False)]
    with pytest.raises(FairsheetError, match=f"of seat 1 and seat 2 are from different tables: {words}"):
        table_sheets(records)


@pytest.mark.parametrize("name", ["ares-record", "planet-record", "pulsar-final", "gaia-record"])
def test_points_are_listed_in_the_order_of_the_sheet(name: str) -> None:
    sheet = load_sheet(name)
    line = next(line for line in sheet.scores if line.sign == "=")
    parts = dict.fromkeys(reversed([*NAMES[name]]), 0)
    rows = recorded_rows(sheet, PlayerScore(1, 0, parts, {}, ()), {})
    place = [field.id for field in sheet.fields].index
    order = [place(box.partition(", ")[0]) for box in rows]
    assert order == sorted(order) and line.box not in rows


def test_rows_only_list_boxes_that_a_total_adds_up() -> None:
    marks: dict[str, Mark] = {"tr.final": 20, "forest.points": 7, "card-01.number": 4, "card-01.points": 1}
    player = PlayerScore(1, 30, {"score.cards": 3}, {}, ())
    rows = recorded_rows(load_sheet("ares-record"), player, marks)
    assert rows == {"tr.final": 20, "forest.points": 7, "score.cards": 3}


@pytest.mark.parametrize(("winners", "words"), [((1,), "the player wins"), ((1, 2), "the players win")])
def test_message_for_a_common_win_uses_the_plural(winners: tuple[int, ...], words: str) -> None:
    assert astra_lines(Score((), (winners,), winner="player")) == [words]

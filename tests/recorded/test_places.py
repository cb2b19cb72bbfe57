"""What findings call fields of recorded games: never by a heading that stands above others."""

from __future__ import annotations

import pytest

from engine.score import Score
from fairsheet.points import recorded_name
from fairsheet.tables import astra_lines
from sheets.field_places import field_places
from sheets.library import load_sheet


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
def test_no_place_is_under_the_heading_of_others(sheet: str, field: str, heading: str) -> None:
    assert heading not in field_places(load_sheet(sheet))[field]


NAMES = {  # of boxes that a total adds up, as they are printed
    "ares-record": {"tr.final": "Final rating", "forest.points": "Forest points", "score.cards": "Cards"},
    "ares-coop": {"sum.a-total": "Total A", "sum.b-total": "Total B"},
    "gaia-record": {"vp.track": "On the track", "score.resources": "Left over", "score.final-1": "final 1"},
    "gaia-automa": {"automa-vp.track": "On the track", "automa-score.research": "Research"},
    "planet-record": {"score.civ": "Civ cards", "solo.target": "Solo target", "score.planet": "Planet"},
    "pulsar-final": {"score.before": "After round 8", "final.purple": "Purple patents"},
    "pulsar-ledger": {"round-8.score": "round 8 score", "final.initiative": "Initiative"},
}


@pytest.mark.parametrize("name", NAMES)
def test_points_are_told_by_the_words_of_the_sheet(name: str) -> None:
    sheet = load_sheet(name)
    assert {box: recorded_name(box, sheet) for box in NAMES[name]} == NAMES[name]


@pytest.mark.parametrize(("together", "words"), [((1,), "the player wins"), ((1, 2), "the players win")])
def test_two_who_win_together_are_players(together: tuple[int, ...], words: str) -> None:
    assert astra_lines(Score((), (together,), winner="player")) == [words]

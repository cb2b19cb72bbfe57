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


@pytest.mark.parametrize(
    ("sheet", "field", "words"),
    [
        ("ares-coop", "r01.a-cube-copper", "square, row 1 of 15"),
        ("pulsar-final", "station.s10", "square “10”, under “Stations”"),
        ("pulsar-final", "tech.t3a", "space “3a”"),
        ("planet-record", "track-biomass.h07", "space, beside “Biomass”, 8th of 16"),
        ("planet-record", "track-civ.h09", "space “3”, beside “Civilization”, 10th of 16"),
        ("gaia-record", "science.l4", "octagon “4”, beside “Science”, 5th of 6"),
        ("gaia-record", "built.institute", "seal, 3rd of 4"),
    ],
)
def test_a_place_is_told_by_the_words_of_the_sheet(sheet: str, field: str, words: str) -> None:
    assert field_places(load_sheet(sheet))[field].startswith(words)


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

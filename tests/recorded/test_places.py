"""What findings call fields of recorded games: never by a heading that stands above others."""

from __future__ import annotations

import pytest

from engine.score import Score
from fairsheet.tables import astra_lines
from sheets.field_places import field_places
from sheets.library import load_sheet


@pytest.mark.parametrize(
    ("sheet", "field", "heading"),
    [
        ("ares-coop", "r01.a-construction", "Player B"),
        ("ares-coop", "r02.b-development", "Player A"),
        ("ares-solo", "r01.dummy-development", "You"),
        ("gaia-record", "final-2.count", "Structures"),
    ],
)
def test_no_place_is_under_the_heading_of_others(sheet: str, field: str, heading: str) -> None:
    assert heading not in field_places(load_sheet(sheet))[field]


@pytest.mark.parametrize(("together", "words"), [((1,), "the player wins"), ((1, 2), "the players win")])
def test_two_who_win_together_are_players(together: tuple[int, ...], words: str) -> None:
    assert astra_lines(Score((), (together,), winner="player")) == [words]

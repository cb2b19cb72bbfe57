"""Test that the words on printed sheets agree with the numbers of the program."""

from __future__ import annotations

import pytest

from fairsheet.engine.recorded.gaia._box import AUTOMA, RECORD
from fairsheet.engine.recorded.gaia._final import PLACES
from fairsheet.engine.recorded.pulsar._goals import COUNTED, ONE_SIZE, WHY
from fairsheet.engine.recorded.pulsar._shown import goal_names
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_shapes import Text

NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "nine": 9, "eleven": 11}
KINDS = {
    "transmitters": "online",
    "stations": "stations",
    "patents": "patents",
    "projects": "projects",
    "gate runs": "runs",
}


def test_goals_count_as_the_key_on_the_tables_sheet() -> None:
    for goal, words in goal_names().items():
        number, _, what = words.partition(" ")
        assert f" {number} " in WHY[goal]
        if goal in COUNTED:
            assert COUNTED[goal] == (KINDS[what], NUMBERS[number])
        elif goal in ONE_SIZE:
            assert what == "spinning of one size" and ONE_SIZE[goal] == NUMBERS[number]
        else:
            assert what in ("spinning, different", "spinning")


@pytest.mark.parametrize("name", [RECORD, AUTOMA])
def test_points_of_places_are_those_on_the_sheets(name: str) -> None:
    printed = [shape.text for shape in load_sheet(name).shapes if isinstance(shape, Text)]
    places = ", ".join(map(str, PLACES))
    assert any(f"points: {places};" in text for text in printed)

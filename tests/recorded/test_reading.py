"""What the reader is told about the game that a recorded sheet is of."""

from __future__ import annotations

import pytest

from fairsheet.scanning import rules_for
from sheets.label import Label
from sheets.library import load_sheet


@pytest.mark.parametrize(("players", "points"), [(3, 0), (4, 2)])
def test_boxes_are_those_of_so_many_players(players: int, points: int) -> None:
    sheet = load_sheet("pulsar-final")
    rules = rules_for(sheet, Label(sheet.name, sheet.fingerprint, "otter", players, 1))
    assert rules.sums({"rank.place-3": "circled"})["final.initiative"] == points

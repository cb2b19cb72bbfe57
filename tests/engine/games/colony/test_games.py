"""Whole games of colony: scores computed by hand, and findings of `check`."""

from __future__ import annotations

import pytest

from fairsheet.engine.games.colony._rules import Colony
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed
from tests.engine.tables import scored

SHEET = load_sheet("colony")
GAME = Colony(SHEET)


def drawn(*tunnels: str) -> dict[str, Mark]:
    return {f"tunnel.{tunnel}": "drawn" for tunnel in tunnels}


def ascending(*columns: int) -> dict[str, Mark]:
    """Return columns filled with numbers that ascend in every row and every column."""
    return {
        slot: sum(int(part[1:]) for part in slot.removeprefix("building.").split("-")) - 1
        for slot in GAME.slots
        if any(slot.endswith(f"-c{column}") for column in columns)
    }


ADA: dict[str, Mark] = {
    **ascending(1, 2, 3, 4, 5),
    **dict.fromkeys(("building.r4-c1", "building.r2-c5", "building.r4-c5"), "X"),
    "building.r6-c5": 16,
    **ascending(6),
    **drawn("r2-c1-north", "r3-c1-east", "r3-c1-north", "r4-c1-north", "r5-c1-east", "r5-c2-east"),
    **drawn("r5-c2-north"),
    **circled("antenna.r2-c1", "antenna.r1-c2", "antenna.r3-c2", "antenna.r4-c1", "antenna.r5-c3"),
    **circled("antenna.r6-c2", "tank.r6-c1", "tank.r2-c3", "tank.r1-c4"),
    **circled("greenhouse.nw-1", "greenhouse.nw-2", "greenhouse.nw-3", "greenhouse.nw-4"),
    **circled("greenhouse.se-1", "greenhouse.se-2", "greenhouse.ne-1"),
    **crossed("plant-factor.1", "water-factor.1", "water-factor.2", "antenna-factor.1"),
    **crossed("astronaut.3", "astronaut.8", "planning.1", "planning.2", "planning.3", "error.1"),
    **circled("quarter-bonus.nw-high", "quarter-bonus.sw-low"),
    **crossed("quarter-bonus.sw-high"),
    "mission.a": 12,
    "mission.b": 4,
}
for _empty in ("building.r2-c6", "building.r4-c6", "building.r3-c5"):
    del ADA[_empty]
BO = crossed("astronaut.1", "astronaut.2", "astronaut.3")


def test_worked_example_scores_as_computed_by_hand() -> None:
    numbers = [mark for slot in GAME.slots if isinstance(mark := ADA.get(slot), int)]
    assert len(numbers) == 26 and sum(ADA.get(slot) == "X" for slot in GAME.slots) == 3
    assert list(GAME.contradictions(ADA, None, {"A": "A1", "B": "B2", "C": "C1"})) == []
    ada, bo = scored("colony", ADA, BO)
    assert ada.parts == {
        "score.missions": 16,
        "score.plants": 8,
        "score.water": 12,
        "score.antennas": 6,
        "score.quarters": 20,
        "score.astronauts": 10,
        "score.planning": 6,
        "score.errors": 5,
    }
    assert (ada.total, bo.total) == (61, 20)


def test_astronauts_score_by_rank_and_ties_share_it() -> None:
    counts = [5, 5, 4, 2, 1, 0]
    sheets = [crossed(*(f"astronaut.{k}" for k in range(1, count + 1))) for count in counts]
    points = [player.parts["score.astronauts"] for player in scored("colony", *sheets)]
    assert points == [20, 20, 10, 5, 0, 0]


@pytest.mark.parametrize(
    ("ladder", "count", "score", "values"),
    [
        ("plant-factor", circled("greenhouse.nw-1", "greenhouse.nw-4"), "score.plants", [0, 3, 6, 9, 12]),
        ("water-factor", circled("tank.r6-c1"), "score.water", [0, 2, 4, 6, 8]),
        ("antenna-factor", circled("antenna.r2-c1", "antenna.r4-c4"), "score.antennas", [0, 2, 4, 8, 12]),
        ("planning", {}, "score.planning", [0, 1, 3, 6, 9, 12, 16, 20, 24, 28]),
        ("error", {}, "score.errors", [0, 5, 10, 15]),
    ],
)
def test_lowest_value_left_of_a_ladder_counts(
    ladder: str, count: dict[str, Mark], score: str, values: list[int]
) -> None:
    fields = SHEET.ladder[ladder].fields
    for step, value in enumerate(values):
        (player,) = scored("colony", {**count, **crossed(*fields[:step])})
        assert player.parts[score] == value
    assert len(fields) == len(values) - 1


@pytest.mark.parametrize(
    "blank", ["antenna.r5-c3", "greenhouse.nw-2", "planning.2", "plant-factor.1", "tunnel.r3-c1-east"]
)
def test_missing_required_marks_are_found(blank: str) -> None:
    marks = {field: mark for field, mark in ADA.items() if field != blank}
    found = list(GAME.contradictions(marks, None, {"A": "A1", "B": "B2", "C": "C1"}))
    assert bool(found) == (blank != "plant-factor.1")
    assert all(blank in contradiction.involved for contradiction in found[:1])


def test_plants_beyond_the_numbers_of_a_quarter_are_found() -> None:
    marks: dict[str, Mark] = {"building.r6-c1": 9, **ascending(6), **circled("greenhouse.nw-1", "tank.r6-c1")}
    assert {found.rule for found in GAME.contradictions(marks, None)} == {"location"}

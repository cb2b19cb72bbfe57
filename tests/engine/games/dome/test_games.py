"""Whole games of dome: scores computed by hand, and findings of `check`."""

from __future__ import annotations

import pytest

from fairsheet.engine.games.dome._rules import Dome
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, drawn
from tests.engine.tables import scored

SHEET = load_sheet("dome")
GAME = Dome(SHEET)
CHAIN = [f"dome.{part}-{side}" for part in range(1, 9) for side in ("left", "right")]


def rows(area: str, count: int) -> dict[str, Mark]:
    return {f"{area}-upgrade.{k}": "crossed" for k in range(1, count + 1)}


def astronauts(count: int) -> dict[str, Mark]:
    return {f"astronaut.{k}": "crossed" for k in range(1, count + 1)}


ADA: dict[str, Mark] = {
    **rows("missions", 2), **rows("harvest", 1), **rows("astronauts", 3), **rows("dome", 2),
    **circled("mission.a-first", "mission.b-later"),
    **circled("plant.3-left", "plant.4-left", "water.4", "plant.5-left", "plant.5-right", "water.5"),
    **circled("plant.6-left", "plant.6-right", "water.7"),
    **circled("bonus.1-top-high", "bonus.3-bottom-low", "bonus.4-bottom-high"),
    **astronauts(4),
    **drawn("dome.1-left", "dome.1-right", "dome.8-left", "dome.8-right", "dome.2-left", "cut.2", "cut.3"),
    "error.1": "crossed",
}  # fmt: skip


def test_worked_example_scores_as_computed_by_hand() -> None:
    ada = scored("dome", ADA, astronauts(4), astronauts(2))[0]
    assert ada.parts == {
        "score.missions": 20,
        "score.levels-with-1": 4,
        "score.levels-with-2": 12,
        "score.levels-with-3": 10,
        "score.towers": 24,
        "score.astronauts": 20,
        "score.dome": 28,
        "score.errors": 5,
    }
    assert ada.total == 57


@pytest.mark.parametrize(
    ("crossed", "upgraded", "points"),
    [
        ((0, 0), (0, 0), [0, 0]),
        ((1, 0), (0, 0), [-10, 0]),
        ((3, 3), (0, 1), [-10, 0]),
        ((3, 2, 2, 1, 0), (4, 0, 3, 4, 4), [30, 0, 7, 10, 0]),
    ],
)
def test_most_astronauts_score_the_first_column_and_others_second(
    crossed: tuple[int, ...], upgraded: tuple[int, ...], points: list[int]
) -> None:
    pairs = zip(crossed, upgraded, strict=True)
    sheets = [{**astronauts(count), **rows("astronauts", ladder)} for count, ladder in pairs]
    assert [player.parts["score.astronauts"] for player in scored("dome", *sheets)] == points


@pytest.mark.parametrize(
    ("marks", "missing"),
    [
        ({}, 8),
        (drawn("cut.1"), 9),
        (drawn(*(f"cut.{part}" for part in range(1, 9))), 16),
        (drawn("cut.1", "dome.1-left"), 8),
        (drawn("cut.1", "dome.1-left", "dome.1-right"), 7),
        (drawn(*CHAIN, "cut.4"), 0),
    ],
)
def test_missing_parts_of_the_dome_are_counted(marks: dict[str, Mark], missing: int) -> None:
    assert scored("dome", marks)[0].parts["score.dome"] == 6 * missing


def test_one_number_for_two_actions_is_named_with_both() -> None:
    marks: dict[str, Mark] = {"tower-1.6": 9, "tower-2.4": 4, **circled("plant.4-left"), **rows("dome", 2)}
    (found,) = GAME.contradictions(marks, None)
    assert set(found.involved) == set(marks)
    assert found.why.endswith("took an action each, but only 2 numbers could bring them")

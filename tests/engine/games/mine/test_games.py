"""Whole games of mine: the worked example, and findings of `check`."""

from __future__ import annotations

from fairsheet.engine.games.mine._rules import Mine
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed
from tests.engine.tables import scored

SHEET = load_sheet("mine")
GAME = Mine(SHEET)


def bens_sheet() -> dict[str, Mark]:
    """Return a sheet with full columns 2, 4, 7, 8 and 10; the others have level 1 and some have level 2."""
    full = (2, 4, 7, 8, 10)
    marks: dict[str, Mark] = {f"level-1.{column}": column for column in range(1, 13)}
    marks |= {f"level-2.{column}": column for column in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)}
    marks |= {f"level-3.{column}": column for column in full}
    marks |= dict.fromkeys(("level-1.1", "level-1.3", "level-1.5", "level-1.6"), "X")
    for field in SHEET.fields:
        if field.attrs.get("cave") in marks:
            marks[field.id] = "circled"
    galleries = ("plant.g2-c2", "plant.g2-c4", "plant.g1-c10", "water.g1-c4", "water.g2-c7", "water.g1-c8")
    marks |= circled(*(f"mine-{each}" for each in galleries), "mine-water.g2-c8", "mine-water.g1-c11")
    for field_id in list(marks):
        if field_id.startswith("mine-") and SHEET.field[field_id].attrs["column"] in {
            f"column-{column}" for column in full
        }:
            marks[field_id] = "circled+crossed"
    marks |= circled(*(f"tower.{column}" for column in full))
    for kind, count in (("plant", 3), ("water", 6), ("pearl", 3), ("ruby", 9)):
        marks |= circled(*(f"main-{kind}.{kind}-{k}" for k in range(1, count + 1)))
    for factory, robots in (("main-water", 2), ("secondary-water", 2), ("secondary-ruby", 1)):
        marks |= crossed(f"{factory}.energy-1", *(f"{factory}.robot-{k}" for k in range(1, robots + 1)))
    marks |= crossed("main-water.base-factor", "main-ruby.fill-bonus", "error.1")
    marks |= crossed(*(f"secondary-{kind}.bonus-{k}" for kind in ("water", "ruby") for k in (1, 2)))
    marks |= crossed(*(f"main-astronaut.astronaut-{k}" for k in (1, 2, 3)))
    marks |= crossed(*(f"main-planning.planning-{k}" for k in (1, 2, 3, 4)))
    return marks | {"main-water.fill-bonus": "circled", "mission.a": 8, "mission.c": 4}


def test_worked_example_scores_as_computed_by_hand() -> None:
    marks = bens_sheet()
    assert list(GAME.contradictions(marks, None, {"A": "A1", "B": "B1", "C": "C2"})) == []
    ben = scored("mine", marks)[0]
    scores = {box: value for box, value in ben.parts.items() if box.startswith("score.")}
    assert scores == {
        "score.missions": 12,
        "score.plant": 6,
        "score.water": 40,
        "score.pearl": 6,
        "score.ruby": 18,
        "score.astronaut": 0,
        "score.minus": 17,
    }
    assert ben.total == 65


def test_upgraded_control_centres_and_all_errors_are_scored() -> None:
    marks = crossed(
        "main-astronaut.base-factor", "main-planning.base-factor", "error.1", "error.2", "error.3"
    )
    marks |= crossed("main-planning.planning-1", "main-astronaut.astronaut-1", "main-astronaut.astronaut-8")
    found = scored("mine", marks)[0]
    assert (found.parts["score.astronaut"], found.parts["score.minus"], found.total) == (6, 15, -9)


def test_given_robots_must_be_crossed() -> None:
    marks = crossed("secondary-robot.energy-1", "secondary-robot.energy-2")
    marks |= crossed(*(f"secondary-robot.bonus-{k}" for k in (1, 2, 3)), "main-plant.robot-1")
    marks |= {"level-1.3": 4, "level-2.5": 6}
    assert "robot" in {found.rule for found in GAME.contradictions(marks, None)}

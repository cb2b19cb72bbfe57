"""Whole games of journey: scores computed by hand, and findings of `check`."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.journey._rules import Journey
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine.by_hand import circled
from tests.engine.tables import has_contradiction, scored

SHEET = load_sheet("journey")
GAME = Journey(SHEET)


def filled(first: int, last: int) -> dict[str, Mark]:
    return {f"trajectory.{slot}": "X" for slot in range(first, last + 1)}


ADA: dict[str, Mark] = {
    **filled(1, 17),
    **{f"trajectory.{slot}": slot - 10 for slot in (18, 19, 23, 26)},
    **dict.fromkeys(("cut.9", "cut.14", "cut.17"), "drawn"),
    **circled("tank.6", "tank.7", "tank.8", "tank.9", "robot.1-1", "robot.1-2", "multiplier.1-high"),
    **circled("plant.1-1", "plant.1-2", "plant.1-3", "robot.3-1", "robot.3-2", "robot.3-3"),
    **circled("multiplier.3-low", "plant.3-1", "plant.3-2", "plant.3-3", "plant.2-1", "robot.2-1"),
    "multiplier.3-high": "crossed",
    "mission.c": 11,
    "error.1": "crossed",
}
BO: dict[str, Mark] = {**filled(1, 4), **dict.fromkeys(("cut.1", "cut.2", "cut.3", "cut.4"), "drawn")}


def test_worked_example_scores_as_computed_by_hand() -> None:
    ada, bo = scored("journey", ADA, BO)
    assert ada.parts == {
        "score.missions": 11,
        "score.stations": 36,
        "score.tanks": 29,
        "score.longest-zone": 9,
        "score.most-zones": 10,
        "score.errors": 5,
    }
    assert (ada.total, bo.total) == (90, 21)


def test_equal_numbers_of_zones_share_their_rank() -> None:
    def zones(count: int) -> dict[str, Mark]:
        return {**filled(1, count), **{f"cut.{k}": "drawn" for k in range(1, count + 1)}}

    counts = [4, 4, 2, 1, 0, 2]
    points = [player.parts["score.most-zones"] for player in scored("journey", *map(zones, counts))]
    assert points == [20, 20, 10, 5, 0, 10]


def test_full_trajectory_without_cuts_is_one_zone() -> None:
    parts = scored("journey", filled(1, 36))[0].parts
    assert (parts["score.longest-zone"], parts["score.most-zones"]) == (36, 20)


def greedy() -> tuple[dict[str, Mark], Played]:
    (played,) = simulate(SHEET, "changed-13", 2, 1, "greedy")
    return without_sums(SHEET, played.records[0].marks), played


def test_multiplier_without_its_robots_is_found() -> None:
    marks, played = greedy()
    station = next(n for n in range(1, 5) if f"robot.{n}-2" not in marks)
    found = list(
        GAME.contradictions({**marks, f"multiplier.{station}-low": "circled"}, deal(SHEET, played.seed, 2))
    )
    assert has_contradiction(found, "race: .* still blank")


def test_claimed_mission_must_be_met_unless_it_can_be_spoilt() -> None:
    def rules(missions: Mapping[str, str], marks: Marks) -> set[str]:
        return {found.rule for found in GAME.contradictions(marks, None, missions)}

    assert "mission" in rules({"C": "C1"}, {"mission.c": 9})
    assert "first-claim" in rules({"C": "C2"}, {"mission.c": 9})
    assert "mission" not in rules({"B": "B1"}, {"mission.b": 11})

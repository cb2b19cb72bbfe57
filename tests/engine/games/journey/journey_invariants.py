"""What every honest sheet of journey has, and every table, beside what holds in all scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from fairsheet.engine.simulation.simulate import Played
from fairsheet.sheets.model.marks import Marks
from tests.engine.tables import inked

SLOTS = [f"trajectory.{k}" for k in range(1, 37)]


def check_sheet(marks: Marks, numbers: Mapping[str, int], crosses: int) -> None:
    gained, cuts = inked(marks, "energy.", part="circled"), inked(marks, "cut.")
    zone: list[int] = []
    for place, slot in enumerate(SLOTS, start=1):
        zone += [numbers[slot]] if slot in numbers else []
        if f"cut.{place}" in marks or place == len(SLOTS):
            assert all(a < b for a, b in pairwise(zone))
            zone = []
    assert cuts == (gained + 1) // 2 and inked(marks, "energy.", part="crossed") == 2 * cuts
    by_action = max(0, gained - min(inked(marks, "error."), 2))
    astronauts = inked(marks, "astronaut.")
    circled = inked(marks, "robot.", "plant.", "tank.", part="circled")
    assert circled + by_action + crosses + astronauts <= len(numbers)
    assert inked(marks, "wild.astronaut", part="circled") == astronauts // 2
    assert inked(marks, "wild.planning", part="circled") == min(6, crosses) // 2
    for station, count in zip(range(1, 5), (2, 3, 3, 4), strict=True):
        done = inked(marks, f"robot.{station}-", part="circled") == count
        assert inked(marks, f"multiplier.{station}", part="circled") == done


def check_table(played: Played, sheets: Mapping[int, Marks]) -> None:
    for station in range(1, 5):
        highs = {marks.get(f"multiplier.{station}-high") for marks in sheets.values()}
        assert "circled" not in highs or highs <= {"circled", "crossed"}
